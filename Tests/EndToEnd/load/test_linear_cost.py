"""Compares the processor time of a request with its size.

Each kind of input is sent to each endpoint in the sizes N, 2N and 4N; 4N is the largest accepted
size. The test fails in these cases:

- 4N costs more than `RATIO` times as much as N, and each doubling more than `DOUBLING` times as
  much
- a request costs more than `BUDGET`

Endpoints and members come from the server's own document, and values from its forms. Additional
operations apply each function of conditions to a long text and to a long list. Work that multiplies
its inputs must exceed the budget of steps, which returns the problem `too-much-work`.

The cost is the least processor time of several requests, of all threads. Caches, memory and a slow
machine can distort it. If callgrind is installed, it counts the instructions of each suspicious
case, and these decide. `--only WORD -s` measures the endpoints with this word in their names, and
prints the cost of every kind of input.
"""
import collections
import itertools
import json
import os
import shutil
import tempfile
import time

import pytest

from Benchmarks import counting
from EndToEnd import ROOT
from EndToEnd.bank import Fault, Server
from EndToEnd.load.victim import PATIENCE, Connection, Gone, log_in

# Linear cost means four times the time for four times the input, and quadratic cost about sixteen
# times. When allocations exceed the retained memory, pages come from the system, and the time can
# increase once by a larger factor: eight times for four times the input. Quadratic cost increases
# at both doublings, by 2.5 times each where RATIO detects it.
RATIO = 7.5
DOUBLING = 2.4
COUNTED_RATIO = 5.5  # of instructions, which have no such increases; sorting the input costs 4.5 times
FLOOR = 0.008  # seconds: a cheaper largest size is harmless, and its ratio is noise
BUDGET = 0.3  # seconds of processor time for the largest request, for the release build
COUNTED_BUDGET = 2_400_000_000  # instructions: 2.4 billion took 0.30 seconds where they were measured
COUNTED_PATIENCE = 120  # seconds: callgrind makes a request about 70 times slower
BODY = 960_000  # bytes: a body may have 1 MiB, including the text around the value
HEAD = 7_000  # bytes: request line and headers may have 8 KiB
FILE = 60_000  # bytes: a file in the playground may have 64 KiB
CALLBACK = 60_000  # bytes: a callback may have 64 KiB
TRIES = (1, 8)  # number of measurements at first, and for a suspicious case


# Functions that return a JSON value of about `size` bytes. Texts vary, because a run of equal
# letters may be a special case.

def text(size):
    return json.dumps(("Оплата по счёту 17, " * (size // 33 + 1))[:max(1, size * 20 // 33)], ensure_ascii=False)


def marks(size):
    # The maximum number of consecutive marks, in non-canonical order.
    return '"' + ("e" + "\u0316\u0301" * 15) * (size // 61) + '"'


def escapes(size):
    return '"' + "\\u0451" * (size // 6) + '"'


def digits(size):
    return '"' + "9" * size + '"'


def number(size):
    return "9" * size


def words(size):
    return "[" + ",".join('"w%d"' % each for each in range(size // 9)) + "]"


def objects(size):
    return "[" + ",".join(['{"a":1}'] * (size // 8)) + "]"


def members(size):
    return "{" + ",".join('"m%d":%d' % (each, each) for each in range(size // 16)) + "}"


def repeated(size):
    return "{" + ",".join(['"m":1'] * (size // 6)) + "}"


def nested(size):
    # 60 levels of the allowed 64.
    return "[" * 60 + ",".join(["[[]]"] * (size // 5)) + "]" * 60


KINDS = [text, marks, escapes, digits, number, words, objects, members, repeated, nested]
FEW = [text, marks, digits, objects, members]

# Verifications of one text.
VERIFICATIONS = """isInn isKpp isOgrn isOgrnip isSnils isPhone isCardNumber isEmail isLei isIban isSwift isBic isTreasuryAccount isPaymentText isPartyName isPayeeName
    isSoleTraderName isThirdPersonPurpose isDocumentNumber isKbk isOktmo isUin isTaxDocument isTaxDocumentDate isPersonDocument
    isBudgetPayeeInn isCustomsReason""".split()
DATED = ["isPayerStatus", "isTaxReason", "isSingleTaxKpp"]  # by the rules of a day
# Functions of conditions on a text `$t` and a list `$xs` of items with `n` and `s`; one atom for
# each.
OF_TEXT = [
    "$t == $u", "$t ==[c] $u", "$t ==[cd] $u", "$t < $u", "$t CONTAINS $u", "$t CONTAINS[c] 'счёта'", "$t CONTAINS[cd] 'zzz'",
    "$t BEGINSWITH[cd] $u", "$t ENDSWITH[cd] $u", "$t LIKE '*ab*'", "$t LIKE[cd] '*счет*17*z'", "$t MATCHES '.*z'",
    "$t MATCHES[c] '[а-яё ,0-9]+'", "$t MATCHES[cd] '.*[a-z]'", "uppercase($t) == 'X'",
    "length($t) > 5", "concat($t, $u) == 'X'", "replace($t, 'a', 'b') == 'X'", "count(split($t, 'a')) > 5", "trim($t) == 'X'",
    "number($t) == 1", "substring($t, 5) == 'X'", "padStart($t, 100) == 'X'", "join({$t, $u}, ',') == 'X'", "$t IN {'a', 'b', $u}", "$t BETWEEN {'a', 'я'}",
]
OF_LIST = [
    "$xs.@sum.n", "$xs.@avg.n", "$xs.@min.n", "$xs.@max.n", "$xs.@count",
    "TERNARY(ANY $xs.n > 5, 1, 0)", "TERNARY(ALL $xs.s CONTAINS[cd] 'ё', 1, 0)", "TERNARY(NONE $xs.n == 3, 1, 0)",
    "SUBQUERY($xs, $x, $x.n > 1 AND $x.s != 'a').@count", "TERNARY(7 IN $xs.n, 1, 0)",
    "groups($xs, 's', 'n').@count",
]


def operations():
    """Returns operation files by name: each function once, and products of a list and a text, or of
    a list with itself."""
    head = "effect: document\natoms:\n"
    lines = "  - {textInput: t, caption: T, optional: true}\n  - {textInput: u, caption: U, optional: true}\n"
    send = "  - {button: send, caption: S, action: submit}\n"
    shown = [f'  - {{text: c{place}, caption: C, showIf: "{each}"}}\n' for place, each in enumerate(OF_TEXT)]
    checks = [f'  - {{textInput: v{place}, caption: V, optional: true, check: "{each}"}}\n'
              for place, each in enumerate(VERIFICATIONS + [f"{each}($t, today())" for each in DATED])]
    templates = '  - {text: told, caption: "{$t} and {$t}"}\n'
    listed = [f'  - {{textInput: a{place}, caption: A, type: number, optional: true, value: "{each}"}}\n'
              for place, each in enumerate(OF_LIST)]

    def items(more=""):
        return ("  - repeat: xs\n    caption: X\n    max: 10000\n    atoms:\n"
                "      - {textInput: n, caption: N, type: number, optional: true}\n"
                f"      - {{textInput: s, caption: S, optional: true}}\n{more}")
    product = '      - {{text: p, caption: P, showIf: "{}"}}\n'
    inner = ("      - repeat: ys\n        caption: Y\n        max: 10000\n        atoms:\n"
             "          - {textInput: m, caption: M, optional: true}\n")
    files = {"linear.text": head + lines + "".join(shown) + "".join(checks) + templates + send,
             "linear.list": head + items() + "".join(listed) + send, "linear.nested": head + items(inner) + send}
    for name, condition in PRODUCTS.items():
        files[name] = head + lines + items(product.format(condition)) + send
    return {name: f"operation: {name}\ntitle: Linear\n{text}" for name, text in files.items()}


PRODUCTS = {
    "product.sum": "$xs.@sum.n > $n", "product.any": "ANY $xs.s == $s", "product.subquery": "SUBQUERY($xs, $x, $x.n > $n).@count > 1",
    "product.text": "$t CONTAINS $s", "product.like": "$t LIKE '*a*b*c*'", "product.pattern": "$t MATCHES '(О*п*)*z'",
}


def most_of(path):
    """Returns the maximum bytes of a body for an endpoint."""
    return CALLBACK if path.startswith("/callbacks/") else BODY


class Case:
    """A kind of input to an endpoint: the request for a size, and the three sizes."""

    def __init__(self, endpoint, kind, send, most, may_refuse=False):
        self.endpoint, self.kind, self.send, self.most, self.may_refuse = endpoint, kind, send, most, may_refuse
        self.sizes = (most // 4, most // 2, most)


class Bench:
    """A server for measurements."""

    def __init__(self, place, program, patience=PATIENCE):
        config = os.path.join(place, "config")
        shutil.copytree(os.path.join(ROOT, "config"), config)
        for name, lines in operations().items():
            with open(os.path.join(config, "operations", f"{name}.yaml"), "w") as file:
                file.write(lines)
        os.chdir(ROOT)
        self.server = Server(program, os.path.join(place, "valence.sqlite"), "--playground", "--config", config,
                             "--log-level", "critical")
        if self.server.address is None:
            raise Fault("the server did not start:\n" + "".join(self.server.greeting))
        self.clock = (~self.server.process.pid << 3) | 2  # clock_getcpuclockid(3): all threads, including ended ones
        self.link, self.turn = Connection(self.server.address.port, "127.0.0.1", patience), 0
        self.token = log_in(self.server.address.port, "127.0.0.1", "demo", "valence-demo")

    def used(self):
        return time.clock_gettime_ns(self.clock) / 1e9

    def ask(self, method, path, body=None, headers={}):
        """Returns the status, the body, and the processor seconds of a request."""
        self.turn += 1
        headers = {"Idempotency-Key": f"linear-{self.turn}", "Accept-Language": "en", **headers}
        before = self.used()
        try:
            status, answer, _ = self.link.ask(method, path, body and body.encode("utf-8", "surrogatepass"), self.token, headers)
        except Gone as gone:
            status, answer = 599, str(gone).encode()
        return status, answer, self.used() - before


def told(seconds):
    return f"{1000 * seconds:8.2f}"


def measure(bench, case, tries):
    """Returns the least cost of each size, and the statuses of the largest size."""
    least = [float("inf")] * len(case.sizes)
    statuses = collections.Counter()
    for _ in range(tries):
        for place, size in enumerate(case.sizes):
            method, path, body, headers = case.send(size)
            status, answer, seconds = bench.ask(method, path, body, headers)
            least[place] = min(least[place], seconds)
            if place == len(case.sizes) - 1:
                statuses[status, problem(answer) if status >= 400 else ""] += 1
    return least, statuses


def problem(answer):
    try:
        return json.loads(answer)["type"].rsplit("/", 1)[-1]
    except (ValueError, KeyError, TypeError):
        return ""


def counted(program, cases):
    """Returns the suspicious cases whose instructions exceed the budget or grow faster than the
    input, with their counts for each size."""
    with tempfile.TemporaryDirectory() as place:
        bench = Bench(place, counting.wrapper(program, place), COUNTED_PATIENCE)
        try:
            counter, guilty = counting.Counter(bench.server.process, place), []
            for case in cases:
                counts, statuses = [], []
                for size in case.sizes:
                    request = case.send(size)
                    bench.ask(*request)
                    counter.begin()
                    statuses.append(bench.ask(*request)[0])
                    counts.append(counter.end()[0])
                told_counts = ", ".join(f"{count:,}" for count in counts)
                linear = counts[-1] <= COUNTED_RATIO * counts[0] or case.may_refuse
                # Without an answer the count is not the whole cost.
                if not linear or counts[-1] > COUNTED_BUDGET or max(statuses) >= 500:
                    guilty.append(f"{case.endpoint}, {case.kind}: {told_counts} instructions, statuses {statuses}")
                else:
                    print(f"{case.endpoint}, {case.kind}: {told_counts} instructions: in order; the measured time was noise")
            return guilty
        finally:
            bench.server.kill()


def judged(bench, case, fixed):
    """Returns the faults of a case, a suspicion based on its time, and a line for the report."""
    for tries in TRIES:
        least, statuses = measure(bench, case, tries)
        own = [max(seconds - fixed, 1e-6) for seconds in least]
        ratio = own[-1] / own[0]
        faults, suspicion = [], None
        leaps = min(own[1] / own[0], own[2] / own[1])
        if own[-1] > FLOOR and ratio > RATIO and leaps > DOUBLING and not case.may_refuse:
            suspicion = f"four times the input costs {ratio:.1f} times as much"
        if least[-1] > BUDGET:
            suspicion = f"a request costs {1000 * least[-1]:.0f} ms, over {1000 * BUDGET:.0f}"
        if any(status >= 500 for status, _ in statuses):
            faults.append(f"statuses {[status for status, _ in statuses]}")
        if not faults and not suspicion:
            break
    answers = ", ".join(f"{status} {name}".strip() for status, name in statuses)
    line = (f"{case.endpoint:<46} {case.kind:<30} {case.most:>7} " + " ".join(map(told, least))
            + f"  {ratio:4.1f}  {answers}")
    return faults, suspicion, line


def atoms(tree):
    """Yields `(id, None)` for each input of a tree, and `(id, item inputs)` for each repeat."""
    for each in tree:
        if each.get("kind") == "repeat":
            template = each.get("template") or next(iter(each.get("items", [])), {})
            yield each["id"], list(atoms(template.get("atoms", template) if isinstance(template, dict) else template))
        elif "atoms" in each:
            yield from atoms(each["atoms"])
        elif "kind" in each and "id" in each:
            yield each["id"], None


def bodies(document):
    """Yields each endpoint with a JSON body: method, path, and members of the body."""
    def found(schema):
        while "$ref" in schema:
            schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]]
        return schema

    def names(schema):
        schema = found(schema)
        inner = [names(each) for key in ("allOf", "anyOf", "oneOf") for each in schema.get(key, [])]
        return list(dict.fromkeys([*schema.get("properties", {}), *itertools.chain(*inner)]))

    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {}) if isinstance(operation, dict) else {}
            if "application/json" in content:
                yield method.upper(), path, names(content["application/json"]["schema"])


def endpoints(document):
    """Yields each endpoint: method, path, and the names of query parameters and headers."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method not in ("get", "post", "put", "patch", "delete"):
                continue
            parameters = [each if "$ref" not in each else document["components"]["parameters"][each["$ref"].rsplit("/", 1)[-1]]
                          for each in [*methods.get("parameters", []), *operation.get("parameters", [])]]
            yield (method.upper(), path, [each["name"] for each in parameters if each["in"] == "query"],
                   [each["name"] for each in parameters if each["in"] == "header"])


NOWHERE = "01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19"


def filled(path):
    """Fills in the placeholders of a path."""
    for name, value in {"{operation}": "pp.full", "{bic}": "044525225", "{number}": "40817810099910004312", "{step}": "bank",
                        "{name}": "unknown-operation", "{version}": "0"}.items():
        path = path.replace(name, value)
    for start, value in {"/operations/": "pp.full", "/flows/": "payments.steps", "/screens/": "home", "/providers/": "moskva"}.items():
        if path.startswith(start):
            path = path.replace("{id}", value)
    return path.replace("{id}", NOWHERE)


def of_bodies(document):
    """Each kind of value as a whole body, as each of its members, and as an unknown member."""
    for method, path, names in bodies(document):
        if path in ("/auth/logout",):
            continue
        for kind in KINDS:
            yield Case(f"{method} {path}", kind.__name__,
                       lambda size, kind=kind, method=method, path=path: (method, filled(path), kind(size), {}), most_of(path))
            for name in [*names, "nobodyKnows"]:
                def send(size, kind=kind, method=method, path=path, name=name):
                    return method, filled(path), '{"%s": %s}' % (name, kind(min(size, FILE) if name == "file" else size)), {}
                yield Case(f"{method} {path}", f"{name}: {kind.__name__}", send, FILE if name == "file" else most_of(path))


def of_values(bench):
    """Values of forms: unknown ids, each kind in each atom, many items, many changed paths."""
    uses = [("POST", "/operations/{}/evaluate", '{{"values": {}, "commit": true}}'),
            ("POST", "/operations/{}/submissions", '{{"values": {}}}'), ("PUT", "/drafts/{}", '{{"values": {}}}'),
            ("POST", "/templates", '{{"operation": "{1}", "title": "x", "values": {0}}}')]
    for operation in ("pp.full", "provider.pay", "cash.order", "certificate.order", "linear.text", "linear.list", "linear.nested"):
        _, answer, _ = bench.ask("GET", f"/operations/{operation}")
        found = dict(atoms(json.loads(answer)["atoms"]))
        assert found, operation
        for method, path, body in uses:
            def case(kind, values, operation=operation, method=method, path=path, body=body):
                return Case(f"{method} {path.format(operation)}", kind,
                            lambda size: (method, path.format(operation), body.format(values(size), operation), {}), BODY)
            yield case("values: members", members)
            for name, inner in found.items():
                if inner is None:
                    for kind in FEW if path.endswith("evaluate") and len(found) < 30 else [text]:
                        yield case(f"{name}: {kind.__name__}", lambda size, name=name, kind=kind: '{"%s": %s}' % (name, kind(size)))
                else:
                    item = "{" + ",".join(f'"{each}": "12"' for each, _ in inner) + "}"
                    yield case(f"{name}: items", lambda size, name=name, item=item: '{"%s": [%s]}' % (
                        name, ",".join([item] * (size // (len(item) + 1)))))
                    yield case(f"{name}: empty items", lambda size, name=name: '{"%s": [%s]}' % (name, ",".join(["{}"] * (size // 3))))
        path = f"/operations/{operation}/evaluate"
        for name, each in {"changed": '"a%d"', "changed items": '"xs[%d].n"'}.items():
            yield Case(f"POST {path}", name, lambda size, each=each, path=path: ("POST", path, '{"values": {}, "changed": [%s]}' % ",".join(
                each % number for number in range(size // 14)), {}), BODY)
    # All functions at once: a text and a list that each function reads.
    yield Case("POST /operations/linear.text/evaluate", "t and every v: text", lambda size: (
        "POST", "/operations/linear.text/evaluate", '{"values": {"t": %s, "u": %s, %s}}' % (
            text(size // 3), text(size // 3), ",".join(f'"v{place}": {text(size // 3 // len(VERIFICATIONS))}'
                                                       for place in range(len(VERIFICATIONS)))), {}), BODY)


def of_products():
    """Work that is a product of two inputs. It may be refused, and its ratio is not checked."""
    for operation in PRODUCTS:
        path = f"/operations/{operation}/evaluate"

        def send(size, path=path):
            items = ",".join('{"n": "%d", "s": "p%d"}' % (each, each) for each in range(min(10_000, size // 2 // 26)))
            return "POST", path, '{"values": {"t": %s, "xs": [%s]}}' % (text(size // 2), items), {}
        yield Case(f"POST {path}", "items by items or text", send, BODY, may_refuse=True)


def of_heads(document):
    """Headers and query parameters, which are limited to 8 KiB."""
    headers = {"Accept-Language": lambda n: ",".join(f"x{each};q=0.{each % 9 + 1}" for each in range(n // 9)),
               "Accept-Atoms": lambda n: ",".join(f"kind{each}" for each in range(n // 9)),
               "If-None-Match": lambda n: ",".join(f'"{each:08x}"' for each in range(n // 11)),
               "If-Match": lambda n: ",".join(f'"{each:08x}"' for each in range(n // 11)),
               "Cookie": lambda n: "; ".join(f"a{each}=1" for each in range(n // 8)),
               "Client-Version": lambda n: "ios/" + "1." * (n // 2), "X-Forwarded-For": lambda n: ", ".join(["10.1.1.1"] * (n // 10)),
               "Accept": lambda n: ",".join(["text/*;q=0.1"] * (n // 13)), "Authorization": lambda n: "Bearer " + "a" * n,
               "Idempotency-Key": lambda n: "k" * n, "X-Request-Id": lambda n: "a" * n, "Range": lambda n: "bytes=" + "0-1," * (n // 4)}
    for method, path in (("GET", "/operations"), ("GET", "/operations/pp.quick"), ("GET", "/accounts"), ("GET", "/openapi.json"),
                         ("GET", "/start"), ("POST", "/operations/pp.quick/submissions")):
        for name, value in headers.items():
            yield Case(f"{method} {path}", f"{name}", lambda size, method=method, path=path, name=name, value=value: (
                method, path, "{}" if method == "POST" else None, {name: value(size)}), HEAD)
    kinds = {"letters": "%D0%B0", "marks": "%D0%B0" + "%CC%96%CC%81" * 15, "words": "a%20", "brackets": "%7B%22a%22:", "links": "valence://a/b?c=%26"}
    for method, path, names, _ in endpoints(document):
        for name in names:
            for kind, piece in kinds.items():
                yield Case(f"{method} {path}", f"{name}: {kind}", lambda size, method=method, path=path, name=name, piece=piece: (
                    method, f"{filled(path)}?{name}={piece * (size // len(piece))}", "{}" if method in ("POST", "PUT") else None, {}), HEAD)
    # Without `once` the response would not end.
    yield Case("GET /events", "Last-Event-ID", lambda size: ("GET", "/events?once=true", None, {"Last-Event-ID": "A" * size}), HEAD)
    for method, path in (("GET", "/accounts"), ("GET", "/operations/pp.quick"), ("GET", "/banks")):
        yield Case(f"{method} {path}", "parameters", lambda size, path=path: (
            "GET", path + "?" + "&".join(f"a{each}=1" for each in range(size // 8)), None, {}), HEAD)
    yield Case("GET /...", "path", lambda size: ("GET", "/a" * (size // 2), None, {}), HEAD)


def of_files():
    """Files of authors in the playground: broad, deep, long, or with many faults."""
    head = "operation: x\ntitle: {ru: Т, en: T}\neffect: document\n"
    send = "  - {button: send, caption: {ru: С, en: S}, action: submit}\n"

    def many(line):
        return lambda size: head + "atoms:\n" + "".join(line.replace("#", str(each)) for each in range(size // (len(line) + 3))) + send

    def one(line):
        return lambda size: head + "atoms:\n  - {textInput: t, caption: {ru: Т, en: T}}\n" + line(size) + send

    def condition(text):
        return one(lambda size: f'  - {{text: c, caption: {{ru: К, en: C}}, showIf: "{text(min(size, FILE) * 16_000 // FILE)}"}}\n')

    def numbers(separator, before="", after=""):
        """Inputs, and a value that is computed from all of them."""
        def file(size):
            ids = [f"a{each}" for each in range(size // 75)]
            inputs = "".join(f"  - {{textInput: {each}, type: number, caption: {{ru: А, en: A}}}}\n" for each in ids)
            value = before + separator.join(f"${each}" for each in ids) + after
            return head + "atoms:\n" + inputs + f"  - {{textInput: v, type: number, caption: {{ru: В, en: V}}, value: \"{value}\"}}\n" + send
        return file
    files = {
        "atoms": many("  - {textInput: a#, caption: {ru: А, en: A}}\n"),
        "conditions": many("  - {textInput: a#, caption: {ru: А, en: A}, showIf: \"$a0 == 'x' AND $a# != nil\"}\n"),
        "faults": many("  - {textInput: a#, caption: {ru: А, en: A}, checc: 1}\n"), "same ids": many("  - {textInput: a, caption: {ru: А, en: A}}\n"),
        "effects of changes": many("  - {textInput: a#, caption: {ru: А, en: A}, onChange: {set: {t#: $a#}}}\n  - {textInput: t#, caption: {ru: Т, en: T}}\n"),
        "effects on nothing": many("  - {textInput: a#, caption: {ru: А, en: A}, onChange: {reset: [b#]}}\n"),
        "effects of one change": one(lambda n: "  - {textInput: a, caption: {ru: А, en: A}, onChange: {reset: [" + ", ".join(f"b{each}" for each in range(n // 7)) + "]}}\n"),
        "own messages": many("  - {textInput: a#, caption: {ru: А, en: A}, messages: {required: {all: \"{$a0}\"}, patern: {all: A}}}\n"),
        "notes": many("  - {textInput: a#, caption: {ru: А, en: A}, check: [{when: \"$a0 == 'x'\", message: {all: \"{$a#}\"}}]}\n"),
        "unknown names": many("  - {text: a#, caption: {ru: А, en: A}, showIf: \"$b# > 1\"}\n"),
        "ill-typed": condition(lambda n: " AND ".join(["$t > 1"] * (n // 12))), "and": condition(lambda n: " AND ".join(["$t == 'x'"] * (n // 16))),
        "in": condition(lambda n: "$t IN {" + ",".join(f"'{each:04}'" for each in range(n // 8)) + "}"),
        "brackets": condition(lambda n: "(" * (n // 3) + "$t == 'x'" + ")" * (n // 3)), "not": condition(lambda n: "NOT " * (n // 5) + "$t == 'x'"),
        "sum": condition(lambda n: "+".join(["1"] * (n // 3)) + " > 1"), "text": condition(lambda n: "$t == '" + "а" * (n // 3) + "'"),
        "caption": one(lambda n: f"  - {{text: c, caption: {{ru: {'а' * (n // 3)}, en: C}}}}\n"),
        "faulty template": one(lambda n: "  - {text: c, caption: {ru: \"" + "{$u} " * (n // 8) + "\", en: C}}\n"),
        "template": one(lambda n: "  - {text: c, caption: {ru: \"" + "{$t} " * (n // 8) + "\", en: C}}\n"),
        "options": one(lambda n: "  - {enum: e, caption: {ru: К, en: C}, options: {" + ", ".join(
            f"o{each}: {{ru: О, en: O}}" for each in range(n // 26)) + "}}\n"),
        "definitions": lambda n: head + "define:\n" + "".join(
            f"  d{each}: \"{'d%d' % (each - 1) if each else '$t'} {'AND' if each else '==' } {'d0' if each else chr(39) + 'x' + chr(39)}\"\n"
            for each in range(n // 30)) + "atoms:\n  - {textInput: t, caption: {ru: Т, en: T}, showIf: d1}\n" + send,
        "groups": one(lambda n: "".join("  " * level + f"  - group: g{level}\n" + "  " * level + "    atoms:\n"
                                        for level in range(min(30, n // 2000))) + "  " * min(30, n // 2000)
                      + "  - {textInput: z, caption: {ru: Т, en: T}}\n"),
        "sum of inputs": numbers(" + "), "concat of inputs": numbers(", ", "concat(", ")"), "largest of inputs": numbers(", ", "max(", ")"),
        "products": numbers(" * 0.5 + "),
        "previous rows": lambda n: head + "atoms:\n  - repeat: r\n    caption: {ru: Р, en: R}\n    over: 3\n    max: 3\n    as: n\n    atoms:\n" + "".join(
            f"      - {{textInput: a{each}, type: digits, caption: {{ru: А, en: A}}, value: \"TERNARY(n == 1, '1', previous.a{each})\"}}\n"
            for each in range(n // 100)) + send,
        "values of one language": one(lambda n: "  - {text: c, caption: {ru: \"" + "{$t} " * (n // 16) + "\", en: \"" + "{$t.length} " * (n // 24) + "\"}}\n"),
        "comparisons with itself": condition(lambda n: " AND ".join(["$t == $t"] * (n // 13))),
        "yaml brackets": lambda n: head + "x: {a: " + "b[0] {c} " * (n // 9), "yaml texts": lambda n: head + "caption: " + "ru: а, en: b, " * (n // 15),
        "yaml rows": lambda n: head + "rows:\n" + "  - 1, {ru: а, en: b}, 2\n" * (n // 26),
        "yaml lists": lambda n: "[" * 60 + ",".join(["1"] * (n // 2)) + "]" * 60, "yaml open": lambda n: "[" * n, "yaml quotes": lambda n: '"' * n,
        "yaml anchors": lambda n: "a: &a [1]\n" + "".join(f"b{each}: [*a, *a]\n" for each in range(n // 15)),
        "yaml comments": lambda n: "# a\n" * (n // 4), "blanks": lambda n: " " * n, "lines": lambda n: "\n" * n, "tabs": lambda n: "\t" * n,
    }
    for path in ("/playground/check", "/playground/evaluate"):
        for kind, lines in files.items():
            def send_file(size, path=path, lines=lines):
                return "POST", path, json.dumps({"file": lines(size)[:65_500], "values": {}}, ensure_ascii=False), {}
            yield Case(f"POST {path}", kind, send_file, FILE)


@pytest.mark.landing
@pytest.mark.alone
def test_cost_is_linear(valence, request):
    """Each kind of input to each endpoint, in three sizes, costs in proportion to its size and
    stays within the budget."""
    faults, suspects, count, only = [], [], 0, request.config.option.only
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        bench = Bench(place, valence)
        try:
            document = json.loads(bench.ask("GET", "/openapi.json")[1])
            for _ in range(50):
                bench.ask("GET", "/healthz")
            fixed = min(bench.ask("GET", "/healthz")[2] for _ in range(50))
            cases = itertools.chain(of_bodies(document), of_values(bench), of_products(), of_heads(document), of_files())
            for case in cases:
                if only not in f"{case.endpoint} {case.kind}":
                    continue
                count += 1
                wrong, suspicion, line = judged(bench, case, fixed)
                if only:
                    print(line, flush=True)
                if suspicion and counting.is_here():
                    suspects.append(case)
                elif suspicion:
                    wrong.append(suspicion)
                faults += [f"{case.endpoint}, {case.kind}: {fault}\n    {line}" for fault in wrong]
        finally:
            bench.server.kill()
    if suspects:
        faults += counted(valence, suspects)
    print(f"{count} kinds of input to the server, {time.monotonic() - began:.0f} s, {len(faults)} faults")
    assert not faults, "\n".join(faults)
    assert count, f"no endpoint has {only!r} in its name"
