"""`conformance/compare` finds the differences of two wire schemas that break clients, and no others."""
import copy
import json
import pathlib
import subprocess

import pytest

from EndToEnd import ROOT
from EndToEnd.contract.wire_changes import BREAKING, COMPATIBLE, NUMBER, TEXT, closed, entity, referring, request

pytestmark = pytest.mark.landing
COMPARE = pathlib.Path(ROOT, "conformance/compare")
SHARED = {"Form": request(owner=referring("Owner")), "Card": entity(owner=referring("Owner"))}


@pytest.fixture
def compare(tmp_path):
    """Compares documents or texts; returns the exit status, the breaking differences, the notes and the errors."""

    def run(*documents):
        paths = [tmp_path / f"{number}.json" for number in range(len(documents))]
        for path, document in zip(paths, documents):
            path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
        done = subprocess.run([COMPARE, *paths], capture_output=True, text=True, timeout=60, check=False)
        lines = done.stdout.splitlines()
        notes = [line for line in lines if line.startswith("note: ")]
        return done.returncode, [line for line in lines if line not in notes], notes, done.stderr

    return run


def released():
    """Returns the path of the schema of the last version."""
    return max(pathlib.Path(ROOT, "conformance/schemas").glob("1.*.json"), key=lambda path: int(path.stem.split(".")[1]))


def test_wire_keeps_promises_of_last_version(compare, valence):
    """No difference between the schemas of the last version and of the program breaks a client."""
    present = subprocess.run([valence, "schema", "wire"], capture_output=True, text=True, check=True).stdout
    text = released().read_text(encoding="utf-8")
    status, found, _, errors = compare(text, present)
    assert (status, found, errors) == (0, [], ""), "change the wire by additions only (docs/protocol.md): " + "\n".join(found)
    # The comparison has read the requests and the answers of the schema.
    for change in ("request", "response"):
        broken = json.loads(text)
        if change == "request":
            broken["$defs"]["Question"]["required"] = ["version"]
        else:
            del broken["$defs"]["Tree"]["properties"]["title"]
            broken["$defs"]["Tree"]["required"].remove("title")
        status, found, _, errors = compare(text, broken)
        assert status == 1 and len(found) == 1 and f"[{change}s: " in found[0], (found, errors)


def definitions(schemas):
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": schemas}


@pytest.mark.parametrize("name", BREAKING)
def test_breaking_change(compare, name):
    """One difference is reported, with its path, its text and a promise."""
    old, new, path, text = BREAKING[name]
    status, found, _, errors = compare(definitions(old), definitions(new))
    assert status == 1 and len(found) == 1, (found, errors)
    assert found[0].startswith(f"{path}: ") and text in found[0] and found[0].endswith("]"), found


@pytest.mark.parametrize("name", COMPATIBLE)
def test_compatible_change(compare, name):
    old, new = COMPATIBLE[name]
    status, found, _, errors = compare(definitions(old), definitions(new))
    assert (status, found, errors) == (0, [], "")


@pytest.mark.parametrize("name", [*BREAKING, *COMPATIBLE])
def test_equal_schemas(compare, name):
    old = definitions((BREAKING | COMPATIBLE)[name][0])
    assert compare(old, copy.deepcopy(old)) == (0, [], [], "")


def test_part_of_requests_and_responses_is_judged_in_both_directions(compare):
    """A changed type breaks requests and responses, a new value only responses, and a removed value only requests."""
    few, more = ({**SHARED, "Owner": entity(role=closed(*values))} for values in (("a", "b"), ("a", "b", "c")))
    text, number = ({**SHARED, "Owner": entity(name=schema)} for schema in (TEXT, NUMBER))
    for old, new, directions in (
            (text, number, ["responses", "requests"]), (few, more, ["responses"]), (more, few, ["requests"])):
        status, found, _, _ = compare(definitions(old), definitions(new))
        assert status == 1 and [line.split("[")[1].split(":")[0] for line in found] == directions, found


def test_removed_value_of_a_response_is_a_note(compare):
    old, new = COMPATIBLE["an open enumeration shrinks"]
    _, _, notes, _ = compare(definitions(old), definitions(new))
    assert notes == ['note: Card.status: value "lost" removed [responses: texts of values]']


def test_schema_of_a_whole_document(compare):
    """The schema outside of `$defs` is compared, and a list of documents must keep each of them."""
    owner = {"Owner": entity(name=TEXT)}
    old = {**entity(owner=referring("Owner"), id=TEXT), "$defs": owner}
    status, found, _, _ = compare(old, {**entity(owner=referring("Owner")), "$defs": owner})
    assert status == 1 and found[0].startswith("#.id: member removed"), found
    two = {"anyOf": [referring("Card"), referring("Owner")], "$defs": {"Card": entity(), **owner}}
    status, found, _, _ = compare(two, {**two, "anyOf": [referring("Card")]})
    assert status == 1 and found[0].startswith("Owner: no longer listed"), found
    status, found, _, _ = compare(two, {"anyOf": [referring("Card")], "$defs": {"Card": entity()}})
    assert status == 1 and found[0].startswith("Owner: document removed"), found


def test_unknown_keyword_is_reported_if_it_changes(compare):
    old, new = ({"Card": {**entity(), "dependentRequired": {"a": [name]}}} for name in "bc")
    status, found, _, _ = compare(definitions(old), definitions(new))
    assert status == 1 and "cannot judge" in found[0], found


def test_definitions_that_refer_to_themselves(compare):
    """A definition that is only a reference to itself, and lists that alternate between two names, end."""
    lists = {"type": "array", "items": referring("List")}
    old = {"A": referring("B"), "B": referring("A"), "List": {"anyOf": [referring("List"), lists]}}
    new = {**old, "A": TEXT, "List": {"type": "array", "items": lists}}
    status, found, _, errors = compare(definitions(old), definitions(new))
    assert status == 1 and errors == "" and [line.split(":")[0] for line in found] == ["A"], (found, errors)


@pytest.mark.parametrize("text", [
    "", "[]", "{", '{"$defs": []}', '{"$defs": {}}', '{"$defs": {"A": 1}}', '{"$defs": {"A": {"type": "text"}}}',
    '{"$defs": {"A": {"$ref": "#/$defs/B"}}}', '{"$defs": {"A": {"$ref": "other.json"}}}',
    '{"$defs": {"A": {"required": [1]}}}', '{"$defs": {"A": {"x-direction": "up"}}}',
    '{"$defs": {"A": {"properties": {"b": {"items": []}}}}}', '{"$defs": {"A": {"anyOf": {}}}}',
    '{"$defs": {"A": ' + '{"items": ' * 5000 + "{}" + "}" * 5002,
])
def test_unreadable_document(compare, text):
    """An unreadable document is an error in either place, even if both are equal."""
    good = definitions({"Card": entity(id=TEXT)})
    for pair in ((text, good), (good, text), (text, text)):
        status, found, notes, errors = compare(*pair)
        assert (status, found, notes) == (64, [], []) and errors.startswith("compare: "), (pair, errors)
        assert "Traceback" not in errors


def test_wrong_arguments(compare, tmp_path):
    good = definitions({"Card": entity(id=TEXT)})
    for arguments in ((), (good,), (good, good, good)):
        status, _, _, errors = compare(*arguments)
        assert status == 64 and errors.startswith("usage: ")
    none = tmp_path / "none"
    missing = subprocess.run([COMPARE, none, none], capture_output=True, text=True, check=False)
    assert missing.returncode == 64 and "No such file" in missing.stderr
    helped = subprocess.run([COMPARE, "--help"], capture_output=True, text=True, check=False)
    assert helped.returncode == 0 and "conformance/compare OLD NEW" in helped.stdout
