"""Fills a database of release 2's schema: fill.py DATABASE SUBMISSIONS KEYED.

KEYED is a database with the same key file and one person, who has a matrix and the demo's password. The filled database has the
demo's person, because `serve --demo` refuses a database with other people only."""
import random
import sqlite3
import sys
import time

SETTLEMENT, EQUITY = "30102810500000000001", "10207810700000000001"
DEEP = "40817810000000000000"
# The demo's first account, whose number identifies the demo's person.
FIRST = "40817810500000000001"
DAY = 86_400_000_000
# The default size of a security matrix.
CELLS = [f"{column}{row}" for column in "ABCDEFGHIJ" for row in range(1, 11)]
VALUES = '{"account":"40702810138250123017","amount":"%d.00","bic":"044525225","from":"%s","name":"ООО Ромашка","purpose":"Оплата по счёту"}'


def identifier(at, number):
    """A UUID of version 7 for a time in microseconds."""
    text = f"{at // 1000:012x}7{number >> 48 & 0xfff:03x}8{number & 0xfffffffffff:015x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def main(path, count, keyed):
    chance = random.Random(1)
    key, password = sqlite3.connect(keyed).execute("SELECT key_id, password FROM security_matrix JOIN person ON person.id = person").fetchone()
    base = sqlite3.connect(path, isolation_level=None)
    base.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000; PRAGMA foreign_keys = OFF; PRAGMA temp_store = MEMORY; "
                       "CREATE TEMP TABLE last_asked (person TEXT PRIMARY KEY, challenge TEXT); BEGIN")
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
    demo = identifier(begun - DAY, len(people))
    base.execute("INSERT INTO person (id, login, name, role, password, created) VALUES (?, 'demo', 'Анна', 'person', ?, ?)", (demo, password, begun - DAY))
    base.executemany("INSERT INTO account (number, kind, currency, opened) VALUES (?, 'customer', 'RUB', 0)", ((account,) for account in [FIRST, *accounts]))
    base.executemany("INSERT INTO account_access (person, account, is_owner, caption, place) VALUES (?, ?, 1, 'Счёт', 1)", zip([demo, *people], [FIRST, *accounts]))
    # The account with many entries is also the demo's.
    base.execute("INSERT INTO account_access (person, account, is_owner, caption, place) VALUES (?, ?, 1, 'Много', 9)", (demo, DEEP))
    base.executemany(
        "INSERT INTO ledger (debit, credit, amount, currency, purpose, at) VALUES (?, ?, 1000000000000, 'RUB', 'Входящий остаток', ?)",
        ((EQUITY, account, begun - DAY) for account in accounts))
    matrices = [identifier(begun - DAY + 1, number) for number in range(len(people))]
    base.executemany(
        "INSERT INTO security_matrix (id, person, columns, rows, issued) VALUES (?, ?, 10, 10, ?)",
        ((matrix, person, begun - DAY) for matrix, person in zip(matrices, people)))
    base.executemany(
        "INSERT INTO matrix_cell VALUES (?, ?, ?, randomblob(32), ?)",
        ((matrix, cell, key, number % 4) for number, matrix in enumerate(matrices) for cell in sorted(CELLS)))
    # Codes sign most payments of the large account, because a matrix requests each pair of cells once.
    pairs = [f"{first} {second}" for first in CELLS for second in CELLS if first < second]
    asked = [0] * len(people)
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
            "VALUES (?, ?, ?, ?, zeroblob(32), ?, ?, ?, ?)",
            (challenge, submission, "matrix" if asked[who] < len(pairs) else "code", challenge, at, at + DAY,
             "superseded" if is_cancelled else "right", at + 1000))
        if asked[who] < len(pairs):
            base.execute("INSERT INTO challenge_cells VALUES (?, ?, ?)", (challenge, matrices[who], pairs[asked[who]]))
        asked[who] += 1
        # The last challenge of a person remains open.
        base.execute("INSERT OR REPLACE INTO last_asked VALUES (?, ?)", (people[who], challenge))
        base.execute("UPDATE submission SET status = ?, changed = ? WHERE id = ?",
                     ("cancelled" if is_cancelled else "executed", at + 1000, submission))
        if not is_cancelled:
            base.execute("INSERT INTO ledger (submission, debit, credit, amount, currency, purpose, at) VALUES (?, ?, ?, ?, 'RUB', ?, ?)",
                         (submission, accounts[who], SETTLEMENT, amount * 100, f"Оплата по счёту {number}", at + 1000))
    base.execute(
        "INSERT INTO open_question (person, matrix, cells, challenge) SELECT last_asked.person, matrix, cells, last_asked.challenge "
        "FROM last_asked JOIN challenge_cells ON challenge_cells.challenge = last_asked.challenge")
    base.execute("COMMIT")
    base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    base.close()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
