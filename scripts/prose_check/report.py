"""Counts of a tree or of a change, and their limits."""
import collections
import json
import math
import os
import re
import subprocess

from prose_check.patterns import hits
from prose_check.readers import READERS, prose

DEFAULT_LIMIT = 10
LONGEST_SUBJECT = 72
SKIPPED = re.compile(
    r"(^|/)(\.git|\.build[^/]*|artefacts|node_modules|venv|Cases|Snapshots|answers|web-cases|schema-operations)(/|$)")


class Report:
    """The hits and the number of prose lines of each folder."""

    def __init__(self):
        self.lines, self.counts, self.rows = collections.Counter(), collections.Counter(), []

    def add(self, folder, place, paragraph, only=None):
        """Adds a paragraph. `only`, a set of line numbers, limits the report to these lines."""
        self.lines[folder] += sum(only is None or number in only for number, _ in paragraph)
        for first, last, name, phrase in hits(paragraph):
            if only is None or only.intersection(range(first, last + 1)):
                self.add_hit(folder, f"{place}:{first}" if first else place, name, phrase)

    def add_hit(self, folder, place, name, phrase):
        self.counts[folder] += 1
        self.rows.append(f"{place}: {name}: {phrase}")

    def rate(self, folder):
        """Returns the hits per 1,000 lines of a folder."""
        return 1000 * self.counts[folder] / max(1, self.lines[folder])

    def total_rate(self):
        return 1000 * len(self.rows) / max(1, sum(self.lines.values()))

    def print_rows(self):
        for row in self.rows:
            print(row)

    def print_folders(self):
        for folder in sorted(self.lines):
            rate = math.ceil(self.rate(folder))
            print(f"{folder:28} {self.lines[folder]:6} lines {self.counts[folder]:6} hits {rate:7} per 1,000")

    def print_total(self):
        rate = math.ceil(self.total_rate())
        print(f"{len(self.rows)} hits in {sum(self.lines.values())} prose lines, {rate} per 1,000")


def folder_of(path):
    """Returns the key of a path in the summary and in the limits: Sources/X, Tests/X, or the first component."""
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] in ("Sources", "Tests") else parts[0]


def read(path):
    with open(path, errors="replace") as file:
        return file.read()


def files(top):
    """Yields the paths of the files in a file or folder."""
    if os.path.isfile(top):
        yield top
    for folder, names, found in os.walk(top):
        names[:] = sorted(name for name in names if not SKIPPED.search(name))
        yield from (os.path.join(folder, name) for name in sorted(found))


def measured(root, paths):
    """Reads files and folders; `root` is the top folder."""
    report = Report()
    for path in (path for top in paths for path in files(top)):
        name = os.path.relpath(path, root)
        if os.path.splitext(name)[1] not in READERS and "." in os.path.basename(name):
            continue
        for paragraph in prose(name, read(path)):
            report.add(folder_of(name), name, paragraph)
    return report


def git(root, *arguments):
    return subprocess.run(["git", "-C", root, *arguments], check=True, stdout=subprocess.PIPE, text=True,
                          errors="replace").stdout


def added_since(root, base):
    """Reads lines and commit subjects that were added since the branch left `base`, with uncommitted changes and
    new files."""
    start = git(root, "merge-base", base, "HEAD").strip()
    options = ["-U0", "--no-color", "--no-ext-diff", "-M", "--src-prefix=a/", "--dst-prefix=b/"]
    diff = git(root, "-c", "core.quotePath=false", "diff", *options, start, "--")
    report, added, path = Report(), collections.defaultdict(set), ""
    for line in diff.split("\n"):
        if line.startswith("+++ "):
            path = line.removeprefix("+++ b/").rstrip("\t")
        elif line.startswith("@@ "):
            first, count = re.search(r"\+(\d+)(?:,(\d+))?", line).groups()
            added[path].update(range(int(first), int(first) + int(count or 1)))
    for path in git(root, "ls-files", "-z", "--others", "--exclude-standard").split("\0"):
        if path:
            added[path].update(range(1, read(os.path.join(root, path)).count("\n") + 2))
    for path, numbers in added.items():
        if os.path.isfile(os.path.join(root, path)) and not SKIPPED.search(path):
            for paragraph in prose(path, read(os.path.join(root, path))):
                report.add(folder_of(path), path, paragraph, only=numbers)
    for line in git(root, "log", "--no-merges", "--format=%h %s", f"{start}..").splitlines():
        sha, subject = line.split(" ", 1)
        report.add("commits", f"commit {sha}", [(0, subject)])
        if len(subject) > LONGEST_SUBJECT:
            report.add_hit("commits", f"commit {sha}", f"subject over {LONGEST_SUBJECT} characters", subject)
    return report


def excesses(root, limits, report):
    """Returns a line for each folder above its limit and for each limit of a missing folder."""
    lines = []
    for folder in sorted(limits.keys() | report.lines.keys()):
        limit = limits.get(folder, DEFAULT_LIMIT)
        if not os.path.exists(os.path.join(root, folder)):
            lines.append(f"{folder}: the folder does not exist; remove its limit")
        elif report.rate(folder) > limit:
            lines.append(f"{folder}: {math.ceil(report.rate(folder))} hits per 1,000 lines, limit {limit}")
    return lines


def lowered(root, limits, report):
    """Returns limits that are never higher than before. A limit that reaches the default is removed."""
    result = {}
    for folder, limit in limits.items():
        new = min(limit, math.ceil(report.rate(folder)))
        if os.path.exists(os.path.join(root, folder)) and (new > DEFAULT_LIMIT or limit < DEFAULT_LIMIT):
            result[folder] = new
    return result


def read_limits(path):
    """Returns {folder: hits per 1,000 lines}. Throws ValueError for a file of another form."""
    limits = json.loads(read(path))
    if not isinstance(limits, dict) or not all(isinstance(limit, (int, float)) for limit in limits.values()):
        raise ValueError(f"{path}: expected an object of numbers")
    return limits


def write_limits(path, limits):
    with open(path, "w") as file:
        file.write(json.dumps(limits, indent=2, sort_keys=True) + "\n")
