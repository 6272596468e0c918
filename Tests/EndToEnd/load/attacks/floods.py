"""Floods: responses larger than their requests, unread responses, passwords, files for the
playground."""
import json
import time

from EndToEnd.load.victim import log_in

from .attack import Attack

LARGEST = 128 * 1024  # maximum bytes of a response to unknown ids


def unknown(prefix, size=1_030_000):
    """Returns a megabyte of values with unknown ids."""
    return b'{"values":{' + b",".join(b'"%s%d":1' % (prefix, number) for number in range(size // (len(prefix) + 11))) + b"}}"


class UnknownIds(Attack):
    name = "floods of unknown ids"
    proves = "the size of a response is limited for any number of faults"
    least, cost = 4, 250

    def prepare(self, stage):
        return log_in(stage.port, "127.0.0.15", "victim"), unknown(b"id")

    def run(self, enemy):
        token, body = enemy.given
        turn = 0
        while enemy.goes_on:
            for method, path in (("POST", "/operations/pp.quick/submissions"), ("POST", "/operations/pp.quick/evaluate"),
                                 ("POST", "/templates"), ("PUT", "/drafts/pp.quick"), ("PATCH", "/user"), ("POST", "/prefill")):
                if not enemy.goes_on:
                    return
                turn += 1
                status, answer = enemy.ask(method, path, body, token, {"Idempotency-Key": f"u{enemy.number}-{turn}"})
                if len(answer) > LARGEST:
                    enemy.fault(f"{method} {path}: {status} with {len(answer)} bytes for {len(body)}")


class Unread(Attack):
    name = "120 connections that do not read"
    proves = "unread responses use little memory, which is released"
    seconds, least, peak, cost = 5, 200, 300, 60

    def prepare(self, stage):
        return log_in(stage.port, "127.0.0.16", "victim")

    def run(self, enemy):
        head = f"Host: a\r\nAuthorization: Bearer {enemy.given}\r\nIdempotency-Key: unread\r\n"
        body = unknown(b"unread")
        submission = f"POST /operations/pp.quick/submissions HTTP/1.1\r\n{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        document = f"GET /openapi.json HTTP/1.1\r\n{head}\r\n".encode()
        links = []
        for number in range(60):
            link = enemy.open(enemy.address(number % 3), small=True)
            if link is None:
                continue
            links.append(link)
            enemy.units += 1
            try:
                link.settimeout(2)
                link.sendall(submission)
                for _ in range(20):
                    link.sendall(document)
                    enemy.units += 1
            except OSError:
                pass
            if not enemy.goes_on:
                break
        enemy.wait()


class Logins(Attack):
    name = "floods of passwords"
    proves = "guessing from eighty addresses is delayed, and people can log in from their usual addresses"
    cost, patience = 120, 10

    def run(self, enemy):
        turn = 0
        while enemy.goes_on:
            # Forty at once, each from another address. This exceeds the queue.
            links = []
            for number in range(40):
                turn += 1
                link = enemy.open(enemy.address(number))
                if link is None:
                    continue
                body = json.dumps({"login": "demo" if turn % 3 else f"nobody{turn}", "password": f"wrong password {turn}"}).encode()
                try:
                    link.sendall(b"POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
                    links.append(link)
                    enemy.units += 1
                except OSError:
                    pass
            for link in links:
                status = enemy.status(link)
                if status == 200:
                    enemy.fault("a wrong password logs in")
                link.close()


class HeavyFiles(Attack):
    name = "heavy files for the playground"
    proves = "checking a file is limited in time, and delays other authors but no customers"
    least, cost = 4, 1500

    def run(self, enemy):
        files = heavy_files()
        turn = enemy.number
        while enemy.goes_on:
            name, text = files[turn % len(files)]
            path, body = (("/playground/check", {"file": text}) if turn % 3 else
                          ("/playground/evaluate", {"file": text, "values": {"n": "1"}, "changed": ["n"], "commit": True}))
            turn += 1
            began = time.monotonic()
            status, answer = enemy.ask("POST", path, body, address=enemy.address(turn % 8))
            if time.monotonic() - began > 5:
                enemy.fault(f"{path} with {name} took {time.monotonic() - began:.1f} s")
            if len(answer) > 1 << 20:
                enemy.fault(f"{path} with {name} returned {len(answer)} bytes")


def heavy_files(size=60_000):
    """Returns files up to the playground's limit of 64 KiB that are expensive to check, each with a
    name."""
    head = "operation: heavy\ntitle: Heavy\n"
    number = "  - {textInput: n, caption: N, type: number}\n"

    def condition(text):
        return f"{head}atoms:\n{number}  - {{text: t, caption: T, showIf: {json.dumps(text)}}}\n"

    def repeated(part, joint):
        return joint.join([part] * (size // (len(part) + len(joint))))
    doubling = "".join(f'  d{index}: "d{index - 1} AND d{index - 1}"\n' for index in range(1, 200))
    aliases = "".join(f"a{index}: &a{index} [{', '.join([f'*a{index - 1}'] * 9)}]\n" for index in range(1, 10))
    atoms = "".join(f"  - {{textInput: a{index}, caption: A, showIf: \"$a{index - 1} == 1\"}}\n" for index in range(1, size // 60))
    return [
        ("ill-typed ANDs", condition(repeated("1", " AND "))), ("ANDs", condition(repeated("$n > 0", " AND "))),
        ("deep brackets", condition("(" * (size // 2) + "1" + ")" * (size // 2))), ("NOTs", condition("NOT " * (size // 5) + "YES")),
        ("a long sum", condition("1 > " + repeated("$n", " + "))), ("a long list", condition("$n IN {" + repeated("1", ", ") + "}")),
        ("doubling definitions", f"{head}define:\n  d0: \"$n > 0\"\n{doubling}atoms:\n{number}  - {{text: t, caption: T, showIf: d199}}\n"),
        ("doubling aliases", f"a0: &a0 [x, x]\n{aliases}{head}atoms: *a9\n"), ("a chain of atoms", f"{head}atoms:\n  - {{textInput: a0, caption: A}}\n{atoms}"),
        ("deep lists", f"{head}atoms: {'[' * (size // 2)}"), ("a slow pattern", condition(f"$n MATCHES '{'(a*)*' * 2000}b'")),
        ("many atoms of one name", f"{head}atoms:\n" + "  - {text: t, caption: T}\n" * (size // 30)),
        ("a long caption", f"{head}atoms:\n  - {{text: t, caption: \"{'{$n, plural, one {# a} other {# b}}' * (size // 40)}\"}}\n"),
    ]


ATTACKS = [UnknownIds, Unread, Logins, HeavyFiles]
