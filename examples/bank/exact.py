"""JSON with exact numbers: a number with decimals is a `Decimal` in both directions, never a float."""
import json
from decimal import Decimal


def _no_constant(name):
    raise ValueError(f"{name} is no JSON")


def read(data):
    """Returns the value of UTF-8 JSON. Raises `ValueError` for anything else."""
    try:
        return json.loads(data.decode("utf-8"), parse_float=Decimal, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def write(value):
    """Returns the JSON text of a value. Decimals keep their digits: `Decimal("12500.50")` is written as 12500.50."""
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, dict):
        return "{" + ",".join(f"{write(name)}:{write(member)}" for name, member in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(write, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
