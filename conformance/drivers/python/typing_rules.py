"""The functions of the profile `typing`. ../../README.md describes their rules."""
import datetime
import re
import unicodedata
from typing import NamedTuple, Optional

GAP = "[ \u00a0\u2007\u2009\u202f]"  # the spaces between groups of digits


class Field(NamedTuple):
    """A field. `at` has the offset in `text` of each entered character."""
    text: str
    value: Optional[str]
    caret: int
    entered: Optional[list] = None  # None if the text is shown as it was typed
    at: tuple = ()
    fault: Optional[str] = None


class Edit(NamedTuple):
    """The text after an edit, with the inserted text, and the entered characters before and after it."""
    text: str
    caret: int
    inserted: str
    before: list
    after: list

    @property
    def replaces_all(self):
        return bool(self.inserted) and not self.before and not self.after


# Characters

def category(character):
    """The Unicode category: `Lu`, `Nd`, `Pd`, `Zs`, `Cf`."""
    return unicodedata.category(character)


def narrow(text):
    """Replaces full-width characters by the ASCII ones."""
    return re.sub("[\uff01-\uff5e]", lambda found: unicodedata.normalize("NFKC", found[0]), text)


def without(text, *categories):
    """Removes the characters of some Unicode categories."""
    return "".join(c for c in text if not category(c).startswith(categories))


def dashed(text):
    """Replaces all dashes by `-`."""
    return "".join("-" if category(c) == "Pd" else c for c in text)


# Edits

def run(field, steps, edited):
    """Returns the field after the steps. `edited` formats it after each edit."""
    for step in steps:
        at = step.get("at")
        start, end = at if isinstance(at, list) else (at, at)
        start, end = (field.caret if each is None else offset(field.text, each) for each in (start, end))
        keys = step["type"] if "type" in step else [step["paste"]] if "paste" in step else [""] * step.get("times", 1)
        for inserted in keys:
            field = edited(field, edit(field, start, end, narrow(inserted), step.get("delete")))
            start = end = field.caret
    return field


def edit(old, start, end, inserted, deleted):
    """Returns the edit that replaces the text from `start` to `end`, or deletes a character."""
    if deleted and start == end:
        start, end = (max(0, start - 1), end) if deleted == "backward" else (start, end + 1)
    before = [c for c, at in zip(old.entered or [], old.at) if at < start]
    after = [c for c, at in zip(old.entered or [], old.at) if at >= end]
    if deleted and len(before) + len(after) == len(old.at):
        # Only drawn characters were deleted: delete the entered one next to them.
        before, after = (before[:-1], after) if deleted == "backward" else (before, after[1:])
    return Edit(old.text[:start] + inserted + old.text[end:], start + len(inserted), inserted, before, after)


def offset(text, units):
    """The index of the character at an offset in UTF-16 code units."""
    return len(text.encode("utf-16-le")[:2 * units].decode("utf-16-le", "ignore"))


def result(field, *members):
    """The members of an answer, with the caret in UTF-16 code units."""
    found = field._asdict()
    found["caret"] = len(field.text[:field.caret].encode("utf-16-le")) // 2
    return {member: found[member] for member in ("text", "value", "caret") + members}


# Masks

class Place(NamedTuple):
    """A place of a mask: `takes` tests a character, or `fixed` is drawn, and `kept` in the value."""
    takes: object
    fixed: str
    kept: bool


def mask(template, given, steps):
    """Enters the steps into a field with a mask."""
    takes = {"#": lambda c: c in "0123456789", "@": str.isalpha}
    places = [Place(takes.get(m), m[-1], len(m) == 2) for m in re.findall(r"\\.|.", template, re.S)]
    field = run(stored(given or "", places), steps, lambda old, now: masked(old, now, places))
    return result(field, "fault")


def stored(value, places):
    """The field of a stored value. A space that the value keeps may be missing."""
    for needed in (lambda place: place.kept, lambda place: place.kept and place.fixed != " "):
        entered = aligned(value, places, needed)
        if entered is not None:
            return drawn(entered, places)
    return unfit(value, len(value))


def masked(old, now, places):
    """The field after an edit."""
    if not old.entered or now.replaces_all:
        return whole(now.text, now.caret, places)
    added = words(now.inserted, places)
    entered = None if added is None else now.before + added + now.after
    if entered is None or not fits(entered, places):
        return unfit(now.text, now.caret)
    return drawn(entered, places, len(now.before) + len(added))


def whole(text, caret, places):
    """The field after an edit that has replaced the whole text."""
    first = next((i for i, place in enumerate(places) if place.takes), len(places))
    lead = "".join(place.fixed for place in places[:first])
    found = words(text, places)
    entered = entered_in(text, found, lead, places)
    if entered is None or not fits(entered, places):
        return unfit(text, caret)
    if not entered:  # The beginning of the mask may be typed.
        return Field(text, None, caret) if lead.startswith(text) or found else drawn([], places)
    return drawn(entered, places, max(0, len(entered) - len(words(text[caret:], places))))


def entered_in(text, found, lead, places):
    """The entered characters of a whole text, without those that the mask draws; None if there are others."""
    if not found:
        return found
    most = sum(1 for place in places if place.takes)
    exact = aligned(text, places, lambda place: True)
    has_mark = any(not (p.takes or p.fixed.isalnum() or p.fixed.isspace()) and p.fixed in text for p in places)
    if exact is not None and (len(found) != most or has_mark):
        return exact
    prefix = [c for c in lead if c.isalnum()]
    if "+" in lead and text.strip().startswith("+"):
        return found[len(prefix):] if found[:len(prefix)] == prefix[:len(found)] else None
    every = [place for place in places if place.takes or place.fixed.isalnum()]
    if len(found) != most and len(found) == len(every):
        if "+" in lead and prefix == ["7"] and found[0] == "8":
            found = ["7"] + found[1:]
        if all(place.takes or place.fixed == c for place, c in zip(every, found)):
            return [c for place, c in zip(every, found) if place.takes]
    return found


def aligned(text, places, needed):
    """The entered characters of a text that has all fixed characters that `needed` selects, or None."""
    entered, left = [], list(text)
    for place in places:
        if not left:
            return entered
        if place.takes and place.takes(left[0]):
            entered.append(left.pop(0))
        elif not place.takes and (place.fixed == left[0] or not needed(place)):
            left = left[1:] if needed(place) else left
        else:
            return None
    return entered + left if all(c.isalnum() for c in left) else None


def words(text, places):
    """The letters and digits of a text without separators; None if there are other characters."""
    fixed = [place.fixed for place in places if not place.takes]
    others = [c for c in without(text, "C", "Z", "Pd") if not c.isalnum() and c not in "().,/"]
    return [c for c in text if c.isalnum()] if all(c in fixed for c in others) else None


def fits(entered, places):
    """True if each place takes its character."""
    return all(takes(c) for takes, c in zip([place.takes for place in places if place.takes], entered))


def drawn(entered, places, count=None):
    """The field of the entered characters, with the caret after the first `count` of them."""
    text, value, at, left = "", "", [], list(entered)
    room = sum(1 for place in places if place.takes)
    for place in places + [Place(True, "", False)] * (len(entered) - room):
        if not entered or (not left and len(at) < room):
            break
        character = left.pop(0) if place.takes else place.fixed
        if place.takes:
            at.append(len(text))
        text += character
        value += character if place.takes or place.kept else ""
    caret = at[0] if count == 0 and at else at[(count or len(at)) - 1] + 1 if at else 0
    return Field(text, value or None, caret, entered, tuple(at), "extra" if len(entered) > room else None)


def unfit(text, caret):
    """The field of a text that does not fit."""
    return Field(text, text or None, caret, fault="unfit")


# Amounts

POINT, GROUP = {"ru": ",", "en": "."}, {"ru": "\u00a0", "en": ","}


def amount(language, places, given, steps):
    """Enters the steps into a field of an amount."""
    def doubted(field):
        decimals = re.fullmatch(r"-?[0-9]+\.([0-9]+)", field.value or "")
        is_unclear = places is not None and decimals and len(decimals[1]) > max(places, 2)
        return field._replace(value=field.value + ".") if is_unclear else field

    text = re.sub(r"^(-?[0-9]+\.[0-9]+)\.$", r"\1", given or "")
    is_number = re.fullmatch(r"(-?[0-9]+(\.[0-9]+)?)?", text)
    field = grouped(list(text), language) if is_number else unread(text, len(text), language)
    return result(run(doubted(field), steps, lambda old, now: doubted(counted(old, now, language))))


def counted(old, now, language):
    """The field after an edit."""
    is_typed, entered = len(now.inserted) == 1, now.before + now.after
    if not now.text.strip():
        return grouped([], language)
    if is_typed and old.entered and now.inserted.isspace():
        return grouped(entered, language, len(now.before))
    if is_typed and is_foreign(now.text):
        return unread(now.text, now.caret, language)
    if old.entered is None or (now.replaces_all and not is_typed):
        return read_whole(now.text, now.caret, language)
    added = key(now.inserted, entered, language) if is_typed else list(pasted(now.inserted, language) or "")
    if (now.inserted and not added) or (entered + added).count(".") > 1 or ("-" in added and now.before):
        return unread(now.text, now.caret, language)
    return grouped(now.before + added + now.after, language, len(now.before) + len(added))


def is_foreign(text):
    """True if a text has other characters than a number."""
    return not re.fullmatch(r"\s*[-−–]?[0-9.,\s]*", text)


def key(character, others, language):
    """The characters that a key enters. In English a comma after at most three digits is ambiguous."""
    if character in "-−–":
        return ["-"]
    is_early = language == "en" and "." not in others and sum(c.isdigit() for c in others) <= 3
    return [] if character == "," and is_early else ["." if character == "," else character]


def pasted(text, language):
    """The number in a text, with a final point, which begins a fraction. A final comma is unclear in English."""
    number = pasted_decimal(text, language)
    if language == "en" and re.search("[0-9],$", text):
        return None
    return number + "." if number and "." not in number and re.search(r"[0-9][.,]$", text) else number


def read_whole(text, caret, language):
    """The field of a text that was not typed into a formatted one."""
    is_ambiguous = language == "en" and re.fullmatch(r"-?[0-9]{1,3}(,[0-9]{0,3})+", text)
    bare = re.sub("[−–]", "-", text.strip()).replace(",", ".")
    number = bare if bare in ("-", ".") else None if is_ambiguous else pasted(text, language)
    if number is None:
        return unread(text, caret, language)
    after = sum(1 for c in text[caret:] if c in "0123456789.," and c != GROUP[language])
    return grouped(list(number), language, max(0, len(number) - after))


def unread(text, caret, language):
    """The field of a text that is shown as typed. It may be a number with its unit."""
    value = decimal(text, language)
    if value is None and is_foreign(text):
        value = pasted_decimal(text, language)
    return Field(text, text.strip() if value is None else value, caret)


def grouped(entered, language, count=None):
    """The field of the entered characters, with the caret after the first `count` of them."""
    text, at, end = "", [], (entered + ["."]).index(".")
    for index, character in enumerate(entered):
        at.append(len(text))
        text += {".": POINT[language], "-": "−"}.get(character, character)
        if character.isdigit() and index + 1 < end and (end - index - 1) % 3 == 0:
            text += GROUP[language]
    value = re.sub(r"^(-?)(?=\.)", r"\g<1>0", "".join(entered))
    value = re.sub(r"^(-?)0+(?=[0-9])", r"\1", value[:-1] if value.endswith(".") else value)
    caret = at[(len(at) if count is None else count) - 1] + 1 if at and count != 0 else 0
    return Field(text, value or None, caret, entered, tuple(at))


# Numbers

# The codes of ISO 4217.
CODES = set("""AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF
IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT
MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR
SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF
XAG XAU XCD XOF XPD XPF XPT YER ZAR ZMW ZWG""".split())
UNIT = "(?:[A-Z]{0,3}¤|[A-Z]{3})"
MONEY = rf"{UNIT}?\s*([-−–+]?)\s*{UNIT}?\s*([0-9.,'’\s]*[0-9][.,]?)\s*(?:{UNIT}|руб(?:лей|ля|ль)?\.?|р\.?)?"
COINS = r"([0-9\s]*[0-9])\s*р(?:уб[а-я]*)?\.?\s*([0-9]{1,2})\s*к(?:оп[а-я]*)?\.?"


def decimal(text, language):
    """Reads a typed number as a decimal text."""
    bare = re.sub("^[−–]", "-", without(narrow(text), "Cf").strip())
    bare = re.sub(r"^\+(?=[0-9])", "", bare)
    if re.fullmatch(rf"-?[0-9]{{1,3}}({GAP}[0-9]{{3}})+([.,][0-9]*)?", bare):
        bare = re.sub(GAP, "", bare)
    if language == "en" and re.fullmatch(r"-?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]*)?", bare):
        bare = bare.replace(",", "")
    is_ambiguous = language == "en" and re.search(r",[0-9]{3,}$", bare)
    is_number = re.fullmatch(r"-?[0-9]+([.,][0-9]*)?", bare) and not is_ambiguous
    return re.sub(r"^(-?)0+(?=[0-9])", r"\1", re.sub(r"\.$", "", bare.replace(",", "."))) if is_number else None


def pasted_decimal(text, language):
    """Reads a pasted sum as a decimal text."""
    bare = "".join("¤" if category(c) == "Sc" else c for c in without(narrow(text), "Cf").strip())
    if len(bare) > 64 or not CODES.issuperset(re.findall("[A-Z]{3}", bare)):
        return None
    coins, money = re.fullmatch(COINS, bare), re.fullmatch(MONEY, bare)
    if coins:
        return decimal(f"{coins[1]}.{coins[2].zfill(2)}", language)
    if not money:
        return decimal(bare, language)
    sign, number = "-" if money[1] in ("-", "−", "–") else "", money[2].strip()
    for group, point in (".", ","), (",", "."):
        if re.fullmatch(rf"[0-9]{{1,3}}([{group}'’][0-9]{{3}})+{re.escape(point)}[0-9]{{1,2}}", number):
            return sign + re.sub(f"[{group}'’]", "", number).replace(",", ".")
    return decimal(sign + number, language)


# Texts

def pasted_text(text, kind):
    """Cleans a pasted text as the type of the field requires."""
    if kind == "password":
        return text
    if kind == "email":
        return "".join(without(text, "Z", "C").split())
    if kind == "code":
        return re.sub("[^0-9]", "", narrow(text))
    if kind == "phone":
        return dashed(without("".join(" " if category(c)[0] == "Z" else c for c in narrow(text)), "C"))
    if kind == "digits":
        plain = dashed("".join("\u200b" if category(c) == "Cf" else c for c in narrow(text)))
        found = re.fullmatch(r"(?:[^0-9]*[\s\u200b:№#(])?([0-9][0-9\s\u200b-]*)(?:[\s;)][^0-9]*)?", plain)
        is_certain = found and sum(c.isalpha() for c in text) != 1
        return re.sub("[^0-9]", "", found[1]) if is_certain else text
    return re.sub("[\t\n\v\f\r\x85\u2028\u2029]+", " ", text)


# Days and times

MONTHS = "янв фев мар апр мая июн июл авг сен окт ноя дек jan feb mar apr may jun jul aug sep oct nov dec".split()


def day(typed, today, low, high):
    """Reads a day as people write it, as `2026-12-01`."""
    text = dashed(without(narrow(typed), "Cf")).replace("\u2212", "-")
    text = re.sub(r"\s*г(\.|ода)?$", "", re.sub("[«»\"]", "", text).strip())
    year_first = re.fullmatch(r"([0-9]{4})([./-])([0-9]{1,2})\2([0-9]{1,2})", text)
    if year_first:
        return existing(int(year_first[1]), int(year_first[3]), int(year_first[4]))
    named = re.sub(r"[\s.-]*([^\W\d_]{3})[^\W\d_]*", month, text.lower(), count=1)
    found = re.fullmatch("([0-9]{2})([0-9]{2})([0-9]{4}|[0-9]{2})", text) \
        or re.fullmatch(r"([0-9]{1,2})[\s.,/-]+([0-9]{1,2})[\s.,/-]+([0-9]{4}|[0-9]{2})", named)
    if not found:
        return None
    date, number, year = (int(each) for each in found.groups())
    if len(found[3]) == 4:
        return existing(year, number, date)
    now = int(today[:4])
    earliest, latest = int(low[:4]) - 1 if low else 0, int(high[:4]) + 1 if high else now + 74
    years = sorted((now - now % 100 + year + century for century in (-100, 0, 100)), key=lambda y: abs(y - now))
    years = [each for each in years if existing(each, number, date)]
    allowed = [each for each in years if earliest <= each <= min(latest, now + 74)]
    return existing((allowed or years)[0], number, date) if years else None


def month(name):
    """The number of a named month, between points."""
    letters = name[1].replace("май", "мая")
    return f".{MONTHS.index(letters) % 12 + 1}." if letters in MONTHS else ".0."


def existing(year, number, date):
    """The day as a text, or None if it does not exist."""
    try:
        return datetime.date(year, number, date).isoformat()
    except ValueError:
        return None


def typed_day(typed):
    """The text of a field of a day after its keys."""
    text = ""
    for character in typed:
        text = pointed(text + character)
    return text


def pointed(text):
    """Inserts the points after the day and the month, and removes the one in a year."""
    year = re.match(r"([0-9][0-9])\.([0-9][0-9])([./-])[0-9][0-9]?\3", dashed(text))
    if year and (year[3] != "." or int(year[2]) > 12):
        return text.replace(".", "", 1)
    if not re.fullmatch("[0-9.]*", text):
        return text
    text = re.sub(r"^([0-9][0-9])([0-9]+)$", r"\1.\2", text)
    return re.sub(r"^([0-9]{0,2}\.[0-9][0-9])([0-9]+)$", r"\1.\2", text)


def time(typed):
    """Reads a time of a 24-hour clock as `09:05`."""
    text = dashed(without(narrow(typed), "Cf")).strip()
    found = re.fullmatch(r"([0-9]{1,2})(?:\s*[:.,-]\s*|\s+)([0-9]{1,2})", text) \
        or re.fullmatch("([0-9]{1,2})([0-9]{2})?", text)
    if not found or int(found[1]) > 23 or int(found[2] or 0) > 59:
        return None
    return f"{int(found[1]):02}:{int(found[2] or 0):02}"
