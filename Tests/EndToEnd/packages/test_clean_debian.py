"""The packages on clean Debian systems without a compiler."""
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from EndToEnd.bank import Server, balance, pay
from EndToEnd.packages.conftest import make
from EndToEnd.packages.roots import Root, missing, surroundings

pytestmark = [pytest.mark.full, pytest.mark.alone]
LINK = "/etc/systemd/system/multi-user.target.wants/valence.service"
# A substitute for systemd's program, because no service manager runs in the system. It records its
# calls.
SYSTEMCTL = f"""\
#!/bin/sh
for word; do case "$word" in -* | *.service) ;; *) verb=$word ;; esac; done
echo "$verb" >>/run/calls
case "$verb" in
  enable) mkdir -p $(dirname {LINK}); ln -sf /usr/lib/systemd/system/valence.service {LINK} ;;
  disable) rm -f {LINK} ;;
  is-enabled) [ -h {LINK} ] ;;
  is-active) [ -e /run/active ] ;;
  restart | start) touch /run/active ;;
  stop) rm -f /run/active ;;
esac
"""
DATABASE, LOG = "/var/lib/valence/valence.sqlite", "/var/log/valence/valence.log"


@pytest.fixture(params=[pytest.param("bookworm", marks=pytest.mark.landing), "trixie"])
def root(request, tmp_path):
    """A clean system of Debian 12 or 13."""
    if reason := missing():
        pytest.skip(reason)
    return Root(request.param, str(tmp_path))


def serve(program, database, *options, **more):
    server = Server(program, database, *options, environment=surroundings(), **more)
    assert server.address, "".join(server.greeting)
    return server


def newer(package, folder):
    """Writes the package with a newer version, and with a changed definition of the demo bank."""
    tree = folder / "newer"
    subprocess.run(["dpkg-deb", "-R", package, tree], check=True)
    control = tree / "DEBIAN/control"
    control.write_text(re.sub(r"^Version: .*$", "Version: 99.0.0", control.read_text(encoding="utf-8"), flags=re.M), encoding="utf-8")
    calendar = tree / "etc/valence/config/calendar.yaml"
    calendar.write_text(calendar.read_text(encoding="utf-8") + "# newer\n", encoding="utf-8")
    path = folder / "valence_99.0.0_amd64.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, path], check=True, capture_output=True)
    return path


def test_tarball_pays_on_clean_system(root, packages, tmp_path):
    """`prepare runtime` of the tarball installs the libraries, and the program executes a payment."""
    archive, = packages.glob("valence-*-linux-x86_64.tar.xz")
    subprocess.run(["tar", "-xf", archive, "-C", root.path("/opt")], check=True)
    folder = f"/opt/{archive.name.removesuffix('.tar.xz')}"
    root.run("bash", f"{folder}/share/valence/prepare", "runtime")
    server = serve(root.script(tmp_path / "valence", f"{folder}/bin/valence"), "/opt/valence.sqlite", log="/opt/log")
    pay(server, "one")
    assert server.stop() == 0
    assert not os.path.exists(root.path("/usr/bin/gcc")) and not os.path.exists(root.path("/usr/bin/swift"))


def test_debian_package_pays_and_keeps_the_bank(root, packages, tmp_path):
    """The package installs its libraries. The bank survives a removal and an update, and a changed
    configuration is kept."""
    package, = packages.glob("valence_*_amd64.deb")
    shutil.copy(package, root.path("/opt"))
    root.run("apt-get", "update", "-qq")
    root.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", f"/opt/{package.name}")
    settings = pathlib.Path(root.path("/etc/valence/valence.yaml"))
    settings.write_text(settings.read_text(encoding="utf-8") + "own-bic: 044525593\n", encoding="utf-8")
    settings.chmod(0o644)
    assert "own-bic: 044525593" in root.run("valence", "config", user="valence")
    assert "no faults" in root.run("valence", "check", user="valence")
    program = root.script(tmp_path / "valence", "/usr/bin/valence", user="valence")
    server = serve(program, DATABASE, log=LOG)
    left = pay(server, "one")
    assert server.stop() == 0
    assert os.stat(root.path(DATABASE)).st_mode & 0o777 == 0o600

    root.run("dpkg", "--remove", "valence")
    assert not os.path.exists(root.path("/usr/bin/valence")) and os.path.exists(root.path(DATABASE))
    root.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", f"/opt/{package.name}")
    server = serve(program, DATABASE, log=LOG)
    assert balance(server) == left
    assert server.stop() == 0

    shutil.copy(newer(package, tmp_path), root.path("/opt"))
    root.run("dpkg", "--force-confdef", "--force-confold", "--install", "/opt/valence_99.0.0_amd64.deb")
    assert "own-bic: 044525593" in settings.read_text(encoding="utf-8")
    # A file that the operator did not change is updated.
    assert "# newer" in pathlib.Path(root.path("/etc/valence/config/calendar.yaml")).read_text(encoding="utf-8")
    server = serve(program, DATABASE, log=LOG)
    assert balance(server) == left
    pay(server, "two")
    assert server.stop() == 0
    root.run("valence", "check-database", "--database", DATABASE, user="valence")
    root.run("dpkg", "--purge", "valence")
    assert os.path.exists(root.path(DATABASE)) and not os.path.exists(root.path("/etc/valence/valence.yaml"))


def test_service_keeps_the_operators_choice(root, packages, tmp_path):
    """An update restarts the service if it runs or is enabled, and never stops or enables it. A
    removal stops it."""
    package, = packages.glob("valence_*_amd64.deb")
    shutil.copy(package, root.path("/opt"))
    shutil.copy(newer(package, tmp_path), root.path("/opt"))
    systemctl, calls = pathlib.Path(root.path("/usr/bin/systemctl")), pathlib.Path(root.path("/run/calls"))
    systemctl.write_text(SYSTEMCTL, encoding="utf-8")
    systemctl.chmod(0o755)
    os.makedirs(root.path("/run/systemd/system"))
    # The package `passwd`, whose program adds the user, is not installed either.
    for file, line in (("/etc/passwd", "valence:x:999:999::/var/lib/valence:/usr/sbin/nologin"), ("/etc/group", "valence:x:999:")):
        with open(root.path(file), "a", encoding="utf-8") as users:
            users.write(line + "\n")

    def dpkg(*words):
        """Runs dpkg; returns the calls that change the service."""
        calls.write_text("", encoding="utf-8")
        # The libraries are not installed. No test here starts the program.
        root.run("dpkg", "--force-depends", *words)
        return [call for call in calls.read_text(encoding="utf-8").split() if call in ("enable", "disable", "restart", "stop")]

    def state():
        return os.path.islink(root.path(LINK)), os.path.exists(root.path("/run/active"))

    assert dpkg("--install", f"/opt/{package.name}") == ["enable", "restart"] and state() == (True, True)
    assert dpkg("--install", "/opt/valence_99.0.0_amd64.deb") == ["restart"] and state() == (True, True)
    root.run("systemctl", "disable", "valence.service")
    assert dpkg("--install", f"/opt/{package.name}") == ["restart"] and state() == (False, True)
    root.run("systemctl", "stop", "valence.service")
    assert dpkg("--install", "/opt/valence_99.0.0_amd64.deb") == [] and state() == (False, False)
    assert dpkg("--remove", "valence") == ["stop"] and dpkg("--install", f"/opt/{package.name}") == [] and state() == (False, False)
    root.run("systemctl", "enable", "valence.service")
    assert dpkg("--remove", "valence") == ["stop"] and dpkg("--install", f"/opt/{package.name}") == ["restart"] and state() == (True, True)
    dpkg("--purge", "valence")
    assert state() == (False, False) and os.path.isdir(root.path("/var/lib/valence"))


def test_packages_are_reproducible(valence, packages, tmp_path):
    """A second run with the same program makes the same bytes. A signature contains its time."""
    again = make(valence, str(tmp_path / "again"))
    for path in packages.iterdir():
        assert path.suffix == ".minisig" or (again / path.name).read_bytes() == path.read_bytes(), path.name
