"""Makes virtual environments and certificates, below `.build` of the repository."""
import fcntl
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE.parent.parent / ".build"


class Locked:
    """Holds a file's lock, so that two starts do not make the same thing at once."""

    def __init__(self, name):
        BUILD.mkdir(exist_ok=True)
        self.path = BUILD / f"{name}.lock"

    def __enter__(self):
        self.file = open(self.path, "w")
        fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_):
        self.file.close()


def run(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"bank: failed: {' '.join(map(str, command))}\n{done.stdout}")


def enter(name, requirements):
    """Starts this script again in the virtual environment `.build/NAME`, made or renewed first if its requirements changed."""
    folder = BUILD / name
    if pathlib.Path(sys.prefix).resolve() == folder.resolve():
        return
    if sys.version_info < (3, 11):
        sys.exit("bank: Python 3.11 or newer is missing")
    wanted, made = requirements.read_text(), folder / "requirements.txt"
    python = folder / "bin" / "python"
    with Locked(name):
        if not python.exists() or not made.exists() or made.read_text() != wanted:
            print(f"bank: installing {requirements.name} into {folder}", file=sys.stderr, flush=True)
            shutil.rmtree(folder, ignore_errors=True)
            run(sys.executable, "-m", "venv", folder)
            run(python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "-r", requirements)
            made.write_text(wanted)
    os.execv(python, [str(python), *sys.argv])


class Certificates:
    """An authority, a server's certificate for 127.0.0.1 and localhost, and a client's. They last a year."""

    folder = BUILD / "bank-certificates"
    authority, authority_key = folder / "authority.pem", folder / "authority.key"
    server, server_key = folder / "server.pem", folder / "server.key"
    client, client_key = folder / "client.pem", folder / "client.key"

    SETTINGS = """
[req]
distinguished_name = name
prompt = no
[name]
CN = %s
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = CA:FALSE
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = IP:127.0.0.1, DNS:localhost
[client]
basicConstraints = CA:FALSE
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
keyUsage = critical, digitalSignature
extendedKeyUsage = clientAuth
"""

    @classmethod
    def prepare(cls):
        """Makes the certificates, unless they are there and last another day."""
        with Locked(cls.folder.name):
            if not all(map(cls.lasts, (cls.authority, cls.server, cls.client))):
                cls.make()
        return cls

    @staticmethod
    def lasts(certificate):
        check = ["openssl", "x509", "-in", certificate, "-noout", "-checkend", "86400"]
        try:
            return certificate.exists() and subprocess.run(check, capture_output=True).returncode == 0
        except FileNotFoundError:
            sys.exit("bank: openssl is missing")

    @classmethod
    def make(cls):
        if shutil.which("openssl") is None:
            sys.exit("bank: openssl is missing")
        shutil.rmtree(cls.folder, ignore_errors=True)
        cls.folder.mkdir(mode=0o700)
        with tempfile.TemporaryDirectory() as scratch:
            settings, request = pathlib.Path(scratch, "settings"), pathlib.Path(scratch, "request")
            for part, name in (("authority", "Valence example authority"), ("server", "localhost"), ("client", "valence")):
                certificate, key = getattr(cls, part), getattr(cls, f"{part}_key")
                settings.write_text(cls.SETTINGS % name)
                run("openssl", "ecparam", "-genkey", "-name", "prime256v1", "-noout", "-out", key)
                key.chmod(0o600)
                if part == "authority":
                    run("openssl", "req", "-x509", "-new", "-sha256", "-days", "365", "-config", settings,
                        "-extensions", part, "-key", key, "-out", certificate)
                else:
                    run("openssl", "req", "-new", "-sha256", "-config", settings, "-key", key, "-out", request)
                    run("openssl", "x509", "-req", "-sha256", "-days", "365", "-in", request, "-CA", cls.authority,
                        "-CAkey", cls.authority_key, "-set_serial", str(int.from_bytes(os.urandom(8), "big")),
                        "-extfile", settings, "-extensions", part, "-out", certificate)
