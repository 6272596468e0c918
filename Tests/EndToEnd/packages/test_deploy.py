"""The licences of all files, and the files of `deploy`, with their own checkers. These read schemas,
rules and names; no container starts. `test_kubernetes.py` runs the commands of the manifests,
`test_proxies.py` nginx and haproxy, and `test_clean_debian.py` the package of the image.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

import pytest
import yaml

from EndToEnd import ROOT

pytestmark = pytest.mark.landing
PROGRAMS = os.path.dirname(sys.executable)
DEPLOY = os.path.join(ROOT, "deploy")


def checker(name):
    """Returns the path of a program of requirements.lock or of this machine."""
    path = shutil.which(name, path=PROGRAMS) or shutil.which(name)
    if not path:
        pytest.skip(f"{name} is not installed")
    return path


def passes(*command, **variables):
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **variables}, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-1500:] + done.stderr[-1500:]


def test_each_file_has_a_licence():
    """`reuse lint` accepts REUSE.toml and the texts in LICENSES."""
    passes(checker("reuse"), "lint", "--quiet")


@pytest.mark.parametrize("file", ["web/other.woff2", "Sources/Texts/table.bin", "vendor/library.c"])
def test_file_of_another_work_needs_a_licence(file, tmp_path):
    """A new kind of file in `web` or `Sources`, or a new folder, has no licence without a line of
    REUSE.toml."""
    os.symlink(os.path.join(ROOT, "LICENSES"), tmp_path / "LICENSES")
    shutil.copy(os.path.join(ROOT, "REUSE.toml"), tmp_path)
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_bytes(b"\0")
    done = subprocess.run([checker("reuse"), "--root", tmp_path, "lint", "--json"], capture_output=True, text=True)
    missing = json.loads(done.stdout)["non_compliant"]["missing_licensing_info"]
    assert done.returncode == 1 and [os.path.basename(path) for path in missing] == [os.path.basename(file)], done.stdout


@pytest.mark.parametrize("file", ["Dockerfile", "database/Dockerfile"])
def test_images_follow_the_rules(file):
    """hadolint finds no error."""
    passes(checker("hadolint"), "--failure-threshold", "error", os.path.join(DEPLOY, file))


def test_image_takes_the_package_of_its_version():
    """The default version of the image is the one in VERSION, and its package is the one that
    scripts/release makes, also if `dist` has others."""
    sys.path.insert(0, os.path.join(ROOT, "scripts"))
    from release_parts import debian, stage
    with open(os.path.join(DEPLOY, "Dockerfile"), encoding="utf-8") as file:
        text = file.read()
    assert re.search(r"^ARG VERSION=(.*)$", text, re.M)[1] == stage.version()
    word, = re.findall(r'"/packages/.*?\.deb"', text)
    for version in ("1.0.0-dev", "1.0.0"):
        named = subprocess.run(["sh", "-c", f"echo {word}"], env={**os.environ, "VERSION": version}, check=True, capture_output=True, text=True)
        assert named.stdout.strip() == f"/packages/valence_{debian.debian_version(version)}_amd64.deb"


def test_scripts_have_no_faults():
    """shellcheck finds nothing in the scripts of packages and images."""
    names = ["deploy/prepare-database", "scripts/run", "scripts/build"]
    names += [f"deploy/package/{name}" for name in ("container", "postinst", "postrm", "prerm")]
    passes(checker("shellcheck"), *names)


def test_yaml_has_no_faults():
    """yamllint finds no duplicate keys and no wrong indentation in `deploy`."""
    rules = "{extends: relaxed, rules: {line-length: disable, key-duplicates: enable}}"
    passes(checker("yamllint"), "--strict", "-d", rules, DEPLOY)


@pytest.mark.parametrize("file", ["compose.yaml", "compose-single.yaml"])
def test_compose_reads_the_files(file):
    """docker-compose reads the services."""
    names = ("SUPERUSER_PASSWORD", "REPLICATOR_PASSWORD", "OWNER_PASSWORD", "SERVER_PASSWORD")
    passes(checker("docker-compose"), "-f", os.path.join(DEPLOY, file), "config", "-q", OWN_BIC="044525593", **dict.fromkeys(names, "secret"))


def test_kubernetes_accepts_the_manifests():
    """The manifests follow the schemas of Kubernetes, and no container runs as root."""
    files = sorted(glob.glob(f"{DEPLOY}/kubernetes/*.yaml"))
    passes(checker("kubernetes-validate"), *files)
    documents = [document for file in files for document in yaml.safe_load_all(open(file, encoding="utf-8"))]
    kinds = {document["kind"] for document in documents}
    assert {"Job", "Deployment", "Service", "PodDisruptionBudget", "NetworkPolicy", "ConfigMap"} <= kinds
    pods = [document["spec"]["template"]["spec"] for document in documents if document["kind"] in ("Job", "Deployment")]
    assert len(pods) == 3
    for pod in pods:
        assert pod["securityContext"]["runAsUser"] == 10001 and pod["securityContext"]["runAsNonRoot"]
        for container in [*pod.get("initContainers", []), *pod["containers"]]:
            assert container["securityContext"]["readOnlyRootFilesystem"] and container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
            assert container["image"].startswith("registry.example/valence:")


def test_settings_of_containers_are_keys(valence):
    """Each variable of the compose files and manifests is a key of the configuration."""
    printed = subprocess.run([valence, "config", "--keys"], check=True, capture_output=True, text=True).stdout
    names = set()
    for path in ("compose-single.yaml", "compose.yaml"):
        with open(f"{DEPLOY}/{path}", encoding="utf-8") as file:
            services = yaml.safe_load(file)["services"].values()
        names |= {name for one in services if one.get("image") == "valence" for name in one["environment"] if name != "PGPASSWORD"}
    assert {"VALENCE_OWN_BIC", "VALENCE_DRAIN_SECONDS"} <= names
    with open(f"{DEPLOY}/kubernetes/configuration.yaml", encoding="utf-8") as file:
        names |= set(yaml.safe_load(file)["data"])
    for name in names:
        key = name.removeprefix("VALENCE_").lower().replace("_", "-")
        assert f"\n| `{key}` |" in printed, name
