"""Clean Debian systems in folders, made by mmdebstrap, and programs that run in them. The archives
of mmdebstrap are kept for a week in ~/.cache/valence, or in the folder DEBIAN_ROOTS.

A system shares the network with this machine, so that a client reaches its servers. Each program
has its own mounts, which end with it.
"""
import os
import shutil
import subprocess
import time
import urllib.request

from EndToEnd.bank import expect

MIRROR = "http://deb.debian.org/debian"
DAYS = 7


def missing():
    """Returns the reason for which no system can be made here; None if it can."""
    if not shutil.which("mmdebstrap"):
        return "mmdebstrap is not installed (scripts/prepare packages)"
    if os.getuid() != 0:
        return "mmdebstrap needs root"
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
        return "this machine permits no mounts"
    try:
        urllib.request.urlopen(f"{MIRROR}/dists/bookworm/InRelease", timeout=10).close()
    except OSError as failure:
        return f"{MIRROR} does not answer: {failure}"
    return None


def archive(suite):
    """Returns the archive of a system, and makes it if it is absent or older than `DAYS`."""
    folder = os.environ.get("DEBIAN_ROOTS") or os.path.expanduser("~/.cache/valence")
    path = os.path.join(folder, f"{suite}.tar")
    if not os.path.exists(path) or time.time() - os.path.getmtime(path) > DAYS * 86_400:
        os.makedirs(folder, exist_ok=True)
        draft = os.path.join(folder, f"{suite}.{os.getpid()}.tar")
        done = subprocess.run(
            ["mmdebstrap", "--variant=apt", "--mode=root", "--include=ca-certificates", suite, draft, MIRROR],
            capture_output=True, text=True)
        expect(done.returncode == 0, f"mmdebstrap {suite}: {done.stderr[-500:]}")
        os.replace(draft, path)
    return path


class Root:
    """A Debian system without a compiler."""

    def __init__(self, suite, folder):
        self.folder = os.path.join(folder, suite)
        os.makedirs(self.folder)
        subprocess.run(["tar", "-xf", archive(suite), "-C", self.folder], check=True)
        shutil.copyfile("/etc/resolv.conf", os.path.join(self.folder, "etc/resolv.conf"))

    def command(self, *words, user="root"):
        """Returns a command that runs words in the system. It keeps its process id, so that signals
        reach the program."""
        mounts = 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot --userspec="$1" "$0" "${@:2}"'
        return ["unshare", "--mount", "bash", "-c", mounts, self.folder, f"{user}:{user}", *words]

    def run(self, *words, user="root", input=None):
        """Runs words in the system; returns their output. Fails unless they succeed."""
        done = subprocess.run(self.command(*words, user=user), capture_output=True, text=True, input=input, env=surroundings())
        expect(done.returncode == 0, f"{words} in {self.folder}: {done.stdout[-300:]}{done.stderr[-600:]}")
        return done.stdout

    def script(self, path, *words, user="root"):
        """Writes a script of this machine that runs words in the system, with further arguments."""
        with open(path, "w", encoding="utf-8") as file:
            quoted = " ".join("'" + word.replace("'", "'\\''") + "'" for word in self.command(*words, user=user))
            file.write(f"#!/bin/bash\nexec {quoted} \"$@\"\n")
        os.chmod(path, 0o755)
        return path

    def path(self, name):
        return os.path.join(self.folder, name.lstrip("/"))


def surroundings():
    """The environment in a system: that of apt, without settings of this machine's tests."""
    kept = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    return {**kept, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LANG": "C.UTF-8"}
