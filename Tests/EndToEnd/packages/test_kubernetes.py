"""The manifests of deploy/kubernetes, run on this machine in their order: each container with its
command, its environment and the files of its volumes, as kubelet prepares them."""
import glob
import os
import re
import subprocess
from urllib.parse import urlsplit

import pytest
import yaml

from EndToEnd import ROOT
from EndToEnd.bank import Client, free_port
from EndToEnd.http.test_new_bank import DIRECTORY
from EndToEnd.storage.prepared import LOGIN, OWNER, PASSWORDS, PreparedServer

pytestmark = pytest.mark.landing


def documents():
    """Returns all manifests by kind and name."""
    found = {}
    for path in sorted(glob.glob(f"{ROOT}/deploy/kubernetes/*.yaml")):
        with open(path, encoding="utf-8") as file:
            found.update({(one["kind"], one["metadata"]["name"]): one for one in yaml.safe_load_all(file)})
    return found


class Pod:
    """A pod with its volumes as folders."""

    def __init__(self, manifest, settings, secrets, folder, replaced):
        self.spec = manifest["spec"]["template"]["spec"]
        self.settings, self.secrets, self.replaced = settings, secrets, replaced
        self.volumes = {}
        for volume in self.spec.get("volumes", []):
            path = self.volumes[volume["name"]] = os.path.join(folder, volume["name"])
            os.makedirs(path)
            if "secret" in volume:
                for name, content in secrets[volume["secret"]["secretName"]].items():
                    with open(os.path.join(path, name), "w", encoding="utf-8") as file:
                        file.write(content)
                    # With fsGroup, kubelet adds the group's right to read.
                    os.chmod(file.name, volume["secret"]["defaultMode"] | 0o440)

    def text(self, text, container):
        """Returns a word of a manifest with the places of this machine."""
        places = {mount["mountPath"] + "/": self.volumes[mount["name"]] + "/" for mount in container.get("volumeMounts", [])}
        places.update(self.replaced)
        return re.sub("|".join(map(re.escape, places)), lambda found: places[found[0]], text)

    def environment(self, container):
        values = dict(self.settings) if "envFrom" in container else {}
        for one in container.get("env", []):
            reference = one.get("valueFrom", {}).get("secretKeyRef")
            values[one["name"]] = self.secrets[reference["name"]][reference["key"]] if reference else one["value"]
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("VALENCE_", "PG"))}
        return {**kept, **{name: self.text(value, container) for name, value in values.items()}}

    def command(self, container):
        words = [*container.get("command", ["valence"]), *container.get("args", [])]
        return [self.text(word, container) for word in words]

    def start(self, container, **more):
        environment = {**self.environment(container), **more}
        return subprocess.Popen(self.command(container), env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run(self):
        """Runs the containers before the last one to their ends; returns the last one."""
        containers = [*self.spec.get("initContainers", []), *self.spec["containers"]]
        for container in containers[:-1]:
            ended(self.start(container))
        return containers[-1]


def ended(process):
    """Returns the output of a process that must succeed."""
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 0, output
    return output


@pytest.fixture
def database(valence, postgresql, tmp_path):
    database = PreparedServer(valence, str(tmp_path))
    yield database
    database.end()


def test_manifests_start_a_bank(valence, database, tmp_path):
    """The Jobs migrate and activate the definitions, and a server is ready. Its key file is one that
    only its user can read."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "valence").symlink_to(valence)
    os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"
    key = subprocess.run(["sh", "-c", "printf 'key-1 %s\\n' \"$(openssl rand 32 | basenc --base64url | tr -d =)\""],
                         check=True, capture_output=True, text=True).stdout
    manifests = documents()
    pod = {name: Pod(
        manifests[kind, name], manifests["ConfigMap", "valence"]["data"],
        {"valence-keys": {"keys": key}, "valence-database": {"owner": PASSWORDS[OWNER], "server": PASSWORDS[LOGIN]}},
        str(tmp_path / name),
        {"postgresql://owner@postgresql/valence": database.address(OWNER), "postgresql://valence@postgresql/valence": database.address(LOGIN),
         "/etc/valence/config": f"{ROOT}/config"},
    ) for kind, name in [("Job", "valence-migration"), ("Job", "valence-definitions"), ("Deployment", "valence")]}
    assert "applied  1  schema" in ended(pod["valence-migration"].start(pod["valence-migration"].run()))
    said = ended(pod["valence-definitions"].start(pod["valence-definitions"].run()))
    assert "activated" in said, said
    # A second Job with the same definitions changes nothing.
    ended(pod["valence-definitions"].start(pod["valence-definitions"].run()))
    server = pod["valence"].run()
    keys = os.path.join(pod["valence"].volumes["keys"], "keys")
    assert os.stat(keys).st_mode & 0o777 == 0o600
    database.keys = keys
    status, output = database.run(valence, LOGIN, "banks", "import", DIRECTORY)
    assert status == 0, output
    process = pod["valence"].start(server, VALENCE_HOST="127.0.0.1", VALENCE_PORT="0", VALENCE_METRICS_PORT=str(free_port()),
                                   VALENCE_DRAIN_SECONDS="0")
    try:
        greeting = []
        for line in process.stdout:
            greeting.append(line)
            if line.startswith("listening on "):
                break
        assert greeting and greeting[-1].startswith("listening on "), "".join(greeting)
        probe = server["readinessProbe"]["httpGet"]["path"]
        status, answer = Client(urlsplit(greeting[-1].split()[2])).send("GET", probe)
        assert (status, answer["status"]) == (200, "ok") and answer["checks"]["definitions"]["operations"] > 0, answer
    finally:
        process.terminate()
        process.communicate(timeout=60)
    assert process.returncode == 0


def test_no_container_reads_a_secret_volume_or_a_password_file():
    """Only the containers that copy the key file mount a Secret, because kubelet makes its files
    readable for the group."""
    for manifest in documents().values():
        spec = manifest["spec"]["template"]["spec"] if manifest["kind"] in ("Job", "Deployment") else {}
        secret = {volume["name"] for volume in spec.get("volumes", []) if "secret" in volume}
        for container in spec.get("containers", []):
            assert not secret & {mount["name"] for mount in container.get("volumeMounts", [])}, container["name"]
            assert "passfile" not in str(container)
