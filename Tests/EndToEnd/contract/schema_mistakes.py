"""A right file of each part, and typical mistakes in it: a text of the file, and what replaces it."""

RIGHT = {
    "operations": """
operation: pay
title: {ru: Платёж, en: Payment}
effect: document
keep: {years: 5, reason: The law}
define: {isLarge: "$amount > 1000"}
atoms:
  - {textInput: amount, caption: Sum, type: amount, currency: RUB, min: 1}
  - {textInput: bic, caption: BIC, type: digits, length: 9, lookup: bank}
  - {enum: kind, caption: Kind, options: {a: A, b: B}}
  - {group: more, atoms: [{toggle: fast, caption: Fast}]}
  - {text: rules, markdown: {ru: "**Правила**", en: "**Rules**"}}
  - {button: send, caption: Send, action: submit}
""",
    "fragments": """
parameters: {caption: text, least: {type: number, default: 1}}
define: {isLong: "$name != nil"}
atoms:
  - {textInput: name, caption: $caption, maxLength: 70}
  - {toggle: agreed, caption: Agreed, optional: true}
""",
    "tables": """
table: rates
keys: {currency: text, sum: number range}
columns: {rate: number}
rows:
  - [RUB, 1000.., 7.5]
""",
    "services": """
service: crm
at: https://crm.bank.example
timeout: 2
limit: {atOnce: 8}
lookups:
  - {lookup: company, key: [inn], get: "/companies/{$inn}", answer: {name: text name}, missing: 404}
facts:
  - {fact: score, get: "/people/{user.externalId}", answer: number score}
effects:
  - {effect: loan, takes: {note: optional text}, post: /loans, executed: {status: 201}}
""",
    "recorded": """
recorded: crm
answers:
  - {name: sber, get: /companies/7707083893, body: {name: Sberbank}}
  - {post: /loans, with: {sum: 1}, status: 201, delay: 0.5}
  - {get: /companies/1, failure: timeout}
otherwise: {status: 404}
""",
    "screens": """
screen: account
title: {ru: Счёт, en: Account}
container: column
access: person
input: {account: text, month: optional date}
modules:
  - {text: about, caption: "Account {$account}", fontSize: title, value: $account}
  - {list: entries, input: {account: $account}, hideEmpty: true, open: {result: submission, input: {submission: $id}}}
  - {operation: pay, caption: Pay, transition: {kind: push, largeTitle: true}, showIf: "$month != nil"}
  - {list: mine, from: accounts, row: {title: caption, subtitle: [number, "{role}"], trailing: {value: balance, role: amount, currencyFrom: currency}, badge: {text: role, tone: success}, group: currency, icon: account}, filter: "disabled == NO", actions: [{caption: Pay, operation: pay, input: {to: $number}, tone: danger}]}
""",
    "flows": """
flow: pay.steps
title: Payment
operation: pay
input: {payee: text, sum: optional number}
steps:
  - {operation: pay.payee, next: [{step: confirm, if: "$sum > 100"}, submit]}
  - {screen: pay.confirm, step: confirm, input: {payee: $payee}, skipIf: "$sum == nil"}
  - {exit: pay.late, step: late}
  - {review: {title: Check}, transition: present}
""",
    "routes": """
routes:
  - {route: payments/quick, operation: pay.quick}
  - {route: accounts/account, screen: account, input: {account: $number}, parameters: {number: text}, transition: cover}
""",
    "scenarios": """
operation: pay
today: 2026-04-01
facts: {cards: []}
scenarios:
  - scenario: The first payment
    lookups: {bank: {"044525225": {name: Bank}, "1": fails}}
    steps:
      - {shown: [amount, bic], hidden: more, language: en}
      - {set: {amount: 5}, wrong: {bic: required}, captions: {amount: Sum}, options: {kind: [a, b]}}
      - {paste: {lines: "5;6"}, wrong: {}}
      - {tap: "lines[0].find", values: {"lines[0].name": Anna}}
      - {back: true, page: first, exit: false}
      - {change: amount}
      - {submit: true, submitted: {amount: 5}, signed: true, review: {amount: "Sum: 5", bic: null}}
""",
    "calendar": """
holidays: [2026-01-01, 2026-01-02]
workdays: [2026-02-28]
""",
    "locales": """
Платёж: Payment
Сумма: Sum
""",
}

MISTAKES = {
    "operations": [
        ("effect: document", "efect: document"), ("effect: document", "effect: documents"),
        ("operation: pay\n", ""), ("{years: 5, reason: The law}", "{years: five, reason: The law}"),
        ("type: amount, currency: RUB", "type: amount"), ("length: 9", "lenght: 9"), ("lookup: bank", "lookup: banks"),
        (", options: {a: A, b: B}", ""), ("atoms: [{toggle: fast, caption: Fast}]", "caption: More"),
        ("action: submit", "action: send"), ("textInput: bic", "textinput: bic"), ("{ru: Платёж, en", "{rus: Платёж, en"),
        ("markdown: {ru", "markdown: {rus"), ("text: rules,", "text: rules, caption: Rules,"),
    ],
    "fragments": [
        ("parameters:", "parameter:"), ("caption: text,", "caption: string,"), ("default: 1", "standard: 1"),
        ("maxLength: 70", "maxLength: many"), ("optional: true", "optional: maybe"), ("toggle: agreed", "togle: agreed"),
    ],
    "tables": [
        ("table: rates\n", ""), ("keys:", "key:"), ("sum: number range", "sum: range"), ("rate: number", "rate: decimal"),
        ("[RUB, 1000.., 7.5]", "RUB"), ("rows:\n  - [RUB, 1000.., 7.5]\n", ""),
    ],
    "services": [
        ("service: crm\n", ""), ("at: https://crm.bank.example\n", ""), ("lookups:", "lookup:"), ("atOnce: 8", "atonce: 8"),
        ("key: [inn], ", ""), (", answer: {name: text name}", ""), ("missing: 404", "missing: none"),
        ('get: "/people/{user.externalId}", ', ""), ("fact: score, get", "fact: score, post: /, get"),
        ("post: /loans", "put: /loans"), ("{status: 201}", "{statuses: 201}"), ("timeout: 2", "timeout: [2]"),
    ],
    "recorded": [
        ("recorded: crm\n", ""), ("body: {name", "boby: {name"), ("{name: sber, get: /companies/7707083893,", "{name: sber,"),
        ("post: /loans", "post: /loans, get: /loans"), ("status: 201", "status: created"),
        ("failure: timeout", "failure: slow"), ("otherwise: {status: 404}", "otherwise: 404"),
    ],
    "screens": [
        ("screen: account\n", ""), ("title: {ru: Счёт, en: Account}\n", ""), ("container: column", "container: row"),
        ("month: optional date", "month: maybe date"), ("account: text, month", "account: string, month"),
        ('caption: "Account {$account}", ', ""), ("list: entries", "list: entry"), ("list: entries", "lst: entries"),
        ("hideEmpty: true", "hideEmpty: yes"), ("operation: pay, caption", "operation: pay, hideEmpty: true, caption"),
        ("{result: submission, input", "{input"), ("kind: push", "kind: pop"), ("largeTitle: true", "dim: true"),
        ("operation: pay, caption", "operation: pay, screen: home, caption"), ("fontSize: title", "fontSize: huge"),
        ("access: person", "acces: person"),
        ("from: accounts, ", ""), ("list: mine", "list: cards"), ("title: caption, ", ""), ("tone: success", "shade: success"),
        ("tone: danger", "tone: loud"), ("caption: Pay, operation: pay, input: {to", "operation: pay, input: {to"),
        ("icon: account}", "icon: acount}"), ("value: balance, ", ""), ("currencyFrom: currency}", "currencyOf: currency}"),
    ],
    "flows": [
        ("flow: pay.steps\n", ""), ("title: Payment\n", ""), ("operation: pay\n", ""), ("steps:", "step:"),
        ("sum: optional number", "sum: money"), ("skipIf:", "skip:"), ('{step: confirm, if: "$sum > 100"}', '{if: "$sum > 100"}'),
        ("screen: pay.confirm", "list: cards"), ("input: {payee: $payee}", "input: $payee"),
        ("if: ", "when: "), ("exit: pay.late", "exit: pay.late, next: confirm"), ("exit: pay.late", "exit: [pay.late]"),
        ("review: {title: Check}", "review: yes"), ("review: {title: Check}", "review: {titel: Check}"),
        ("transition: present", "next: confirm"),
    ],
    "routes": [
        ("routes:", "route:"), ("route: payments/quick, ", ""), ("payments/quick", "payments"), ("payments/quick", "Payments/quick"),
        (", operation: pay.quick", ""), ("transition: cover", "transition: embed"), ("number: text", "number: int"),
        ("screen: account", "list: accounts"), ("parameters:", "parameter:"),
    ],
    "scenarios": [
        ("operation: pay\n", ""), ("today: 2026-04-01", "today: tomorrow"), ("facts: {cards", "facts: {card"),
        ("scenario: The first payment", "name: The first payment"), ("lookups: {bank", "lookups: {banks"),
        ("shown: [amount", "show: [amount"), ("language: en", "language: de"), ("wrong: {bic: required}", "wrong: bic"),
        ("kind: [a, b]", "kind: a"), ("submit: true", "submit: yes"), ("scenarios:", "scenario:"),
        ("{name: Bank}", "Bank"), ('paste: {lines: "5;6"}', "paste: [5]"), ("back: true", "back: 1"),
        ("exit: false", "exit: never"), ("change: amount", "change: [amount]"), ('tap: "lines[0].find"', "tap: {find: true}"), ("bic: null", "bic: [a]"),
    ],
    "calendar": [
        ("holidays:", "holiday:"), ("[2026-02-28]", "2026-02-28"), ("2026-01-02", "2026-1-2"),
        ("2026-01-02", "2026-01-01"), ("workdays: [2026-02-28]", "workdays: [Sunday]"),
    ],
    "locales": [
        ("Сумма: Sum", "Сумма: [Sum]"), ("Сумма: Sum", "Сумма: {en: Sum}"), ("Платёж: Payment\nСумма: Sum", "[Платёж]"),
        ("Платёж: Payment\nСумма: Sum", "- {Платёж: Payment}"), ("Платёж: Payment\nСумма: Sum", "Платёж"),
    ],
}
