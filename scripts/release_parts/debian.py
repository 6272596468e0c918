"""The Debian package, made with Debian's own tools."""
import pathlib
import re
import shutil
import subprocess
from datetime import datetime, timezone
from email.utils import formatdate

from release_parts import stage
from release_parts.stage import ROOT, output

# The sources of swift-argument-parser, which has the program that makes the manual page.
PARSER = ROOT / ".build/checkouts/swift-argument-parser"
# Packages whose names end with t64 since Debian 13 and Ubuntu 24.04.
RENAMED = ["libcurl4", "libgnutls30", "libmicrohttpd12"]
# Needed by the program in addition to its libraries, and by the scripts of the package.
OTHERS = ["ca-certificates", "passwd", "tzdata"]
# The version of glibc in Debian 12, the oldest supported release.
OLDEST_GLIBC = (2, 36)


def libraries(program, folder):
    """Returns the dependencies on libraries, as dpkg-shlibdeps finds them, with the names of newer
    releases as alternatives. Refuses a program that does not run on Debian 12."""
    work = folder / "shlibdeps"
    (work / "debian").mkdir(parents=True)
    (work / "debian/control").write_text("Source: valence\n\nPackage: valence\nArchitecture: amd64\n", encoding="ascii")
    found = output(["dpkg-shlibdeps", "-O", "--warnings=0", str(program)], cwd=work)
    names = re.search(r"^shlibs:Depends=(.*)$", found, re.M)[1].split(", ")
    require_old_glibc(names)
    return [alternatives(name) for name in names]


def require_old_glibc(dependencies):
    """Refuses a dependency on a glibc that Debian 12 does not have."""
    for dependency in dependencies:
        found = re.match(r"libc6 \(>= (\d+)\.(\d+)", dependency)
        if found and (int(found[1]), int(found[2])) > OLDEST_GLIBC:
            raise stage.Refused(f"the program needs {dependency}, and Debian 12 has 2.36: build it on Debian 12")


def alternatives(dependency):
    """Returns `libcurl4t64 (>= 7.56.1) | libcurl4 (>= 7.56.1)` for a package that was renamed."""
    name, _, rest = dependency.partition(" ")
    plain = name.removesuffix("t64")
    if plain not in RENAMED:
        return dependency
    version = f" {rest}" if rest else ""
    return f"{plain}t64{version} | {plain}{version}"


def make(program, folder, target, version, depends, manual, quick):
    """Writes valence_VERSION_amd64.deb; returns its path."""
    tree = folder / "deb"
    number = debian_version(version)
    fill(tree, program, version, manual)
    control = tree / "DEBIAN"
    control.mkdir()
    size = sum(path.stat().st_size for path in tree.rglob("*") if path.is_file() and not path.is_symlink()) // 1024
    (control / "control").write_text(CONTROL.format(version=number, size=size, depends=", ".join(sorted(depends + OTHERS))),
                                     encoding="utf-8")
    owned = sorted(path for path in (tree / "etc").rglob("*") if path.is_file())
    (control / "conffiles").write_text("".join(f"/{path.relative_to(tree)}\n" for path in owned), encoding="utf-8")
    for file in control.iterdir():
        file.chmod(0o644)
    for script in ("postinst", "prerm", "postrm"):
        shutil.copyfile(ROOT / "deploy/package" / script, control / script)
        (control / script).chmod(0o755)
    stage.finish(tree)
    path = target / f"valence_{number}_amd64.deb"
    # One thread, so that the bytes do not depend on the number of processors.
    stage.run(["dpkg-deb", "--root-owner-group", "-Zxz", "-z1" if quick else "-z6", "--threads-max=1", "--build", str(tree), str(path)],
              stdout=subprocess.DEVNULL)
    return path


def debian_version(version):
    """Returns `1.0.0~dev` for `1.0.0-dev`, which is older than `1.0.0`."""
    return version.replace("-", "~")


def fill(tree, program, version, manual):
    """Installs the files of the package in a tree."""
    shared, etc, docs = tree / "usr/share/valence", tree / "etc/valence", tree / "usr/share/doc/valence"
    (tree / "usr/bin").mkdir(parents=True)
    shutil.copy(program, tree / "usr/bin/valence")
    for part in stage.FOLDERS:
        # The bank's own definitions are configuration files.
        stage.install(stage.tracked(part), etc if part == "config" else shared, pathlib.PurePosixPath("."))
    stage.install_web(shared)
    (shared / "config").symlink_to("/etc/valence/config")
    (shared / "valence.yaml").symlink_to("/etc/valence/valence.yaml")
    for source, place in {
        "deploy/package/valence.yaml": etc / "valence.yaml",
        "deploy/package/logrotate": tree / "etc/logrotate.d/valence",
        "deploy/package/valence.service": tree / "usr/lib/systemd/system/valence.service",
        "deploy/package/sysusers.conf": tree / "usr/lib/sysusers.d/valence.conf",
        "deploy/package/lintian-overrides": tree / "usr/share/lintian/overrides/valence",
        "deploy/package/copyright": docs / "copyright",
        "NOTICE": docs / "NOTICE",
        "SECURITY.md": docs / "SECURITY.md",
    }.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / source, place)
        place.chmod(0o644)
    stage.install(stage.tracked("LICENSES"), docs, pathlib.PurePosixPath("."))
    compressed(ROOT / "CHANGELOG.md", docs / "CHANGELOG.md.gz")
    changes = tree.parent / "changelog"
    changes.write_text(CHANGES.format(version=debian_version(version), date=formatdate(stage.epoch())), encoding="ascii")
    compressed(changes, docs / "changelog.gz")
    pages(tree, program, manual)


def pages(tree, program, manual):
    """Writes the manual page and the completions with the tools of swift-argument-parser."""
    for shell, place in {
        "bash": "usr/share/bash-completion/completions/valence",
        "zsh": "usr/share/zsh/vendor-completions/_valence",
        "fish": "usr/share/fish/vendor_completions.d/valence.fish",
    }.items():
        path = tree / place
        path.parent.mkdir(parents=True)
        path.write_text(output([str(program), "--generate-completion-script", shell]), encoding="utf-8")
        path.chmod(0o644)
    work = tree.parent / "manual"
    work.mkdir()
    date = datetime.fromtimestamp(stage.epoch(), timezone.utc).date().isoformat()
    stage.run([str(manual), str(program), "-o", str(work), "--date", date, "--section", "1"])
    page = work / "valence.1"
    # An empty line of a help text begins a paragraph.
    page.write_text(re.sub(r"\n{2,}", "\n.Pp\n", page.read_text(encoding="utf-8")), encoding="utf-8")
    compressed(page, tree / "usr/share/man/man1/valence.1.gz")


def fetch_manual_tool():
    """Fetches the sources of generate-manual unless a build has fetched them."""
    if not PARSER.exists():
        stage.run(["swift", "package", "--package-path", str(ROOT), "resolve"], stdout=subprocess.DEVNULL)


def manual_tool():
    """Returns the path of generate-manual, which is built once."""
    scratch = ROOT / ".build/manual"
    tool = scratch / "debug/generate-manual"
    if not tool.exists():
        stage.run(["nice", "swift", "build", "--package-path", str(PARSER), "--scratch-path", str(scratch), "--product", "generate-manual"],
                  stdout=subprocess.DEVNULL)
    return tool


def compressed(source, target):
    """Writes a gzip file without a name and a time."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(source, "rb") as plain, open(target, "wb") as file:
        stage.run(["gzip", "-9", "-n"], stdin=plain, stdout=file)
    target.chmod(0o644)


CHANGES = """\
valence ({version}) unstable; urgency=medium

  * CHANGELOG.md.gz lists the changes.

 -- The Valence authors <valence@localhost>  {date}
"""

CONTROL = """\
Package: valence
Version: {version}
Architecture: amd64
Maintainer: The Valence authors <valence@localhost>
Installed-Size: {size}
Depends: {depends}
Suggests: logrotate, postgresql-client
Section: httpd
Priority: optional
Description: server for a bank's forms
 Valence serves the forms of a bank: operations that are YAML files, which it
 checks, draws as JSON, validates, signs and executes. It stores its data in
 SQLite or PostgreSQL.
 .
 The service starts once /etc/valence/valence.yaml names the bank's BIC.
"""
