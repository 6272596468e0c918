"""The files that `scripts/release` makes, on this machine."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import Server, pay

pytestmark = [pytest.mark.landing, pytest.mark.alone]
sys.path.insert(0, os.path.join(ROOT, "scripts"))


def test_tarball_pays_from_any_folder(tarball, tmp_path):
    """The unpacked program finds its files from another folder, and executes a payment."""
    empty = tmp_path / "empty"
    empty.mkdir()
    os.chdir(empty)
    program = tmp_path / "valence"
    program.symlink_to(tarball / "bin/valence")
    checked = subprocess.run([program, "check"], capture_output=True, text=True)
    assert checked.returncode == 0 and "no faults" in checked.stdout, checked.stdout + checked.stderr
    assert sorted(os.listdir(tarball / "LICENSES")) == sorted(os.listdir(os.path.join(ROOT, "LICENSES")))
    assert "Report a vulnerability" in (tarball / "SECURITY.md").read_text(encoding="utf-8")
    server = Server(str(program), "valence.sqlite")
    assert server.address, "".join(server.greeting)
    pay(server, "one")
    assert server.stop() == 0
    # The program opens no file next to its own.
    assert sorted(path.name for path in empty.iterdir() if not path.name.startswith("valence.sqlite")) == []


def test_run_of_the_tarball_serves(tarball, tmp_path):
    """`run` of the unpacked tarball serves with demo data in its own folder."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("VALENCE_")}
    process = subprocess.Popen([tarball / "run", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    try:
        said = []
        for line in process.stdout:
            said.append(line)
            if line.startswith("listening on "):
                break
        assert said[-1].startswith("listening on "), "".join(said)
        assert (tarball / "data/valence.sqlite").exists()
    finally:
        process.terminate()
        assert process.wait(60) == 0


def test_program_holds_no_path_of_the_builder(tarball):
    """`strings` finds no path of this repository, and no symbols are left."""
    from release_parts import stage
    program = tarball / "bin/valence"
    assert stage.paths_of_builder(program) == []
    assert "no symbols" in subprocess.run(["nm", program], capture_output=True, text=True).stderr


def test_debian_package_has_the_files_of_a_service(packages):
    """The package names its libraries with the names of both releases, and its configuration
    files."""
    package, = packages.glob("valence_*_amd64.deb")

    def field(name):
        return subprocess.run(["dpkg-deb", "-f", package, name], check=True, capture_output=True, text=True).stdout.strip()

    depends = field("Depends").split(", ")
    for name in ("libcurl4", "libgnutls30", "libmicrohttpd12"):
        assert any(re.match(rf"{name}t64\b.* \| {name}\b", each) for each in depends), depends
    assert any(re.match(r"libc6 \(>= 2\.\d+\)$", each) for each in depends), depends
    assert field("Version") == pathlib.Path(ROOT, "VERSION").read_text(encoding="ascii").strip().replace("-", "~")
    listed = subprocess.run(["dpkg-deb", "-c", package], check=True, capture_output=True, text=True).stdout
    rows = [line.split(maxsplit=5) for line in listed.splitlines()]
    assert {row[1] for row in rows} == {"root/root"}
    names = {row[5].split(" -> ")[0].removeprefix("./") for row in rows}
    assert {"usr/bin/valence", "etc/valence/valence.yaml", "etc/valence/config/calendar.yaml", "etc/logrotate.d/valence",
            "usr/lib/systemd/system/valence.service", "usr/lib/sysusers.d/valence.conf", "usr/share/man/man1/valence.1.gz",
            "usr/share/bash-completion/completions/valence", "usr/share/valence/web/index.html", "usr/share/valence/library/kinds/iban.yaml",
            "usr/share/valence/conformance/kit.json",
            "usr/share/valence/migrations/sqlite/0001_schema.sql", "usr/share/doc/valence/LICENSES/MIT.txt",
            "usr/share/doc/valence/LICENSES/OFL-1.1.txt", "usr/share/doc/valence/LICENSES/Unicode-3.0.txt",
            "usr/share/doc/valence/LICENSES/Swift-exception.txt", "usr/share/doc/valence/SECURITY.md"} <= names
    conffiles = subprocess.run(["dpkg-deb", "-I", package, "conffiles"], check=True, capture_output=True, text=True).stdout.split()
    assert sorted(conffiles) == sorted(f"/{name}" for name in names if name.startswith("etc/") and not name.endswith("/"))


def test_sums_and_materials_are_right(packages):
    """SHA256SUMS has each file, and the bill of materials follows the schema of CycloneDX 1.6."""
    lines = (packages / "SHA256SUMS").read_text(encoding="ascii").splitlines()
    files = [path for path in packages.iterdir() if not path.name.startswith("SHA256SUMS")]
    assert sorted(lines) == sorted(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in files)
    bill, = packages.glob("*.cdx.json")
    text = bill.read_text(encoding="utf-8")
    names = {one["name"] for one in json.loads(text)["components"]}
    assert {"swift", "swift-argument-parser", "swift-log", "libsqlite3-0", "libpq5", "Inter"} <= names
    validation = pytest.importorskip("cyclonedx.validation.json", reason="PyPI's cyclonedx-python-lib[json-validation] is not installed")
    from cyclonedx.schema import SchemaVersion
    fault = validation.JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    assert not fault, fault


def test_release_without_changes_is_refused(valence, tmp_path):
    """A version without a section in the changelog, or of another number, is not packaged."""
    from release_parts import stage
    with pytest.raises(stage.Refused, match="CHANGELOG.md has no section"):
        stage.require_changes("99.0.0")
    with pytest.raises(stage.Refused, match="not 99.0.0"):
        stage.stripped(pathlib.Path(valence), tmp_path, "99.0.0")


def test_program_with_a_path_of_the_builder_is_refused(tarball, tmp_path):
    """A program that contains the path of this repository is not packaged."""
    from release_parts import stage
    note, program = tmp_path / "note", tmp_path / "program"
    note.write_text(f"{ROOT}/Sources/main.swift", encoding="utf-8")
    subprocess.run(["objcopy", "--add-section", f".note.path={note}", tarball / "bin/valence", program], check=True)
    with pytest.raises(stage.Refused, match="contains the path of this repository"):
        stage.stripped(program, tmp_path, stage.version())


def test_program_of_a_newer_debian_is_refused():
    """A program that needs a newer glibc than that of Debian 12 is not packaged."""
    from release_parts import debian, stage
    debian.require_old_glibc(["libc6 (>= 2.36)", "libcurl4 (>= 7.56.1)"])
    for version in ("2.37", "2.38~1", "3.1"):
        with pytest.raises(stage.Refused, match=re.escape(version)):
            debian.require_old_glibc(["libcurl4 (>= 7.56.1)", f"libc6 (>= {version})"])


def test_unknown_licence_is_refused(monkeypatch):
    """A package, a copied work or a library without a known licence stops the release."""
    from release_parts import materials, stage
    with pytest.raises(stage.Refused, match="swift-absent"):
        materials.licence("swift-absent")
    monkeypatch.setattr(materials, "COPIED", [("work", "1", "Absent-1.0", "web/work")])
    with pytest.raises(stage.Refused, match="Absent-1.0"):
        materials.copied()
    monkeypatch.setattr(materials, "LIBRARIES", {})
    with pytest.raises(stage.Refused, match="the licence of coreutils|the licence of lib"):
        materials.libraries("/bin/cat")
    with pytest.raises(stage.Refused, match="no Debian package owns libabsent.so.1"):
        materials.owner("libabsent.so.1")


def test_signature_is_valid(packages):
    """minisign's own check accepts the signature of SHA256SUMS, and refuses a changed file."""
    if not shutil.which("minisign"):
        pytest.skip("minisign is not installed (scripts/prepare checkers)")
    check = ["minisign", "-V", "-p", packages.parent / "key.pub", "-x", packages / "SHA256SUMS.minisig", "-m"]
    checked = subprocess.run([*check, packages / "SHA256SUMS"], capture_output=True)
    assert checked.returncode == 0, checked.stderr
    changed = packages.parent / "changed"
    changed.write_bytes((packages / "SHA256SUMS").read_bytes() + b"\n")
    assert subprocess.run([*check, changed], capture_output=True).returncode != 0


def test_lintian_finds_no_error(packages):
    """lintian reports no error in the Debian package."""
    if not shutil.which("lintian"):
        pytest.skip("lintian is not installed (scripts/prepare checkers)")
    package, = packages.glob("valence_*_amd64.deb")
    done = subprocess.run(["lintian", "--allow-root", "--fail-on", "error", "--tag-display-limit", "0", package], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
