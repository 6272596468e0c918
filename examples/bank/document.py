"""The OpenAPI 3.1 document of the bank. Its security is the one that the bank was started with."""
from schemas import SCHEMAS, one_of, record, ref, text


def content(schema):
    return {"application/json": {"schema": ref(schema)}}


def answer(description, schema):
    return {"description": description, "content": content(schema)}


def endpoint(name, tag, summary, schema, *parameters, body=None, missing=None, checks=False, **more):
    """Describes one operation; `checks` adds a 400, `missing` a 404."""
    described = {"operationId": name, "tags": [tag], "summary": summary}
    if parameters:
        described["parameters"] = list(parameters)
    if body:
        described["requestBody"] = {"required": True, "content": content(body)}
    responses = {"200": answer(summary, schema)} if schema else {}
    if checks or body:
        responses["400"] = answer("The request is wrong", "Problem")
    if missing:
        responses["404"] = answer(missing, "Problem")
    responses |= more.pop("responses", {})
    described["responses"] = responses | {"default": answer("Another error, or a fault on this path", "Problem")}
    return described | more


def in_path(name, description, example):
    return {"name": name, "in": "path", "required": True, "description": description, "schema": {"type": "string"},
            "example": example}


def in_query(name, description, schema, example):
    return {"name": name, "in": "query", "required": True, "description": description, "schema": schema, "example": example}


def keyed(description):
    return {"name": "Idempotency-Key", "in": "header", "required": True, "description": description,
            "schema": {"type": "string", "pattern": "^[A-Za-z0-9._:~-]{1,128}$"}, "example": "7f3a"}


def sending(name, tag, what, body, listed):
    """Describes the two operations of a path that takes messages of a kind."""
    return {
        "get": endpoint(f"get{name}s", tag, f"The last {what}s", listed),
        "post": endpoint(
            f"send{name}", tag, f"Send a {what}", None, keyed(f"The key of the {what}: one is sent for each key"), body=body,
            responses={"202": answer(f"The {what} is sent", "MessageReceipt"),
                       "409": answer("The key came with another body", "Problem")}),
    }


def paths(options):
    customer = in_path("id", "The id of the customer", "C-1001")
    code = {"type": "string", "pattern": "^[A-Za-z]{3}$"}
    return {
        "/companies/{inn}": {"get": endpoint(
            "getCompany", "companies", "The company with an INN", "CompanyAnswer",
            in_path("inn", "The INN of the company", "7707083893"), missing="No company has this INN")},
        "/rates": {"get": endpoint(
            "getRate", "rates", "The exchange rate on a day", "Rate",
            in_query("from", "The currency to sell", code, "USD"), in_query("to", "The currency to buy", code, "RUB"),
            in_query("on", "The day", {"type": "string", "format": "date"}, "2026-11-20"),
            checks=True, missing="A currency is unknown")},
        "/customers/{id}": {"get": endpoint(
            "getCustomer", "customers", "The customer with an id", "Customer", customer, missing="No customer has this id")},
        "/customers/{id}/loans": {"get": endpoint(
            "getLoans", "customers", "The loans of a customer", "LoansAnswer", customer, missing="No customer has this id")},
        "/addresses/suggest": {"post": endpoint(
            "suggestAddresses", "addresses", "The addresses with words that begin as those of the query", "AddressSuggestions",
            body="AddressQuery")},
        "/addresses/{id}": {"get": endpoint(
            "getAddress", "addresses", "The suggestion with an id", "AddressSuggestion",
            in_path("id", "The id of the address", "a-1"), missing="No address has this id")},
        "/passports/check": {"post": endpoint(
            "checkPassport", "passports", "The verdict about a passport", "PassportResult", body="Passport")},
        "/applications": {"post": endpoint(
            "submitApplication", "applications", "Submit an application for a loan", None,
            keyed("The key of the application: the same key and body get the same answer"),
            body="Application",
            responses={
                "201": answer("The application is approved", "ApplicationReceipt"),
                "202": answer(f"The application is above {options.thresholds.later:,} and is decided after"
                              f" {options.decide_after:g} seconds", "ApplicationReceipt"),
                "409": answer("The key came with another body", "Problem"),
                "422": answer(f"The application is above {options.thresholds.refused:,} and is refused", "Problem")})},
        "/applications/by-key/{key}": {"get": endpoint(
            "getApplicationState", "applications", "The state of the application with a key", "ApplicationState",
            in_path("key", "The Idempotency-Key of the application", "7f3a"), missing="No application came with this key")},
        "/applications/count": {"get": endpoint(
            "getApplicationCount", "applications", "Counts of applications over all keys", "ApplicationCount")},
        "/callbacks": {
            "get": endpoint("getCallbacks", "callbacks", "The callbacks of this bank", "Callbacks"),
            "post": endpoint("pauseCallbacks", "callbacks", "Hold callbacks back, or let them go on", "Callbacks",
                             body="CallbackOrder")},
        "/messages": sending("Message", "messages", "message", "Sms", "SmsList"),
        "/notices": sending("Notice", "messages", "notice", "Notice", "NoticeList"),
        "/oauth/token": {"post": endpoint(
            "getToken", "access", "A token by OAuth 2 client credentials", "Token",
            requestBody={"required": True, "content": {"application/x-www-form-urlencoded": {"schema": record(
                "The request of a token", grant_type=one_of("The grant", "client_credentials"))}}},
            responses={"400": answer("The grant type is not supported", "TokenRefusal"),
                       "401": answer("The client or its secret is wrong", "TokenRefusal")},
            security=[{"client": []}])},
        "/faults": {
            "get": endpoint("getFaults", "faults", "The faults in force", "FaultsAnswer"),
            "post": endpoint("putFault", "faults", "Put a fault on paths, or remove it", "FaultsAnswer", body="FaultOrder")},
    }


def webhooks():
    """Describes the callbacks: requests of the bank itself."""
    def signed(name, description, example):
        return {"name": name, "in": "header", "required": True, "description": description, "schema": {"type": "string"},
                "example": example}

    return {"decision": {"post": {
        "operationId": "tellDecision", "tags": ["callbacks"],
        "summary": "A later decision, signed by Standard Webhooks and sent until it is accepted",
        "parameters": [
            signed("webhook-id", "The id of the message, the same at each attempt", "msg_sF2Wk0vV5nQdXyG0aQYc8T1o"),
            signed("webhook-timestamp", "The time of the attempt in seconds since 1970", "1795168800"),
            signed("webhook-signature", "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, for each secret",
                   "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=")],
        "requestBody": {"required": True, "content": content("Decision")},
        "responses": {"2XX": {"description": "The message is accepted"},
                      "default": {"description": "It is sent again, at most twelve times"}}}}}


def document(address, options):
    """Returns the document of a bank at an address, started with these options."""
    schemes = {"client": {"type": "http", "scheme": "basic", "description": "The client and its secret, for a token"}}
    security = {}
    if options.token is not None:
        schemes["token"] = {"type": "http", "scheme": "bearer", "description": "The token that the bank was started with"}
        security["token"] = []
    if options.oauth:
        schemes["oauth"] = {
            "type": "oauth2", "description": "A token of /oauth/token",
            "flows": {"clientCredentials": {"tokenUrl": f"{address}/oauth/token", "scopes": {}}}}
        security["oauth"] = []
    if options.client_certificates:
        schemes["certificate"] = {"type": "mutualTLS", "description": "A certificate of the bank's authority"}
        security["certificate"] = []
    known = paths(options)
    if options.client_certificates:
        known["/oauth/token"]["post"]["security"] = [{"client": [], "certificate": []}]
    if options.token is not None or options.oauth:
        for path, methods in known.items():
            if path != "/oauth/token":
                for method in methods.values():
                    method["responses"]["401"] = answer("The token is missing or has expired", "Problem")
    if options.token is not None:
        known.pop("/oauth/token")  # It asks for Basic, and this bank for the one token.
        schemes.pop("client")
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "The bank's own system", "version": "1.0.0",
            "description": "Companies, rates, customers, addresses, passports, loan applications and messages of an invented"
                           " bank."},
        "servers": [{"url": address, "description": "This bank"}],
        "security": [security] if security else [],
        "tags": [{"name": name, "description": description} for name, description in (
            ("companies", "Companies and sole proprietors"), ("rates", "Exchange rates"),
            ("customers", "Customers and their loans"), ("addresses", "Suggestions of addresses"),
            ("passports", "Checks of passports"), ("applications", "Applications for loans"),
            ("callbacks", "Decisions that the bank tells by itself"), ("messages", "Messages to people"),
            ("access", "Tokens"), ("faults", "Faults on demand"))],
        "paths": known,
        "webhooks": webhooks(),
        "components": {"schemas": SCHEMAS, "securitySchemes": schemes},
    }
