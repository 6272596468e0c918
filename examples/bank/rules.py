"""Rates, addresses and passports, without HTTP."""
import datetime
import re
from decimal import ROUND_HALF_EVEN, Decimal, localcontext

import data


def _roubles(currency, day):
    """Returns the roubles for one unit of a currency on a day, by a formula, so equal requests get equal answers."""
    terms = data.CURRENCIES[currency]
    passed = (day - datetime.date.fromisoformat(data.ANCHOR)).days
    climb = min(passed % terms["days"], -passed % terms["days"])
    ripple = (passed * 5 + 3) % 7 - 3
    return terms["roubles"] + terms["swing"] * 2 * climb / terms["days"] + terms["ripple"] * ripple


def rate(source, target, day):
    """Returns the rate with four decimals; None for an unknown currency."""
    if source not in data.CURRENCIES or target not in data.CURRENCIES:
        return None
    with localcontext() as context:
        context.prec = 28
        exact = _roubles(source, day) / _roubles(target, day)
        return exact.quantize(Decimal("0.0001"), rounding=ROUND_HALF_EVEN)


def _words(text):
    return re.findall(r"\w+", text.casefold().replace("ё", "е"))


_ADDRESS_WORDS = [(address, _words(address["value"])) for address in data.ADDRESSES]


def addresses(query, city=None):
    """Returns the addresses in which each word of the query begins some word. A query without words finds all. With a
    city, only its addresses are found."""
    wanted = _words(query)
    return [
        address for address, words in _ADDRESS_WORDS
        if city in (None, address["data"]["city"])
        and all(any(word.startswith(beginning) for word in words) for beginning in wanted)
    ]


def passport(series, number):
    if series == "0000":
        return "UNKNOWN"
    return {"0": "EXPIRED", "9": "LOST"}.get(number[-1], "VALID")
