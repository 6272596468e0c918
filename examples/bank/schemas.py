"""The schemas of the bank's document: what it takes and what it answers."""
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

SENT = {
    "id": text("The id of the message"), "key": text("Its Idempotency-Key"),
    "times": whole("Requests with this key; one message was sent"),
}

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
        left=number("The remaining debt, with two decimals"),
        until=day("The day of the last payment", examples=["2028-03-31"])),
    "AddressQuery": record(
        "The beginning of an address", optional=["count", "from", "city"],
        query=text("Words or their beginnings, in any order", maxLength=200, examples=["моск твер"]),
        count=whole("The largest number of suggestions", minimum=1, maximum=20, default=10),
        city=or_null(text("The city of the addresses; null for all", maxLength=200)),
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
    "ApplicationCount": record(
        "Counts of applications over all keys",
        keys=whole("Different keys"), executions=whole("Applications that were carried out, or refused at once"),
        duplicates=whole("Executions beyond the first of their key"),
        repeats=whole("Requests with a known key and its body, which got the first answer again"),
        conflicts=whole("Requests with a known key and another body")),
    "CallbackOrder": record(
        "Whether callbacks pause", paused=boolean("True holds them back; no attempt is made")),
    "Callbacks": record(
        "The callbacks of this bank", paused=boolean("True while they are held back"), waiting=whole("Not taken yet"),
        delivered=whole("Taken with a status from 200 to 299"), givenUp=whole("Refused twelve times")),
    "Decision": record(
        "A decision about an application",
        type=one_of("The decision", "application.approved", "application.rejected"),
        timestamp=text("When it was made", format="date-time"),
        data=record(
            "The application",
            key=text("Its Idempotency-Key"), applicationId=text("Its id", examples=["A-000001"]),
            code=or_null(text("The code of a rejection; null otherwise", examples=["INCOME_TOO_LOW"])),
            message=or_null(text("The reason of a rejection; null otherwise")))),
    "Sms": record(
        "A message to a telephone",
        to=text("The telephone number", minLength=1, maxLength=64, examples=["+79000000000"]),
        text=text("The text", minLength=1, maxLength=2000)),
    "Notice": record(
        "A push notice",
        to=text("The id of the person", minLength=1, maxLength=64, examples=["C-1001"]),
        title=text("The title", minLength=1, maxLength=200), text=text("The text", minLength=1, maxLength=2000)),
    "MessageReceipt": record("The receipt of a message", id=text("The id of the message", examples=["M-000001"])),
    "SmsList": record("The last messages", messages=listed("The oldest first, at most 1,000", record(
        "A message that was sent", **SENT, to=text("The telephone number"), text=text("The text")))),
    "NoticeList": record("The last notices", notices=listed("The oldest first, at most 1,000", record(
        "A notice that was sent", **SENT, to=text("The id of the person"), title=text("The title"), text=text("The text")))),
    "Token": record(
        "A token",
        access_token=text("The token"), token_type=one_of("The kind of the token", "Bearer"),
        expires_in=whole("Seconds until the token ends", examples=[60])),
    "TokenRefusal": record(
        "A refusal of a token (RFC 6749)",
        error=one_of("The code", "invalid_client", "invalid_request", "unsupported_grant_type")),
    "FaultOrder": record(
        "A fault to put or to remove", optional=["path", "seconds", "share"],
        path=text("The beginning of the paths; `off` without it removes all faults", pattern="^/", examples=["/companies"]),
        kind=one_of("The kind of the fault", *KINDS, "off"),
        seconds=number("`slow`: the pause before each answer; `429`: its Retry-After", minimum=0, maximum=600, default=10),
        share=number("The share of requests that meet the fault", minimum=0, maximum=1, default=1)),
    "Fault": record(
        "A fault", path=text("The beginning of the paths"), kind=one_of("The kind of the fault", *KINDS),
        seconds=number("Seconds of `slow` and `429`"), share=number("The share of requests that meet it")),
    "FaultsAnswer": record("The faults in force", faults=listed("The faults", ref("Fault"))),
}
