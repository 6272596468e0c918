"""The bill of materials of a program, as CycloneDX 1.6."""
import datetime
import json
import re
import subprocess
import uuid

from release_parts import stage
from release_parts.stage import ROOT, output

# Works that are copied into the repository: name, version, licence, file.
COPIED = [
    ("Inter", "4", "OFL-1.1", "web/sans.woff2"),
    ("zxcvbn-password-list", "4.5.0", "MIT", "Sources/Services/Auth/CommonPasswordList.swift"),
    ("unicode-character-database", "14.0.0", "Unicode-3.0", "Sources/Conditions/Folding/CaseFoldingTable.swift"),
]

# The Apache License with the Runtime Library Exception.
EXCEPTED = "Apache-2.0 WITH Swift-exception"

# The licences of the C libraries, by the names of their Debian packages.
LIBRARIES = {
    "libc6": "LGPL-2.1-or-later", "libcurl4": "curl", "libgnutls30": "LGPL-2.1-or-later", "libmicrohttpd12": "LGPL-2.1-or-later",
    "libpcre2-8-0": "BSD-3-Clause", "libpq5": "PostgreSQL", "libsodium23": "ISC", "libsqlite3-0": "blessing", "libxml2": "MIT",
    "libyaml-0-2": "MIT", "zlib1g": "Zlib", "libgcc-s1": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libstdc++6": "GPL-3.0-or-later WITH GCC-exception-3.1",
}


def write(path, version, program):
    """Writes the bill of materials; returns its path."""
    time = datetime.datetime.fromtimestamp(stage.epoch(), datetime.timezone.utc)
    root = {
        "type": "application", "bom-ref": "valence", "name": "valence", "version": version,
        "description": "Server for a bank's forms", "licenses": [{"license": {"id": "Apache-2.0"}}],
    }
    components = sorted(packages() + [toolchain()] + copied() + libraries(program), key=lambda one: one["bom-ref"])
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'valence {version} {stage.epoch()}')}", "version": 1,
        "metadata": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": root},
        "components": components,
        "dependencies": [{"ref": "valence", "dependsOn": [one["bom-ref"] for one in components]}],
    }
    path.write_text(json.dumps(bill, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path


def packages():
    """The Swift packages of Package.resolved."""
    pins = json.loads((ROOT / "Package.resolved").read_text(encoding="utf-8"))["pins"]
    found = []
    for pin in pins:
        version, address = pin["state"]["version"], pin["location"].removesuffix(".git")
        owner, name = address.split("/")[-2:]
        found.append({
            "type": "library", "bom-ref": f"pkg:swift/github.com/{owner}/{name}@{version}", "name": name, "version": version,
            "purl": f"pkg:swift/github.com/{owner}/{name}@{version}", "licenses": [{"expression": licence(pin["identity"])}],
        })
    return found


def licence(package):
    """Returns the SPDX expression of a Swift package from its text. Refuses a text that is absent or
    unknown."""
    for path in sorted((ROOT / ".build/checkouts" / package).glob("LICENSE*")):
        text = path.read_text(encoding="utf-8")
        if re.match(r"\s*Apache License\s+Version 2\.0,", text):
            return EXCEPTED if "Runtime Library Exception" in text else "Apache-2.0"
    raise stage.Refused(f"the licence of the Swift package {package} is unknown: read it, and extend materials.py and NOTICE")


def toolchain():
    """Swift's standard library and FoundationEssentials, which are linked into the program."""
    version = re.search(r"Swift version (\S+)", output(["swift", "--version"]))[1]
    return {"type": "framework", "bom-ref": f"swift@{version}", "name": "swift", "version": version,
            "description": "Standard library, Dispatch and FoundationEssentials", "licenses": [{"expression": EXCEPTED}]}


def copied():
    for name, _, licence, _ in COPIED:
        if not (ROOT / "LICENSES" / f"{licence}.txt").exists():
            raise stage.Refused(f"LICENSES has no text of {licence}, the licence of {name}")
    return [{"type": "data", "bom-ref": f"{name}@{version}", "name": name, "version": version, "description": file,
             "licenses": [{"license": {"id": licence}}]} for name, version, licence, file in COPIED]


def libraries(program):
    """The C libraries that the program names, with the Debian packages of this machine."""
    found = {}
    release = dict(line.split("=", 1) for line in open("/etc/os-release", encoding="utf-8").read().splitlines() if "=" in line)
    for name in re.findall(r"NEEDED\s+(\S+)", output(["objdump", "-p", str(program)])):
        package = owner(name)
        version = output(["dpkg-query", "-W", "-f=${Version}", package])
        plain = package.split(":")[0]
        if plain.removesuffix("t64") not in LIBRARIES:
            raise stage.Refused(f"the licence of {plain} ({name}) is unknown: read it, and extend materials.py and NOTICE")
        purl = f"pkg:deb/debian/{plain}@{version}?distro=debian-{release.get('VERSION_ID', '').strip(chr(34))}"
        found[plain] = {"type": "library", "bom-ref": purl, "name": plain, "version": version, "purl": purl, "scope": "required",
                        "licenses": [{"expression": LIBRARIES[plain.removesuffix("t64")]}],
                        "description": f"Linked dynamically as {name}; the installed version may be newer"}
    return list(found.values())


def owner(library):
    """Returns the Debian package of a library. Refuses a library that no package owns."""
    for folder in ("/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu"):
        try:
            return output(["dpkg", "-S", f"{folder}/{library}"], stderr=subprocess.DEVNULL).split(": ")[0].split(",")[0]
        except subprocess.CalledProcessError:
            continue
    raise stage.Refused(f"no Debian package owns {library}, which the program needs")
