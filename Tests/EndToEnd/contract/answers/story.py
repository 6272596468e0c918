"""A story: the requests of all roles to the bank. Its responses are recorded once and compared
later.

A step sends one request, and keeps the values that later steps need. Resources are read in Russian
and in English.
"""

CURRENT, SAVINGS, DOLLARS = "40817810500000000001", "40817810800000000002", "40817840800000000003"
QUICK = {"from": CURRENT, "name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225",
         "purpose": "Оплата по счету 12", "amount": "100.50"}
FULL = {"kind": "ordinary", "number": "17", "amount": "250.00", "from": CURRENT, "payerInn": "500100732259", "name": "ООО Ромашка",
        "inn": "7707083893", "kpp": "770701001", "bic": "044525225", "account": "40702810138250123017", "purpose": "Оплата по счету 13",
        "priority": 5, "purposeCode": "1"}
SINGLE_TAX = {"kind": "tax", "singleTax": True, "number": "18", "amount": "5000", "from": CURRENT, "status": "13",
              "payerInn": "500100732259"}
BUDGET = {"kind": "tax", "number": "19", "amount": "10", "from": CURRENT, "payerInn": "500100732259", "payerKpp": "0",
          "name": "Казначейство России (ФНС России)", "inn": "7727406020", "kpp": "770701001", "bic": "017003983",
          "account": "03100643000000018500", "status": "13", "kbk": "18201061201010000510", "oktmo": "45379000", "reason": "ТП",
          "period": "МС.10.2026", "documentNumber": "0", "documentDate": "0", "uin": "0", "purpose": "Налог на доходы"}
PROVIDER = {"from": CURRENT, "provider": "svyaz-mobile", "account": "9161234567", "amount": "350"}
NET = {"from": CURRENT, "provider": "domashnyaya-set", "account": "ДС204518", "fields": [{"value": "12"}], "amount": "500"}
# The values of each operation. The first ones are used in all variants.
VALUES = {
    "pp.quick": [QUICK], "pp.full": [FULL, SINGLE_TAX, BUDGET],
    "transfer.own": [{"from": CURRENT, "to": SAVINGS, "amount": "12.34", "purpose": "На отпуск"}],
    "provider.pay": [PROVIDER, NET],
    "cash.order": [{"from": CURRENT, "day": "2026-11-24", "notes": [{"note": 5000, "count": "2"}, {"note": 100, "count": "30"}]}],
    "certificate.order": [{"certificate": "turnover", "account": CURRENT, "from": "2026-10-01", "to": "2026-10-31", "delivery": "email",
                           "email": "anna@example.org", "recipient": "Посольство"}, {"certificate": "debt", "delivery": "office"}],
    "profile.edit": [{"name": "Смирнова Анна Сергеевна", "phone": "+7 900 000-00-05"}],
    "settings.edit": [{"pushDeals": False, "language": "en"}], "matrix.renew": [{}],
    "card.status": [{"card": "{card}", "status": "blocked"}],
    "auth.password": [{"old": "valence-demo", "new": "another long password", "repeated": "another long password"}],
    "auth.login": [{"login": "demo", "password": "valence-demo"}],
    "steps.payee": [{name: QUICK[name] for name in ("name", "account", "bic")}],
    "steps.amount": [{name: QUICK[name] for name in ("from", "purpose", "amount")}],
}
# Values that each atom rejects, or reads in its own way.
STRANGE = ["", "x", "99999999999999999999", "Ёлка 1,5 «№»", True, None]
FOREIGN = "01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19"
BOTH = ("ru", "en")


def tell(bank):
    """Runs the whole story. `bank` sends requests, keeps named values and knows the people."""
    strangers(bank)
    logging_in(bank)
    reading(bank)
    forms(bank)
    submissions(bank)
    flows(bank)
    drafts_and_templates(bank)
    settings(bank)
    operators(bank)
    screens(bank)
    faults(bank)
    sessions(bank)


def strangers(bank):
    for path in ("/accounts", "/operations", "/operations/pp.quick", "/submissions", "/user", "/screens/home", "/nowhere"):
        bank.ask(None, "GET", path, languages=BOTH)
    for path in ("/healthz", "/readyz", "/operations/auth.login", "/operations/auth.login/schema", "/problems/not-found", "/start",
                 "/start?url=valence://payments/quick?bic=044525225"):
        bank.ask(None, "GET", path, languages=BOTH)
    bank.ask("nobody", "GET", "/accounts", languages=BOTH)


def logging_in(bank):
    bank.ask(None, "POST", "/auth/login", {"login": "demo"})
    bank.ask(None, "POST", "/operations/auth.login/evaluate", {"values": {}, "commit": True}, languages=BOTH)
    bank.ask(None, "POST", "/operations/auth.login/submissions", {"values": {}}, languages=BOTH)
    bank.ask(None, "POST", "/auth/login", {"login": "nobody", "password": "wrong password"})
    bank.ask(None, "POST", "/auth/login", {"login": "no one", "password": "wrong password"}, languages=("en",))
    for person, (login, password) in bank.people.items():
        bank.ask(None, "POST", "/auth/login", {"login": login, "password": password}, keep={f"token {person}": "token"})
    bank.ask(None, "POST", "/operations/auth.login/submissions", {"values": {"login": "demo", "password": "valence-demo"}})


def reading(bank):
    for path in ("/user", "/settings", "/accounts", f"/accounts/{CURRENT}", f"/accounts/{CURRENT}/entries", f"/accounts/{DOLLARS}/entries",
                 "/accounts/40817810500000000099", "/providers", "/providers?q=связь", "/providers?limit=2", "/providers/svyaz-mobile",
                 "/providers/gorvodokanal", "/providers/none", "/cards", "/deals", "/deals?ended=true", "/deals?limit=1", "/notifications",
                 "/banks?q=сбер", "/banks?q=0445&limit=3", "/banks?q=", "/banks/044525225", "/banks/049900777", "/banks/000000000",
                 "/banks/x", "/operations", "/submissions", "/drafts", "/templates", "/auth/sessions", "/banks?limit=0",
                 "/banks?limit=x&q=a", "/accounts?unknown=1", f"/accounts/{CURRENT}/entries?from=2026-11-01&to=2026-11-30&limit=1",
                 f"/accounts/{CURRENT}/entries?from=yesterday"):
        bank.ask("demo", "GET", path, languages=BOTH)
    bank.ask("demo", "GET", "/cards", keep={"card": "data.0.id"})
    bank.ask("demo", "GET", "/deals", keep={"deal": "data.0.id"})
    for path in ("/cards/{card}", "/deals/{deal}", "/deals/{deal}/pages", f"/cards/{FOREIGN}", f"/deals/{FOREIGN}", "/deals/x"):
        bank.ask("demo", "GET", path, languages=BOTH)
    bank.ask("demo", "PUT", "/deals/{deal}/seen")
    bank.ask("demo", "GET", "/deals/{deal}")
    bank.ask("other", "GET", f"/accounts/{CURRENT}", languages=BOTH)
    bank.ask("other", "GET", "/accounts")


def forms(bank):
    for operation, kinds in VALUES.items():
        path, person = f"/operations/{operation}", None if operation == "auth.login" else "demo"
        bank.ask(person, "GET", path, languages=BOTH, keep={f"tree {operation}": ""})
        bank.ask(person, "GET", path, headers={"Accept-Atoms": "text, button"}, languages=BOTH)
        bank.ask(person, "GET", f"{path}/schema")
        bank.ask(person, "POST", f"{path}/evaluate", {"values": {}}, languages=BOTH)
        bank.ask(person, "POST", f"{path}/evaluate", {"values": {}, "commit": True}, languages=BOTH)
        for values in kinds:
            bank.ask(person, "POST", f"{path}/evaluate", {"values": values}, languages=BOTH)
            bank.ask(person, "POST", f"{path}/evaluate", {"values": values, "commit": True, "revision": 7}, languages=BOTH)
        first = kinds[0]
        for name in first:
            bank.ask(person, "POST", f"{path}/evaluate", {"values": first, "changed": [name]})
        for number, name in enumerate(bank.inputs(operation)):
            value = STRANGE[number % len(STRANGE)]
            for language, strange in (("ru", value), ("en", STRANGE[(number + 1) % len(STRANGE)])):
                bank.ask(person, "POST", f"{path}/evaluate", {"values": {**first, name: strange}, "commit": True}, languages=(language,))
    for query in ("?bic=044525225", "?amount=12&from=" + CURRENT, "?unknown=1", "?bic=1"):
        bank.ask("demo", "GET", "/operations/pp.quick" + query, languages=BOTH)
    water = {"from": CURRENT, "provider": "gorvodokanal"}
    bank.ask("demo", "GET", "/providers/gorvodokanal", keep={"water": "subscriptions.0.account"})
    for more in ({}, {"account": "{water}"}, {"account": "{water}", "meters": [{"reading": "1"}, {"reading": "5000"}]}, {"account": "12"}):
        bank.ask("demo", "POST", "/operations/provider.pay/evaluate", {"values": {**water, **more}, "commit": True}, languages=BOTH)
    notes = [{"note": 5000, "count": "1"}, {"note": 5000, "count": "20"}, {}]
    bank.ask("demo", "POST", "/operations/cash.order/evaluate", {"values": {"from": CURRENT, "notes": notes}, "commit": True}, languages=BOTH)
    for body in ({"values": {"unknown": "1"}}, {"values": []}, {"values": {}, "changed": ["nothing"]}, {"values": {"amount": {}}}, [], {},
                 {"values": {"from": CURRENT}, "version": "0" * 16}):
        bank.ask("demo", "POST", "/operations/pp.quick/evaluate", body, languages=BOTH)


def sign(bank, name, status="right"):
    """Requests the codes of a kept submission, and sends them."""
    bank.ask("demo", "GET", f"/submissions/{{{name}}}/signature", languages=BOTH, keep={f"question {name}": ""})
    if status == "unsigned":
        return
    if status == "wrong":
        bank.ask("demo", "POST", f"/submissions/{{{name}}}/signature", {"values": bank.codes(name, "0000")})
        bank.ask("demo", "POST", f"/submissions/{{{name}}}/signature", {"values": {}}, languages=BOTH)
        return
    bank.ask("demo", "POST", f"/submissions/{{{name}}}/signature", {"values": bank.codes(name)}, languages=("ru",))
    bank.ask("demo", "POST", f"/submissions/{{{name}}}/signature", {"values": bank.codes(name)}, languages=("en",))
    read(bank, name)


def read(bank, name):
    for path in (f"/submissions/{{{name}}}", f"/submissions/{{{name}}}/result", f"/submissions/{{{name}}}/signature"):
        bank.ask("demo", "GET", path, languages=BOTH)


def submit(bank, operation, values, name, action=None):
    body = {"values": values, **({"action": action} if action else {})}
    bank.ask("demo", "POST", f"/operations/{operation}/submissions", body, {"Idempotency-Key": f"key-{name.replace(' ', '-')}"},
             keep={name: "submission.id"})


def submissions(bank):
    path = "/operations/pp.quick/submissions"
    for body in ({"values": {}}, {"values": {**QUICK, "account": "40702810138250123018", "amount": "0"}}, {"values": {**QUICK, "bic": "000000000"}},
                 {"values": {**QUICK, "more": 1}}, {"values": {**QUICK, "amount": "999999999999.00"}}):
        bank.ask("demo", "POST", path, body, {"Idempotency-Key": "refused"}, languages=BOTH)
    bank.ask("demo", "POST", path, {"values": QUICK}, {}, languages=BOTH)
    submit(bank, "pp.quick", QUICK, "first")
    submit(bank, "pp.quick", QUICK, "first")
    submit(bank, "pp.quick", {**QUICK, "amount": "1"}, "first")
    read(bank, "first")
    sign(bank, "first", "wrong")
    sign(bank, "first")
    bank.ask("other", "GET", "/submissions/{first}", languages=BOTH)
    bank.ask("other", "POST", "/submissions/{first}/cancel")
    submit(bank, "pp.quick", {**QUICK, "amount": "7.00"}, "cancelled")
    bank.ask("demo", "POST", "/submissions/{cancelled}/cancel", languages=BOTH)
    read(bank, "cancelled")
    for operation in ("pp.full", "transfer.own", "provider.pay", "cash.order", "certificate.order", "profile.edit", "settings.edit", "card.status"):
        bank.ask("demo", "POST", f"/operations/{operation}/submissions", {"values": {}}, {"Idempotency-Key": f"empty-{operation}"}, languages=BOTH)
        for number, values in enumerate(VALUES[operation]):
            name = f"{operation} {number}"
            submit(bank, operation, values, name, "block" if operation == "card.status" else None)
            if bank.kept(name):
                read(bank, name)
                if bank.wants_signature(name):
                    sign(bank, name)
    submit(bank, "card.status", {"card": "{card}", "status": "active"}, "unblocking", "unblock")
    sign(bank, "unblocking")
    # The balance is sufficient for one of them.
    for name in ("more", "too much"):
        submit(bank, "pp.quick", {**QUICK, "amount": "100000"}, name)
    for name in ("more", "too much"):
        sign(bank, name)
    bank.ask("demo", "GET", "/operations/auth.password", languages=BOTH)
    bank.ask("other", "POST", "/operations/auth.password/submissions", {"values": {"old": "wrong", "new": "x", "repeated": "y"}},
             {"Idempotency-Key": "password"}, languages=BOTH)
    for query in ("", "?limit=2", "?limit=1000", "?after=x"):
        bank.ask("demo", "GET", "/submissions" + query, languages=BOTH)
    for path in ("/accounts", f"/accounts/{CURRENT}/entries", f"/accounts/{SAVINGS}/entries", "/notifications", "/cards"):
        bank.ask("demo", "GET", path, languages=BOTH)
    submit(bank, "pp.quick", {**QUICK, "amount": "77.00"}, "waiting")
    sign(bank, "waiting", "unsigned")
    submit(bank, "matrix.renew", {}, "renewal")
    if bank.kept("renewal"):
        read(bank, "renewal")
        bank.ask("demo", "POST", "/submissions/{renewal}/signature/resend", languages=BOTH)
        bank.ask("demo", "POST", "/submissions/{renewal}/cancel")


def flows(bank):
    flow = "/flows/payments.steps"
    bank.ask("demo", "GET", flow, languages=BOTH)
    bank.ask("demo", "POST", flow + "?bic=044525225", languages=BOTH)
    bank.ask("demo", "GET", flow, languages=BOTH)
    bank.ask("demo", "GET", flow + "/steps/payee", languages=BOTH)
    bank.ask("demo", "POST", flow + "/steps/payee", {"values": {}}, languages=BOTH)
    bank.ask("demo", "POST", flow + "/steps/amount", {"values": {}}, languages=BOTH)
    bank.ask("demo", "POST", flow + "/steps/payee", {"values": VALUES["steps.payee"][0]})
    bank.ask("demo", "GET", flow, languages=BOTH)
    bank.ask("demo", "POST", flow + "/steps/amount", {"values": {**VALUES["steps.amount"][0], "amount": "100000.01"}})
    bank.ask("demo", "GET", flow, languages=BOTH)
    bank.ask("demo", "POST", flow + "/steps/warning/back", {})
    bank.ask("demo", "POST", flow + "/steps/amount", {"values": {**VALUES["steps.amount"][0], "amount": "50"}}, languages=("en",))
    bank.ask("demo", "GET", flow, languages=BOTH)
    bank.ask("demo", "POST", flow + "/submissions", {}, {"Idempotency-Key": "flow"}, keep={"flow": "submission.id"})
    sign(bank, "flow")
    bank.ask("demo", "GET", flow, languages=BOTH)
    # One flow is left in the middle of its steps.
    bank.ask("demo", "POST", flow + "?bic=044525225")
    bank.ask("demo", "POST", flow + "/steps/payee", {"values": VALUES["steps.payee"][0]})
    bank.ask("other", "POST", flow)
    bank.ask("other", "DELETE", flow)
    bank.ask("other", "GET", flow, languages=BOTH)
    bank.ask("demo", "POST", "/flows/none", languages=BOTH)


def drafts_and_templates(bank):
    bank.ask("demo", "PUT", "/drafts/pp.full", {"values": {"number": "5", "amount": "12"}}, languages=BOTH)
    bank.ask("demo", "PUT", "/drafts/transfer.own", {"values": {"from": CURRENT}})
    bank.ask("demo", "PUT", "/drafts/settings.edit", {"values": {}})
    bank.ask("demo", "DELETE", "/drafts/settings.edit")
    for path in ("/drafts", "/drafts/pp.full", "/drafts/pp.quick", "/drafts/none"):
        bank.ask("demo", "GET", path, languages=BOTH)
    bank.ask("other", "GET", "/drafts/pp.full", languages=BOTH)
    body = {"operation": "pp.quick", "title": "Ромашке", "values": {name: QUICK[name] for name in ("name", "account", "bic")}}
    bank.ask("demo", "POST", "/templates", body, keep={"template": "id"})
    for wrong in ({}, {**body, "title": ""}, {**body, "operation": "none"}, {**body, "values": {"unknown": 1}}):
        bank.ask("demo", "POST", "/templates", wrong, languages=BOTH)
    for path in ("/templates", "/templates/{template}", f"/templates/{FOREIGN}"):
        bank.ask("demo", "GET", path, languages=BOTH)
    qr = "ST00012|Name=ООО Ромашка|PersonalAcc=40702810138250123017|BankName=Сбербанк|BIC=044525225|CorrespAcc=30101810400000000225|Sum=15000"
    for body in ({"template": "{template}"}, {"submission": "{first}"}, {"qr": qr}, {"qr": "x"}, {}, {"template": FOREIGN}):
        bank.ask("demo", "POST", "/prefill", body, languages=BOTH)


def settings(bank):
    for body in ({"name": "Анна", "phone": "+7 900 000-00-09"}, {"phone": "12"}, {"name": ""}, {"unknown": 1}, []):
        bank.ask("other", "PATCH", "/user", body, languages=BOTH)
    for body in ({"pushDeals": False}, {"language": "en"}, {"language": None}, {"language": "de"}, {"pushDeals": "x"}):
        bank.ask("other", "PATCH", "/settings", body, languages=BOTH)
    for body in ({"oldPassword": "wrong", "newPassword": "a new long password"}, {"oldPassword": "long enough a password", "newPassword": "x"}):
        bank.ask("other", "POST", "/auth/password", body, languages=BOTH)
    bank.ask("other", "GET", "/user", languages=BOTH)
    bank.ask("demo", "GET", "/notifications", keep={"notification": "data.0.id"})
    if bank.kept("notification"):
        bank.ask("demo", "PUT", "/notifications/{notification}/read")
        bank.ask("demo", "GET", "/notifications?limit=2", languages=BOTH)
        bank.ask("demo", "DELETE", "/notifications/{notification}")


def operators(bank):
    deal = {"title": {"ru": "Вклад", "en": "Deposit"}, "subtitle": {"ru": "10 %", "en": "10 %"}, "startDate": "2026-11-01",
            "endDate": "2026-12-31",
            "pages": [{"title": {"ru": "Раз", "en": "One"}, "text": {"ru": "Текст", "en": "Text"}}]}
    bank.ask("operator", "POST", "/deals", deal, {"Idempotency-Key": "deal"}, keep={"added": "id"})
    bank.ask("operator", "POST", "/deals", {}, {"Idempotency-Key": "empty-deal"}, languages=BOTH)
    bank.ask("operator", "POST", "/deals", {**deal, "endDate": "2026-10-01"}, {"Idempotency-Key": "late-deal"}, languages=BOTH)
    bank.ask("demo", "POST", "/deals", deal, {"Idempotency-Key": "not-mine"}, languages=BOTH)
    for path in ("/deals?all=true", "/deals?all=true&limit=2", "/accounts", "/core/submissions"):
        bank.ask("operator", "GET", path, languages=BOTH)
    if bank.kept("added"):
        bank.ask("operator", "GET", "/deals/{added}", languages=BOTH)
        bank.ask("operator", "PATCH", "/deals/{added}", {"subtitle": {"ru": "11 %", "en": "11 %"}}, languages=("ru",))
        bank.ask("operator", "PATCH", "/deals/{added}", {"unknown": 1}, languages=BOTH)
        bank.ask("operator", "DELETE", "/deals/{added}")
        bank.ask("demo", "GET", "/deals/{added}", languages=BOTH)
    bank.ask("core", "GET", "/core/submissions", languages=BOTH)
    bank.ask("core", "GET", "/core/submissions?limit=x", languages=BOTH)
    bank.ask("core", "POST", "/core/submissions/{first}/ack", {"status": "executed"}, languages=BOTH)
    bank.ask("core", "GET", "/accounts", languages=BOTH)
    bank.ask("demo", "GET", "/core/submissions", languages=BOTH)


def screens(bank):
    for name in ("home", "overview", "payments", "history", "profile", "account", f"account?account={CURRENT}", "deal?deal={deal}", "none"):
        bank.ask("demo", "GET", f"/screens/{name}", languages=BOTH)
    for link in ("home/overview", "home/history", "person/profile", "person/settings", "person/password", f"accounts/account?number={CURRENT}",
                 "cards/card?id={card}", "deals/deal?id={deal}", "history/submission?id={first}", "payments/quick?bic=044525225",
                 "payments/steps", "payments/full", "payments/own", "payments/provider", "certificates/order", "cash/order", "none/none"):
        bank.ask("demo", "GET", f"/routes?url=valence://{link}", languages=BOTH)
        bank.ask("demo", "GET", f"/start?url=valence://{link}", languages=BOTH)
    for path in ("/start", "/start?url=http://example.org", "/routes", "/problems/not-found", "/problems/invalid-values", "/problems/none"):
        bank.ask("demo", "GET", path, languages=BOTH)


def faults(bank):
    for method, path in (("POST", "/accounts"), ("DELETE", "/operations/pp.quick"), ("GET", "/auth/login"), ("PUT", "/submissions"),
                         ("GET", "/nowhere"), ("GET", "/submissions/x"), ("GET", f"/submissions/{FOREIGN}"), ("GET", "/operations/none"),
                         ("GET", "/operations/none/schema"), ("POST", f"/submissions/{FOREIGN}/cancel"), ("DELETE", f"/templates/{FOREIGN}")):
        bank.ask("demo", method, path, languages=BOTH)
    path = "/operations/pp.quick/submissions"
    key = {"Idempotency-Key": "fault"}
    for raw in (b"{", b"", b"[1, 2", b'{"values": {"a": 1, "a": 2}}', b'{"values": {"amount": 1e400}}', b"\xff", b"null", b"[" * 200):
        bank.ask("demo", "POST", path, raw, key, languages=BOTH)
    bank.ask("demo", "POST", path, b"{}", {**key, "Content-Type": "text/plain"}, languages=BOTH)
    bank.ask("demo", "POST", path, {"values": QUICK}, {"Idempotency-Key": "x" * 300}, languages=BOTH)
    bank.ask("demo", "GET", "/accounts", headers={"Accept": "text/html"}, languages=BOTH)
    bank.ask("demo", "GET", "/accounts", headers={"Client-Version": "none"}, languages=BOTH)


def sessions(bank):
    bank.ask("demo", "GET", "/auth/sessions", languages=BOTH)
    bank.ask("demo", "DELETE", f"/auth/sessions/{FOREIGN}", languages=BOTH)
    bank.ask(None, "POST", "/auth/login", {"login": "other", "password": "long enough a password"}, keep={"token leaving": "token"})
    bank.ask("leaving", "POST", "/auth/logout")
    bank.ask("leaving", "GET", "/accounts", languages=BOTH)
    # A wrong password delays the next attempt, so these come last.
    bank.ask(None, "POST", "/operations/auth.login/submissions", {"values": {"login": "other", "password": "no"}}, languages=("ru",))
    bank.ask(None, "POST", "/operations/auth.login/submissions", {"values": {"login": "core", "password": "no"}}, languages=("en",))
    bank.ask(None, "POST", "/auth/login", {"login": "operator", "password": "a wrong password"}, languages=BOTH)


def shown(atoms, empty):
    """Returns the values that a client sends for a drawn tree. Without `empty`, omits empty values,
    like clients of the earlier release."""
    values = {}
    for atom in atoms:
        if atom.get("shown") is False or atom.get("entered") is False:
            continue
        if "items" in atom:
            values[atom["id"]] = [shown(item["atoms"], empty) for item in atom["items"]]
        elif "atoms" in atom:
            values.update(shown(atom["atoms"], empty))
        elif "value" in atom and atom.get("enabled") is not False and (empty or atom["value"] is not None):
            values[atom["id"]] = atom["value"]
    return values


def action(atoms, name):
    """Returns the link of the button with an action."""
    for atom in atoms:
        found = atom["action"] if atom.get("action", {}).get("name") == name else action(atom.get("atoms", []), name)
        if found:
            return found


def repeat(bank, once):
    """Repeats submissions as clients do; returns the differences. `once` are the inputs that apply
    to one submission."""
    logging_in(bank)
    faults = []
    cleared = ("pp.full", {**SINGLE_TAX, "payerKpp": None})
    cases = [cleared] + [(operation, values) for operation in
                         ("pp.quick", "pp.full", "transfer.own", "provider.pay", "cash.order", "certificate.order")
                         for values in VALUES[operation]]
    for number, (operation, values) in enumerate(cases):
        submit(bank, operation, values, f"case {number}")
        first = bank.kept(f"case {number}")
        if first is None:
            faults.append(f"{operation} {values}: not submitted")
            continue
        bank.ask("demo", "GET", f"/submissions/{first}", keep={"before": "values"})
        for empty in (True, False):
            bank.ask("demo", "POST", "/prefill", {"submission": first}, keep={"tree": ""})
            atoms = bank.kept("tree")["atoms"]
            body = {"values": {**shown(atoms, empty), **{name: values[name] for name in once if name in values}}}
            bank.names.pop("again", None)
            bank.ask("demo", "POST", action(atoms, "submit")["href"], body, {"Idempotency-Key": f"again-{number}-{empty}"},
                     keep={"again": "submission.id"})
            if bank.kept("again") is None:
                faults.append(f"{operation} {values}: not repeated: {bank.told[-1]['body']}")
                continue
            bank.ask("demo", "GET", "/submissions/{again}", keep={"after": "values"})
            before, after = ({name: value for name, value in bank.kept(each).items() if name not in once} for each in ("before", "after"))
            if before != after:
                faults.append(f"{operation} {values}: repeated as {after}, sent as {before}")
            bank.ask("demo", "POST", "/submissions/{again}/cancel")
        bank.ask("demo", "POST", f"/submissions/{first}/cancel")
    return faults


# The path of each operation's and the flow's submissions.
SUBMITTED = [f"/operations/{operation}/submissions" for operation in VALUES if not operation.startswith("steps.")] + ["/flows/payments.steps/submissions"]


def at_midnight(bank):
    """Evaluates each form shortly before midnight, and submits it one second before midnight and at
    midnight: with the entered values, and with all drawn values, including computed ones."""
    bank.turn(24 * 3600 - 20)
    bank.ask(None, "POST", "/auth/login", {"login": "demo", "password": "valence-demo"}, keep={"token demo": "token"})
    bank.ask("demo", "GET", "/cards", keep={"card": "data.0.id"})
    bank.ask("demo", "GET", "/providers/gorvodokanal", keep={"water": "subscriptions.0.account"})
    water = {"from": CURRENT, "provider": "gorvodokanal", "account": "{water}"}
    bank.ask("demo", "POST", "/operations/provider.pay/evaluate", {"values": water}, keep={"meters": "atoms.meters.value"})
    read = [{**meter, "reading": str(int(float(meter["previous"])) + 1)} for meter in bank.kept("meters")]
    bodies = []
    # The password is last, because changing it ends the earlier sessions.
    for operation, kinds in sorted(VALUES.items(), key=lambda each: each[0] == "auth.password"):
        if operation.startswith("steps."):
            continue
        person = None if operation == "auth.login" else "demo"
        for values in kinds + ([{**water, "meters": read}] if operation == "provider.pay" else []):
            bank.ask(person, "POST", f"/operations/{operation}/evaluate", {"values": values, "commit": True}, keep={"states": "atoms"})
            drawn = {path: state["value"] for path, state in bank.kept("states").items() if state.get("value") is not None and "[" not in path}
            bodies += [(person, operation, values), (person, operation, {**drawn, **values})]
    flow = "/flows/payments.steps"
    steps = [("payee", {"values": VALUES["steps.payee"][0]}), ("amount", {"values": VALUES["steps.amount"][0]})]
    for moment in (24 * 3600 - 1, 24 * 3600):
        bank.turn(24 * 3600 - 20)
        bank.ask("demo", "POST", flow)
        for step, body in steps:
            bank.ask("demo", "POST", f"{flow}/steps/{step}", body)
        bank.turn(moment)
        bank.ask("demo", "POST", f"{flow}/submissions", {}, {"Idempotency-Key": f"flow-{moment}"}, keep={"waiting": "submission.id"})
        bank.ask("demo", "POST", "/submissions/{waiting}/cancel")
        for number, (person, operation, values) in enumerate(bodies):
            action = {"action": "block"} if operation == "card.status" else {}
            bank.ask(person, "POST", f"/operations/{operation}/submissions", {"values": values, **action},
                     {"Idempotency-Key": f"{moment}-{number}"}, keep={"waiting": "submission.id", "signature": "submission.signature"})
            # Cancel unsigned submissions, because their number is limited.
            if bank.told[-1]["body"].get("submission", {}).get("signature"):
                bank.ask("demo", "POST", "/submissions/{waiting}/cancel")


def go_on(bank):
    """The later requests to the bank's database, possibly with another release of the program."""
    for person, (login, password) in bank.people.items():
        bank.ask(None, "POST", "/auth/login", {"login": login, "password": password}, keep={f"token {person}": "token"})
    for path in ("/user", "/settings", "/accounts", f"/accounts/{CURRENT}/entries", f"/accounts/{SAVINGS}/entries", "/cards", "/deals",
                 "/notifications", "/submissions", "/drafts", "/drafts/pp.full", "/drafts/transfer.own", "/templates", "/templates/{template}",
                 "/flows/payments.steps", "/providers/gorvodokanal"):
        bank.ask("demo", "GET", path, languages=BOTH)
    bank.ask("operator", "GET", "/deals?all=true", languages=BOTH)
    for name in ("first", "cancelled", "waiting", "more", "too much", "flow", "pp.full 0", "transfer.own 0", "provider.pay 1", "cash.order 0",
                 "certificate.order 0", "profile.edit 0", "settings.edit 0", "card.status 0", "unblocking", "renewal"):
        read(bank, name)
    # A submission is not sent twice.
    submit(bank, "pp.quick", QUICK, "first")
    submit(bank, "pp.quick", {**QUICK, "amount": "2"}, "first")
    sign(bank, "waiting")
    flow = "/flows/payments.steps"
    bank.ask("demo", "POST", flow + "/steps/amount", {"values": VALUES["steps.amount"][0]})
    bank.ask("demo", "POST", flow + "/submissions", {}, {"Idempotency-Key": "later-flow"}, keep={"later flow": "submission.id"})
    sign(bank, "later flow")
    bank.ask("demo", "POST", "/prefill", {"submission": "{pp.full 0}"}, languages=BOTH)
    bank.ask("demo", "POST", "/operations/pp.full/submissions", {"values": {**FULL, "number": "20"}}, {"Idempotency-Key": "later"},
             keep={"later": "submission.id"})
    sign(bank, "later")
    for path in ("/accounts", f"/accounts/{CURRENT}/entries", "/submissions", "/drafts"):
        bank.ask("demo", "GET", path, languages=BOTH)
