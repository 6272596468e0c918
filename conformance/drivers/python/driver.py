"""A driver of the conformance kit: answers one JSON object a line. See ../../README.md.

Copy it, and replace the functions of `typing_rules` by calls of your client.
"""
import json
import sys

import typing_rules as rules

FUNCTIONS = {
    "hello": lambda q: {"client": "Python skeleton", "profiles": ["typing"]},
    "mask": lambda q: rules.mask(q["mask"], q.get("given"), q.get("steps", [])),
    "amount": lambda q: rules.amount(q["language"], q.get("places"), q.get("given"), q.get("steps", [])),
    "decimal": lambda q: {"value": rules.decimal(q["typed"], q["language"])},
    "pastedDecimal": lambda q: {"value": rules.pasted_decimal(q["text"], q["language"])},
    "text": lambda q: {"text": rules.pasted_text(q["text"], q["type"])},
    "day": lambda q: {"value": rules.day(q["typed"], q["today"], q.get("min"), q.get("max"))},
    "typedDay": lambda q: {"text": rules.typed_day(q["typed"])},
    "time": lambda q: {"value": rules.time(q["typed"])},
}


def answer(question):
    """Returns the answer to one question: a result, the skip of an unknown function, or an error."""
    function = FUNCTIONS.get(question["do"])
    if function is None:
        return {"id": question["id"], "skip": f"no function {question['do']}"}
    try:
        return {"id": question["id"], "result": function(question)}
    except Exception as error:
        return {"id": question["id"], "error": repr(error)}


def main():
    """Answers each line of standard input until its end."""
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(json.dumps(answer(json.loads(line))).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
