"""Fills a database of release 2's schema: fill.py DATABASE SUBMISSIONS."""
import random
import sqlite3
import sys
import time

SETTLEMENT, EQUITY = "30102810500000000001", "10207810700000000001"
DEEP = "40817810000000000000"
DAY = 86_400_000_000
VALUES = '{"account":"40702810138250123017","amount":"%d.00","bic":"044525225","from":"%s","name":"ООО Ромашка","purpose":"Оплата по счёту"}'


def identifier(at, number):
    """A UUID of version 7 made at that microsecond."""
    text = f"{at // 1000:012x}7{number >> 48 & 0xfff:03x}8{number & 0xfffffffffff:015x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def main(path, count):
    chance = random.Random(1)
    base = sqlite3.connect(path, isolation_level=None)
    base.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; PRAGMA foreign_keys = OFF; BEGIN")
    now = int(time.time()) * 1_000_000
    begun, step = now - 730 * DAY, (730 * DAY - DAY // 12) // count
    people = [identifier(begun - DAY, number) for number in range(count // 10)]
    accounts = [DEEP] + [f"40817810{number:012d}" for number in range(1, len(people))]
    for number, duty in ((SETTLEMENT, "settlement"), (EQUITY, "equity")):
        base.execute("INSERT INTO account (number, kind, currency, opened) VALUES (?, 'internal', 'RUB', 0)", (number,))
        base.execute("INSERT INTO internal_account VALUES (?, 'RUB', ?)", (duty, number))
    base.executemany(
        "INSERT INTO person (id, login, name, role, password, created) VALUES (?, ?, 'Анна', 'person', '$argon2id$none', ?)",
        ((person, f"person{number}", begun - DAY) for number, person in enumerate(people)))
    base.executemany("INSERT INTO account (number, kind, currency, opened) VALUES (?, 'customer', 'RUB', 0)", ((account,) for account in accounts))
    base.executemany("INSERT INTO account_access VALUES (?, ?, 1, 'Счёт', 1)", zip(people, accounts))
    base.executemany(
        "INSERT INTO ledger (debit, credit, amount, currency, purpose, at) VALUES (?, ?, 1000000000000, 'RUB', 'Входящий остаток', ?)",
        ((EQUITY, account, begun - DAY) for account in accounts))
    for number in range(count):
        at = begun + number * step
        who = 0 if number % 100 < 10 else chance.randrange(len(people))
        submission, amount = identifier(at, number), chance.randrange(1, 5000)
        is_cancelled, is_brief = number % 10 == 9, number % 10 == 8
        base.execute(
            'INSERT INTO submission (id, person, operation, version, "values", status, amount, currency, attempts_left, created, changed, '
            "expires, keep_years, keep_days) VALUES (?, ?, ?, 'v', ?, 'awaitingSignature', ?, 'RUB', 3, ?, ?, ?, ?, ?)",
            (submission, people[who], "message.bank" if is_brief else "pp.quick", VALUES % (amount, accounts[who]), amount * 100, at, at,
             at + DAY, None if is_brief else 5, 3650 if is_brief else None))
        challenge = identifier(at + 1000, number)
        base.execute(
            "INSERT INTO challenge (id, submission, method, session, digest, created, expires, outcome, closed) "
            "VALUES (?, ?, 'matrix', ?, zeroblob(32), ?, ?, ?, ?)",
            (challenge, submission, challenge, at, at + DAY, "superseded" if is_cancelled else "right", at + 1000))
        base.execute("UPDATE submission SET status = ?, changed = ? WHERE id = ?",
                     ("cancelled" if is_cancelled else "executed", at + 1000, submission))
        if not is_cancelled:
            base.execute("INSERT INTO ledger (submission, debit, credit, amount, currency, purpose, at) VALUES (?, ?, ?, ?, 'RUB', ?, ?)",
                         (submission, accounts[who], SETTLEMENT, amount * 100, f"Оплата по счёту {number}", at + 1000))
    base.execute("COMMIT")
    base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    base.close()


main(sys.argv[1], int(sys.argv[2]))
