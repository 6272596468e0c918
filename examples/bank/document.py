"""The OpenAPI 3.1 document of the bank. Its security is the one that the bank was started with."""
import data
from faults import KINDS


def record(description, optional=(), **members):
    return {
        "type": "object", "description": description, "properties": members,
        "required": [name for name in members if name not in optional],
    }


def text(description, **more):
    return {"type": "string", "description": description} | more


def number(description, **more):
    return {"type": "number", "description": description} | more


def whole(description, **more):
    return {"type": "integer", "description": description} | more


def boolean(description):
    return {"type": "boolean", "description": description}


def day(description, **more):
    return text(description, format="date", **more)


def one_of(description, *values):
    return text(description, enum=list(values))


def listed(description, items, **more):
    return {"type": "array", "description": description, "items": items} | more


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


def or_null(schema):
    """Returns a schema that takes null too."""
    return schema | {"type": [schema["type"], "null"]}


KPP = text("The KPP: the reason for registration at a tax office", pattern="^[0-9]{4}[0-9A-Z]{2}[0-9]{3}$", examples=["773601001"])
CURRENCY = one_of("The currency, by ISO 4217", *data.CURRENCIES)

SCHEMAS = {
    "Problem": record(
        "A refusal. Its code is for programs, its message for people.", optional=["message"],
        code=text("The code of the refusal", examples=["NOT_FOUND"]),
        message=text("The reason in words")),
    "CompanyAnswer": record("The answer about a company", data=ref("Company")),
    "Company": record(
        "A company or a sole proprietor, as the tax service knows it",
        inn=text("The INN: 10 digits, 12 of a sole proprietor", pattern="^([0-9]{10}|[0-9]{12})$", examples=["7707083893"]),
        kpp=or_null(KPP) | {"description": "The KPP; null for a sole proprietor"},
        ogrn=text("The OGRN: 13 digits, 15 of a sole proprietor", pattern="^([0-9]{13}|[0-9]{15})$"),
        shortName=text("The short name", examples=["ПАО Сбербанк"]),
        fullName=text("The full name"),
        state=ref("CompanyState"),
        branches=listed("The branches", ref("Branch")),
        account=or_null(record(
            "The account for payments to the company; null if the bank knows none",
            number=text("The account number", pattern="^[0-9]{20}$"),
            bic=text("The BIC of its bank", pattern="^[0-9]{9}$")))),
    "CompanyState": record(
        "The state of a company",
        status=one_of("The state", "ACTIVE", "LIQUIDATING", "LIQUIDATED"),
        since=day("The first day in this state", examples=["2019-05-14"])),
    "Branch": record(
        "A branch of a company",
        id=text("The id of the branch", examples=["b-1"]), name=text("The name of the branch"), kpp=KPP),
    "Rate": record(
        "An exchange rate on a day",
        rate=number("The price of one unit of `from` in `to`, with four decimals", examples=[91.2345]),
        on=day("The day of the rate")),
    "Customer": record(
        "A customer of the bank",
        id=text("The id of the customer", examples=["C-1001"]),
        segment=one_of("The segment of the customer", "mass", "premium"),
        income=ref("Income"), limits=ref("Limits")),
    "Income": record(
        "The income of a customer",
        monthly=number("Roubles a month"), confirmed=boolean("True if the customer has shown a certificate")),
    "Limits": record("The limits of a customer", loan=number("The largest loan in roubles")),
    "LoansAnswer": record("The loans of a customer", items=listed("The loans; empty if there are none", ref("Loan"))),
    "Loan": record(
        "A loan",
        id=text("The id of the loan", examples=["L-2001"]),
        product=text("The name of the product", examples=["Потребительский кредит"]),
        monthlyPayment=number("The monthly payment, with two decimals", examples=[12500.5]),
        currency=CURRENCY,
        left=number("The debt that is left, with two decimals"),
        until=day("The day of the last payment", examples=["2028-03-31"])),
    "AddressQuery": record(
        "The beginning of an address", optional=["count", "from"],
        query=text("Words or their beginnings, in any order", maxLength=200, examples=["моск твер"]),
        count=whole("The largest number of suggestions", minimum=1, maximum=20, default=10),
        **{"from": whole("The number of suggestions to skip", minimum=0, maximum=1000000, default=0)}),
    "AddressSuggestions": record(
        "A page of suggestions",
        suggestions=listed("The suggestions of this page", ref("AddressSuggestion")),
        total=whole("The number of suggestions on all pages")),
    "AddressSuggestion": record(
        "An address", value=text("The address in one line", examples=["г Москва, ул Тверская, д 1"]), data=ref("Address")),
    "Address": record(
        "The parts of an address",
        id=text("The id of the address", examples=["a-1"]),
        postalCode=text("The postal code", pattern="^[0-9]{6}$"),
        city=text("The city"), street=text("The street")),
    "Passport": record(
        "A Russian passport",
        series=text("The series", pattern="^[0-9]{4}$", examples=["4509"]),
        number=text("The number", pattern="^[0-9]{6}$", examples=["123456"])),
    "PassportResult": record("The verdict about a passport",
                             result=one_of("The verdict", "VALID", "EXPIRED", "LOST", "UNKNOWN")),
    "Application": record(
        "An application for a loan", optional=["product", "term"],
        customer=text("The id of the customer", minLength=1, maxLength=200, examples=["C-1001"]),
        amount=number("Roubles, with at most two decimals", minimum=0.01, maximum=1000000000000, multipleOf=0.01,
                      examples=[250000]),
        product=text("The product", maxLength=200, examples=["consumer"]),
        term=whole("The term in months", minimum=1, maximum=600)),
    "ApplicationReceipt": record("The receipt of an application",
                                 applicationId=text("The id of the application", examples=["A-000001"])),
    "ApplicationState": record(
        "The state of an application",
        state=one_of("The state", "PENDING", "APPROVED", "REJECTED"),
        applicationId=or_null(text("The id of the application; null if it was refused at once")),
        code=or_null(text("The code of a rejection; null otherwise", examples=["INCOME_TOO_LOW"])),
        message=or_null(text("The reason of a rejection; null otherwise"))),
    "Token": record(
        "A token",
        access_token=text("The token"), token_type=one_of("The kind of the token", "Bearer"),
        expires_in=whole("Seconds until the token ends", examples=[60])),
    "TokenRefusal": record(
        "A refusal of a token (RFC 6749)",
        error=one_of("The code", "invalid_client", "invalid_request", "unsupported_grant_type")),
    "FaultOrder": record(
        "A fault to put or to remove", optional=["path", "seconds"],
        path=text("The beginning of the paths; `off` without it removes all faults", pattern="^/", examples=["/companies"]),
        kind=one_of("The kind of the fault", *KINDS, "off"),
        seconds=number("`slow`: the pause before each answer; `429`: its Retry-After", minimum=0, maximum=600, default=10)),
    "Fault": record(
        "A fault", path=text("The beginning of the paths"), kind=one_of("The kind of the fault", *KINDS),
        seconds=number("Seconds of `slow` and `429`")),
    "FaultsAnswer": record("The faults in force", faults=listed("The faults", ref("Fault"))),
}


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
    described["responses"] = responses | {"default": answer("Another refusal, or a fault that was put on this path", "Problem")}
    return described | more


def in_path(name, description, example):
    return {"name": name, "in": "path", "required": True, "description": description, "schema": {"type": "string"},
            "example": example}


def in_query(name, description, schema, example):
    return {"name": name, "in": "query", "required": True, "description": description, "schema": schema, "example": example}


def paths():
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
            {"name": "Idempotency-Key", "in": "header", "required": True,
             "description": "The key of the application: the same key and body get the same answer",
             "schema": {"type": "string", "pattern": "^[A-Za-z0-9._:~-]{1,128}$"}, "example": "7f3a"},
            body="Application",
            responses={
                "201": answer("The application is approved", "ApplicationReceipt"),
                "202": answer("The application is above 1,000,000 and is decided after 5 seconds", "ApplicationReceipt"),
                "409": answer("The key came with another body", "Problem"),
                "422": answer("The application is above 3,000,000 and is refused", "Problem")})},
        "/applications/by-key/{key}": {"get": endpoint(
            "getApplicationState", "applications", "The state of the application with a key", "ApplicationState",
            in_path("key", "The Idempotency-Key of the application", "7f3a"), missing="No application came with this key")},
        "/oauth/token": {"post": endpoint(
            "getToken", "access", "A token by OAuth 2 client credentials", "Token",
            requestBody={"required": True, "content": {"application/x-www-form-urlencoded": {"schema": record(
                "The request of a token", grant_type=one_of("The grant", "client_credentials"))}}},
            responses={"400": answer("The grant is none that the bank gives", "TokenRefusal"),
                       "401": answer("The client or its secret is wrong", "TokenRefusal")},
            security=[{"client": []}])},
        "/faults": {
            "get": endpoint("getFaults", "faults", "The faults in force", "FaultsAnswer"),
            "post": endpoint("putFault", "faults", "Put a fault on paths, or remove it", "FaultsAnswer", body="FaultOrder")},
    }


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
    known = paths()
    if options.client_certificates:
        known["/oauth/token"]["post"]["security"] = [{"client": [], "certificate": []}]
    if options.token is not None or options.oauth:
        for path, methods in known.items():
            if path != "/oauth/token":
                for method in methods.values():
                    method["responses"]["401"] = answer("The token is missing or has ended", "Problem")
    if options.token is not None:
        known.pop("/oauth/token")  # It asks for Basic, and this bank for the one token.
        schemes.pop("client")
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "The bank's own system", "version": "1.0.0",
            "description": "Companies, rates, customers, addresses, passports and loan applications of an invented bank."},
        "servers": [{"url": address, "description": "This bank"}],
        "security": [security] if security else [],
        "tags": [{"name": name, "description": description} for name, description in (
            ("companies", "Companies and sole proprietors"), ("rates", "Exchange rates"),
            ("customers", "Customers and their loans"), ("addresses", "Suggestions of addresses"),
            ("passports", "Checks of passports"), ("applications", "Applications for loans"),
            ("access", "Tokens"), ("faults", "Faults on demand"))],
        "paths": known,
        "components": {"schemas": SCHEMAS, "securitySchemes": schemes},
    }
