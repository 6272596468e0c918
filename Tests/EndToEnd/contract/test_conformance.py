"""The conformance kit: its files, its drivers, the mistakes that it finds, and drivers that misbehave."""
import json
import pathlib
import re
import shutil
import subprocess
import xml.etree.ElementTree

import pytest

from EndToEnd import ROOT

KIT = pathlib.Path(ROOT, "conformance")
JAVASCRIPT = "node conformance/drivers/javascript/driver.js"
SWIFT = ".build/debug/client-driver"
PYTHON = "python3 conformance/drivers/python/driver.py"
MUTANTS = dict(re.findall(r'^  "([\w-]+)": \{ rule: "(\w+)"', (KIT / "drivers/javascript/mutants.js").read_text(encoding="utf-8"), re.M))
# One mistake of each group of rules. The others are tested with `-m full`.
AT_LANDING = {"mask-in-value", "null-left-out", "redraw-with-changes", "late-answer-merged", "new-key-on-retry", "secret-in-draft"}
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed (scripts/prepare clients)")


@pytest.fixture
def kit(valence, tmp_path):
    """Runs the kit with a driver; returns the report, the output and the exit status."""

    def run(driver, *options):
        folder = tmp_path / f"report-{len(list(tmp_path.iterdir()))}"
        done = subprocess.run([valence, "conformance", "run", "--driver", driver, "--report", str(folder), "--slack", "10", *options],
                              cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
        file = folder / "report.json"
        return (json.loads(file.read_text(encoding="utf-8")) if file.exists() else None), done.stdout + done.stderr, done.returncode, folder

    return run


def failed(report):
    return [each for each in report["cases"] if each["verdict"] == "fail"]


def validate(instance, schema):
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator(json.loads((KIT / "schemas" / schema).read_text(encoding="utf-8"))).validate(instance)


@pytest.mark.landing
def test_files_of_the_kit():
    """Each file matches its schema, and each name of a case is unique."""
    validate(json.loads((KIT / "rules.json").read_text(encoding="utf-8")), "rules.json")
    files = sorted(KIT.glob("cases/**/*.json"))
    assert len(files) > 40
    for file in files:
        schema = "conditions.json" if file.parent.name == "conditions" else "cases.json"
        validate(json.loads(file.read_text(encoding="utf-8")), schema)
    sessions = sorted(KIT.glob("sessions/*.json"))
    assert len(sessions) > 20
    for file in sessions:
        validate(json.loads(file.read_text(encoding="utf-8")), "session.json")


@pytest.mark.landing
def test_each_rule_has_a_case(valence):
    """No rule of the protocol is without a case and without a session."""
    listed = subprocess.run([valence, "conformance", "list", "--rules"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    rules = re.findall(r"^(\w+)  (\d+) cases?  ", listed, re.M)
    assert len(rules) > 50 and [rule for rule, count in rules if count == "0"] == []


@pytest.mark.landing
def test_trees_of_the_kit_match_the_wire(valence):
    """The trees, states and documents of form and document cases have only members of the wire."""
    jsonschema = pytest.importorskip("jsonschema")
    printed = subprocess.run([valence, "schema", "wire", "--strict"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    wire = json.loads(printed)

    def validator(name):
        return jsonschema.Draft202012Validator({"$defs": wire["$defs"], "$ref": f"#/$defs/{name}"})

    tree, state = validator("Tree"), validator("AtomState")
    count = 0
    for file in sorted(KIT.glob("cases/forms/*.json")):
        for case in json.loads(file.read_text(encoding="utf-8"))["cases"]:
            # These cases are about unknown kinds and members.
            if "W2" in case.get("rules", []) or "W3" in case.get("rules", []):
                continue
            trees = [case["tree"]] + [step["redraw"] for step in case["steps"] if "redraw" in step]
            states = [each for step in case["steps"] for each in step.get("answer", {}).get("atoms", {}).values()]
            for found, schema in [(each, tree) for each in trees] + [(each, state) for each in states]:
                fault = next(schema.iter_errors(found), None)
                assert fault is None, (file.name, case["name"], fault and (list(fault.absolute_path), fault.message[:300]), found)
                count += 1
    for file in sorted(KIT.glob("cases/drawing/*.json")):
        for case in json.loads(file.read_text(encoding="utf-8"))["cases"]:
            if {"W2", "W3"}.isdisjoint(case.get("rules", [])):
                fault = next(tree.iter_errors(case["given"]["tree"]), None)
                assert fault is None, (file.name, case["name"], list(fault.absolute_path), fault.message[:300])
                count += 1
    assert count > 500


@pytest.mark.landing
def test_types_of_the_wire(valence):
    """`web/client/wire.d.ts` is what `scripts/wire-types` writes."""
    schema = subprocess.run([valence, "schema", "wire"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    types = subprocess.run(["scripts/wire-types"], cwd=ROOT, input=schema, capture_output=True, text=True, check=True).stdout
    written = pathlib.Path(ROOT, "web/client/wire.d.ts").read_text(encoding="utf-8")
    assert types == written, "run: valence schema wire | scripts/wire-types > web/client/wire.d.ts"


@pytest.mark.landing
@needs_node
def test_the_web_client_is_conformant_where_it_claims(kit):
    # The driver is a pipeline of the shell, which also claims a profile without cases.
    report, output, status, folder = kit(JAVASCRIPT + r''' | sed -u 's/"profiles":\[/&"files",/' ''')
    assert status == 0 and not failed(report), output
    assert "files" in report["unavailable"] and report["conformant"] is True
    validate(report, "report.json")
    counts = {each["profile"]: each["must"] for each in report["profiles"]}
    assert "files" not in counts, "a profile without cases counts for nothing"
    assert counts["typing"] >= 400 and counts["format"] >= 20, counts
    suites = xml.etree.ElementTree.parse(folder / "junit.xml").getroot()
    assert sum(int(suite.get("tests")) for suite in suites) == sum(counts.values()) + sum(each.get("should", 0) for each in report["profiles"])
    assert "Valence web client" in (folder / "report.html").read_text(encoding="utf-8")


OUTLINES = {str(file.stem): {case["name"]: case for case in json.loads(file.read_text(encoding="utf-8"))["cases"]}
            for file in sorted(KIT.glob("cases/drawing/*.json"))}
# A driver that draws what the cases expect. With an argument it leaves out the states.
DRAWER = """import glob, json, sys
outlines = {json.dumps(case["given"]): case["expected"] for file in glob.glob("conformance/cases/drawing/*.json") for case in json.load(open(file))["cases"]}
for line in sys.stdin:
    question = json.loads(line)
    number, what = question.pop("id"), question.pop("do")
    result = {"client": "drawer", "profiles": ["drawing"]} if what == "hello" else outlines[json.dumps(question)]
    if len(sys.argv) > 1 and what == "draw":
        result = {"outline": [{name: member for name, member in part.items() if name != "states"} for part in result["outline"]]}
    print(json.dumps({"id": number, "result": result}), flush=True)
"""


@pytest.mark.landing
def test_drawing_cases_judge_a_driver(kit, tmp_path):
    """A driver with the expected outlines passes. One that never reports a state fails where a state is expected."""
    script = tmp_path / "drawer.py"
    script.write_text(DRAWER, encoding="utf-8")
    report, output, status, _ = kit(f"python3 {script}", "--profiles", "drawing")
    assert status == 0 and not failed(report), output
    assert next(each["must"] for each in report["profiles"] if each["profile"] == "drawing") == sum(map(len, OUTLINES.values()))
    report, output, status, _ = kit(f"python3 {script} stateless", "--profiles", "drawing")
    assert status == 1, output
    stated = {f"drawing/{file}: {name}" for file, cases in OUTLINES.items() for name, case in cases.items()
              if any("states" in part for part in case["expected"]["outline"])}
    assert {each["case"] for each in failed(report)} == stated and len(stated) > 100
    assert "outline[0] is" in failed(report)[0]["reason"] or "outline[0] is" in str(failed(report)[0]), failed(report)[0]


@pytest.mark.landing
@pytest.mark.skipif(not pathlib.Path(ROOT, SWIFT).exists(), reason="the driver is not built (VALENCE_BENCHMARKS=1 swift build)")
def test_the_swift_library_is_conformant_where_it_claims(kit):
    report, output, status, _ = kit(SWIFT, "--only", "cases")
    assert status == 0 and not failed(report), output
    counts = {each["profile"]: each["must"] for each in report["profiles"]}
    assert counts["core"] >= 450 and counts["typing"] >= 400 and counts["repeats"] >= 15, counts


@pytest.mark.landing
def test_the_driver_in_python_passes_typing(kit):
    report, output, status, _ = kit(PYTHON, "--profiles", "typing")
    assert status == 0 and not failed(report), output
    assert report["conformant"] is False, "the client does not claim core"


@needs_node
@pytest.mark.parametrize("name", [
    pytest.param(name, marks=pytest.mark.landing if name in AT_LANDING else pytest.mark.full) for name in sorted(MUTANTS)])
def test_mutants(kit, name):
    """A client with a seeded mistake fails, and a failed case names the broken rule."""
    report, output, status, _ = kit(f"{JAVASCRIPT} --mutant {name}", "--only", "cases")
    assert status == 1 and failed(report), output
    assert any(MUTANTS[name] in each["rules"] for each in failed(report)), (MUTANTS[name], failed(report)[0])


# Drivers that introduce themselves and then misbehave.
HELLO = 'print(json.dumps({"id": 1, "result": {"client": "<b>bad</b> & `worse`", "profiles": ["format"]}}), flush=True)'
BAD = {
    "crashes": ('sys.exit("out of memory")', "the driver ended; its standard error: out of memory"),
    "writes half a line": ('print("{", end="", flush=True); sys.exit()', "the driver ended"),
    "writes a long line": ('print("x" * (5 << 20), flush=True)', "the driver wrote a line of more than 4 MiB"),
    "answers another question": ('print(json.dumps({"id": 1000000, "result": {}}), flush=True)', "the driver answered another question"),
    "writes no JSON": ('print("hello", flush=True)', "the driver wrote no JSON object"),
    "skips": ('print(json.dumps({"id": json.loads(line)["id"], "skip": "later"}), flush=True)', "skipped in a claimed profile: later"),
    "reports errors": ('print(json.dumps({"id": json.loads(line)["id"], "error": "no"}), flush=True)', "the client failed: no"),
}


@pytest.mark.landing
@pytest.mark.parametrize("what", BAD)
def test_bad_drivers(kit, tmp_path, what):
    """Each case fails with evidence, the run continues, and no process remains."""
    body, reason = BAD[what]
    script = tmp_path / "driver.py"
    # `hello` is answered at each start.
    script.write_text("import json, sys\nfor line in sys.stdin:\n"
                      f"    if json.loads(line)['do'] == 'hello':\n        {HELLO}\n    else:\n        {body}\n", encoding="utf-8")
    report, output, status, folder = kit(f"python3 {script}")
    assert status == 1, output
    assert len(failed(report)) == next(each["must"] for each in report["profiles"] if each["profile"] == "format")
    assert all(each["reason"].startswith(reason) for each in failed(report)), failed(report)[0]
    validate(report, "report.json")
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "<b>bad" not in page and "&lt;b&gt;bad" in page
    xml.etree.ElementTree.parse(folder / "junit.xml")
    remaining = subprocess.run(["pgrep", "-f", str(script)], capture_output=True, text=True, check=False).stdout
    assert not remaining, remaining


@pytest.mark.landing
def test_a_silent_driver(kit, tmp_path):
    """A driver without an answer fails its case after the time limit, and is killed with its children."""
    script = tmp_path / "driver.sh"
    script.write_text(f"#!/bin/sh\nread line\n{{ sleep 1000 & }}\nsleep 1000 # {tmp_path}\n", encoding="utf-8")
    script.chmod(0o755)
    _, output, status, _ = kit(str(script), "--slack", "1")
    assert status == 1 and "did not answer within 10 s" in output, output
    assert not subprocess.run(["pgrep", "-f", str(script)], capture_output=True, text=True, check=False).stdout


@pytest.mark.landing
@needs_node
def test_a_baseline_only_becomes_shorter(kit, tmp_path):
    baseline = tmp_path / "known"
    options = ("--only", "cases", "--profiles", "format")
    report, *_ = kit(f"{JAVASCRIPT} --mutant texts-not-isolated", *options)
    known = [each["case"] for each in failed(report)]
    baseline.write_text("# known failures\n" + "\n".join(known), encoding="utf-8")
    _, output, status, _ = kit(f"{JAVASCRIPT} --mutant texts-not-isolated", *options, "--expected", str(baseline))
    assert status == 0, output
    _, output, status, _ = kit(JAVASCRIPT, *options, "--expected", str(baseline))
    assert status == 1 and f"remove it from the file: {known[0]}" in output, output


@pytest.mark.landing
def test_usage(valence):
    """An unknown profile, a profile without cases and a malformed kit exit with 64."""

    def run(*options):
        done = subprocess.run([valence, "conformance", "run", "--driver", "cat", *options], cwd=ROOT, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    status, output = run("--profiles", "typing,nonsense")
    assert status == 64 and "the profile `nonsense` is unknown; there is" in output, output
    status, output = run("--profiles", "passkeys")
    assert status == 64 and "the profile `passkeys` has no cases in this kit" in output, output
    status, output = run("--kit", "/nowhere")
    assert status == 64 and "/nowhere/kit.json:1:1: error: the file cannot be read" in output, output
