"""Texts and numbers whose processing can cost more than their size."""
from EndToEnd.load.victim import log_in

from .attack import Attack


def composition(size):
    """Returns combining marks in non-canonical order, which normalization must sort."""
    return "\u0316\u0301" * (size // 4)


class CompositionWithoutLogin(Attack):
    name = "composition bombs without a login"
    proves = "a login or password of 128 KB or 1 MB of combining marks costs no more than its bytes"
    attackers, cost = 4, 60

    def run(self, enemy):
        small, large = composition(128_000), composition(1_000_000)
        bodies = [("/auth/login", {"login": "demo", "password": small}), ("/auth/login", {"login": small, "password": "x"}),
                  ("/auth/login", {"login": "demo", "password": large}), ("/auth/login", {small: 1, small + "a": 2}),
                  ("/operations/auth.login/submissions", {"values": {"login": small, "password": small}}),
                  ("/operations/auth.login/submissions", {"values": {small: 1, small + "\u0316": 2}}),
                  ("/operations/auth.login/evaluate", {"values": {"login": small}, "changed": [small, small + "a"]}),
                  ("/operations/auth.login/evaluate", {"values": {}, "version": small})]
        turn = enemy.number
        while enemy.goes_on:
            path, body = bodies[turn % len(bodies)]
            turn += 1
            status, _ = enemy.ask("POST", path, body, address=enemy.address(turn))
            if status is not None and status < 400 and path == "/auth/login":
                enemy.fault(f"{path}: {status}")


class CompositionWithToken(Attack):
    name = "composition bombs with a token"
    proves = "the same holds for each member of a body: keys, ids, versions, titles, QR codes, signatures"
    attackers, cost = 4, 60

    def prepare(self, stage):
        return log_in(stage.port, "127.0.0.12", "victim")

    def run(self, enemy):
        bomb = composition(64_000)
        keys = {bomb + mark: "x" for mark in ("", "a", "\u0316", "\u0301", "b")}
        quick, nowhere = "/operations/pp.quick", "01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19"
        requests = [
            ("POST", f"{quick}/evaluate", {"values": keys}), ("POST", f"{quick}/evaluate", {"values": {"name": bomb}, "commit": True}),
            ("POST", f"{quick}/evaluate", {"values": {}, "changed": list(keys)}), ("POST", f"{quick}/evaluate", {"version": bomb}),
            ("POST", f"{quick}/submissions", {"values": keys}), ("POST", f"{quick}/submissions", {"values": {}, "action": bomb}),
            ("POST", f"{quick}/submissions", {"values": {"from": bomb, "name": bomb, "purpose": bomb, "bic": bomb}}),
            ("POST", "/operations/certificate.order/evaluate", {"values": {"certificate": bomb, "from": bomb, "email": bomb}}),
            ("POST", "/operations/provider.pay/evaluate", {"values": {"meters": [keys, {"reading": bomb}]}, "changed": [f"meters[0].{bomb}"]}),
            ("POST", "/prefill", {"qr": "ST00012|Name=" + bomb}), ("POST", "/prefill", {"qr": bomb}), ("POST", "/prefill", {"template": bomb}),
            ("POST", "/templates", {"operation": "pp.quick", "title": bomb, "values": {"name": "x"}}),
            ("POST", "/templates", {"operation": "pp.quick", "title": "x", "values": keys}), ("POST", "/templates", {"operation": bomb}),
            ("PUT", "/drafts/pp.quick", {"values": {"name": bomb}}), ("PUT", "/drafts/pp.quick", {"values": keys, "version": bomb}),
            ("PATCH", "/user", {"name": bomb}), ("PATCH", "/settings", {"language": bomb}), ("PATCH", "/user", keys),
            ("POST", "/auth/password", {"oldPassword": "a long password", "newPassword": bomb}),
            ("POST", f"/submissions/{nowhere}/signature", {"values": keys}), ("POST", "/flows/payments.steps", {"input": keys}),
            ("POST", "/playground/check", {"file": "operation: x\ntitle: " + bomb[:30_000]}),
        ]
        turn = enemy.number * 6
        while enemy.goes_on:
            method, path, body = requests[turn % len(requests)]
            turn += 1
            enemy.ask(method, path, body, enemy.given, {"Idempotency-Key": f"c{enemy.number}-{turn}"})


class Structures(Attack):
    name = "JSON that is deep, long or has many members"
    proves = "depth, numbers, escapes, keys and items cost no more than their bytes, or are rejected"
    attackers, cost = 3, 150

    def prepare(self, stage):
        # Built here, because an attacker at nice 19 would need too much time for it.
        return log_in(stage.port, "127.0.0.13", "victim"), self.bodies()

    @staticmethod
    def bodies():
        def values(inner):
            return b'{"values": {"amount": ' + inner + b"}}"
        return [
            b"[" * 1_000_000, b'{"a":' * 150_000, values(b"[" * 400_000 + b"]" * 400_000), values(b"9" * 1_000_000),
            values(b'"' + b"9" * 900_000 + b'"'), values(b"1e999999999"), values(b"1e-999999999"), values(b"0." + b"0" * 900_000 + b"1"),
            values(b'"' + b"\\ud800" * 150_000 + b'"'), values(b'"' + b"\\u0000" * 150_000 + b'"'),
            b'{"values": {' + b",".join(b'"a%d":%d' % (number, number) for number in range(60_000)) + b"}}",
            b'{"values": {' + b",".join(b'"a":%d' % number for number in range(90_000)) + b"}}",
            b'{"changed": [' + b",".join(b'"a%d"' % number for number in range(90_000)) + b"]}",
            b'{"changed": [' + b",".join(b'"meters[%d].reading"' % number for number in range(40_000)) + b"]}",
            b'{"changed": ["meters[99999999999999999999].reading", "meters[9223372036854775807].reading", "meters[-1]"]}',
            b'{"values": {"meters": [' + b",".join([b'{"reading": 1}'] * 60_000) + b"]}}",
            b'{"values": {"email": "' + b"a" * 500_000 + b"@" + b"a." * 200_000 + b'"}}',
            b'{"values": {"from": "' + b"2026-" * 200_000 + b'", "bic": "' + b"0" * 50_000 + b'"}}', b'"' * 1_000_000, b"\xff" * 900_000,
        ]

    def run(self, enemy):
        token, bodies = enemy.given
        paths = ["/operations/provider.pay/evaluate", "/operations/pp.quick/evaluate", "/operations/pp.full/submissions",
                 "/operations/certificate.order/evaluate", "/templates", "/operations/auth.login/submissions"]
        turn = enemy.number * 7
        while enemy.goes_on:
            path = paths[turn // len(bodies) % len(paths)]
            enemy.ask("POST", path, bodies[turn % len(bodies)], token, {"Idempotency-Key": f"j{enemy.number}-{turn}"})
            turn += 1


class Heads(Attack):
    name = "large and repetitive heads"
    proves = "queries of thousands of parameters, lists of languages, tags and kinds, and repeated headers cost no more than their bytes"
    cost = 10

    def prepare(self, stage):
        return log_in(stage.port, "127.0.0.14", "victim")

    def run(self, enemy):
        requests = [
            ("/accounts?" + "&".join(f"a{number}" for number in range(1400)), {}), ("/operations/pp.quick?" + "&a" * 3500, {}),
            ("/operations/pp.quick?bic=" + "%D0%B0" * 1200, {}), ("/banks?q=" + "%CC%96%CC%81" * 600, {}),
            ("/providers?q=" + "%CC%96%CC%81" * 600, {}), ("/banks?q=" + "a+" * 3000, {}), ("/banks?limit=" + "9" * 7000, {}),
            ("/routes?url=valence://operations/pp.quick?" + "a=b%26" * 1000, {}), ("/start?url=" + "%2525" * 1500, {}),
            ("/" + "a/" * 3600, {}), ("/" + "%2e%2e/" * 1000, {}), ("/submissions?after=" + "0" * 7000, {}),
            ("/operations", {"Accept-Language": ",".join(f"x{number};q=0.{number}" for number in range(600))}),
            ("/operations/pp.quick", {"Accept-Atoms": ",".join(f"k{number}" for number in range(1200))}),
            ("/openapi.json", {"If-None-Match": ",".join(f'"{number:08x}"' for number in range(600))}),
            ("/accounts", {"Client-Version": "ios/" + "1." * 3500}), ("/accounts", {"X-Forwarded-For": "1.1.1.1, " * 800}),
            ("/accounts", {f"x-{number}": "1" for number in range(500)}), ("/accounts", {"Accept": "application/json;q=0.1," * 300}),
            ("/accounts", {"Range": "bytes=" + "0-1," * 1800}), ("/accounts", {"X-Request-Id": "a" * 7000}),
        ]
        turn = enemy.number * 10
        while enemy.goes_on:
            path, headers = requests[turn % len(requests)]
            turn += 1
            enemy.ask("GET", path, token=enemy.given, headers=headers)


ATTACKS = [CompositionWithoutLogin, CompositionWithToken, Structures, Heads]
