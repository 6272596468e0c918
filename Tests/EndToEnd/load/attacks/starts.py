"""Starts with public logins and with recorded answers, which a bank must not use by mistake."""
import ctypes
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import urllib.parse

from EndToEnd import ROOT
from EndToEnd.bank import add_user
from EndToEnd.load.victim import Connection

from .attack import Attack, Skipped

LOAN = os.path.join(ROOT, "examples", "loan")


class OwnStart:
    """A server with its own folder and options. The kernel kills it when its attacker ends."""

    def __init__(self, program, place, *options, environment={}, user=None):
        os.makedirs(place, exist_ok=True)
        self.place, self.database, self.log = place, os.path.join(place, "valence.sqlite"), os.path.join(place, "log")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [program, "serve", "--port", "0", "--database", self.database, *options], cwd=ROOT, stdout=subprocess.PIPE,
                stderr=log, text=True, env={**os.environ, **environment}, preexec_fn=self.end_with_parent, user=user)
        self.greeting, self.addresses = [], {}
        for line in self.process.stdout:
            self.greeting.append(line)
            words = line.split()
            if words[1:2] == ["on"]:
                self.addresses[words[0]] = words[2]
            if line.startswith("listening on "):
                break
        else:
            self.process.wait()

    @staticmethod
    def end_with_parent():
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)

    @property
    def listens(self):
        return "listening" in self.addresses

    def lines(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()

    def count(self, text):
        """Returns the number of log lines with this text."""
        return sum(text in line for line in self.lines())

    def wait(self, text, seconds, count=1):
        """Waits for `count` log lines with a text; returns false after `seconds`."""
        end = time.monotonic() + seconds
        while self.count(text) < count:
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def port(self, server="listening"):
        """The server's port, or with `metrics` the port of the metrics."""
        return urllib.parse.urlsplit(self.addresses[server]).port

    def get(self, path, server="listening", address="127.0.0.1"):
        """Sends a GET to one of the ports; returns the status and the text."""
        connection = Connection(self.port(server), address)
        status, answer, _ = connection.ask("GET", path)
        connection.close()
        return status, answer.decode()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Starts(Attack):
    """Each attacker runs one of `cases`, which are names of methods, in its own folder."""

    cases = ()
    nice = 5
    seconds, over = 1, 20  # the attack lasts as long as its starts
    cost = 300  # there are few requests, and the good client's share is an estimate

    def prepare(self, stage):
        return stage.program, os.path.join(stage.place, type(self).__name__)

    def run(self, enemy):
        self.enemy, (self.program, place) = enemy, enemy.given
        self.place = os.path.join(place, self.cases[enemy.number])
        shutil.rmtree(self.place, ignore_errors=True)
        getattr(self, self.cases[enemy.number])()

    def start(self, name, *options, environment={}, user=None):
        self.enemy.units += 1
        return OwnStart(self.program, os.path.join(self.place, name), *options, environment=environment, user=user)

    def refused(self, name, fault, *options, environment={}):
        """Starts a server that must end with this fault; returns it."""
        started = self.start(name, *options, environment=environment)
        if started.listens:
            self.enemy.fault(f"{' '.join(options)} {environment or ''} serves")
            started.kill()
        elif started.process.returncode != 1 or not started.count(fault):
            self.enemy.fault(f"{' '.join(options)}: status {started.process.returncode}, {started.lines()[-2:]}")
        return started

    def served(self, name, *options, environment={}, user=None):
        """Starts a server that must serve; returns None if it does not."""
        started = self.start(name, *options, environment=environment, user=user)
        if not started.listens:
            self.enemy.fault(f"{' '.join(options)} does not serve: {started.lines()[-2:]}")
            return None
        return started


class DemoData(Starts):
    name = "demo data in a bank's database, and on public addresses"
    proves = "the demo's public login is not added to a bank's people, and not served to other machines"
    cases = ("of_people", "beyond", "allowed")
    attackers, least = len(cases), 12

    def of_people(self):
        place = os.path.join(self.place, "bank")
        os.makedirs(place)
        database, fault = os.path.join(place, "valence.sqlite"), "--demo adds a person whose login and password are public"
        add_user(self.program, database, "ivan", "a long password")
        self.refused("bank", fault, "--demo")
        base = sqlite3.connect(database)
        people = [login for login, in base.execute("SELECT login FROM person")]
        base.close()
        if people != ["ivan"]:
            self.enemy.fault(f"a refused demo left {people}")
        # A person with the same login as the demo's person.
        add_user(self.program, database, "demo", "a long password")
        self.refused("bank", fault, "--demo")
        if started := self.served("bank"):
            started.kill()

    def beyond(self):
        fault = "--demo allows only loopback addresses"
        for number, host in enumerate(("0.0.0.0", "::", "192.0.2.1", "::ffff:192.0.2.1", "nowhere", "localhost")):
            started = self.refused(f"host-{number}", f"{fault}, not {host}", "--demo", "--host", host)
            if os.path.exists(started.database):
                self.enemy.fault(f"--demo --host {host} made a database")
        self.refused("environment", fault, "--demo", environment={"VALENCE_HOST": "0.0.0.0"})

    def allowed(self):
        for number, options in enumerate((["--host", "127.0.0.2"], ["--host", "localhost", "--demo-open"])):
            if started := self.served(f"allowed-{number}", "--demo", *options):
                if not started.count("demo data: the login and the password of the demo person are public"):
                    self.enemy.fault(f"--demo {' '.join(options)} does not warn")
                started.kill()


class RecordedAnswers(Starts):
    name = "recorded answers instead of the bank's systems"
    proves = "they are used only if allowed, also after a reload, and the server reports them repeatedly"
    cases = ("not_allowed", "reported", "warned_again", "reloaded")
    attackers, least = len(cases), 4
    FAULT = "`--services recorded` requires --demo or --services-recorded-allowed"
    WARNING = "recorded answers replace systems of the bank: for trials only"
    FASTER = 800  # the interval of ten minutes between warnings becomes 0.75 s

    def prepare(self, stage):
        self.clock = os.path.join(stage.place, "faster.so")
        source = os.path.join(os.path.dirname(__file__), "faster.c")
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", source, "-o", self.clock, "-ldl"], check=True)
        return super().prepare(stage)

    def not_allowed(self):
        self.refused("not-allowed", self.FAULT, "--config", LOAN, "--services", "recorded")

    def reported(self):
        started = self.served("reported", "--config", LOAN, "--services", "recorded", "--services-recorded-allowed", "--metrics-port", "0")
        if started is None:
            return
        systems = json.loads(started.get("/readyz")[1])["checks"]["systems"]
        if systems.get("bank", {}).get("status") != "recorded":
            self.enemy.fault(f"/readyz reports {systems}")
        _, metrics = started.get("/metrics", "metrics")
        if 'valence_system_recorded{system="bank"} 1' not in metrics.splitlines():
            self.enemy.fault("the metrics do not report it")
        started.kill()

    def warned_again(self):
        started = self.served(
            "warned", "--config", LOAN, "--services", "recorded", "--services-recorded-allowed",
            environment={"LD_PRELOAD": self.clock, "FASTER": str(self.FASTER)})
        if started and not started.wait(self.WARNING, 8, count=3):
            self.enemy.fault(f"{started.count(self.WARNING)} warnings in {8 * self.FASTER / 60:.0f} minutes of its clock")

    def reloaded(self):
        """A bank without systems accepts the option. A reload then adds systems."""
        config = os.path.join(self.place, "config")
        shutil.copytree(os.path.join(ROOT, "config"), config)
        started = self.served("reloaded", "--config", config, "--services", "recorded")
        if started is None:
            return
        shutil.copytree(os.path.join(LOAN, "services"), os.path.join(config, "services"), dirs_exist_ok=True)
        started.process.send_signal(signal.SIGHUP)
        if not started.wait(self.FAULT, 8):
            self.enemy.fault("a reload with services reports no fault")
        systems = json.loads(started.get("/readyz")[1])["checks"].get("systems", {})
        if "bank" in systems or started.count(self.WARNING):
            self.enemy.fault(f"a reload activated recorded answers: {systems}")
        started.kill()


class ReadMemory(Starts):
    name = "the memory of the server, read by another process of its user"
    proves = "with --protect-memory no other process of the same user can read memory and environment, which contain keys"
    cases = ("protected", "open")
    attackers, least = len(cases), 2
    FILES = ("environ", "maps", "mem")
    # Root can read all processes, so the server needs another user.
    USER = 65534 if os.geteuid() == 0 else None

    def prepare(self, stage):
        # TMPDIR can be in a folder that only its owner can enter.
        self.folder = tempfile.mkdtemp(prefix="valence-memory-", dir="/tmp")
        if self.USER is not None:
            os.chown(self.folder, self.USER, -1)
        if subprocess.run(["sh", "-c", 'test -r config && test -w "$1" && "$0" --version', stage.program, self.folder], cwd=ROOT,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=self.USER).returncode != 0:
            shutil.rmtree(self.folder)
            raise Skipped("an unprivileged user cannot run the program in its folder")
        return stage.program, self.folder

    def protected(self):
        read = self.read("--protect-memory")
        if read:
            self.enemy.fault(f"another process of its user reads {' and '.join(read)}")

    def open(self):
        # Otherwise another mechanism protects the memory, and the test shows nothing.
        if "environ" not in self.read():
            self.enemy.fault("the environment is unreadable without the option too, so the test shows nothing")

    def read(self, *options):
        """Returns the files of a server's process that another process of the same user can
        open."""
        for folder in (self.place, os.path.join(self.place, "server")):
            os.mkdir(folder)
            if self.USER is not None:
                os.chown(folder, self.USER, -1)
        started = self.served("server", *options, user=self.USER)
        if started is None:
            return ()
        found = [name for name in self.FILES if subprocess.run(
            ["dd", "bs=1", "count=0", f"if=/proc/{started.process.pid}/{name}", "of=/dev/null"], stderr=subprocess.DEVNULL,
            user=self.USER).returncode == 0]
        started.kill()
        return found

    def judge(self, stage, reports):
        shutil.rmtree(self.folder, ignore_errors=True)
        return ()


ATTACKS = [DemoData, RecordedAnswers, ReadMemory]
