"""A cluster on this machine: servers of Valence, a balancer, and PostgreSQL on several nodes with
Patroni and etcd. All parts listen on free ports of 127.0.0.1, and all files are in one folder. Each
part can be killed or frozen. The files of `deploy` are used unchanged."""
import contextlib
import http.client
import json
import os
import pwd
import re
import secrets
import shutil
import signal
import socket
import subprocess
import time
import urllib.parse

from EndToEnd import ROOT
from EndToEnd.bank import cells, free_port, run
from EndToEnd.own_server import Database

DEPLOY = os.path.join(ROOT, "deploy")
HOST = "127.0.0.1"
NOBODY = pwd.getpwnam("nobody").pw_uid, pwd.getpwnam("nobody").pw_gid
DRAIN = 3  # seconds that a stopping server continues to serve; the balancer checks every 0.4 s
PROGRAMS = ["patroni", "etcd", "etcdctl", "haproxy", "psql"]


class Trouble(Exception):
    """A part of the cluster is missing, fails or exceeds a time limit."""


def missing():
    """Returns the names of the programs that are not installed. `scripts/prepare cluster` installs
    them."""
    path = os.environ.get("PATH", "") + ":/usr/sbin"
    return [name for name in PROGRAMS if not shutil.which(name, path=path)]


def started(pid):
    """Returns the start time of a process in clock ticks since boot; None if it does not exist or
    is a zombie."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else int(fields[19])


def until(holds, seconds, what):
    """Waits until `holds` returns a true value, and returns the value. Throws `Trouble` after
    `seconds`."""
    end = time.monotonic() + seconds
    while not (value := holds()):
        if time.monotonic() > end:
            raise Trouble(f"{what}: not within {seconds} s")
        time.sleep(0.1)
    return value


def ask(port, path, timeout=2):
    """Sends a GET to a port of this machine; returns status and body, or None without a
    response."""
    connection = http.client.HTTPConnection(HOST, port, timeout=timeout)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


class Cluster:
    """A cluster in a folder. `cluster.json` in the folder describes it for later commands."""

    def __init__(self, place):
        self.place = place
        with open(os.path.join(place, "cluster.json")) as file:
            self.made = json.load(file)
        self.program, self.ports = self.made["program"], self.made["ports"]

    @classmethod
    def make(cls, place, program, servers=3, nodes=3, members=3, config=None, options=(), archive=False):
        """Creates the files of a new cluster in a folder, without starting it. PostgreSQL refuses
        to run as root, so root gives its folders to the user nobody."""
        os.makedirs(place, mode=0o711)
        os.chmod(place, 0o711)
        numbers = {"server": servers, "node": nodes, "etcd": members}
        seconds = {"server": "metrics", "node": "rest", "etcd": "peers"}
        wanted = ["balancer", "balancer metrics"]
        for kind, count in numbers.items():
            for number in range(count):
                wanted += [f"{kind}-{number + 1}", f"{kind}-{number + 1} {seconds[kind]}"]
        free = set()
        while len(free) < len(wanted):
            free.add(free_port())
        ports = dict(zip(wanted, free))
        made = {"program": program, "ports": ports, "servers": servers, "nodes": nodes, "members": members,
                "config": config or os.path.join(ROOT, "config"), "options": list(options), "archive": archive,
                "passwords": {name: secrets.token_hex(12) for name in ("superuser", "replicator", "owner", "valence")}}
        with open(os.path.join(place, "cluster.json"), "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            json.dump(made, file, indent=1)
        cluster = cls(place)
        cluster.lay_out()
        return cluster

    # Names

    @property
    def servers(self):
        return [f"server-{number + 1}" for number in range(self.made["servers"])]

    @property
    def nodes(self):
        return [f"node-{number + 1}" for number in range(self.made["nodes"])]

    @property
    def members(self):
        return [f"etcd-{number + 1}" for number in range(self.made["members"])]

    @property
    def parts(self):
        return [*self.members, *self.nodes, *self.servers, "balancer"]

    def path(self, *parts):
        return os.path.join(self.place, *parts)

    def resolve(self, what):
        """Returns the part with a name. `primary` and `standby` are the nodes with this role
        now."""
        if what in ("primary", "standby"):
            role = {"primary": ("leader", "master"), "standby": ("sync_standby",)}[what]
            found = [member["name"] for member in self.roles() if member["role"] in role]
            if not found:
                raise Trouble(f"no node is {what}")
            return found[0]
        if what not in self.parts:
            raise Trouble(f"unknown part {what}; the parts are {', '.join(self.parts)}, primary and standby")
        return what

    # Files

    def lay_out(self):
        passwords = self.made["passwords"]
        self.copy_files()
        shutil.copy(os.path.join(DEPLOY, "patroni.yaml"), self.path("patroni.yaml"))
        shutil.copy(os.path.join(DEPLOY, "prepare-database"), self.path("prepare-database"))
        os.chmod(self.path("prepare-database"), 0o755)
        os.mkdir(self.path("archive"))
        for node in self.nodes:
            os.mkdir(self.path(node), 0o700)
            os.mkdir(self.path(node, "config"))
            os.symlink(self.path("patroni.yaml"), self.path(node, "config", "1.yaml"))
            # The socket is not in PostgreSQL's data folder, because pg_rewind fails at a socket
            # there.
            rest = {"bootstrap": {"post_init": self.path("prepare-database")},
                    "postgresql": {"parameters": {"unix_socket_directories": self.path(node)}}}
            if len(self.nodes) < 3:
                rest["bootstrap"]["dcs"] = {"synchronous_mode_strict": False}
            with open(self.path(node, "config", "2.yaml"), "w") as file:
                json.dump(rest, file)
        if os.getuid() == 0:
            for folder in [self.path("archive"), *(self.path(node) for node in self.nodes)]:
                for path, _, files in os.walk(folder):
                    for each in (path, *(os.path.join(path, name) for name in files)):
                        os.chown(each, *NOBODY, follow_symlinks=False)
        for login in ("owner", "valence"):
            with open(self.path(f"passwords-of-{login}"), "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
                for node in self.nodes:
                    for database in ("valence", "postgres"):
                        file.write(f"{HOST}:{self.ports[node]}:{database}:{login}:{passwords[login]}\n")

    def copy_files(self):
        """Copies the files that belong to the program, so that changes of the checkout do not
        affect the cluster."""
        for name in ("migrations", "web"):
            shutil.copytree(os.path.join(ROOT, name), self.path(name), dirs_exist_ok=True)

    def address(self, login="owner", **options):
        """Returns the address of the database with all hosts, for the owner of the tables or for
        the login of the servers."""
        hosts = ",".join(f"{HOST}:{self.ports[node]}" for node in self.nodes)
        options = {"passfile": self.path(f"passwords-of-{login}"), "connect_timeout": 2, **options}
        return f"postgresql://{login}@{hosts}/valence?{urllib.parse.urlencode(options, safe='/')}"

    @property
    def url(self):
        return f"http://{HOST}:{self.ports['balancer']}"

    # Commands and environments of the parts

    def command(self, part):
        kind, ports = part.split("-")[0], self.ports
        if kind == "etcd":
            peers = ",".join(f"{name}=http://{HOST}:{ports[f'{name} peers']}" for name in self.members)
            own, peer = f"http://{HOST}:{ports[part]}", f"http://{HOST}:{ports[f'{part} peers']}"
            return ["etcd", "--name", part, "--data-dir", self.path(part), "--listen-client-urls", own, "--advertise-client-urls", own,
                    "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", peers,
                    "--initial-cluster-token", "bank", "--enable-v2", "--logger", "zap", "--log-level", "warn",
                    "--auto-compaction-retention", "1", "--heartbeat-interval", "100", "--election-timeout", "1000"]
        if kind == "node":
            user = ["setpriv", f"--reuid={NOBODY[0]}", f"--regid={NOBODY[1]}", "--clear-groups"] if os.getuid() == 0 else []
            return [*user, "patroni", self.path(part, "config")]
        if kind == "balancer":
            return ["/usr/sbin/haproxy" if os.path.exists("/usr/sbin/haproxy") else "haproxy", "-db", "-f", os.path.join(DEPLOY, "haproxy.cfg")]
        return [self.program, "serve", "--port", str(ports[part]), "--metrics-port", str(ports[f"{part} metrics"]),
                "--database", self.address("valence"), "--secret-key-file", self.path("keys"), "--config", self.made["config"],
                "--migrations", self.path("migrations"), "--web", self.path("web"),
                "--definitions", "database", "--trusted-proxy", HOST, "--drain-seconds", str(DRAIN), "--log", self.path(f"{part}.log"), *self.made["options"]]

    def environment(self, part):
        kind, ports, passwords = part.split("-")[0], self.ports, self.made["passwords"]
        environment = dict(os.environ)
        if kind == "node":
            bin = sorted(name for name in os.listdir("/usr/lib/postgresql") if name.isdigit())[-1]
            environment.update({
                "PATRONI_NAME": part,
                "PATRONI_ETCD_HOSTS": ",".join(f"{HOST}:{ports[name]}" for name in self.members),
                "PATRONI_RESTAPI_LISTEN": f"{HOST}:{ports[f'{part} rest']}",
                "PATRONI_RESTAPI_CONNECT_ADDRESS": f"{HOST}:{ports[f'{part} rest']}",
                "PATRONI_POSTGRESQL_LISTEN": f"{HOST}:{ports[part]}",
                "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"{HOST}:{ports[part]}",
                "PATRONI_POSTGRESQL_DATA_DIR": self.path(part, "data"),
                "PATRONI_POSTGRESQL_PGPASS": self.path(part, "pgpass"),
                "PATRONI_POSTGRESQL_BIN_DIR": f"/usr/lib/postgresql/{bin}/bin",
                "PATRONI_SUPERUSER_USERNAME": "postgres", "PATRONI_SUPERUSER_PASSWORD": passwords["superuser"],
                "PATRONI_REPLICATION_USERNAME": "replicator", "PATRONI_REPLICATION_PASSWORD": passwords["replicator"],
                "OWNER_PASSWORD": passwords["owner"], "SERVER_PASSWORD": passwords["valence"],
                "HOME": self.path(part), "VALENCE_ARCHIVE": self.path("archive") if self.made["archive"] else ""})
        elif kind == "balancer":
            places = [f"{HOST}:{ports[name]}" for name in self.servers]
            environment.update({"BALANCER": f"{HOST}:{ports['balancer']}", "BALANCER_SOCKET": self.path("balancer.socket"),
                                "BALANCER_METRICS": f"{HOST}:{ports['balancer metrics']}",
                                **{f"SERVER_{number + 1}": places[min(number, len(places) - 1)] for number in range(3)}})
        return environment

    # Processes

    def pids(self, part):
        """Returns all running processes of a part. For a node, these are Patroni and PostgreSQL."""
        try:
            with open(self.path(f"{part}.pid")) as file:
                pid, moment = map(int, file.read().split())
        except (OSError, ValueError):
            return []
        found = [pid] if started(pid) == moment else []
        if part in self.nodes:
            # The current directory of each PostgreSQL process is the data folder.
            data = os.path.realpath(self.path(part, "data"))
            for name in filter(str.isdigit, os.listdir("/proc")):
                with contextlib.suppress(OSError):
                    if os.readlink(f"/proc/{name}/cwd") == data and started(int(name)) and int(name) not in found:
                        found.append(int(name))
        return found

    def launch(self, part):
        """Starts the process of a part, unless it is running."""
        if self.pids(part):
            return
        with open(self.path(f"{part}.out"), "ab") as out:
            process = subprocess.Popen(
                self.command(part), env=self.environment(part), stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                cwd=ROOT if part in self.servers else "/", start_new_session=True)
        with open(self.path(f"{part}.pid"), "w") as file:
            file.write(f"{process.pid} {started(process.pid) or 0}")

    def send(self, part, number):
        for pid in self.pids(part):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self, part):
        """Kills all processes of a part at once, like the loss of a machine."""
        # Suspend all first, so that no process reacts to the end of another one.
        self.send(part, signal.SIGSTOP)
        self.send(part, signal.SIGKILL)
        self.await_end(part, 10)

    def freeze(self, part):
        self.send(part, signal.SIGSTOP)

    def thaw(self, part):
        self.send(part, signal.SIGCONT)

    def await_end(self, part, seconds):
        end = time.monotonic() + seconds
        while self.pids(part) and time.monotonic() < end:
            # Reap the children of this process.
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            time.sleep(0.02)
        return not self.pids(part)

    def end(self, part, seconds=60):
        """Stops a part with SIGTERM, and with SIGKILL after `seconds`; returns whether SIGTERM was
        sufficient."""
        pids = self.pids(part)
        self.thaw(part)
        for pid in pids[:1]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        if self.await_end(part, seconds):
            return True
        self.kill(part)
        return False

    # Start and stop

    def start(self, say=lambda line: None):
        """Starts all parts; returns when all standbys are synchronous and each server is ready."""
        self.start_database(say)
        self.fill()
        self.start_servers(say)

    def start_database(self, say=lambda line: None):
        """Starts etcd and PostgreSQL; returns when all standbys are synchronous."""
        for member in self.members:
            self.launch(member)
        until(lambda: all(self.is_healthy(member) for member in self.members), 60, "etcd")
        say(f"etcd: {len(self.members)} members")
        if not os.path.exists(self.path("node-1", "data")):
            # The first node creates the database.
            self.launch(self.nodes[0])
            until(lambda: any(member["role"] in ("leader", "master") and member["state"] == "running" for member in self.roles()), 120,
                  "the first node of PostgreSQL")
        for node in self.nodes:
            self.launch(node)
        self.await_synchronous(120)
        primary = self.resolve("primary")
        say(f"PostgreSQL: {primary} is the primary, {' and '.join(node for node in self.nodes if node != primary)} are synchronous standbys")

    def start_servers(self, say=lambda line: None):
        """Starts the servers and the balancer; returns when they are ready."""
        for server in self.servers:
            self.launch(server)
        for server in self.servers:
            until(lambda: self.is_ready(server), 120, server)
        self.launch("balancer")
        until(lambda: (ask(self.ports["balancer"], "/readyz") or [0])[0] == 200, 30, "the balancer")
        say(f"{len(self.servers)} servers, balancer {self.url}")

    def fill(self):
        """Migrates as the owner, creates the demo data and activates the definitions, once, before
        the servers start."""
        if os.path.exists(self.path("demo")):
            return
        self.migrate()
        options = ["--database", self.address("owner"), "--secret-key-file", self.path("keys")]
        with open(self.path("demo.out"), "w+", opener=lambda path, flags: os.open(path, flags, 0o600)) as out:
            process = subprocess.Popen(
                [self.program, "serve", "--demo", "--port", "0", *options, "--config", self.made["config"],
                 "--migrations", self.path("migrations"), "--web", self.path("web"), "--log", self.path("demo.log"),
                 *self.made["options"]],
                stdout=out, stderr=subprocess.STDOUT, cwd=ROOT, env=self.environment("server-1"))
            try:
                def listening():
                    if process.poll() is not None:
                        raise Trouble("the demo's data:\n" + self.read("demo.out"))
                    return "listening on " in self.read("demo.out")
                until(listening, 120, "the demo's data")
            finally:
                process.terminate()
                process.wait(60)
        self.activate(self.made["config"])
        os.rename(self.path("demo.out"), self.path("demo"))

    def migrate(self):
        """Applies the migrations as the owner of the tables."""
        done = subprocess.run(
            [self.program, "migrate", "--database", self.address("owner"), "--secret-key-file", self.path("keys"),
             "--migrations", self.path("migrations")], capture_output=True, text=True, env=self.environment("server-1"), timeout=120)
        if done.returncode != 0:
            raise Trouble(f"valence migrate: {done.stdout}{done.stderr}")

    def activate(self, config=None):
        """Activates the definitions of a directory on all servers; without a directory, the
        previous definitions. Returns the output of the command."""
        options = ["--database", self.address("owner"), "--secret-key-file", self.path("keys"), "--migrations", self.path("migrations")]
        if config is None:
            status, said = run(self.program, "definitions", "rollback", *options)
        else:
            status, said = run(self.program, "definitions", "put", config, *options)
            if status == 0:
                status, said = run(self.program, "definitions", "activate", re.search(r"\(([0-9a-f]{64})\)", said)[1], *options)
        if status != 0:
            raise Trouble(f"the definitions of {config or 'before'}: {said}")
        return said

    def read(self, name):
        with open(self.path(name), encoding="utf-8", errors="replace") as file:
            return file.read()

    @property
    def matrix(self):
        """The security matrix of the person of the demo data."""
        return cells(self.read("demo").splitlines())

    def stop(self):
        """Stops all parts; returns the parts that had to be killed."""
        forced = [part for part in ["balancer", *self.servers] if not self.end(part)]
        # Stop the standbys first, so that none is promoted.
        with contextlib.suppress(Trouble):
            primary = self.resolve("primary")
            forced += [node for node in self.nodes if node != primary and not self.end(node)]
        forced += [part for part in [*self.nodes, *self.members] if not self.end(part)]
        return forced

    # States

    def is_healthy(self, member):
        answer = ask(self.ports[member], "/health")
        return answer is not None and '"health":"true"' in answer[1].replace(" ", "")

    def is_ready(self, server, timeout=2):
        answer = ask(self.ports[server], "/readyz", timeout)
        return answer is not None and answer[0] == 200

    def roles(self):
        """Returns the nodes from Patroni's REST interface, with `name`, `role` and `state`."""
        for node in self.nodes:
            answer = ask(self.ports[f"{node} rest"], "/cluster", 1)
            if answer and answer[0] == 200:
                return json.loads(answer[1])["members"]
        return []

    def is_synchronous(self):
        """True if there is one primary, and every other node is a synchronous standby, according to
        etcd and to the primary."""
        roles = self.roles()
        primaries = [member["name"] for member in roles if member["role"] == "leader"]
        standbys = {member["name"] for member in roles if member["role"] == "sync_standby"}
        if len(primaries) != 1 or len(standbys) != len(self.nodes) - 1 or len({member.get("timeline") for member in roles}) != 1:
            return False
        if any(member["state"] not in ("running", "streaming") for member in roles):
            return False
        # The state in etcd can be older than a restart of the primary, so ask the primary too.
        answer = ask(self.ports[f"{primaries[0]} rest"], "/patroni", 1)
        following = json.loads(answer[1]).get("replication", []) if answer else []
        return standbys == {one["application_name"] for one in following if (one["state"], one["sync_state"]) == ("streaming", "sync")}

    def await_synchronous(self, seconds):
        try:
            until(self.is_synchronous, seconds, "a primary with a synchronous standby")
        except Trouble as trouble:
            raise Trouble(f"{trouble}: {self.roles()}") from None

    def balancer(self, command):
        """Returns the response to a command at the balancer's socket."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(5)
            connection.connect(self.path("balancer.socket"))
            connection.sendall(command.encode() + b"\n")
            answer = b""
            while piece := connection.recv(65536):
                answer += piece
        return answer.decode()


class ClusterDatabase(Database):
    """The cluster's database. SQL runs as the owner, on the current primary."""

    def __init__(self, cluster):
        address = cluster.address("owner", target_session_attrs="read-write")
        self.psql = ["psql", "-d", address]
        self.options = ["--database", cluster.address("owner"), "--secret-key-file", cluster.path("keys")]
