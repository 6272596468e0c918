"""JSON with exact numbers: a number with decimals is a `Decimal` in both directions, never a float."""
import json
from decimal import Decimal, DecimalException

LARGEST_EXPONENT = 6144  # a few bytes must not become megabytes of digits


def _no_constant(name):
    raise ValueError(f"{name} is no JSON")


def _decimal(text):
    try:
        number = Decimal(text)
    except DecimalException:
        raise ValueError("a number is out of range") from None
    if abs(number.as_tuple().exponent) > LARGEST_EXPONENT:
        raise ValueError("a number is out of range")
    return number


def read(data):
    """Returns the value of UTF-8 JSON that `write` can write again. Raises `ValueError` for anything else."""
    try:
        value = json.loads(data.decode("utf-8"), parse_float=_decimal, parse_constant=_no_constant)
        write(value).encode()
        return value
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
