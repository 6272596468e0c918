"""Reading and checking of requests; each fault is answered with 400."""
import re
from decimal import Decimal

import exact


class Bad(Exception):
    """A fault of the request, answered with 400."""


async def body_of(request):
    try:
        body = exact.read(await request.body())
    except ValueError:
        raise Bad("The body is not JSON in UTF-8") from None
    if not isinstance(body, dict):
        raise Bad("The body is not a JSON object")
    return body


def key_of(request):
    """Returns the header Idempotency-Key."""
    key = request.headers.get("idempotency-key")
    if key is None:
        raise Bad("The header Idempotency-Key is missing")
    if not re.fullmatch(r"[A-Za-z0-9._:~-]{1,128}", key):
        raise Bad("The header Idempotency-Key is not 1 to 128 letters, digits or .-_:~")
    return key


def text(body, name, pattern=".*", longest=200):
    """Returns a text member. The pattern holds for all of it."""
    value = body.get(name)
    if not isinstance(value, str):
        raise Bad(f"{name} is not a text")
    if len(value) > longest:
        raise Bad(f"{name} has more than {longest} characters")
    if not re.fullmatch(pattern, value, re.DOTALL | re.ASCII):
        raise Bad(f"{name} has the wrong format")
    return value


def whole(body, name, least, most, default=None):
    """Returns an integer member, `default` if it is missing. 1.0 is an integer, as in JSON Schema."""
    value = number(body, name, least, most, default)
    if value != int(value):
        raise Bad(f"{name} is not an integer")
    return int(value)


def number(body, name, least, most, default=None):
    """Returns a number member as a decimal, `default` if it is missing."""
    value = body.get(name, default)
    if type(value) not in (int, Decimal):
        raise Bad(f"{name} is not a number")
    if not least <= value <= most:
        raise Bad(f"{name} is not from {least} to {most}")
    return Decimal(value)


def boolean(body, name):
    value = body.get(name)
    if not isinstance(value, bool):
        raise Bad(f"{name} is neither true nor false")
    return value


def parameter(request, name, pattern):
    value = request.query_params.get(name)
    if value is None:
        raise Bad(f"The parameter {name} is missing")
    if not re.fullmatch(pattern, value, re.ASCII):
        raise Bad(f"The parameter {name} has the wrong format")
    return value
