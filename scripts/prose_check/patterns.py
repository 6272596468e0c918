"""The phrases that are reported, and the search for them."""
import bisect
import re

LONGEST_SENTENCE = 30
# Name and regular expression.
PATTERNS = [
    ("tell/say for report, return, log, show", r"(?i)\b(tells?|told)\b(?! (the )?(user|person|customer)s?\b)"),
    ("say for state, declare, name", r"(?i)\b(says?|said) (so|which|what|whether|how|that|of|it|nothing|why|where)\b"),
    ("have/let + object + verb",
     r"\b([Hh]as|[Hh]ave|[Ll]ets?) (the |a |an |each |all |no |others?|nobody|somebody|whoever|them|it|people) ?\w* ?"
     r"(be|do|end|wait|stand|go|follow|see|look|draw|read|write|know|take|run|move|answer)\b"),
    ("whoever / nobody / somebody as a subject", r"(?i)\b(whoever|nobody|somebody)\b"),
    # "There is no operation `x`" is the usual wording of an error, and not a definition.
    ("negative definition", r"(?<![Tt]here )\b(is|are|was|were) (no|none|nothing)\b(?! longer| more)"),
    ("what ... is/has ... as a subject",
     r"(^|[.:;] )What (is|was|has|had|a|an|the|it|they|he|she|people|others?|follows|comes|stands|nobody|somebody)\b"),
    ("stands / lies / goes on / comes again / behind",
     r"(?i)\b(stands?|stood) (in|at|on|beside|behind|there|above|below|for|by|before|between|under)\b"
     r"|\bgoes? on\b|\bcomes? again\b|\bbehind (it|them|that|each|every|all|this|these|which|what)\b"),
    ("beside / besides for next to, in addition", r"(?i)\bbesides?\b"),
    ("archaic",
     r"(?i)\b(mend(s|ed|ing)?|borne|for want of|be it|begun by|thereby|wherein|in the place of|as long as there"
     r"|meanwhile|of its own accord|in vain|spares?|spared|sooner or later)\b"),
    ("the one of / those of / that of",
     r"(?i)\b(the one|the ones|those|that) of (an?|the|each|its|their|this|what)\b"),
    ("personified machine",
     r"(?i)\b(owes?|wants? to|thinks?|minds|gets? young|knows? (of|nothing|no|better)|learns?|remembers to"
     r"|asks? itself)\b"),
    ("look at / a look for read, query",
     r"(?i)\b(one|a|each|this|that|next|last|first) look\b|\blooks? (once|twice|anew|again)\b"),
]


def masked(text):
    """Returns `text` with each code span replaced by the same number of X. Positions do not
    change."""
    return re.sub(r"`[^`]*`", lambda match: "X" * len(match[0]), text)


def hits(paragraph):
    """Yields (first line, last line, pattern, phrase) for each hit in a paragraph."""
    plain = masked(" ".join(text for _, text in paragraph))
    starts = [0]
    for _, text in paragraph:
        starts.append(starts[-1] + len(text) + 1)

    def line(position):
        return paragraph[bisect.bisect_right(starts, position) - 1][0]

    for name, pattern in PATTERNS:
        for match in re.finditer(pattern, plain):
            yield line(match.start()), line(match.end() - 1), name, match[0]
    for sentence in re.finditer(r"\S.*?(?:[.!?][\"')]*(?=\s)|$)", plain):
        words = sentence[0].split()
        if len(words) > LONGEST_SENTENCE and "|" not in sentence[0]:
            name = f"sentence over {LONGEST_SENTENCE} words"
            yield line(sentence.start()), line(sentence.end() - 1), name, " ".join(words[:8]) + " ..."
