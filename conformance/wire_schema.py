"""Reads the JSON Schema of the wire: its definitions, their directions, and the alternatives of a schema."""
import dataclasses
import json

EVERY_TYPE = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))
LISTS = ("allOf", "anyOf", "oneOf")
MAXIMA = ("maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties")
MINIMA = ("minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties")
EXACT = ("pattern", "format", "multipleOf", "uniqueItems")
ANNOTATIONS = (
    "$comment", "title", "description", "default", "example", "examples", "deprecated", "readOnly", "writeOnly")
HEADER = ("$schema", "$id", "$defs", "title", "description", "$comment")
# The JSON type of the value of each keyword.
KEYWORDS = {
    "$ref": str, "type": (str, list), "enum": list, "const": object, "properties": dict, "required": list,
    "additionalProperties": (dict, bool), "items": (dict, bool), "nullable": bool, "discriminator": dict,
    **dict.fromkeys(LISTS, list), **dict.fromkeys(MAXIMA + MINIMA, (int, float)), **dict.fromkeys(EXACT, object),
}


class Unreadable(Exception):
    """The reason why a document cannot be compared."""


@dataclasses.dataclass(frozen=True)
class Alternative:
    """One shape of a value.

    A part is a tuple of (document, schema), all of which apply. An empty part allows any value.
    """
    types: frozenset = EVERY_TYPE
    # JSON texts with their types; None if any value is allowed.
    values: dict | None = None
    members: dict = dataclasses.field(default_factory=dict)
    required: frozenset = frozenset()
    is_closed: bool = False
    others: tuple = ()
    items: tuple = ()
    limits: dict = dataclasses.field(default_factory=dict)
    # Keywords that this program does not judge.
    opaque: dict = dataclasses.field(default_factory=dict)
    # The definition that has the whole shape.
    name: str | None = dataclasses.field(default=None, compare=False)
    # The member that the `discriminator` of the union names.
    discriminator: str | None = dataclasses.field(default=None, compare=False)


ANYTHING = Alternative()


class Document:
    """A JSON Schema whose definitions are documents of the wire, or their parts.

    The definition `#` is the schema of the whole file, unless that only lists documents.
    """

    def __init__(self, path):
        try:
            with open(path, encoding="utf-8") as file:
                root = json.load(file)
        except (OSError, ValueError, RecursionError) as error:
            raise Unreadable(f"{path}: {error}") from error
        if not isinstance(root, dict) or not isinstance(root.get("$defs", {}), dict):
            raise Unreadable(f"{path}: not a JSON Schema with `$defs`")
        self.path, self.definitions = path, dict(root.get("$defs", {}))
        own = {name: value for name, value in root.items() if name not in HEADER and name != "x-direction"}
        # The direction of definitions that have none of their own.
        self.direction = root.get("x-direction")
        # The documents that the file lists, as opposed to their parts.
        self.listed = self._listed(own)
        if own and not self.listed:
            self.definitions["#"] = {name: value for name, value in root.items() if name not in HEADER}
        if not self.definitions:
            raise Unreadable(f"{path}: no definitions")
        self.references = {name: set(self._check(body, name)) for name, body in self.definitions.items()}
        self.marks = {name: isinstance(body, dict) and body.get("x-direction") or self.direction
                      for name, body in self.definitions.items()}

    @staticmethod
    def _listed(own):
        if len(own) != 1 or not isinstance(schemas := next(iter(own.values())), list):
            return set()
        names = [schema.get("$ref") if isinstance(schema, dict) and len(schema) == 1 else None for schema in schemas]
        return {definition(name) for name in names} if all(isinstance(name, str) for name in names) else set()

    def _check(self, schema, at):
        """Throws unless keywords have values of their types. Yields the names of referenced definitions."""
        if isinstance(schema, bool):
            return
        if not isinstance(schema, dict):
            raise Unreadable(f"{self.path}: {at}: not a schema")
        for keyword, value in schema.items():
            if not isinstance(value, KEYWORDS.get(keyword, object)):
                raise Unreadable(f"{self.path}: {at}: `{keyword}` has the wrong type")
        if not types(schema) <= EVERY_TYPE or not all(isinstance(name, str) for name in schema.get("required", ())):
            raise Unreadable(f"{self.path}: {at}: unknown type or member")
        if not isinstance(schema.get("discriminator", {}).get("propertyName", ""), str):
            raise Unreadable(f"{self.path}: {at}: `discriminator` without the name of a member")
        if schema.get("x-direction", self.direction) not in ("request", "response", None):
            raise Unreadable(f"{self.path}: {at}: `x-direction` is neither request nor response")
        if "$ref" in schema:
            yield definition(schema["$ref"])
        for name, member in schema.get("properties", {}).items():
            yield from self._check(member, f"{at}.{name}")
        for keyword in ("items", "additionalProperties"):
            yield from self._check(schema.get(keyword, True), f"{at} {keyword}")
        for keyword in LISTS:
            for each in schema.get(keyword, ()):
                yield from self._check(each, f"{at} {keyword}")

    def missing(self):
        """Returns (referring definition, missing definition) for each reference without a target."""
        return [(name, each) for name, found in self.references.items() for each in sorted(found)
                if each not in self.definitions]

    def reached(self, names):
        """Returns definitions and all definitions that they refer to."""
        found, waiting = set(), list(names)
        while waiting:
            if (name := waiting.pop()) not in found and name in self.definitions:
                found.add(name)
                waiting += self.references[name]
        return found

    def directions(self):
        """Returns the definitions of requests and those of responses."""
        requests = self.reached(name for name, mark in self.marks.items() if mark == "request")
        responses = self.reached(
            name for name, mark in self.marks.items()
            if mark == "response" or mark is None and (name not in requests or name in self.listed))
        return requests, responses


def definition(reference):
    """Returns the name of a referenced definition."""
    if reference == "#" or reference.startswith("#/$defs/") and reference.count("/") == 2:
        return reference.removeprefix("#/$defs/").replace("~1", "/").replace("~0", "~")
    raise Unreadable(f"`{reference}` is not a reference to a definition in `$defs`")


def types(schema):
    """Returns the declared types; a number may be an integer."""
    names = schema.get("type", sorted(EVERY_TYPE))
    found = {names} if isinstance(names, str) else {str(name) for name in names}
    return frozenset(found | {"integer"} if "number" in found else found)


def type_of(value):
    names = ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string"), (list, "array"), (dict, "object"))
    return next((name for kind, name in names if isinstance(value, kind)), "null")


def constants(schema):
    """Returns the allowed values of `enum` and `const`, or None."""
    found = None
    for listed in (schema.get("enum"), [schema["const"]] if "const" in schema else None):
        if listed is not None:
            whole = [int(each) if isinstance(each, float) and each.is_integer() else each for each in listed]
            named = {json.dumps(each, ensure_ascii=False, sort_keys=True): type_of(each) for each in whole}
            found = named if found is None else {text: kind for text, kind in named.items() if text in found}
    return found


def own_shape(document, schema):
    """Returns the shape of a schema without its references and unions."""
    allowed, values = types(schema), constants(schema)
    if values is not None:
        values = {text: kind for text, kind in values.items() if kind in allowed}
        allowed = frozenset(values.values())
    elif "type" not in schema and schema.keys() & {"properties", "required", "additionalProperties"}:
        allowed = frozenset(("object",))
    elif "type" not in schema and "items" in schema:
        allowed = frozenset(("array",))
    others, items = (
        ((document, schema[keyword]),) if schema.get(keyword, True) not in (True, False, {}) else ()
        for keyword in ("additionalProperties", "items"))
    limits = {keyword: schema[keyword] for keyword in MAXIMA + MINIMA if keyword in schema}
    limits |= {keyword: frozenset((str(schema[keyword]),)) for keyword in EXACT if schema.get(keyword, False)}
    required = schema.get("required", ())
    members = {name: () for name in required}
    members |= {name: ((document, member),) for name, member in schema.get("properties", {}).items()}
    return Alternative(
        allowed, values, members, frozenset(required), schema.get("additionalProperties") is False, others, items,
        limits, {keyword: value for keyword, value in schema.items() if is_opaque(keyword)})


def is_opaque(keyword):
    return keyword not in KEYWORDS and keyword not in ANNOTATIONS and not keyword.startswith("x-")


def both(one, other):
    """Returns the shape of values that have two shapes."""
    if ANYTHING in (one, other):
        whole = other if one == ANYTHING else one
        return dataclasses.replace(whole, discriminator=one.discriminator or other.discriminator)
    values = one.values if other.values is None else other.values
    if one.values is not None and other.values is not None:
        values = {text: kind for text, kind in values.items() if text in one.values}
    allowed = one.types & other.types
    if values is not None:
        values = {text: kind for text, kind in values.items() if kind in allowed}
        allowed &= frozenset(values.values())
    limits = dict(one.limits)
    for keyword, limit in other.limits.items():
        tighter = min if keyword in MAXIMA else max if keyword in MINIMA else frozenset.union
        limits[keyword] = tighter(limits[keyword], limit) if keyword in limits else limit
    members = {name: one.members.get(name, ()) + other.members.get(name, ()) for name in one.members | other.members}
    return Alternative(
        allowed, values, members, one.required | other.required, one.is_closed or other.is_closed,
        one.others + other.others, one.items + other.items, limits, one.opaque | other.opaque,
        discriminator=one.discriminator or other.discriminator)


def alternatives(part, shared=(), source=None):
    """Returns the alternatives of a part, and adds the names of its definitions to a set `shared`.

    With `source`, the definitions in `shared` are read from that document.
    """
    found = [ANYTHING]
    for document, schema in part:
        found = joined(found, _alternatives(document, schema, shared, source, ()))
    return found


def joined(ones, others):
    pairs = [both(one, other) for one in ones for other in others]
    return [each for each in pairs if each.types]


def _alternatives(document, schema, shared, source, trail):
    if isinstance(schema, bool):
        return [ANYTHING] if schema else []
    found = [own_shape(document, schema)]
    if "$ref" in schema:
        name = definition(schema["$ref"])
        if source is None and isinstance(shared, set):
            shared.add(name)
        target = source if source is not None and name in shared else document
        inner = []
        if (id(target), name) not in trail:
            inner = _alternatives(target, target.definitions[name], shared, source, (*trail, (id(target), name)))
        if len(inner) == 1:
            inner = [dataclasses.replace(inner[0], name=inner[0].name or name)]
        found = joined(found, inner)
    for each in schema.get("allOf", ()):
        found = joined(found, _alternatives(document, each, shared, source, trail))
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            inner = [one for each in schema[keyword] for one in _alternatives(document, each, shared, source, trail)]
            found = joined(found, inner)
    if schema.get("nullable"):
        found.append(Alternative(frozenset(("null",))))
    if member := schema.get("discriminator", {}).get("propertyName"):
        found = [dataclasses.replace(each, discriminator=member) for each in found]
    return found
