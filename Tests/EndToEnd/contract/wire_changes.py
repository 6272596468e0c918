"""Pairs of wire schemas: changes that break clients of the older one, and changes that do not."""
TEXT, NUMBER, TEXT_OR_NULL = {"type": "string"}, {"type": "integer"}, {"type": ["string", "null"]}


def closed(*values):
    return {"enum": list(values)}


def open_words(*values):
    return {"anyOf": [{"enum": list(values)}, TEXT]}


def entity(*required, **members):
    return {"type": "object", "required": list(required), "properties": members}


def request(*required, closes=False, **members):
    closing = {"additionalProperties": False} if closes else {}
    return {**entity(*required, **members), "x-direction": "request", **closing}


def referring(name):
    return {"$ref": f"#/$defs/{name}"}


def atoms(*kinds, discriminator=True):
    """Definitions of a tree whose atoms have these kinds."""
    union = {"oneOf": [referring(f"{kind}Atom") for kind in kinds]}
    if discriminator:
        union["discriminator"] = {"propertyName": "kind"}
    return {"Tree": entity(atoms={"type": "array", "items": referring("Atom")}), "Atom": union,
            **{f"{kind}Atom": entity("id", "kind", id=TEXT, kind={"const": kind}) for kind in kinds}}


NODE = entity("text", text=TEXT, parts={"type": "array", "items": referring("Node")})
DEEP = entity("text", text=TEXT_OR_NULL, parts={"type": "array", "items": referring("Node")})

# Name: old definitions, new definitions, the path of the only difference, a part of its text.
BREAKING = {
    "a member is removed": (
        {"Card": entity(id=TEXT, name=TEXT)}, {"Card": entity(id=TEXT)}, "Card.name", "member removed"),
    "a required member becomes optional": (
        {"Card": entity("id", id=TEXT)}, {"Card": entity(id=TEXT)}, "Card.id", "became optional"),
    "a type is changed": (
        {"Card": entity(limit=NUMBER)}, {"Card": entity(limit=TEXT)}, "Card.limit", "integer became string"),
    "null is sent": (
        {"Card": {"allOf": [referring("Base"), entity("name")]}, "Base": entity(name={**TEXT, "nullable": False})},
        {"Card": {"allOf": [referring("Base"), entity("name")]}, "Base": entity(name={**TEXT, "nullable": True})},
        "Base.name", "absent and null"),
    "a kind is renamed": (
        {"Card": entity("kind", kind={"const": "card"})}, {"Card": entity("kind", kind={"const": "plastic"})},
        "Card.kind", '"card" became "plastic"'),
    "a kind is removed": (atoms("text", "image", "link"), atoms("text", "link"), "Atom(image)", "removed"),
    "a closed enumeration grows": (
        {"Card": entity(status=closed("active", "blocked"))},
        {"Card": entity(status=closed("active", "blocked", "lost"))},
        "Card.status", 'new value "lost"'),
    "a union without a discriminator grows": (
        {"Next": {"oneOf": [entity(a=TEXT), entity(b=TEXT)]}},
        {"Next": {"oneOf": [entity(c=TEXT), entity(b=TEXT), entity(a=TEXT)]}},
        "Next", "new alternative"),
    "the elements of a list change": (
        {"Cards": entity(data={"type": "array", "items": TEXT})},
        {"Cards": entity(data={"type": "array", "items": NUMBER})},
        "Cards.data[]", "string became integer"),
    "a definition in use is removed": (
        {"Card": entity(owner=referring("Owner")), "Owner": entity(name=TEXT)},
        {"Card": entity(owner=referring("Owner"))},
        "Owner", "definition removed"),
    "a part of a recursive definition changes": (
        {"Node": NODE, "Page": entity(root=referring("Node"))}, {"Node": DEEP, "Page": entity(root=referring("Node"))},
        "Node.text", "string became null or string"),
    "a request requires a new member": (
        {"Payment": request("to", to=TEXT)}, {"Payment": request("to", "purpose", to=TEXT, purpose=TEXT)},
        "Payment.purpose", "required member added"),
    "a closed request loses a member": (
        {"Payment": request(closes=True, to=TEXT, note=TEXT)}, {"Payment": request(closes=True, to=TEXT)},
        "Payment.note", "member removed"),
    "a part of a request accepts fewer values": (
        {"Payment": request(speed=referring("Speed")), "Speed": closed("usual", "urgent")},
        {"Payment": request(speed=referring("Speed")), "Speed": closed("usual")}, "Speed", 'value "urgent" removed'),
    "a limit of a request is tightened": (
        {"Payment": request(note={**TEXT, "maxLength": 210})}, {"Payment": request(note={**TEXT, "maxLength": 140})},
        "Payment.note", "maxLength 210 became 140"),
}
COMPATIBLE = {
    "members are added": (
        {"Card": entity("id", id=TEXT)}, {"Card": entity("id", "name", id=TEXT, name=TEXT, note=TEXT)}),
    "an optional member is always sent": ({"Card": entity(id=TEXT)}, {"Card": entity("id", id=TEXT)}),
    "null is no longer sent": ({"Card": entity(name=TEXT_OR_NULL)}, {"Card": entity(name=TEXT)}),
    "an open enumeration grows": (
        {"Card": entity(status=open_words("active"))}, {"Card": entity(status=open_words("active", "lost"))}),
    "an open enumeration shrinks": (
        {"Card": entity(status=open_words("active", "lost"))}, {"Card": entity(status=open_words("active"))}),
    "a kind is added": (atoms("text"), atoms("text", "image")),
    "a kind is added without a declared discriminator": (
        atoms("text", "link", discriminator=False), atoms("image", "text", "link", discriminator=False)),
    "texts and orders change": (
        {"Card": {**entity("id", "name", id=TEXT, name=TEXT), "description": "a card"}, "Zone": TEXT},
        {"Zone": {**TEXT, "examples": ["GMT+3"]},
         "Card": {"title": "Card", **entity("name", "id", name=TEXT, id=TEXT)}}),
    "an object gets a name, and null another form": (
        {"Card": entity(owner={**entity(name=TEXT), "type": ["object", "null"]})},
        {"Card": entity(owner={"anyOf": [referring("Owner"), {"type": "null"}]}), "Owner": entity(name=TEXT)}),
    "a recursive definition is renamed": (
        {"Page": entity(root=referring("Node")), "Node": NODE},
        {"Page": entity(root=referring("Branch")),
         "Branch": entity("text", text=TEXT, parts={"type": "array", "items": {"allOf": [referring("Branch")]}})}),
    "a response has other limits": (
        {"Card": entity(name={**TEXT, "maxLength": 20})},
        {"Card": entity(name={**TEXT, "maxLength": 10, "pattern": "a"})}),
    "a request accepts further members": ({"Payment": request(to=TEXT)}, {"Payment": request(to=TEXT, note=TEXT)}),
    "a request ignores a member": ({"Payment": request(to=TEXT, note=TEXT)}, {"Payment": request(to=TEXT)}),
    "a request accepts more types": (
        {"Payment": request("sum", sum=NUMBER)}, {"Payment": request(sum={"type": ["number", "string", "null"]})}),
    "a request accepts more values and longer texts": (
        {"Payment": request(speed=closed("usual"), note={"type": "string", "maxLength": 140, "pattern": "^a"})},
        {"Payment": request(speed=closed("usual", "urgent"), note={"type": "string", "maxLength": 210})}),
}
