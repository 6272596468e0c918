#!/usr/bin/env python3
"""A skeleton of a driver: answers the questions of the profile `typing` with functions of its own.

Copy it, and replace the functions by calls of your client. Conformance kit: ../../README.md.
"""
import datetime
import json
import re
import sys
import unicodedata

SPACES = "\u00a0\u2007\u2009\u202f "


def clean(text):
    """Wide digits become narrow ones, and invisible characters go."""
    narrow = "".join(unicodedata.normalize("NFKC", each) if unicodedata.category(each) == "Nd" or "\uff01" <= each <= "\uff5e" else each for each in text)
    return "".join(each for each in narrow if unicodedata.category(each) != "Cf")


def time(question):
    """`9:5`, `905`, `0905` and `9` are times of a 24-hour clock."""
    text = clean(question["typed"]).strip()
    parts = re.fullmatch(r"(\d\d?)(?:\s*[:.,\-\u2010-\u2015]\s*|\s+)(\d\d?)", text) or re.fullmatch(r"(\d\d?)(\d\d)", text) or re.fullmatch(r"(\d\d?)()", text)
    if not parts:
        return {"value": None}
    hours, minutes = int(parts[1]), int(parts[2] or 0)
    return {"value": f"{hours:02}:{minutes:02}" if hours < 24 and minutes < 60 else None}
