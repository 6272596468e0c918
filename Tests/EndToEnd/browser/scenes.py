"""The server, the proxy and the browser that the tests of this folder share."""
import json
import os
import re
import shutil
import time

from axe_core_python.selenium import Axe

from EndToEnd import ROOT
from EndToEnd.bank import Fault, Server, run
from EndToEnd.browser.test_faults import FILES as FAULT_FILES
from EndToEnd.browser.test_items import FILES as ITEM_FILES
from EndToEnd.browser.test_rows import FILES as ROW_FILES
from EndToEnd.browser.user import DESKTOP, NARROW, PHONE, Person, TABLET, browser
from EndToEnd.proxies.http import Wire

SHOTS = os.path.join(ROOT, ".build/screenshots")
AXE = Axe.from_file(os.environ["AXE"]) if "AXE" in os.environ else Axe()


def has_effect(name):
    with open(os.path.join(ROOT, "config/operations", name), encoding="utf-8") as file:
        return any(line.startswith("effect:") for line in file)


# The operations with an effect. The tests must submit each of them.
OPERATIONS = {name[:-5] for name in os.listdir(os.path.join(ROOT, "config/operations"))
              if name.endswith(".yaml") and ".scenarios." not in name and has_effect(name)}
QUICK = {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225", "purpose": "Оплата по счету 12"}
# The text of a BIC field after the lookup of the bank.
BANK = "ПАО Сбербанк"
# Screens and forms with features that the bank's configuration does not use.
TRIAL = {
    "screens/trial.yaml": """
screen: trial
title: {ru: Проба, en: Trial}
modules:
  - {operation: settings.edit, transition: embed}
  - {list: accounts, caption: {ru: Счета, en: Accounts}, open: {operation: transfer.own, input: {from: $number}, transition: {kind: embed, container: accounts}}}
  - {operation: trial.search, transition: cover}
""",
    "routes/trial.yaml": """
routes:
  - {route: trial/trial, screen: trial}
  - {route: trial/steps, flow: trial.steps}
  - {route: trial/search, operation: trial.search}
  - {route: trial/loan, operation: loan.apply}
  - {route: trial/help, operation: trial.help}
  - {route: trial/visit, operation: trial.visit}
  - {route: trial/consent, operation: trial.consent}
  - {route: trial/rate, operation: trial.rate}
  - {route: trial/amounts, operation: trial.amounts}
  - {route: trial/terms, screen: trial.terms}
  - {route: trial/fee, flow: trial.fee}
  - {route: trial/review, flow: trial.review}
  - {route: trial/found, screen: trial.found}
  - {route: trial/place, screen: trial.place}
  - {route: trial/pledges, operation: trial.pledges}
""",
    "screens/trial.found.yaml": """
screen: trial.found
title: {ru: Адреса, en: Addresses}
modules:
  - {list: found, caption: {ru: Найдено, en: Found}, from: address, row: {title: caption, subtitle: {ru: "Индекс {postal}", en: "Postcode {postal}"}}, open: {screen: trial.place, input: {name: $caption}}}
""",
    "screens/trial.place.yaml": """
screen: trial.place
title: {ru: Место, en: Place}
input: {name: text, note: optional text}
modules:
  - {text: place, caption: {ru: Место, en: Place}, value: $name}
  - {text: more, caption: {ru: Заметка, en: Note}, value: $note}
""",
    "operations/trial.pledges.yaml": """
operation: trial.pledges
title: {ru: Поручители, en: Guarantors}
effect: document
atoms:
  - repeat: people
    caption: {ru: Поручитель, en: Guarantor}
    min: 1
    max: 3
    copy: true
    atoms:
      - {textInput: name, caption: {ru: Имя, en: Name}}
      - {consent: rules, caption: {ru: Согласен, en: Agreed}, document: trial.md}
  - {textInput: place, caption: {ru: Место, en: Place}, optional: true}
  - {button: look, caption: {ru: Посмотреть, en: Look}, action: navigate, href: "valence://trial/place?name={$place}&note={$people.@count}"}
  - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
""",
    "screens/trial.account.yaml": """
screen: trial.account
title: {ru: Откуда платить, en: Pay from}
output: {from: text}
modules:
  - {list: accounts, output: {from: $number}}
""",
    "operations/trial.rest.yaml": """
operation: trial.rest
title: {ru: За что, en: What for}
atoms:
  - {textInput: purpose, caption: {ru: Назначение, en: Purpose}}
  - {textInput: amount,  caption: {ru: Сумма, en: Amount}, type: amount, currency: RUB}
  - {button: next,       caption: {ru: Далее, en: Next}, action: next}
  - {button: back,       caption: {ru: Назад, en: Back}, action: back}
""",
    "documents/trial.md": """# Rules of the trial

The money goes **at once**.
""",
    "services/market.yaml": """
service: market
at: http://127.0.0.1:9
lookups:
  - {lookup: quote, key: [currency], get: "/quotes/{$currency}", answer: {rate: number rate, until: optional text until}}
""",
    "services/market.recorded.yaml": """
recorded: market
answers:
  - {get: /quotes/USD, body: {rate: 90.07, until: "12:00"}}
""",
    "operations/trial.rate.yaml": """
operation: trial.rate
title: {ru: Обмен по курсу, en: Exchange at a rate}
effect: document
sign: matrix
atoms:
  - {enum: currency, caption: {ru: Валюта, en: Currency}, options: {USD: {all: USD}}, lookup: quote}
  - {textInput: amount, caption: {ru: Сколько, en: How much}, type: amount, currency: USD, min: 1}
  - {textInput: rate, caption: {ru: Курс, en: Rate}, type: number, scale: 2, value: quote.rate}
  - {textInput: total, caption: {ru: К оплате, en: To pay}, type: amount, currency: RUB, value: "round($amount * $rate, 2)"}
  - {text: until, caption: {ru: Курс до, en: Rate until}, value: quote.until}
  - {button: send, caption: {ru: Обменять, en: Exchange}, action: submit}
""",
    "operations/trial.consent.yaml": """
operation: trial.consent
title: {ru: Согласия, en: Consents}
effect: document
atoms:
  - {consent: rules, caption: {ru: Согласен с правилами, en: I accept the rules}, document: trial.md, mustOpen: true}
  - {consent: news,  caption: {ru: Новости, en: News}, document: "https://bank.example/news", version: 2, title: {ru: О новостях, en: About the news}, optional: true}
  - {textInput: office, caption: {ru: Офис, en: Office}, optional: true}
  - {textInput: home, caption: {ru: Дом, en: Home}, optional: true}
  - {command: same,  caption: {ru: Как офис, en: Same as the office}, set: {home: $office}, enableIf: "$office != nil"}
  - {button: send,   caption: {ru: Отправить, en: Send}, action: submit}
""",
    "operations/trial.amounts.yaml": """
operation: trial.amounts
title: {ru: Обмен двух сумм, en: Exchange of two amounts}
effect: document
atoms:
  - {textInput: give, caption: {ru: Отдаю, en: Give}, type: amount, currency: RUB, min: 1000, max: 50000, slider: {step: 1000, marks: [1000, 25000, 50000]}, either: "round($get * 80, 2)"}
  - {textInput: get, caption: {ru: Получаю, en: Get}, type: amount, currency: USD, either: "round($give / 80, 2)"}
  - {button: send, caption: {ru: Обменять, en: Exchange}, action: submit}
""",
    "operations/trial.search.yaml": """
operation: trial.search
title: {ru: Поиск, en: Search}
effect: document
atoms:
  - {search: bank,      caption: {ru: Банк, en: Bank}, in: banks, as: found, minLength: 1, hint: {ru: Название или БИК, en: Name or BIC}}
  - {text: place,       caption: {ru: "Выбран {found.name}", en: "Chosen: {found.name}"}, showIf: "$bank != nil"}
  - {toggle: urgent,    caption: {ru: Без банка, en: Without a bank}}
  - {search: locked,    caption: {ru: Банк отправителя, en: Sender's bank}, in: banks, as: own, optional: true, value: "TERNARY($urgent == YES, '044525225', nil)"}
  - repeat: lines
    caption: {ru: Получатель, en: Payee}
    min: 1
    max: 3
    atoms:
      - {search: payee, caption: {ru: Кому, en: Whom}, in: providers, as: whom, minLength: 0}
  - {button: send,      caption: {ru: Отправить, en: Send}, action: submit}
""",
    "operations/trial.help.yaml": """
operation: trial.help
title: {ru: Перевод за границу, en: Transfer abroad}
effect: document
atoms:
  - {enum: country,        caption: {ru: Страна, en: Country}, options: {DE: {ru: Германия, en: Germany}, CH: {ru: Швейцария, en: Switzerland}}, hint: {ru: Где открыт счёт, en: Where the account is}, onChange: {reset: [city], set: {currency: "TERNARY($country == 'CH', 'CHF', 'EUR')"}}}
  - {textInput: city,      caption: {ru: Город, en: City}, messages: {required: {ru: Без города банк не найти, en: The bank cannot be found without a city}}}
  - {segmented: currency,  caption: {ru: Валюта, en: Currency}, options: {EUR: {all: EUR}, CHF: {all: CHF}}, help: {ru: "Деньги придут в этой валюте.\\nБанк получателя может их перевести в свою.", en: "The money comes in this currency.\\nThe payee's bank may convert it."}}
  - {textInput: sum,       caption: {ru: Сумма, en: Amount}, type: amount, currencyFrom: $currency, max: 100000, wide: true, help: {ru: Долго, en: Long}, check: {when: "$sum <= 1000", message: {ru: Без комиссии, en: Without a fee}, severity: success}}
  - {toggle: urgent,       caption: {ru: Срочно, en: Urgent}, hint: {ru: Сегодня до 18:00, en: Today before 18:00}, help: {ru: Дороже, en: It costs more}, check: {when: "$urgent == YES", message: {ru: Плюс 10 EUR, en: 10 EUR more}}}
  - repeat: notes
    caption: {ru: Заметка, en: Note}
    hint: {ru: Для банка получателя, en: For the payee's bank}
    max: 3
    atoms:
      - {enum: kind,       caption: {ru: О чём, en: About}, options: {a: {all: A}, b: {all: B}}, onChange: {reset: words}}
      - {textInput: words, caption: {ru: Текст, en: Words}, optional: true}
  - {choices: ways,        caption: {ru: Как сообщить, en: Notify by}, optional: true, exclusive: none, options: {sms: {ru: SMS, en: SMS}, mail: {ru: Почта, en: E-mail}, none: {ru: Не сообщать, en: Do not notify}}, hint: {ru: Когда деньги придут, en: When the money arrives}}
  - {choices: topics,      caption: {ru: Темы, en: Topics}, look: chips, optional: true, max: 1, options: {rates: {ru: Курсы, en: Rates}, fees: {ru: Тарифы, en: Fees}}}
  - text: terms
    markdown:
      ru: |
        # Перед отправкой
        Деньги придут в **{$city}** за два дня.
      en: |
        # Before you send
        The money is in **{$city}** in *two* days.

        - The [fees](https://bank.example/fees)
        - The way:
          1. check
          2. sign

        ## Questions
        [Visit](valence://trial/visit) us.
  - {link: rules,          caption: {ru: Тарифы, en: Fees}, href: /operations, hint: {ru: Откроются здесь, en: They open here}}
  - {button: send,         caption: {ru: Отправить, en: Send}, action: submit, hint: {ru: Подпись не нужна, en: No signature is needed}, confirm: {title: {ru: "Отправить {$sum} {$currency}?", en: "Send {$sum} {$currency}?"}, text: {ru: Вернуть деньги не получится, en: The money cannot be had back}, action: {ru: Да, en: "Yes"}}}
""",
    "operations/trial.visit.yaml": """
operation: trial.visit
title: {ru: Визит, en: Visit}
effect: document
sign: code
atoms:
  - {accountPicker: yen,   caption: {ru: Счёт в иенах, en: Account in yen}, filter: "currency == 'JPY'", optional: true}
  - {enum: place,          caption: {ru: Где, en: Where}, options: {a: {ru: Офис, en: Office}, b: {ru: Дом, en: Home}}, help: {ru: Адрес спросим по телефону, en: We ask for the address by telephone}}
  - {timeInput: call,      caption: {ru: Позвонить в, en: Call at}, min: '09:00', max: '20:00'}
  - {dateTimeInput: visit, caption: {ru: Приду, en: I come}, min: today()}
  - repeat: borrowers
    caption: {ru: Созаёмщики, en: Co-borrowers}
    min: 0
    max: 2
    atoms:
      - {textInput: name,  caption: {ru: Имя, en: Name}}
  - {button: send,         caption: {ru: Отправить, en: Send}, action: submit}
""",
    "screens/trial.terms.yaml": """
screen: trial.terms
title: {ru: Условия, en: Terms}
modules:
  - {text: first, caption: {ru: Ставка, en: Rate}, value: "17.5", role: number}
  - {text: plain, caption: {ru: Проценты раз в месяц, en: Interest each month}}
  - {text: hint,  caption: {ru: Без пополнения, en: Without top-ups}, fontSize: comment}
  - {text: last,  caption: {ru: Срок, en: Term}, value: "12", role: number}
  - {text: after, caption: {ru: Не оферта, en: No offer}}
""",
    "operations/trial.fee.yaml": """
operation: trial.fee
title: {ru: С комиссией, en: With a fee}
effect: document
atoms:
  - {textInput: purpose, caption: {ru: Назначение, en: Purpose}}
  - {textInput: amount,  caption: {ru: Сумма, en: Amount}, type: amount, currency: RUB}
  - {textInput: fee,     caption: {ru: Комиссия, en: Fee}, type: amount, currency: RUB, value: "$amount * 2", max: 100}
  - {button: send,       caption: {ru: Отправить, en: Send}, action: submit}
""",
    "screens/trial.fee.yaml": """
screen: trial.fee
title: {ru: Проверьте сумму, en: Check the amount}
input: {amount: number}
modules:
  - {text: sum, caption: {ru: Сумма, en: Amount}, value: $amount, role: amount, currency: RUB}
""",
    "flows/trial.fee.yaml": """
flow: trial.fee
title: {ru: Комиссия по шагам, en: Fee in steps}
operation: trial.fee
steps:
  - {operation: trial.rest}
  - {screen: trial.fee, input: {amount: $amount}}
""",
    "screens/trial.stop.yaml": """
screen: trial.stop
title: {ru: Не платим, en: Not paid}
input: {name: text}
modules:
  - {text: why, caption: {ru: "{$name} не получатель", en: "{$name} is no payee"}}
""",
    "flows/trial.review.yaml": """
flow: trial.review
title: {ru: Проба с проверкой, en: Trial with a review}
operation: pp.quick
steps:
  - {screen: trial.account}
  - {operation: steps.payee, next: [{if: "$name == 'Никто'", step: stop}]}
  - {step: stop, exit: trial.stop, input: {name: $name}}
  - {operation: trial.rest}
  - {review: true}
""",
    "flows/trial.steps.yaml": """
flow: trial.steps
title: {ru: Проба по шагам, en: Trial in steps}
operation: pp.quick
steps:
  - {screen: trial.account}
  - {operation: steps.payee}
  - {operation: trial.rest}
  - {screen: steps.confirm, input: {name: $name, account: $account, bic: $bic, purpose: $purpose, amount: $amount}}
""",
}
# The forms of the examples, which are added to the bank's forms.
EXAMPLES = {
    "loan": ["operations/loan.apply.yaml"],
    "deposit": ["operations/deposit.open.yaml", *(f"tables/{name}.yaml" for name in ("depositProducts", "depositRates", "depositTerms"))],
    "transfer-abroad": ["operations/transfer.abroad.yaml", "fragments/party.yaml"],
    "standing-order": ["operations/standing.order.yaml"],
    "payroll": ["operations/payroll.send.yaml"],
}


def ending(end):
    return lambda method, path: path.split("?")[0].endswith(end)


class Bank:
    """The server, the proxy, the browser, and the state that tests share."""

    def __init__(self, program, folder, web, has_pictures=False, is_full=False):
        os.makedirs(SHOTS, exist_ok=True)
        self.has_pictures, self.is_full = has_pictures, is_full
        self.log = os.path.join(folder, "log")
        config = os.path.join(folder, "config")
        shutil.copytree("config", config)
        shutil.copytree("examples/loan/services", os.path.join(config, "services"), dirs_exist_ok=True)
        for part, names in EXAMPLES.items():
            for name in names:
                os.makedirs(os.path.join(config, os.path.dirname(name)), exist_ok=True)
                shutil.copy(os.path.join("examples", part, name), os.path.join(config, name))
        for name, text in {**TRIAL, **FAULT_FILES, **ITEM_FILES, **ROW_FILES}.items():
            os.makedirs(os.path.join(config, os.path.dirname(name)), exist_ok=True)
            with open(os.path.join(config, name), "w", encoding="utf-8") as file:
                file.write(text)
        self.recorded = os.path.join(config, "services", "bank.recorded.yaml")
        self.record("answers:\n", ANSWERS)
        database = os.path.join(folder, "valence.sqlite")
        self.server = Server(program, database, "--config", config, "--services", "recorded", "--playground", "--web", web,
                             log=self.log)
        if not self.server.address:
            raise Fault("".join(self.server.greeting))
        # The bank's systems identify the person by this id.
        run(program, "users", "link", "demo", "C-1001", "--database", database)
        self.wire = Wire(self.server.address)
        self.driver = browser()
        self.person = Person(self.driver, self.wire.url, self.server.matrix())
        self.sent = set()

    def close(self):
        self.driver.quit()
        self.wire.close()
        self.server.stop()

    def record(self, before, after, system="bank"):
        """Changes the recorded answers of a system. A running server reloads them on SIGHUP."""
        path = os.path.join(os.path.dirname(self.recorded), f"{system}.recorded.yaml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        assert before in text, before
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(before, after, 1))

    def fresh(self):
        self.wire.mend()
        self.wire.seen.clear()
        self.wire.tells = True
        self.driver.get_log("browser")
        self.person.size(PHONE)
        self.person.scheme("light")

    def note(self):
        """Records the operations that were submitted, from the requests at the proxy."""
        for method, path, _, _ in self.wire.seen:
            found = re.fullmatch(r"/(?:operations|flows)/([^/]+)/submissions", path.split("?")[0])
            if method == "POST" and found:
                self.sent.add(found[1])

    def picture(self, name):
        self.driver.save_screenshot(os.path.join(SHOTS, name + ".png"))

    def seen(self, name):
        """Saves a picture of the current screen, with `--pictures`."""
        if self.has_pictures:
            self.picture(name)

    def shot(self, name):
        self.person.script("document.activeElement.blur?.()")
        self.seen(name)

    def shots(self, name):
        """Saves a picture in each size and a dark one, with `--pictures`. The window has the size
        of a phone afterwards."""
        if not self.has_pictures:
            self.person.script("document.activeElement.blur?.()")
            self.person.size(PHONE)
            self.person.script("scrollTo(0, 0)")
            return
        for label, size in (("phone", PHONE), ("tablet", TABLET), ("desktop", DESKTOP)):
            self.person.size(size)
            self.person.script("scrollTo(0, 0)")
            time.sleep(0.15)
            self.shot(f"{name}-{label}")
        self.person.scheme("dark")
        self.person.size(PHONE)
        self.shot(f"{name}-dark")
        self.person.scheme("light")

    def pictures(self, name):
        """Saves pictures in several sizes, light and dark, without moving the focus, with
        `--pictures`."""
        if not self.has_pictures:
            return
        for label, size, scheme in (("desktop", DESKTOP, "light"), ("desktop-dark", DESKTOP, "dark"), ("narrow", NARROW, "light"),
                                    ("narrow-dark", NARROW, "dark"), ("phone", PHONE, "light")):
            self.person.size(size)
            self.person.scheme(scheme)
            self.person.script("document.activeElement.scrollIntoView({block: 'center'})")
            time.sleep(0.15)
            self.picture(f"{name}-{label}")

    def axe(self, where):
        """Fails if axe-core finds a violation, in the light or the dark scheme."""
        for scheme in ("light", "dark"):
            self.person.scheme(scheme)
            time.sleep(0.1)
            self.judge(f"{where}, {scheme}")
        self.person.scheme("light")

    def judge(self, where, without=()):
        """Fails if axe-core finds a violation of a rule that is not in `without`."""
        options = json.dumps({"resultTypes": ["violations"], "rules": {rule: {"enabled": False} for rule in without}})
        found = AXE.run(self.driver, options=options)["violations"]
        assert not found, f"{where}: " + "; ".join(
            f"{each['id']}: {each['help']} at " + ", ".join(
                str(node["target"]) + " " + node.get("failureSummary", "")[:300]
                + str([related["html"][:120] for check in node["any"] for related in check.get("relatedNodes", [])])
                for node in each["nodes"])
            for each in found)

    def codes(self):
        """Returns the one-time codes in the log. A code is sent after the response that announces
        it."""
        with open(self.log, encoding="utf-8") as log:
            return [code for line in log if "one-time code" in line for code in re.findall(r"\b(\d{6})\b", line)]

    def balance(self, person):
        return person.script("return [...document.querySelectorAll('.row')].find(e => e.innerText.includes('Текущий'))?.innerText")


def enter_readings(bank, person):
    person.wait(lambda: person.there("meters[0].reading"), "the meters of the number are shown")
    readings = 0
    while person.there(f"meters[{readings}].reading"):
        before = person.value(f"meters[{readings}].previous").replace("\u00a0", "").split(",")[0]
        person.fill(f"meters[{readings}].reading", str(int(before) + 2))
        readings += 1
    person.wait(lambda: person.value("total") not in ("", "0,00"), "the sum is computed")


# These answers precede the recorded answers of examples/loan.
ANSWERS = """answers:
  - {post: /addresses/suggest, with: {query: молчит}, failure: unreachable}
  - {post: /addresses/suggest, with: {query: ничего}, body: {suggestions: []}}
  - {post: /addresses/suggest, with: {query: много, from: 0}, body: {suggestions: [FIRST]}}
  - {post: /addresses/suggest, with: {query: много, from: 20}, body: {suggestions: [SECOND]}}
  - {get: /companies/5003021311, failure: unreachable}
"""
for place, numbers in (("FIRST", range(1, 21)), ("SECOND", range(20, 26))):
    ANSWERS = ANSWERS.replace(place, ", ".join(
        f"{{value: 'г Москва, Большая Академическая ул, д {number}, корп 1', data: {{id: b-{number}}}}}" for number in numbers))


def options(person):
    """Returns the texts of the visible options."""
    return person.script("return [...document.querySelectorAll('[role=option]')].filter(e => e.checkVisibility()).map(e => e.innerText)")
