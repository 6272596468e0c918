"""Systems at the addresses of cloud metadata services, which return a machine's credentials to each
program on it."""
import ctypes
import os
import shutil
import socket
import string
import subprocess
import threading

from EndToEnd import ROOT
from EndToEnd.load.victim import Gone, log_in

from .attack import Skipped
from .starts import Starts

PORT = 8088
REFUSED = "reason=refused-address"
NEW_MOUNTS, NEW_NETWORK = 0x00020000, 0x40000000  # CLONE_NEWNS, CLONE_NEWNET
METADATA = ["100.100.100.200", "100.64.0.1", "100.127.255.254", "192.0.0.192", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254"]
ALLOWED = ["100.64.0.0/10", "192.0.0.0/24", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254"]
# Other forms of the first address: a notation, and a name.
NAME = "metadata.bank.example"
HOSTS = [*METADATA, "::ffff:100.100.100.200", NAME]
SERVICE = """service: cloud{letter}
at: http://{host}:{port}
timeout: 2
retries: 0
lookups:
  - {{lookup: cloud{letter}, key: [code], get: "/latest/{{$code}}", answer: {{value: number rate}}}}
"""
OPERATION = """operation: cloud.{letter}
title: Cloud
effect: document
atoms:
  - {{textInput: code, caption: Code, lookup: cloud{letter}}}
  - {{text: shown, caption: "{{cloud{letter}.value}}"}}
"""


def leave_network():
    """Moves this process to a network namespace without other machines, and to a mount
    namespace."""
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_NETWORK | NEW_MOUNTS) != 0:
        raise OSError(ctypes.get_errno(), "no namespace")


def command(*words):
    subprocess.run(words, check=True, capture_output=True)


class Metadata(threading.Thread):
    """Listens on all addresses of its network, and records the destination of each connection."""

    def __init__(self):
        super().__init__(daemon=True)
        self.asked = []
        self.socket = socket.create_server(("::", PORT), family=socket.AF_INET6, dualstack_ipv6=True)
        self.start()

    def run(self):
        while True:
            link, _ = self.socket.accept()
            self.asked.append(link.getsockname()[0].removeprefix("::ffff:"))
            threading.Thread(target=self.answer, args=(link,), daemon=True).start()

    @staticmethod
    def answer(link):
        with link:
            link.recv(65536)
            link.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{\"rate\":1.5}")


class MetadataAddresses(Starts):
    name = "systems at the addresses of cloud metadata services"
    proves = "no service file reaches the machine's credentials, by any notation or name, unless an option allows the network"
    cases = ("not_named", "named")
    attackers, seconds, least = len(cases), 2, 2 * (1 + len(HOSTS))

    def prepare(self, stage):
        try:
            subprocess.run(["ip", "link", "set", "lo", "up"], check=True, capture_output=True, preexec_fn=leave_network)
        except (OSError, subprocess.SubprocessError):
            raise Skipped("a network namespace needs root and `ip`") from None
        return super().prepare(stage)

    def not_named(self):
        asked, told = self.asked("--services-allow", "127.0.0.0/8")
        if asked:
            self.enemy.fault(f"{len(asked)} connections to {sorted(set(asked))}")
        # Without these lines, nothing was tested.
        if told < len(HOSTS):
            self.enemy.fault(f"the log has {told} refused addresses of {len(HOSTS)}")

    def named(self):
        asked, told = self.asked(*(word for network in ALLOWED for word in ("--services-allow", network)))
        if set(asked) != set(METADATA) or len(asked) != len(HOSTS) or told:
            self.enemy.fault(f"with the option there were connections to {sorted(asked)}, and {told} refused addresses")

    def asked(self, *options):
        """Serves in a separate network with a system at each address, and requests each system.

        Returns the addresses that received connections, and the number of refusals in the log.
        """
        config = self.configure()
        leave_network()
        with open("/proc/net/route") as routes:
            if len(routes.readlines()) > 1:
                raise Gone("its network has routes to other machines")
        command("ip", "link", "set", "lo", "up")
        for address in METADATA:
            command("ip", "address", "add", address, "dev", "lo", *(["nodad"] if ":" in address else []))
        hosts = os.path.join(self.place, "hosts")
        with open(hosts, "w") as file:
            file.write(f"{METADATA[0]} {NAME}\n")
        command("mount", "--make-rprivate", "/")
        command("mount", "--bind", hosts, "/etc/hosts")
        metadata = Metadata()
        started = self.served("server", "--demo", "--config", config, *options)
        if started is None:
            return [], 0
        self.enemy.port = started.port()
        token = log_in(started.port(), "127.0.0.1", "demo", "valence-demo")
        for letter in string.ascii_lowercase[:len(HOSTS)]:
            status, answer = self.enemy.ask(
                "POST", f"/operations/cloud.{letter}/evaluate", {"values": {"code": "x"}, "changed": ["code"], "commit": True}, token,
                address="127.0.0.1")
            if status != 200:
                self.enemy.fault(f"cloud.{letter}: {status} {answer[:150].decode(errors='replace')}")
        if not metadata.asked:
            started.wait(REFUSED, 3, count=len(HOSTS))
        told = started.count(REFUSED)
        started.kill()
        return metadata.asked, told

    def configure(self):
        config = os.path.join(self.place, "config")
        shutil.copytree(os.path.join(ROOT, "config"), config)
        os.makedirs(os.path.join(config, "services"), exist_ok=True)
        for letter, host in zip(string.ascii_lowercase, HOSTS):
            place = f"[{host}]" if ":" in host else host
            with open(os.path.join(config, "services", f"cloud{letter}.yaml"), "w") as file:
                file.write(SERVICE.format(letter=letter, host=place, port=PORT))
            with open(os.path.join(config, "operations", f"cloud.{letter}.yaml"), "w") as file:
                file.write(OPERATION.format(letter=letter))
        return config


ATTACKS = [MetadataAddresses]
