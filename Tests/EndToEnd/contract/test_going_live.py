"""The commands of docs/going-live.md, in their order, in a folder that replaces the machine.
The test acts as the customer and as systemd."""
import os
import re
import select
import signal
import ssl
import subprocess
from http.client import HTTPSConnection
from urllib.parse import urlsplit

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import Client, cells, codes, free_port
from EndToEnd.http.test_new_bank import DIRECTORY

pytestmark = pytest.mark.landing
PAGE = os.path.join(ROOT, "docs/going-live.md")
PLACES = ["/etc/valence", "/var/lib/valence", "/var/log/valence", "/media/safe", "/media/backup"]
ACCOUNT = "40817810300000000001"
# Starts the server and waits until it answers. The descriptors of the test are closed.
SYSTEMCTL = """\
#!/bin/bash
[ "$*" = "start valence" ] || exit 64
valence serve </dev/null >server.out 2>&1 &
echo $! >server.pid
until valence health >/dev/null 2>&1; do kill -0 $! || exit 1; done
"""


def steps():
    """Yields the files of the page, and its commands with their output."""
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    for fence, block in re.findall(r"^```(\S[^\n]*)\n(.*?)^```$", text, re.S | re.M):
        if fence != "console":
            yield fence.split()[1], block
            continue
        for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = step.partition("\n")
            yield command, output


class Machine:
    """A folder with the places of the page, and free ports."""

    def __init__(self, valence, folder):
        self.folder, self.programs = folder, os.path.join(folder, "bin")
        self.replaced = {place: f"{folder}{place}" for place in PLACES}
        self.replaced |= {"8443": str(free_port()), "9090": str(free_port())}
        for place in [self.programs, *(self.replaced[place] for place in PLACES)]:
            os.makedirs(place)
        os.symlink(valence, os.path.join(self.programs, "valence"))
        with open(os.path.join(self.programs, "systemctl"), "w", encoding="utf-8") as file:
            file.write(SYSTEMCTL)
        os.chmod(file.name, 0o755)
        self.home = self.path("/var/lib/valence")
        # The package has these files: its program finds them from any folder.
        for name in ("migrations", "web"):
            os.symlink(os.path.join(ROOT, name), os.path.join(self.home, name))
        os.symlink(os.path.join(ROOT, "config"), self.path("/etc/valence/config"))
        os.symlink(self.path("/etc/valence/valence.yaml"), os.path.join(self.home, "valence.yaml"))
        os.symlink(DIRECTORY, os.path.join(self.home, "20230518_ED807_full.xml"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "90", "-subj", "/CN=bank",
             "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", self.path("/etc/valence/tls.key"), "-out", self.path("/etc/valence/tls.pem")],
            check=True, capture_output=True)
        os.chmod(self.path("/etc/valence/tls.key"), 0o600)

    def path(self, name):
        return self.here(name)

    def here(self, text):
        """Returns a text of the page with the places of this machine."""
        return re.sub("|".join(map(re.escape, self.replaced)), lambda found: self.replaced[found[0]], text)

    def run(self, command):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("VALENCE_")}
        environment = {**kept, "PATH": f"{self.programs}:{os.environ['PATH']}"}
        done = subprocess.run(["bash", "-c", self.here(command)], cwd=self.home, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=120)
        for place, here in self.replaced.items():
            done.stdout = done.stdout.replace(here, place)
        return done.stdout

    def stop(self):
        """Stops the server, which is not a child of this process."""
        path = os.path.join(self.home, "server.pid")
        if not os.path.exists(path):
            return
        with open(path, encoding="ascii") as file:
            process = int(file.read())
        descriptor = os.pidfd_open(process)
        os.kill(process, signal.SIGTERM)
        assert select.select([descriptor], [], [], 60)[0], "the server did not stop"
        os.close(descriptor)


class SecureClient(Client):
    """A client of the server's own TLS."""

    def __init__(self, machine):
        address = urlsplit(machine.here("https://127.0.0.1:8443"))
        super().__init__(address)
        context = ssl.create_default_context(cafile=machine.path("/etc/valence/tls.pem"))
        self.connection = HTTPSConnection(address.hostname, address.port, timeout=60, context=context)


def act_as_customer(machine):
    """Enrols with the code in the envelope, and pays."""
    with open(os.path.join(machine.home, "envelope.txt"), encoding="utf-8") as file:
        envelope = file.read()
    assert os.stat(file.name).st_mode & 0o777 == 0o600
    anna = SecureClient(machine)
    status, begun = anna.send("POST", "/enrolments", {"code": re.search(r"^code (\S+)$", envelope, re.M)[1]})
    assert status == 201 and begun["login"] == "anna", begun
    status, session = anna.send("POST", f"/enrolments/{begun['id']}", {"login": "anna", "password": "a long password"})
    assert status in (200, 201), session
    anna = SecureClient(machine).login("anna", "a long password")
    values = {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225", "purpose": "Оплата по счету 12", "amount": "100.50",
              "from": ACCOUNT}
    status, sent = anna.send("POST", "/operations/pp.quick/submissions", {"values": values}, Idempotency_Key="one")
    assert status == 201, sent
    answer = {"values": codes(sent["next"], cells(envelope.splitlines()))}
    status, signed = anna.send("POST", f"/submissions/{sent['submission']['id']}/signature", answer)
    assert status == 200 and signed["submission"]["status"] == "executed", signed


def plain(text):
    return re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "ID", text).strip()


def test_page_leads_to_a_payment(valence, tmp_path):
    """Each command prints the output on the page, and the customer's payment is executed in
    between."""
    machine, count, paid = Machine(valence, str(tmp_path)), 0, False
    try:
        for command, expected in steps():
            if command.startswith("/"):
                with open(machine.path(command), "w", encoding="utf-8") as file:
                    file.write(machine.here(expected))
                continue
            if command.startswith("valence submissions list"):
                act_as_customer(machine)
                paid = True
            got = machine.run(command)
            assert plain(got) == plain(expected), f"{command}\n{got}"
            count += 1
    finally:
        machine.stop()
    assert paid and count > 20
