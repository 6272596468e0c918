"""The checks before every endpoint: limits of bodies, faults, access, and a printed line for each answer."""
import asyncio
import contextvars

from hypercorn.asyncio.tcp_server import TCPServer
from starlette.responses import Response

from answers import problem

LONGEST_BODY = 64 * 1024
LONGEST_DISCARDED = 8 * 1024 * 1024

connection = contextvars.ContextVar("connection")


class Connection(TCPServer):
    """A connection that its requests can cut: ASGI itself cannot end one without an answer."""

    async def run(self):
        connection.set(self.writer.transport)
        await super().run()


class Guard:
    """Reads bodies up to their limit, makes faults, asks for tokens and prints a line for each answer."""

    def __init__(self, app, state, stopping):
        self.app, self.state, self.stopping = app, state, stopping

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def telling(message):
            if message["type"] == "http.response.start":
                tell(scope, message["status"])
            await send(message)

        body = await self.body(receive)
        if body is None:
            await self.cut(receive)
        elif len(body) > LONGEST_BODY:
            await problem(413, "TOO_LARGE", "The body is larger than 64 KiB")(scope, receive, telling)
        else:
            await self.answer(scope, receive, telling, body)

    async def answer(self, scope, receive, send, body):
        """Answers by the endpoint, unless a fault applies or a token is missing."""
        kind, seconds = self.state.faults.met(scope["path"])
        if kind == "slow":
            await self.wait(seconds)
        elif kind == "close":
            tell(scope, "closed")
            return await self.cut(receive)
        elif kind in WRONG:
            return await WRONG[kind](seconds)(scope, receive, send)
        if not self.state.access.allows(scope["path"], header(scope, b"authorization")):
            refusal = problem(401, "UNAUTHORIZED", headers={"WWW-Authenticate": 'Bearer realm="bank"'})
            return await refusal(scope, receive, send)
        if kind != "lost":
            return await self.app(scope, again(body, receive), send)

        async def lose(message):
            if message["type"] == "http.response.start":
                tell(scope, f"{message['status']}, lost")

        await self.app(scope, again(body, receive), lose)
        await self.cut(receive)

    async def wait(self, seconds):
        """Waits, but not when the bank stops."""
        try:
            await asyncio.wait_for(self.stopping.wait(), seconds)
        except TimeoutError:
            pass

    @staticmethod
    async def body(receive):
        """Returns the body, or one byte more than is allowed; None if it does not end. The rest is read and dropped."""
        kept, size = bytearray(), 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            size += len(message.get("body", b""))
            kept += message.get("body", b"")
            del kept[LONGEST_BODY + 1:]
            if not message.get("more_body", False):
                return kept
            if size > LONGEST_DISCARDED:
                return None

    @staticmethod
    async def cut(receive):
        """Cuts the connection. Hypercorn waits until every message is received, so the remaining ones are received here."""
        connection.get().abort()
        try:
            async with asyncio.timeout(1):
                while (await receive())["type"] != "http.disconnect":
                    pass
        except TimeoutError:
            pass


# The faults that are answers.
WRONG = {
    "500": lambda _: problem(500, "INTERNAL", "The system is down"),
    "429": lambda seconds: problem(429, "TOO_MANY_REQUESTS", headers={"Retry-After": str(int(seconds))}),
    "garbage": lambda _: Response(b'{"data": {"inn": "77070\xff\xfe <html>', 200, media_type="application/json"),
}


def header(scope, wanted):
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), None)


def again(body, receive):
    """Returns a `receive` that gives the body that has been read."""
    parts = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def give():
        return parts.pop() if parts else await receive()
    return give


def tell(scope, outcome):
    path = scope["raw_path"].decode("latin-1").encode("ascii", "backslashreplace").decode()
    say(f"{scope['method']} {path} HTTP/{scope['http_version']} {outcome}")


def say(line):
    try:
        print(line, flush=True)
    except OSError:
        pass  # The output is no longer read.
