"""The bank's own system: its endpoints, and the server that Valence and curl ask."""
import asyncio
import datetime
import os
import signal
import socket
import ssl
import sys
from decimal import Decimal
from urllib.parse import parse_qs

import hypercorn.asyncio.run
from hypercorn.config import Config
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Route

import data
import document
import rules
from access import Access
from answers import Answer, not_found, problem
from applications import Applications
from callbacks import Callbacks
from faults import KINDS, Faults
from guard import Connection, Guard
from messages import Messages
from reading import Bad, body_of, boolean, key_of, number, parameter, text, whole
from store import Store

COMPANIES = {company["inn"]: company for company in data.COMPANIES}
CUSTOMERS = {customer["id"]: customer for customer in data.CUSTOMERS}
ADDRESSES = {address["data"]["id"]: address for address in data.ADDRESSES}


# Queries

def one_of(records):
    """Returns an endpoint that answers with the record whose key is in the path."""
    async def endpoint(request):
        record = records.get(request.path_params["id"])
        return not_found() if record is None else Answer(record)
    return endpoint


async def company(request):
    known = COMPANIES.get(request.path_params["inn"])
    return not_found() if known is None else Answer({"data": known})


async def rate(request):
    source, target = parameter(request, "from", "[A-Za-z]{3}"), parameter(request, "to", "[A-Za-z]{3}")
    on = parameter(request, "on", r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
    try:
        day = datetime.date.fromisoformat(on)
    except ValueError:
        raise Bad("The parameter on is not a date") from None
    found = rules.rate(source, target, day)
    return not_found() if found is None else Answer({"rate": found, "on": on})


async def loans(request):
    items = data.LOANS.get(request.path_params["id"])
    return not_found() if items is None else Answer({"items": items})


async def suggest(request):
    body = await body_of(request)
    query = text(body, "query")
    count, start = whole(body, "count", 1, 20, default=10), whole(body, "from", 0, 1_000_000, default=0)
    found = rules.addresses(query, text(body, "city") if body.get("city") is not None else None)
    return Answer({"suggestions": found[start:start + count], "total": len(found)})


async def check_passport(request):
    body = await body_of(request)
    return Answer({"result": rules.passport(text(body, "series", r"\d{4}"), text(body, "number", r"\d{6}"))})


# Executed requests

async def apply(request):
    key, body = key_of(request), await body_of(request)
    text(body, "customer", ".+")
    if "product" in body:
        text(body, "product")
    if "term" in body:
        whole(body, "term", 1, 600)
    amount = number(body, "amount", Decimal("0.01"), 10 ** 12)
    if amount != round(amount, 2):
        raise Bad("amount has more than two decimals")
    status, answer = request.app.state.applications.submit(key, body)
    if status == 202:
        request.app.state.callbacks.changed.set()
    return Answer(answer, status)


async def application(request):
    state = request.app.state.applications.state(request.path_params["key"])
    return not_found() if state is None else Answer(state)


async def count(request):
    return Answer(request.app.state.applications.count())


async def callbacks(request):
    known = request.app.state.callbacks
    if request.method == "POST":
        known.put(boolean(await body_of(request), "paused"))
    return Answer(known.told())


def sending(kind, **longest):
    """Returns an endpoint that takes messages of a kind, and lists them. Each member has a text of at most so many characters."""
    async def endpoint(request):
        known = getattr(request.app.state, kind)
        if request.method != "POST":
            return Answer({kind: known.all()})
        key, body = key_of(request), await body_of(request)
        status, answer = known.send(key, {name: text(body, name, ".+", longest[name]) for name in longest})
        return Answer(answer, status)
    return endpoint


# Access and faults

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
        seconds, share = number(body, "seconds", 0, 600, default=10), number(body, "share", 0, 1, default=1)
        known.put(path, kind, round(seconds, 3).normalize(), round(share, 3).normalize())
        if len(known.by_path) > 100:
            known.put(path, "off", 0)
            raise Bad("There are 100 faults already")
    return Answer({"faults": known.all()})


async def openapi(request):
    return Answer(request.app.state.document)


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
        Route("/applications/count", count),
        Route("/applications/by-key/{key}", application),
        Route("/callbacks", callbacks, methods=["GET", "POST"]),
        Route("/messages", sending("messages", to=64, text=2000), methods=["GET", "POST"]),
        Route("/notices", sending("notices", to=64, title=200, text=2000), methods=["GET", "POST"]),
        Route("/oauth/token", token, methods=["POST"]),
        Route("/faults", faults, methods=["GET", "POST"]),
        Route("/openapi.json", openapi),
    ], exception_handlers={Bad: bad, HTTPException: refused, Exception: failed})
    app.router.redirect_slashes = False
    store = Store(options.store)
    app.state.applications = Applications(store, options.thresholds, options.decide_after, options.ignore_keys)
    app.state.callbacks = Callbacks(store, options.callback, options.callback_secret, options.callback_pause, options.seed)
    app.state.messages, app.state.notices = Messages(store, "messages", "M"), Messages(store, "notices", "N")
    app.state.faults = Faults(options.seed)
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

    # The socket already listens, so a reader of this line can connect.
    print(f"The bank listens at {address}", flush=True)
    if options.tls:
        print(f"  authority           {certificates.authority}", flush=True)
    if options.client_certificates:
        print(f"  client certificate  {certificates.client}\n  client key          {certificates.client_key}", flush=True)
    async with asyncio.TaskGroup() as group:
        sender = group.create_task(app.state.callbacks.run())
        await hypercorn.asyncio.serve(app, config, shutdown_trigger=stopping.wait)
        sender.cancel()


def main(options, certificates):
    asyncio.run(serve(options, certificates))
