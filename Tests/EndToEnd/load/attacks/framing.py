"""Requests whose end is ambiguous, and bytes that are not HTTP."""
import re
import time

from .attack import Attack

STATUS = re.compile(rb"^HTTP/1\.[01] (\d{3}) ")
SECOND = re.compile(rb"HTTP/1\.[01] \d{3} ")


def heads():
    """Yields descriptions and bytes. The server itself must answer each once."""
    line = b"POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    for length in (b"+5", b"5, 5", b"-5", b"0x5", b"", b"18446744073709551621", b"5 5", b"5;", b"\t", b"\xd9\xa5", b"9" * 400, b"1e3", b"5\x0b"):
        yield f"Content-Length: {length!r}", line + b"Content-Length: " + length + b"\r\n\r\nhello"
    yield "two lengths", line + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"
    yield "length and chunks", line + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    yield "unknown coding", line + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"
    yield "bare line feeds", b"POST /auth/login HTTP/1.1\nHost: a\nContent-Length: 5\n\nhello"
    yield "a blank before the colon", line + b"Content-Length : 5\r\n\r\nhello"
    yield "a folded header", line + b"X-A: b\r\n c\r\nContent-Length: 5\r\n\r\nhello"
    yield "a NUL", b"GET / HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n"
    yield "no host", b"GET / HTTP/1.1\r\n\r\n"
    yield "two hosts", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"
    yield "an invalid host", b"GET / HTTP/1.1\r\nHost: a b/c?d\r\n\r\n"
    yield "two keys", b"POST /operations/pp.quick/submissions HTTP/1.1\r\nHost: a\r\nIdempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Length: 2\r\n\r\n{}"
    yield "an unknown method", b"BREW / HTTP/1.1\r\nHost: a\r\n\r\n"
    yield "OPTIONS *", b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"
    yield "a coded body", line + b"Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello"
    yield "a bad token", b"GET /accounts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n\r\n"
    yield "a path of many bytes", b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n"
    yield "a header of many bytes", b"GET / HTTP/1.1\r\nHost: a\r\nX-A: " + b"b" * 60_000 + b"\r\n\r\n"
    yield "many headers", b"GET / HTTP/1.1\r\nHost: a\r\n" + b"a:b\r\n" * 3000 + b"\r\n"


class Framing(Attack):
    name = "invalid lengths and heads"
    proves = "each gets one response, a JSON problem, and the bytes after it are not read as another request"
    cost = 10

    def run(self, enemy):
        turn = 0
        while enemy.goes_on:
            for what, head in heads():
                if not enemy.goes_on:
                    return
                turn += 1
                enemy.units += 1
                link = enemy.open(enemy.address(turn % 10))
                if link is None:
                    continue
                try:
                    link.sendall(head)
                    link.shutdown(1)
                except OSError:
                    pass  # the server answered before the whole request was sent
                self.judge_answer(enemy, what, self.read(link))

    @staticmethod
    def read(link):
        answer, end = b"", time.monotonic() + 3
        link.settimeout(3)
        try:
            while time.monotonic() < end and (part := link.recv(65536)):
                answer += part
        except OSError:
            pass
        link.close()
        return answer

    @staticmethod
    def judge_answer(enemy, what, answer):
        found = STATUS.match(answer)
        if not found:
            return enemy.fault(f"{what}: no response") if not answer else enemy.fault(f"{what}: {answer[:60]}")
        status = int(found[1])
        head, _, body = answer.partition(b"\r\n\r\n")
        enemy.statuses[status] += 1
        if SECOND.search(body):
            enemy.fault(f"{what}: a second head in the body")
        if b"<html" in body.lower():
            enemy.fault(f"{what}: HTML from the library")
        if status >= 400 and b"application/problem+json" not in head.lower():
            enemy.fault(f"{what}: {status} without a problem: {body[:80]!r}")
        if status == 401 and what == "a bad token" and b'error="invalid_token"' not in head:
            enemy.fault("a bad token: 401 without error=\"invalid_token\"")
        if status >= 500 and status != 501:
            enemy.fault(f"{what}: {status}")
        # A valid length above the limit of bodies can be rejected with 413.
        if "Content-Length" in what and status not in (400, 413):
            enemy.fault(f"{what}: {status}")


ATTACKS = [Framing]
