"""Readers: each returns the prose of one kind of file in paragraphs, which are lists of (line number, text)."""
import ast
import os
import re

from prose_check.patterns import masked

# Swift: a comment, or a literal. Parentheses of an interpolation are matched to a depth of three.
INTERPOLATION = (r'\\#*\((?:[^()"\n]|"(?:[^"\\\n]|\\.)*"'
                 r'|\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\))*\)')
SWIFT_TOKEN = re.compile(
    r'//[^\n]*|(?P<hashes>#*)"""\n(?P<block>.*?)"""(?P=hashes)|#"(?P<raw>[^\n]*?)"#'
    r'|"(?P<line>(?:' + INTERPOLATION + r'|[^"\\\n]|\\[^(\n])*)"', re.S)
C_COMMENT, SQL_COMMENT, SCRIPT_COMMENT = (
    re.compile(start + " ?(?P<text>.*)") for start in (r"(?:///?|\*(?!/)|/\*+)", "--", "#(?!!)"))
YAML_ENGLISH = re.compile(
    r"""(?:^|[{,\s])en: *("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^"'\s{\[|>][^\n]*?(?=\}|, |,?$))""")
JSON_DESCRIPTION = re.compile(r'"description": *"((?:[^"\\]|\\.)*)"')
DATA = re.compile(r"""^(- )?\{\w+:|"\w+":|\w: ?[\[{"]""")
SQL = re.compile(
    r"^(SELECT|INSERT|UPDATE|DELETE|WITH|FROM|WHERE|AND|OR|JOIN|CREATE|ALTER|PRAGMA|GRANT|LOCK|ROLLBACK)\b"
    r"|\b(SELECT|FROM|WHERE|JOIN|VALUES|NULL|ORDER BY|LIMIT|CHECK|REFERENCES|ON CONFLICT)\b")
WORD = re.compile(r"""[("']*[A-Za-z]+(?:['’/-][A-Za-z]+)*[)"']*[.,:;!?)]*""")
FUNCTION_WORDS = re.compile(
    r"\b([Aa]n?|[Tt]he|of|[Ii]s|are|was|were|be|[Tt]o|[Ii]n|[Ff]or|[Aa]nd|or|[Nn]ot?|[Bb]y|[Ww]ith|[Ff]rom|that|[Tt]his"
    r"|[Ii]ts?|[Aa]t|[Aa]s|has|have|may|can|must|cannot|than|which|who|where|[Ww]hen|[Ii]f)\b(?!:)")


def is_english(text):
    """Returns true for four or more English words that are not SQL, JSON, a regular expression or Russian text."""
    plain = masked(text)
    tokens = plain.split()
    words = [token for token in tokens if WORD.fullmatch(token)]
    english = [word for word in words if "XX" not in word and word.strip(".,:;()") != "X"]
    if len(english) < 4 or len(words) < 0.6 * len(tokens) or SQL.search(plain) or DATA.search(plain):
        return False
    return len(re.findall("[А-Яа-яЁё]", plain)) < len(re.findall("[A-Za-z]", plain))


def is_sentence(text):
    """Returns true for English with an article, a preposition or another function word: lists of names have none."""
    return is_english(text) and FUNCTION_WORDS.search(text) is not None


def paragraphs(lines):
    """Groups (line number, text) into lists of adjacent lines. A list item, heading or table row begins a new list."""
    group = []
    for number, text in lines:
        if group and (not text or number != group[-1][0] + 1 or re.match(r"[-*|#>] |\||\d+\. ", text)):
            yield group
            group = []
        if text:
            group.append((number, text))
    if group:
        yield group


def comments(text, pattern):
    """Returns the paragraphs of comments, without code that is indented by four spaces."""
    matches = ((number, pattern.match(line.strip())) for number, line in enumerate(text.split("\n"), 1))
    return paragraphs(
        (number, match["text"].strip()) for number, match in matches if match and not match["text"].startswith("    "))


def swift_literals(text, reads_blocks):
    """Yields each English literal, including those within interpolations."""
    for match in SWIFT_TOKEN.finditer(text):
        first = text.count("\n", 0, match.start()) + 1
        if match["block"] is None:
            pieces = [(first, match["line"] or match["raw"] or "")]
        else:
            pieces = list(enumerate(match["block"].split("\n"), first + 1)) if reads_blocks else []
        english = []
        for number, piece in pieces:
            for inner in re.findall(INTERPOLATION, piece):
                yield from ([(number, part)] for [(_, part)] in swift_literals(inner, False))
            plain = re.sub(INTERPOLATION, "X", piece).replace(r"\n", " ").replace('\\"', '"').strip(" \\")
            descriptions = JSON_DESCRIPTION.findall(plain)
            yield from ([(number, part)] for part in descriptions if is_sentence(part))
            if not descriptions and is_sentence(plain):
                english.append((number, plain))
        yield from paragraphs(english)


def swift_prose(path, text):
    """Yields comments and literals. In tests, literals of several lines are input data."""
    yield from comments(text, C_COMMENT)
    yield from swift_literals(text, reads_blocks=not path.startswith("Tests/"))


def python_prose(path, text):
    """Yields comments and docstrings."""
    yield from comments(text, SCRIPT_COMMENT)
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError):
        return
    lines = text.split("\n")
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in nodes:
        if isinstance(node, documented) and ast.get_docstring(node):
            literal = node.body[0]
            numbers = range(literal.lineno, literal.end_lineno + 1)
            docstring = ((number, lines[number - 1][literal.col_offset:].rstrip().strip('"')) for number in numbers)
            yield from paragraphs((number, line.strip()) for number, line in docstring if not line.startswith("    "))


def yaml_prose(path, text):
    """Yields comments and, in config/ and examples/, English texts."""
    yield from comments(text, SCRIPT_COMMENT)
    if path.startswith(("config/", "examples/")):
        for number, line in enumerate(text.split("\n"), 1):
            values = [] if line.strip().startswith("#") else YAML_ENGLISH.findall(line)
            yield from ([(number, value.strip("\"'"))] for value in values if is_english(value.strip("\"'")))


def markdown_prose(path, text):
    """Returns the paragraphs outside of code, which is fenced, or indented by four spaces after a blank line."""
    lines, is_fenced, is_code = [], False, True
    for number, line in enumerate(text.split("\n"), 1):
        is_code = not line.strip() or is_code and line.startswith("    ")
        if line.strip().startswith("```"):
            is_fenced = not is_fenced
        elif not is_fenced and not is_code:
            lines.append((number, line.strip()))
    return paragraphs(lines)


def comment_reader(pattern):
    return lambda path, text: comments(text, pattern)


READERS = {
    ".swift": swift_prose, ".md": markdown_prose, ".py": python_prose, ".yaml": yaml_prose,
    ".js": comment_reader(C_COMMENT), ".c": comment_reader(C_COMMENT), ".h": comment_reader(C_COMMENT),
    ".sql": comment_reader(SQL_COMMENT), ".sh": comment_reader(SCRIPT_COMMENT),
}


def prose(path, text):
    """Returns the paragraphs of a file: lists of (line number, text). The path is relative to the top folder."""
    reader = READERS.get(os.path.splitext(path)[1])
    shebang = re.match(r"#!.*\b(python|bash|sh)[\d.]*\b", text)
    if not reader and shebang:
        reader = python_prose if shebang[1] == "python" else READERS[".sh"]
    return list(reader(path, text)) if reader else []
