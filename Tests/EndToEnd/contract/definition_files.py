"""The YAML files of the repository and of its documents, and the part of a set that each belongs to."""
import glob
import os
import re
import subprocess

import yaml


class Loader(yaml.SafeLoader):
    """The core schema of YAML 1.2: no `yes` and `no`, no dates. Keys are texts, as in JSON."""

    def construct_mapping(self, node, deep=False):
        return {str(self.construct_scalar(key)): self.construct_object(value, deep=True) for key, value in node.value}


Loader.add_constructor("tag:yaml.org,2002:map", lambda loader, node: loader.construct_mapping(node))
Loader.yaml_implicit_resolvers = {
    letter: [(tag, pattern) for tag, pattern in resolvers
             if tag not in ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:value")]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), ["t", "f"])

# The parts of a definition set, by the folder of their files.
FOLDERS = ("operations", "fragments", "kinds", "tables", "services", "screens", "flows", "routes", "locales")
# The first properties of files outside of such folders.
WORDS = {"operation": "operations", "screen": "screens", "flow": "flows", "routes": "routes", "service": "services",
         "table": "tables", "kind": "kinds", "holidays": "calendar"}


def repository_files():
    """Yields the path and the text of each YAML file, except files with intended faults."""
    listed = subprocess.run(["git", "ls-files", "*.yaml", "*.yml"], check=True, capture_output=True, text=True).stdout
    for path in listed.split("\n"):
        if path and "/faults/" not in path:
            yield path, open(path, encoding="utf-8-sig").read()


def document_blocks():
    """Yields the page, the number, the named file (or an empty text) and the text of each YAML block."""
    for page in sorted(glob.glob("*.md") + glob.glob("docs/*.md") + glob.glob("examples/**/*.md", recursive=True)):
        text = open(page, encoding="utf-8").read()
        for number, (path, block) in enumerate(re.findall(r"^```yaml *([^\n]*)\n(.*?)^```", text, re.M | re.S)):
            yield page, number + 1, path.strip(), block


def part(path, text):
    """Returns the part of a definition set that a file belongs to; None for other YAML files."""
    if path.endswith(".scenarios.yaml"):
        return "scenarios"
    if path.endswith(".recorded.yaml"):
        return "recorded"
    if os.path.basename(path) == "calendar.yaml":
        return "calendar"
    folder = os.path.basename(os.path.dirname(path))
    first = re.match(r"(?:#[^\n]*\n|\s)*(\w+):", text)
    return folder if folder in FOLDERS else WORDS.get(first and first.group(1))
