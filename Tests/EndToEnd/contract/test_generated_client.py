"""Generates clients from the OpenAPI document with PyPI's openapi-python-client and
datamodel-code-generator, and pays with the first one."""
import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
import uuid

import pytest

from EndToEnd.bank import Client, Fault

pytestmark = pytest.mark.landing

# The generator does not support images, and CSV as a body. Formatting the code is not needed.
SETTINGS = "content_type_overrides:\n  image/svg+xml: text/plain\n  text/csv: application/octet-stream\npost_hooks: []\n"


def generate(program, folder):
    """Returns the package of a client that is generated in a folder. Fails if the generator prints
    a warning."""
    document, settings = os.path.join(folder, "openapi.json"), os.path.join(folder, "settings.yaml")
    with open(document, "w") as file:
        subprocess.run([program, "openapi"], stdout=file, check=True)
    with open(settings, "w") as file:
        file.write(SETTINGS)
    generator = os.path.join(os.path.dirname(sys.executable), "openapi-python-client")
    done = subprocess.run(
        [generator, "generate", "--path", document, "--config", settings, "--meta", "none", "--fail-on-warning",
         "--output-path", os.path.join(folder, "generated")], capture_output=True, text=True)
    if done.returncode != 0 or "WARNING" in done.stdout + done.stderr:
        raise Fault(f"the generator failed or printed a warning:\n{done.stdout}{done.stderr}")
    sys.path.insert(0, folder)
    return importlib.import_module("generated")


def call(name, **arguments):
    """Calls an endpoint by the name of its module. Fails if the response is a problem or
    undeclared."""
    answer = importlib.import_module(f"generated.api.{name}").sync_detailed(**arguments)
    from generated.models import Problem
    if answer.parsed is None and answer.status_code != 204 or isinstance(answer.parsed, Problem):
        raise Fault(f"{name}: {answer.status_code} {answer.content.decode()}")
    return answer.parsed


def pay(generated, server):
    """Logs in, submits and signs a payment; returns the submission."""
    from generated.models import AccountPickerAtom, Credentials, DraftBody, DraftBodyValues, Progress, Question, TextInputAtom, Tree, Values

    clear = generated.Client(base_url=server.url, raise_on_unexpected_status=True)
    session = call("auth.login", client=clear, body=Credentials(login="demo", password="valence-demo"))
    person = generated.AuthenticatedClient(base_url=server.url, token=session.token, raise_on_unexpected_status=True)
    assert any(row.id == "pp.quick" for row in call("operations.list_operations", client=person).data)
    tree = call("operations.draw_operation", id="pp.quick", client=person)
    source = next(atom for atom in tree.atoms if atom.id == "from")
    assert isinstance(source, AccountPickerAtom)
    account = next(option.value for option in source.options if option.caption == "Текущий")
    values = {"from": account, "name": "ООО Ромашка", "bic": "044525225", "account": "40702810138250123017",
              "purpose": "Оплата по счету 12", "amount": "100.50"}
    states = call("operations.evaluate_operation", id="pp.quick", client=person,
                  body=Question.from_dict({"values": values, "version": tree.version, "commit": True}))
    assert states.operation == "pp.quick" and "bicInfo" in states.atoms.to_dict()
    kept = DraftBody(values=DraftBodyValues.from_dict(values), version=tree.version)
    assert call("drafts.keep_draft", operation="pp.quick", client=person, body=kept).draft.id == "pp.quick"
    assert [draft.id for draft in call("drafts.list_drafts", client=person).data] == ["pp.quick"]
    assert call("drafts.resume_draft", operation="pp.quick", client=person).draft.values.to_dict()["amount"] == "100.50"
    sent = call("submissions.submit_operation", id="pp.quick", client=person, idempotency_key=str(uuid.uuid4()),
                body=Values.from_dict({"values": values, "version": tree.version}))
    assert isinstance(sent, Progress) and sent.submission.status == "awaitingSignature"
    question = sent.next_
    assert isinstance(question, Tree)
    matrix = server.matrix()
    answer = {atom.id: matrix[atom.id] for atom in question.atoms if isinstance(atom, TextInputAtom) and atom.type_ == "code"}
    assert answer
    signed = call("submissions.sign", id=sent.submission.id, client=person, body=Values.from_dict({"values": answer}))
    assert isinstance(signed.next_, Tree)
    found = call("submissions.get_submission", id=sent.submission.id, client=person)
    assert found.id == signed.submission.id
    call("auth.logout", client=person)
    return found


def test_generated_client_pays(valence, bank, tmp_path):
    """The generator prints no warning, each module can be imported, and typed calls lead from the
    login to a signed payment."""
    pytest.importorskip("openapi_python_client")
    generated = generate(valence, str(tmp_path))
    modules = [module.name for module in pkgutil.walk_packages(generated.__path__, "generated.")]
    for module in modules:
        importlib.import_module(module)
    submission = pay(generated, bank)
    assert submission.status == "executed", submission.status
    print(f"{len(modules)} generated modules without a warning, a payment signed and executed with them")


def trees(server):
    """Returns the tree of each operation of the demo."""
    client = Client(server.address).login("demo", "valence-demo")
    rows = client.send("GET", "/operations")[1]["data"]
    return [client.send("GET", row["href"])[1] for row in rows]


def drawn(atoms):
    """Yields the atoms of a tree as JSON, with the atoms in groups and items, in order."""
    for atom in atoms:
        yield atom
        yield from drawn(atom.get("atoms", []))
        for item in ([atom["item"]] if "item" in atom else []) + atom.get("items", []):
            yield from drawn(item["atoms"])


def typed(atoms):
    """Yields the same atoms as objects of a generated client."""
    for atom in atoms:
        yield atom
        yield from typed(getattr(atom, "atoms", None) or [])
        item = getattr(atom, "item", None)
        for each in ([item] if item else []) + list(getattr(atom, "items", None) or []):
            yield from typed(each.atoms)


def check_atoms(tree, read):
    """Fails unless each atom of a tree has the class of its kind."""
    expected = [atom["kind"][0].upper() + atom["kind"][1:] + "Atom" for atom in drawn(tree["atoms"])]
    found = [type(getattr(atom, "root", atom)).__name__ for atom in typed(getattr(atom, "root", atom) for atom in read.atoms)]
    if found != expected:
        raise Fault(f"{tree['operation']}: atoms are {found} instead of {expected}")
    return len(found)


def check_names(names, document):
    """Fails if a numbered class is not a part of a named schema, as `Status7` is not.

    A generator numbers the alternatives in a schema, such as `ShownRole1` in `ShownRole`.
    """
    schemas = tuple(name.lower() for name in document["components"]["schemas"])
    strange = {name for name in names if re.search(r"\d$", name) and not name.lower().startswith(schemas)}
    assert not strange, strange


def test_generated_atoms_are_typed(valence, bank, tmp_path):
    """A client of openapi-python-client has a class for each kind, and reads all trees of the demo with them."""
    pytest.importorskip("openapi_python_client")
    generate(valence, str(tmp_path))
    models = importlib.import_module("generated.models")
    with open(tmp_path / "openapi.json", encoding="utf-8") as file:
        check_names(models.__all__, json.load(file))
    assert sum(check_atoms(tree, models.Tree.from_dict(tree)) for tree in trees(bank)) > 100


def test_generated_records_are_typed(valence, bank, tmp_path, monkeypatch):
    """Records of datamodel-code-generator have a class for each kind, and accept all trees of the demo."""
    pytest.importorskip("datamodel_code_generator")
    text = subprocess.run([valence, "openapi"], capture_output=True, text=True, check=True).stdout
    (tmp_path / "openapi.json").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "datamodel_code_generator", "--input", "openapi.json", "--input-file-type", "openapi",
         "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin",
         "--naming-strategy", "primary-first", "--output", "records.py"],
        cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done.stdout + done.stderr
    monkeypatch.syspath_prepend(str(tmp_path))
    records = importlib.import_module("records")
    check_names([name for name in vars(records) if isinstance(getattr(records, name), type)], json.loads(text))
    assert sum(check_atoms(tree, records.Tree.model_validate(tree)) for tree in trees(bank)) > 100
