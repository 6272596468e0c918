"""Tests of the tool: small samples with the expected phrases, and limits in a temporary folder."""
import os
import subprocess
import tempfile

from prose_check import report
from prose_check.patterns import hits
from prose_check.readers import prose

SENTENCE = "word " * 31 + "end."

# The name, the path, the text, the number of lines read, and the phrases found.
SAMPLES = [
    ("a Swift comment", "Sources/A/A.swift", "/// Tells the caller.\nlet a = 1\n", 1, ["Tells"]),
    ("a block comment", "Sources/A/A.swift", "/*\n * It knows nothing.\n */\n", 1, ["knows nothing"]),
    ("an example in a comment", "Sources/A/A.swift", "///     let told = a  // told\n", 0, []),
    ("a blank line of a comment", "Sources/A/A.swift", "/// First.\n///\n/// Second.\n", 2, []),
    ("a phrase over two lines", "Sources/A/A.swift", "/// Returns the name of the one\n/// of the caller.\n", 2,
     ["the one of the"]),
    ("code in backticks", "Sources/A/A.swift", "/// Returns `told`, never nil.\n", 1, []),
    ("a missing object", "Sources/A/A.swift", 'throw E("there is no operation with this name")\n', 1, []),
    ("a literal", "Sources/A/A.swift", 'throw E("the \\(a.map { "x" } ?? "y") is no number")\n', 1, ["is no"]),
    ("a literal in an interpolation", "Sources/A/A.swift", 'let a = "\\(b ?? "it is told of that")"\n', 1, ["told"]),
    ("a literal of three words", "Sources/A/A.swift", 'let a = "is told that"\n', 0, []),
    ("a literal of several lines", "Sources/A/A.swift", '"""\nIt is told of that\nand of no one.\n"""\n', 2, ["told"]),
    ("a list of names", "Sources/A/A.swift", 'let a = "told besides nobody meanwhile minds"\n', 0, []),
    ("SQL", "Sources/A/A.swift", 'let a = "SELECT the_one, told FROM people WHERE told = 1 AND nobody"\n', 0, []),
    ("JSON", "Sources/A/A.swift", '"""\n{"told": "the person is told of it"}\n"""\n', 0, []),
    ("a description in JSON", "Sources/A/A.swift", '"""\n{"description": "it is no name"}\n"""\n', 1, ["is no"]),
    ("a regular expression", "Sources/A/A.swift", 'let a = #"^(told|tells) (the|a) [a-z]+ \\d{2} .* of$"#\n', 0, []),
    ("a Russian literal", "Sources/A/A.swift", 'let a = "Нельзя: the told of that в поле"\n', 0, []),
    ("data of a test", "Tests/A/A.swift", 'let a = """\n  The caller is told of it\n  """\n', 0, []),
    ("a title of a test", "Tests/A/A.swift", '@Test("the caller is told of it")\n', 1, ["told"]),
    ("a docstring", "scripts/a.py", 'class A:\n    """Tells it.\n\n        told\n    """\n    b = "told"\n', 1,
     ["Tells"]),
    ("a Python script", "scripts/a", '#!/usr/bin/env python3\n"""Somebody calls."""\n', 1, ["Somebody"]),
    ("a bash script", "scripts/a", "#!/usr/bin/env bash\n# Nobody calls.\necho told\n", 1, ["Nobody"]),
    ("a file of another kind", "scripts/a", "# Nobody calls.\n", 0, []),
    ("Markdown", "docs/a.md", "It is told.\n\n```sh\ntold\n```\n\n    told\n", 1, ["told"]),
    ("SQL comments", "migrations/a.sql", "-- It is told.\nSELECT told;\n", 1, ["told"]),
    ("English in YAML", "config/a.yaml", "title: {ru: Имя, en: The person is told of it}\n", 1, ["told"]),
    ("quoted English in YAML", "config/a.yaml", 'a: {en: "Yes, it is no name"}\nb: {en: told}\n', 1, ["is no"]),
    ("Russian in YAML", "config/a.yaml", "title: {ru: Это told told told of it, fr: The person is told}\n", 0, []),
    ("YAML elsewhere", "deploy/a.yaml", "title: {en: The person is told of it}\n", 0, []),
    ("a long sentence", "docs/a.md", SENTENCE + "\n", 1, ["word " * 8 + "..."]),
    ("a long sentence over two lines", "docs/a.md", "word\n" + SENTENCE[5:] + "\n", 2, ["word " * 8 + "..."]),
    ("two sentences", "docs/a.md", "word " * 20 + "end.\n" + "word " * 20 + "end.\n", 2, []),
]


def sample_failures():
    for name, path, text, lines, phrases in SAMPLES:
        paragraphs = prose(path, text)
        found = [phrase for paragraph in paragraphs for *_, phrase in hits(paragraph)]
        count = sum(len(paragraph) for paragraph in paragraphs)
        if (count, found) != (lines, phrases):
            yield f"{name}: expected {lines} lines and {phrases}, got {count} and {found}"


def write(root, path, text):
    os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
    with open(os.path.join(root, path), "w") as file:
        file.write(text)


def limit_failures(root):
    """Yields the failed checks of a tree with rates of 1,000, 500 and 0 hits per 1,000 lines."""
    write(root, "Sources/A/A.swift", "// It is told.\n")
    write(root, "Sources/B/B.swift", "// It is told.\n// It is reported.\n")
    write(root, "docs/a.md", "It is reported.\n")
    write(root, "Tests/B/Cases/a.swift", "// It is told.\n")
    measured = report.measured(root, [root])
    checks = [
        ("folders", dict(measured.lines), {"Sources/A": 1, "Sources/B": 2, "docs": 1}),
        ("limits that hold", report.excesses(root, {"Sources/A": 1000, "Sources/B": 500}, measured), []),
        ("a limit exceeded and one missing", report.excesses(root, {"Sources/A": 999}, measured), [
            "Sources/A: 1000 hits per 1,000 lines, limit 999", "Sources/B: 500 hits per 1,000 lines, limit 10"]),
        ("a missing folder", report.excesses(root, {"Sources/A": 1000, "Sources/B": 500, "C": 1}, measured), [
            "C: the folder does not exist; remove its limit"]),
        ("limits lowered", report.lowered(root, {"Sources/A": 2000, "Sources/B": 400, "docs": 20, "C": 1}, measured), {
            "Sources/A": 1000, "Sources/B": 400}),
        ("a limit below the default", report.lowered(root, {"docs": 5}, measured), {"docs": 0}),
    ]
    for name, result, expected in checks:
        if result != expected:
            yield f"{name}: expected {expected}, got {result}"
    path = os.path.join(root, "limits.json")
    report.write_limits(path, {"docs": 5})
    if report.read_limits(path) != {"docs": 5}:
        yield "limits read from a file differ from the limits written to it"


def change_failures(root):
    """Yields the failed checks of lines and subjects that were added since a commit."""
    def git(*arguments):
        subprocess.run(["git", "-C", root, "-c", "user.name=a", "-c", "user.email=a@localhost", *arguments], check=True,
                       stdout=subprocess.DEVNULL)

    git("init", "-q", "-b", "main")
    write(root, "docs/a.md", "It was told.\n")
    git("add", ".")
    git("commit", "-q", "-m", "Begin")
    git("checkout", "-q", "-b", "change")
    write(root, "docs/a.md", "It was told.\n\nNobody reads.\n")
    git("commit", "-q", "-a", "-m", "Tell of it")
    write(root, "docs/a.md", "It was told.\n\nNobody reads.\nSomebody writes.\n")
    result = report.added_since(root, "main")
    found = [row.split(": ")[2] for row in result.rows]
    if found != ["Nobody", "Somebody", "Tell"] or dict(result.lines) != {"docs": 2, "commits": 1}:
        yield f"a change: got {result.rows} in {dict(result.lines)}"


def failures():
    """Returns a line for each check that failed."""
    lines = list(sample_failures())
    for check in (limit_failures, change_failures):
        with tempfile.TemporaryDirectory() as root:
            lines += check(root)
    return lines
