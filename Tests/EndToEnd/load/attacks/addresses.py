"""Systems at the addresses of metadata services, which give the credentials of a cloud machine to any program on it."""
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
# Other ways to the first of them: a notation, and a name.
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
    """Gives this process a network of its own, without any other machine, and mounts of its own."""
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_NETWORK | NEW_MOUNTS) != 0:
        raise OSError(ctypes.get_errno(), "no namespace")


def command(*words):
    subprocess.run(words, check=True, capture_output=True)


class Metadata(threading.Thread):
    """Answers at all addresses of its network, and notes which of them connections came to."""

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
    name = "systems at the addresses of clouds' metadata services"
    proves = "no service file leads to the credentials of the machine, by any notation or name, unless an option names the network"
    cases = ("not_named", "named")
    attackers, seconds, least = len(cases), 2, 2 * (1 + len(HOSTS))

    def prepare(self, stage):
        try:
            subprocess.run(["ip", "link", "set", "lo", "up"], check=True, capture_output=True, preexec_fn=leave_network)
        except (OSError, subprocess.SubprocessError):
            raise Skipped("no network namespace can be made here, for that takes root and `ip`") from None
        return super().prepare(stage)

    def not_named(self):
        asked, told = self.asked("--services-allow", "127.0.0.0/8")
        if asked:
            self.enemy.fault(f"{len(asked)} connections came to {sorted(set(asked))}")
        # Otherwise nothing was tried.
        if told < len(HOSTS):
            self.enemy.fault(f"the log tells of {told} refused addresses of {len(HOSTS)}")

    def named(self):
        asked, told = self.asked(*(word for network in ALLOWED for word in ("--services-allow", network)))
        if set(asked) != set(METADATA) or len(asked) != len(HOSTS) or told:
            self.enemy.fault(f"with the option connections came to {sorted(asked)}, and {told} addresses were refused")

    def asked(self, *options):
        """Serves in a network of its own with a system at each address, and has each of them asked.

        Returns the addresses to which connections came, and the count of refusals in the log.
        """
        config = self.configure()
        leave_network()
        with open("/proc/net/route") as routes:
            if len(routes.readlines()) > 1:
                raise Gone("its network leads to other machines")
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
