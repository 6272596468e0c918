"""The bank's own system: its endpoints, and the server that Valence and curl ask."""
import asyncio
import contextvars
import datetime
import os
import re
import signal
import socket
import ssl
import sys
from decimal import Decimal
from urllib.parse import parse_qs

import hypercorn.asyncio.run
from hypercorn.asyncio.tcp_server import TCPServer
from hypercorn.config import Config
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.routing import Route

import data
import document
import exact
import rules
from access import Access
from applications import Applications
from faults import KINDS, Faults

LONGEST_BODY = 64 * 1024
LONGEST_DISCARDED = 8 * 1024 * 1024

COMPANIES = {company["inn"]: company for company in data.COMPANIES}
CUSTOMERS = {customer["id"]: customer for customer in data.CUSTOMERS}
ADDRESSES = {address["data"]["id"]: address for address in data.ADDRESSES}


class Answer(Response):
    """A JSON answer with exact numbers."""

    media_type = "application/json"

    def __init__(self, value, status=200, headers=None):
        super().__init__(exact.write(value), status, headers)


def problem(status, code, message=None, headers=None):
    return Answer({"code": code} | ({"message": message} if message else {}), status, headers)


NOT_FOUND = (404, "NOT_FOUND")


# Input

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


def text(body, name, pattern=".*", longest=200):
    """Returns a text member. The pattern holds for all of it."""
    value = body.get(name)
    if not isinstance(value, str):
        raise Bad(f"{name} is not a text")
    if len(value) > longest:
        raise Bad(f"{name} has more than {longest} characters")
    if any("\ud800" <= letter <= "\udfff" for letter in value) or not re.fullmatch(pattern, value, re.DOTALL | re.ASCII):
        raise Bad(f"{name} does not have its form")
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


def parameter(request, name, pattern):
    value = request.query_params.get(name)
    if value is None:
        raise Bad(f"The parameter {name} is missing")
    if not re.fullmatch(pattern, value, re.ASCII):
        raise Bad(f"The parameter {name} does not have its form")
    return value


# Endpoints

def one_of(records):
    """Returns an endpoint that answers with the record whose key stands in the path."""
    async def endpoint(request):
        record = records.get(request.path_params["id"])
        return problem(*NOT_FOUND) if record is None else Answer(record)
    return endpoint


async def company(request):
    known = COMPANIES.get(request.path_params["inn"])
    return problem(*NOT_FOUND) if known is None else Answer({"data": known})


async def rate(request):
    source, target = parameter(request, "from", "[A-Za-z]{3}"), parameter(request, "to", "[A-Za-z]{3}")
    on = parameter(request, "on", r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
    try:
        day = datetime.date.fromisoformat(on)
    except ValueError:
        raise Bad("The parameter on is no day") from None
    found = rules.rate(source, target, day)
    return problem(*NOT_FOUND) if found is None else Answer({"rate": found, "on": on})


async def loans(request):
    items = data.LOANS.get(request.path_params["id"])
    return problem(*NOT_FOUND) if items is None else Answer({"items": items})


async def suggest(request):
    body = await body_of(request)
    query = text(body, "query")
    count, start = whole(body, "count", 1, 20, default=10), whole(body, "from", 0, 1_000_000, default=0)
    found = rules.addresses(query)
    return Answer({"suggestions": found[start:start + count], "total": len(found)})


async def check_passport(request):
    body = await body_of(request)
    return Answer({"result": rules.passport(text(body, "series", r"\d{4}"), text(body, "number", r"\d{6}"))})


async def apply(request):
    key = request.headers.get("idempotency-key")
    if key is None:
        raise Bad("The header Idempotency-Key is missing")
    if not re.fullmatch(r"[A-Za-z0-9._:~-]{1,128}", key):
        raise Bad("The header Idempotency-Key is not 1 to 128 letters, digits or .-_:~")
    body = await body_of(request)
    text(body, "customer", ".+")
    if "product" in body:
        text(body, "product")
    if "term" in body:
        whole(body, "term", 1, 600)
    amount = number(body, "amount", Decimal("0.01"), 10 ** 12)
    if amount != round(amount, 2):
        raise Bad("amount has more than two decimals")
    return Answer(*reversed(request.app.state.applications.submit(key, body)))


async def application(request):
    state = request.app.state.applications.state(request.path_params["key"])
    return problem(*NOT_FOUND) if state is None else Answer(state)


async def token(request):
    access = request.app.state.access
    if not access.knows(request.headers.get("authorization")):
        return Answer({"error": "invalid_client"}, 401, {"WWW-Authenticate": 'Basic realm="bank"'})
    form = parse_qs((await request.body()).decode("utf-8", "replace"))
    if "grant_type" not in form:
        return Answer({"error": "invalid_request"}, 400)
    if form["grant_type"] != ["client_credentials"]:
        return Answer({"error": "unsupported_grant_type"}, 400)
    return Answer({"access_token": access.issue(), "token_type": "Bearer", "expires_in": access.seconds},
                  headers={"Cache-Control": "no-store"})


async def faults(request):
    known = request.app.state.faults
    if request.method == "POST":
        body = await body_of(request)
        kind = text(body, "kind")
        if kind not in KINDS + ("off",):
            raise Bad(f"kind is none of {', '.join(KINDS)}, off")
        path = text(body, "path", "/.*") if kind != "off" or "path" in body else None
        known.put(path, kind, round(number(body, "seconds", 0, 600, default=10), 3).normalize())
        if len(known.by_path) > 100:
            known.put(path, "off", 0)
            raise Bad("There are 100 faults already")
    return Answer({"faults": known.all()})


async def openapi(request):
    return Answer(request.app.state.document)


# Before every endpoint

connection = contextvars.ContextVar("connection")


class Connection(TCPServer):
    """A connection that its requests can cut: ASGI itself has no way to end one without an answer."""

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
                self.tell(scope, message["status"])
            await send(message)

        body = await self.body(receive)
        if body is None:
            await self.cut(receive)
        elif len(body) > LONGEST_BODY:
            await problem(413, "TOO_LARGE", "The body is larger than 64 KiB")(scope, receive, telling)
        elif not await self.fault(scope, receive, telling):
            if self.state.access.allows(scope["path"], self.header(scope, b"authorization")):
                await self.app(scope, self.again(body, receive), telling)
            else:
                await problem(401, "UNAUTHORIZED", headers={"WWW-Authenticate": 'Bearer realm="bank"'})(scope, receive, telling)

    @staticmethod
    def header(scope, wanted):
        return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), None)

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
        """Cuts the connection. Hypercorn waits with every message that nobody receives, so the rest is received here."""
        connection.get().abort()
        try:
            async with asyncio.timeout(1):
                while (await receive())["type"] != "http.disconnect":
                    pass
        except TimeoutError:
            pass

    @staticmethod
    def again(body, receive):
        """Returns a `receive` that gives the body that has been read."""
        parts = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def give():
            return parts.pop() if parts else await receive()
        return give

    async def fault(self, scope, receive, send):
        """Makes the fault of this path. Returns whether the request has been dealt with."""
        fault = self.state.faults.on(scope["path"])
        if fault is None:
            return False
        kind, seconds = fault["kind"], fault["seconds"]
        if kind == "slow":
            try:
                await asyncio.wait_for(self.stopping.wait(), float(seconds))
            except TimeoutError:
                pass
            return False
        if kind == "close":
            self.tell(scope, "closed")
            await self.cut(receive)
            return True
        answer = {
            "500": lambda: problem(500, "INTERNAL", "The system is down"),
            "429": lambda: problem(429, "TOO_MANY_REQUESTS", headers={"Retry-After": str(int(seconds))}),
            "garbage": lambda: Response(b'{"data": {"inn": "77070\xff\xfe <html>', 200, media_type="application/json"),
        }[kind]()
        await answer(scope, receive, send)
        return True

    @staticmethod
    def tell(scope, outcome):
        path = scope["raw_path"].decode("latin-1").encode("ascii", "backslashreplace").decode()
        try:
            print(f"{scope['method']} {path} HTTP/{scope['http_version']} {outcome}", flush=True)
        except OSError:
            pass  # Nobody reads the output any more.


def application_for(options, address, stopping):
    async def bad(_, fault):
        return problem(400, "BAD_REQUEST", str(fault))

    async def refused(_, refusal):
        codes = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}
        return problem(refusal.status_code, codes.get(refusal.status_code, "BAD_REQUEST"), headers=refusal.headers)

    async def failed(_, __):
        return problem(500, "INTERNAL")

    app = Starlette(routes=[
        Route("/companies/{inn}", company),
        Route("/rates", rate),
        Route("/customers/{id}/loans", loans),
        Route("/customers/{id}", one_of(CUSTOMERS)),
        Route("/addresses/suggest", suggest, methods=["POST"]),
        Route("/addresses/{id}", one_of(ADDRESSES)),
        Route("/passports/check", check_passport, methods=["POST"]),
        Route("/applications", apply, methods=["POST"]),
        Route("/applications/by-key/{key}", application),
        Route("/oauth/token", token, methods=["POST"]),
        Route("/faults", faults, methods=["GET", "POST"]),
        Route("/openapi.json", openapi),
    ], exception_handlers={Bad: bad, HTTPException: refused, Exception: failed})
    app.router.redirect_slashes = False
    app.state.faults, app.state.applications = Faults(), Applications()
    app.state.access = Access(options.token, options.oauth, options.client, options.secret, options.token_seconds)
    app.state.document = document.document(address, options)
    app.user_middleware.append(Middleware(Guard, state=app.state, stopping=stopping))
    return app


# The server

def listen(port):
    """Returns a socket that listens on 127.0.0.1. Port 0 takes a free one."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as fault:
        sys.exit(f"bank: cannot listen on 127.0.0.1:{port}: {fault.strerror}")
    listener.listen(128)
    return listener


async def serve(options, certificates):
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()

    def stop():
        stopping.set()
        loop.call_later(5, os._exit, 0)  # A client that keeps a request open does not keep the bank.

    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop)

    listener = listen(options.port)
    address = f"{'https' if options.tls else 'http'}://127.0.0.1:{listener.getsockname()[1]}"
    app = application_for(options, address, stopping)

    config = Config()
    config.bind = [f"fd://{listener.detach()}"]
    config.loglevel = "WARNING"
    config.keep_alive_timeout = 60
    config.keep_alive_max_requests = 10 ** 9  # Hypercorn ends an HTTP/2 connection beyond it amid its answers.
    if options.tls:
        config.certfile, config.keyfile = str(certificates.server), str(certificates.server_key)
    if options.client_certificates:
        config.ca_certs, config.verify_mode = str(certificates.authority), ssl.CERT_REQUIRED
    hypercorn.asyncio.run.TCPServer = Connection

    # The socket listens already: whoever reads this line may connect.
    print(f"The bank listens at {address}", flush=True)
    if options.tls:
        print(f"  authority           {certificates.authority}", flush=True)
    if options.client_certificates:
        print(f"  client certificate  {certificates.client}\n  client key          {certificates.client_key}", flush=True)
    await hypercorn.asyncio.serve(app, config, shutdown_trigger=stopping.wait)


def main(options, certificates):
    asyncio.run(serve(options, certificates))
