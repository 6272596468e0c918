#!/usr/bin/env python3
"""People at the web client in Debian's chromium, before a running demo server.

    [EVERYTHING=yes] .ci/browser-check PROGRAM [SCENE...]

Every scene begins in a tab of its own. Between browser and server lies a wire that scenes cut, slow down and listen to.
Half of the scenes have a server and a browser of their own, beside the other half. With PICTURES=yes screenshots lie in
.build/screenshots afterwards; those of scenes that failed lie there anyway. Needs chromium and chromium-driver, and PyPI's selenium
and axe-core-python; AXE is the path of another release of axe-core's axe.min.js to judge by.
"""
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

from axe_core_python.selenium import Axe
from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from EndToEnd.bank import Client, Server, codes, run
from EndToEnd.browser.test_calendar import SCENES as CALENDAR_SCENES
from EndToEnd.browser.test_desktop import SCENES as DESKTOP_SCENES
from EndToEnd.browser.test_examples import SCENES as EXAMPLE_SCENES
from EndToEnd.browser.test_faults import FILES as FAULT_FILES, SCENES as FAULT_SCENES
from EndToEnd.browser.test_focus import SCENES as FOCUS_SCENES
from EndToEnd.browser.test_forms import SCENES as FORM_SCENES
from EndToEnd.browser.test_home import SCENES as HOME_SCENES
from EndToEnd.browser.test_layout import SCENES as LAYOUT_SCENES
from EndToEnd.browser.test_long_forms import SCENES as LONG_FORM_SCENES
from EndToEnd.browser.test_outcomes import SCENES as OUTCOME_SCENES
from EndToEnd.browser.test_pages import SCENES as PAGE_SCENES
from EndToEnd.browser.test_payments import SCENES as PAYMENT_SCENES
from EndToEnd.browser.user import DESKTOP, NARROW, PHONE, TABLET, Person, browser
from EndToEnd.browser.test_quick_payment import SCENES as QUICK_SCENES
from EndToEnd.browser.test_navigation import SCENES as SCREEN_SCENES
from EndToEnd.browser.test_states import SCENES as STATE_SCENES
from EndToEnd.browser.test_tasks import SCENES as TASK_SCENES
from EndToEnd.browser.test_screens import SCENES as TOUR
from EndToEnd.browser.test_typing import SCENES as TYPING_SCENES
from EndToEnd.browser.test_unknown import SCENES as UNKNOWN_SCENES
from EndToEnd.proxies.http import Wire

SHOTS = ".build/screenshots"
AXE = Axe.from_file(os.environ["AXE"]) if "AXE" in os.environ else Axe()
def has_effect(name):
    with open(f"config/operations/{name}", encoding="utf-8") as file:
        return any(line.startswith("effect:") for line in file)


# The goals of the walk through all operations; a new operation that is submitted needs a day of its own here.
OPERATIONS = {name[:-5] for name in os.listdir("config/operations")
              if name.endswith(".yaml") and ".scenarios." not in name and has_effect(name)}
QUICK = {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225", "purpose": "Оплата по счету 12"}
# What the field of a BIC shows once the server has found the bank.
BANK = "ПАО Сбербанк"


# Parts that the bank's own screens do not have: modules drawn in place, and rows that take the place of their list.
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
  - {route: trial/rate, operation: trial.rate}
  - {route: trial/terms, screen: trial.terms}
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
    "services/market.yaml": """
service: market
at: http://127.0.0.1:9
lookups:
  - {lookup: quote, key: [currency], get: "/quotes/{$currency}", answer: {rate: number rate, until: text? until}}
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


# The forms of the examples, beside those of the bank.
EXAMPLES = {
    "loan": ["operations/loan.apply.yaml"],
    "deposit": ["operations/deposit.open.yaml", *(f"tables/{name}.yaml" for name in ("depositProducts", "depositRates", "depositTerms"))],
    "transfer-abroad": ["operations/transfer.abroad.yaml", "fragments/party.yaml"],
    "standing-order": ["operations/standing.order.yaml"],
}


def ending(end):
    return lambda method, path: path.split("?")[0].endswith(end)


class Bank:
    """The server, the wire before it, the browser, and what scenes share."""

    def __init__(self, program, folder):
        self.log = os.path.join(folder, "log")
        config = os.path.join(folder, "config")
        shutil.copytree("config", config)
        shutil.copytree("examples/loan/services", os.path.join(config, "services"), dirs_exist_ok=True)
        for part, names in EXAMPLES.items():
            for name in names:
                os.makedirs(os.path.join(config, os.path.dirname(name)), exist_ok=True)
                shutil.copy(os.path.join("examples", part, name), os.path.join(config, name))
        for name, text in {**TRIAL, **FAULT_FILES}.items():
            with open(os.path.join(config, name), "w", encoding="utf-8") as file:
                file.write(text)
        self.recorded = os.path.join(config, "services", "bank.recorded.yaml")
        self.record("answers:\n", ANSWERS)
        database = os.path.join(folder, "valence.sqlite")
        self.server = Server(program, database, "--config", config, "--services", "recorded", "--playground", log=self.log)
        if not self.server.address:
            raise SystemExit("".join(self.server.greeting))
        # The bank's systems know the person by this id.
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
        """Changes what is recorded of a system of the bank; a running server reads it on SIGHUP."""
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
        """Remembers which operations were submitted with success, from what passed the wire."""
        for method, path, _, _ in self.wire.seen:
            found = re.fullmatch(r"/operations/([^/]+)/submissions", path.split("?")[0])
            if method == "POST" and found:
                self.sent.add(found[1])

    @property
    def hasPictures(self):
        """True if whoever runs this wants to look at the screens: pictures take a quarter of the time."""
        return bool(os.environ.get("PICTURES"))

    def picture(self, name):
        self.driver.save_screenshot(os.path.join(SHOTS, name + ".png"))

    def seen(self, name):
        """A picture of what is on the screen, for who wants pictures."""
        if self.hasPictures:
            self.picture(name)

    def shot(self, name):
        self.person.script("document.activeElement.blur?.()")
        self.seen(name)

    def shots(self, name):
        """A picture in every size, and one in the dark; the window is a phone's afterwards."""
        if not self.hasPictures:
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
        """A picture in every size and in the dark of what goes once the focus does; the window is as it was afterwards."""
        if not self.hasPictures:
            return
        for label, size, scheme in (("desktop", DESKTOP, "light"), ("desktop-dark", DESKTOP, "dark"), ("narrow", NARROW, "light"),
                                    ("narrow-dark", NARROW, "dark"), ("phone", PHONE, "light")):
            self.person.size(size)
            self.person.scheme(scheme)
            self.person.script("document.activeElement.scrollIntoView({block: 'center'})")
            time.sleep(0.15)
            self.picture(f"{name}-{label}")

    def axe(self, where):
        """No rule of axe-core is violated, in light and in dark."""
        for scheme in ("light", "dark"):
            self.person.scheme(scheme)
            time.sleep(0.1)
            self.judge(f"{where}, {scheme}")
        self.person.scheme("light")

    def judge(self, where):
        """No rule of axe-core is violated."""
        found = AXE.run(self.driver)["violations"]
        assert not found, f"{where}: " + "; ".join(
            f"{each['id']}: {each['help']} at " + ", ".join(
                str(node["target"]) + " " + node.get("failureSummary", "")[:300]
                + str([related["html"][:120] for check in node["any"] for related in check.get("relatedNodes", [])])
                for node in each["nodes"])
            for each in found)

    def codes(self):
        """The one-time codes that were sent so far: they go out after the answer that asks for one."""
        with open(self.log, encoding="utf-8") as log:
            return [code for line in log if "one-time code" in line for code in re.findall(r"\b(\d{6})\b", line)]

    def balance(self, person):
        return person.script("return [...document.querySelectorAll('.row')].find(e => e.innerText.includes('Текущий'))?.innerText")


# The person's day, operation by operation.

def logging_in(bank, person):
    person.come()
    assert person.heading() == "Вход", person.heading()
    bank.shots("login")
    bank.axe("login")
    person.fill("login", "demo")
    person.fill("password", "wrong password")
    person.tap("enter")
    person.wait(lambda: person.fault("password"))
    assert person.focused() == "password"
    bank.axe("login with a fault")
    person.fill("password", "valence-demo")
    person.tap("enter")
    person.see("Здравствуйте")
    person.quiet()
    person.see("152 300,00 ₽".replace(" ", "\u00a0"))
    bank.shots("home")
    bank.axe("home")


def paying(bank, person):
    person.log_in("valence://payments/quick")
    person.wait(lambda: person.there("send"))
    bank.axe("payment")
    person.tap("send")
    person.wait(lambda: person.fault("purpose"))
    # Every violation at its atom, and the first of them in sight with the focus.
    for path in ("name", "account", "bic", "amount", "purpose"):
        assert person.fault(path), path
    # They are told above the form, and that has the focus: a link leads to each field.
    faults = lambda: bank.driver.find_element(By.CSS_SELECTOR, ".faults")
    assert person.script("return document.activeElement.className") == "faults"
    links = lambda: [each.text for each in faults().find_elements(By.TAG_NAME, "a")]
    assert len(links()) == 3 and links()[1].startswith("Счёт получателя: "), links()
    assert faults().accessible_name == "Проверьте эти поля", faults().accessible_name
    box = "const box = document.activeElement.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight"
    assert person.script(box)
    faults().find_elements(By.TAG_NAME, "a")[1].click()
    assert person.focused() == "account" and person.script(box)
    bank.shot("payment-faults-phone")
    bank.axe("payment with faults")
    person.choose("from", "Текущий")
    for path, text in QUICK.items():
        person.fill(path, text)
    # What was corrected is no longer told.
    person.wait(lambda: len(links()) == 1)
    person.see("ПАО Сбербанк", "the bank follows the BIC")
    person.fill("amount", "1234,5")
    assert person.value("amount") == "1\u00a0234,50", person.value("amount")
    assert not person.fault("amount")
    bank.shots("payment")
    person.tap("send")
    person.see("Код из ячейки")
    bank.shots("signature")
    bank.axe("signature")
    person.sign(wrong=True)
    person.see("Неверный код")
    assert person.script("return [...document.querySelectorAll('.form')].filter(each => each.checkVisibility()).at(-1).innerText").count("Осталось попыток") == 1, "the attempts are told once"
    person.wait(lambda: person.script("return document.activeElement.className") == "code", "the first code has the focus")
    assert person.script("const box = document.querySelector('.faults').getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight"), "what is wrong is in sight"
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))
    person.see("1\u00a0234,50")
    bank.shots("result")
    bank.axe("result")
    # A form that was sent is left behind: back leads to the page from which it was opened.
    person.back()
    person.wait(lambda: person.heading() == "Главная")
    person.wait(lambda: "151\u00a0065,50" in (bank.balance(person) or ""), "the balance has changed")


def paying_in_steps(bank, person):
    person.log_in("valence://payments/steps?bic=044525225")
    person.wait(lambda: person.there("name"))
    assert person.value("bic") == BANK, person.value("bic")
    person.tap("next")
    person.wait(lambda: person.fault("name"), "a step is judged before it is left")
    for path in ("name", "account"):
        person.fill(path, QUICK[path])
    bank.shots("step")
    bank.axe("step")
    person.tap("next")
    person.choose("from", "Текущий")
    person.fill("purpose", QUICK["purpose"])
    person.fill("amount", "100000,01")
    person.tap("next")
    person.see("100\u00a0000,01", "a large payment has a step more")
    assert person.heading() == "Крупный платёж", person.heading()
    person.press("Назад")
    person.wait(lambda: person.there("amount"))
    assert person.value("amount") == "100\u00a0000,01", person.value("amount")
    person.fill("amount", "50")
    person.tap("next")
    person.wait(lambda: person.heading() == "Проверьте платёж")
    person.see("50,00\u00a0₽")
    bank.shots("step-confirm")
    bank.axe("step that is a screen")
    # On another device the person is where this one is.
    person.log_in("valence://payments/steps")
    person.wait(lambda: person.heading() == "Проверьте платёж", "the flow is resumed")
    cut = bank.wire.lose(ending("/submissions"))
    person.press("Отправить")
    person.wait(lambda: cut.met)
    person.press("Повторить")
    person.see("Код из ячейки")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))
    assert len({seen[2]["Idempotency-Key"] for seen in bank.wire.requests("POST", "/flows/payments.steps/submissions")}) == 1
    person.back()
    person.wait(lambda: person.heading() == "Главная")


def steps_of_all_kinds(bank, person):
    person.log_in("valence://trial/steps")
    person.wait(lambda: person.heading() == "Откуда платить")
    person.row("Текущий")
    person.wait(lambda: person.there("name"), "what is chosen goes on with the flow")
    # A step takes the place of the one before: back leads out of the flow, and the flow is still where it was.
    person.back()
    person.wait(lambda: person.heading() == "Главная")
    person.come("valence://trial/steps")
    person.enter_login()
    person.wait(lambda: person.there("name"), "the flow is resumed")
    for path in ("name", "account", "bic"):
        person.fill(path, QUICK[path])
    person.tap("next")
    person.wait(lambda: person.there("purpose"))
    # Another device goes back a step meanwhile: what is shown here is out of date, and is answered with what comes now.
    other = Client(bank.server.address).login("demo", "valence-demo")
    status, _ = other.send("POST", "/flows/trial.steps/steps/rest/back", {})
    assert status == 200, status
    person.fill("purpose", QUICK["purpose"])
    person.fill("amount", "1")
    person.tap("next")
    person.wait(lambda: person.there("name") and not person.there("purpose"), "the right step is shown")
    person.tap("next")
    person.fill("purpose", "x" * 300)
    person.fill("amount", "1")
    person.tap("next")
    person.wait(lambda: person.heading() == "Проверьте платёж")
    person.press("Отправить")
    # The whole is judged in the end; what is wrong leads back to where it was entered.
    person.wait(lambda: person.there("purpose") and person.fault("purpose"), "the fault stands at its atom")
    assert person.focused() == "purpose", person.focused()
    person.tap("back")
    person.wait(lambda: person.there("name"))
    person.tap("cancel")
    person.agree()
    person.wait(lambda: person.heading() == "Главная")
    status, _ = other.send("GET", "/flows/trial.steps")
    assert status == 404, status


def full_payment(bank, person):
    person.size(DESKTOP)
    person.log_in("valence://payments/full")
    person.wait(lambda: person.there("kind"))
    person.choose("kind", "Налоговый")
    person.wait(lambda: person.there("singleTax"))
    person.see("101: статус плательщика")
    bank.shots("full-tax")
    person.size(DESKTOP)
    bank.axe("tax payment")
    person.toggle("singleTax")
    person.wait(lambda: person.value("name"), "the payee is filled in")
    assert person.input("name").get_property("readOnly")
    person.toggle("singleTax")
    person.wait(lambda: not person.input("name").get_property("readOnly"))
    person.choose("kind", "Обычный")
    person.wait(lambda: not person.there("singleTax"))
    for path, text in {"number": "7", "amount": "10", "name": QUICK["name"], "bic": QUICK["bic"], "account": QUICK["account"],
                       "purpose": QUICK["purpose"]}.items():
        person.fill(path, text)
    person.choose("from", "Текущий")
    today = person.value("date")
    assert re.fullmatch(r"\d\d\.\d\d\.\d{4}", today), today
    person.see("ПАО Сбербанк")
    person.wait(lambda: person.value("correspondentAccount"))
    person.tap("send")
    # The sum is in sight beside the codes, on a low screen as well.
    person.wait(lambda: person.focused() and bank.driver.find_elements(By.CSS_SELECTOR, "input.code"))
    inside = "return [...document.querySelectorAll('.signed .hero, input.code')].every(each => { const box = each.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })"
    assert person.script(inside), "the sum and the codes are in sight together"
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))


def transferring(bank, person):
    person.log_in("valence://payments/own")
    # A choice is marked as required, and its fault describes it.
    person.tap("send")
    person.wait(lambda: person.fault("to"))
    choice = person.atom("to").find_element(By.CSS_SELECTOR, "[role=combobox]")
    assert choice.accessible_name == "Зачислить на счёт" and choice.get_attribute("aria-invalid") == choice.get_attribute("aria-required") == "true"
    assert person.script("return document.getElementById(arguments[0].getAttribute('aria-describedby').split(' ')[0]).innerText", choice) == person.fault("to")
    person.choose("from", "Долларовый")
    person.wait(lambda: "Текущий" not in person.options_of("to"), "only dollars go to dollars")
    person.choose("from", "Текущий")
    person.choose("to", "Накопительный")
    person.fill("amount", "999999999")
    person.wait(lambda: person.fault("amount"), "more than there is")
    person.fill("amount", "100")
    person.wait(lambda: not person.fault("amount"))
    bank.shots("transfer")
    person.tap("send")
    person.wait(lambda: person.heading() == "Исполнено" or "Исполнено" in person.text())


def paying_a_provider(bank, person):
    person.log_in("valence://payments/provider")
    person.choose("from", "Текущий")
    person.type("provider", "о")
    person.wait(lambda: person.script("return [...document.querySelectorAll('.options .row-image')].filter(each => each.naturalWidth > 0).length > 2"),
                "marks stand beside the names of providers")
    bank.shots("marks of providers")
    bank.axe("marks of providers")
    person.choose("provider", "Городской водоканал")
    account = provider_account(bank)
    person.wait(lambda: person.there("payee"))
    person.fill("account", account)
    person.wait(lambda: person.there("meters[0].reading"), "the meters follow the number")
    previous = person.value("meters[0].previous")
    person.fill("meters[0].reading", "1")
    person.wait(lambda: person.fault("meters[0].reading"), "not below the previous one")
    person.wait(lambda: person.shown("meters[0].sum") == "—", "a wrong reading has no sum")
    enter_readings(bank, person)
    assert previous
    bank.shots("meters")
    bank.axe("meters")
    person.tap("send")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))


def enter_readings(bank, person):
    person.wait(lambda: person.there("meters[0].reading"), "the meters follow the number")
    readings = 0
    while person.there(f"meters[{readings}].reading"):
        before = person.value(f"meters[{readings}].previous").replace("\u00a0", "").split(",")[0]
        person.fill(f"meters[{readings}].reading", str(int(before) + 2))
        readings += 1
    person.wait(lambda: person.value("total") not in ("", "0,00"), "the sum follows the readings")


def searching(bank, person):
    """A search is a combobox: arrows, Enter, Escape, a way to clear it; what is typed and not chosen is no value."""
    person.log_in("valence://payments/provider")
    person.wait(lambda: person.there("provider"))
    field = person.input("provider")
    field.click()
    person.wait(lambda: len(person.found("provider")) > 2, "the list opens without a text")
    assert field.get_attribute("aria-expanded") == "true"
    bank.axe("a search with its list")
    person.type("provider", "связь")
    person.wait(lambda: len(person.found("provider")) == 1, "a text narrows the list")
    field.send_keys(Keys.ESCAPE)
    assert field.get_attribute("value") == "" and field.get_attribute("aria-expanded") == "false"
    person.choose("provider", "Связь Мобайл")
    assert field.get_attribute("value") == "Связь Мобайл"
    field.send_keys("x")
    person.wait(lambda: "x" in field.get_attribute("value"))
    field.send_keys(Keys.TAB)
    person.wait(lambda: field.get_attribute("value") == "Связь Мобайл", "what is not chosen goes")
    person.type("provider", "нет такого")
    person.wait(lambda: "Ничего не найдено" in person.atom("provider").text or "Nothing found" in person.atom("provider").text)
    field.send_keys(Keys.ESCAPE)
    person.script("arguments[0].click()", person.atom("provider").find_element(By.CSS_SELECTOR, ".clear"))
    person.wait(lambda: field.get_attribute("value") == "")
    asked = [json.loads(seen[3]) for seen in bank.wire.requests("POST", "/provider.pay/options")]
    assert asked and all(each["atom"] == "provider" for each in asked)
    # A bank is found by its name or by its BIC, and a BIC may just be typed.
    person.log_in("valence://payments/quick")
    person.choose("bic", BANK)
    person.wait(lambda: "044525225" in person.atom("bicInfo").text, "the BIC of the chosen bank is told")
    person.fill("bic", "044525974")
    person.wait(lambda: "Тинькофф" in person.value("bic"), "a typed BIC is as good as a choice")
    person.fill("bic", "044525999")
    person.wait(lambda: "Не найдено" in (person.fault("bic") or "") or "Not found" in (person.fault("bic") or ""))
    assert person.value("bic") == "044525999", "what is wrong stays to be seen"


def helping(bank, person):
    """A change fills and clears others once; hints, help, notes and rules in the author's words; a question before a tap acts."""
    person.log_in("valence://trial/help", language="en")
    person.wait(lambda: person.there("country"))
    bank.axe("hints and help")
    bank.shots("helping")
    # Help is opened by the keyboard.
    summary = person.atom("currency").find_element(By.CSS_SELECTOR, "summary")
    assert summary.get_attribute("aria-label") == "More about this: Currency"
    person.script("arguments[0].focus()", summary)
    person.keys(Keys.ENTER)
    person.wait(lambda: "may convert it" in person.atom("currency").text)
    # A choice fills the currency and clears the city, once: what is chosen and typed afterwards stays.
    person.fill("city", "Bern")
    person.choose("country", "Switzerland")
    chosen = "return document.querySelector('[data-atom=currency] :checked')?.parentElement.innerText"
    person.wait(lambda: person.script(chosen) == "CHF", "the currency is filled in")
    person.wait(lambda: person.value("city") == "", "the city is cleared")
    assert person.fault("city") is None, "a field that was cleared is not blamed"
    person.choose("currency", "EUR")
    person.fill("city", "Zug")
    person.fill("sum", "500")
    person.wait(lambda: person.fault("sum") == "Without a fee", "the note is seen")
    assert person.script(chosen) == "EUR"
    bank.axe("a note")
    # In an item an effect stays in its item.
    for index in (0, 1):
        person.press("Add")
        person.choose(f"notes[{index}].kind", "A")
        person.fill(f"notes[{index}].words", "text")
    person.choose("notes[1].kind", "B")
    person.wait(lambda: person.value("notes[1].words") == "")
    assert person.value("notes[0].words") == "text"
    # What was filled in is sent: with the other country both change once more.
    person.choose("country", "Germany")
    person.wait(lambda: person.value("city") == "")
    bank.shot("helping-filled")
    bank.wire.seen.clear()
    dialog = lambda: [each for each in bank.driver.find_elements(By.CSS_SELECTOR, "dialog.question") if each.is_displayed()]
    # Faults are told before the question: the rule of an empty field in the author's words, and what cannot be read.
    person.tap("send")
    person.wait(lambda: person.fault("city") == "The bank cannot be found without a city")
    assert not dialog() and person.focused() == "city", person.focused()
    person.type("sum", "1e3")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.fault("sum") and person.fault("city") and person.script("return document.activeElement.className") == "faults", "both are told")
    assert not dialog() and person.value("sum") == "1e3", person.value("sum")
    person.fill("city", "Bonn")
    # Where nothing can be asked of the server the question is asked all the same.
    person.fill("sum", "7")
    person.quiet()
    bank.wire.cut(ending("/evaluate"))
    person.tap("send")
    person.wait(dialog, "the question is asked without a network")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not dialog())
    bank.wire.mend()
    # The question is asked by Enter in a field as well; what is being typed is in it.
    person.type("sum", "1500.5")
    person.keys(Keys.ENTER)
    person.wait(dialog, "the question is asked")
    assert "Send 1,500.50 EUR?" in dialog()[0].text, dialog()[0].text
    assert person.script("return document.activeElement.textContent") == "Cancel", "what does nothing has the focus"
    bank.axe("a question")
    for label, size in (("phone", PHONE), ("desktop", DESKTOP)):
        person.size(size)
        time.sleep(0.15)
        bank.seen(f"question-{label}")
    person.size(PHONE)
    person.keys(Keys.TAB)
    assert person.script("return document.activeElement.textContent") == "Yes"
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not dialog())
    person.tap("send")
    person.wait(dialog)
    person.press("Cancel")
    person.wait(lambda: not dialog())
    assert person.focused() == "send", "the focus is back"
    assert not bank.wire.requests("POST", "/submissions"), "nothing was sent"
    person.tap("send")
    person.wait(dialog)
    person.press("Yes")
    person.see("Executed")
    person.wait(lambda: len(bank.wire.requests("POST", "/submissions")) == 1)
    sent = json.loads(bank.wire.requests("POST", "/submissions")[-1][3])["values"]
    assert (sent["country"], sent["city"], sent["currency"], sent["sum"]) == ("DE", "Bonn", "EUR", "1500.50"), sent
    assert sent["notes"][0] == {"kind": "a", "words": "text"} and sent["notes"][1]["kind"] == "b", sent
    assert sent["notes"][1].get("words") is None, sent


def provider_account(bank):
    client = Client(bank.server.address).login("demo", "valence-demo")
    return client.send("GET", "/providers/gorvodokanal")[1]["subscriptions"][0]["account"]


def numbers_behind_masks(bank, person):
    person.log_in("valence://payments/provider")
    person.choose("from", "Текущий")
    person.choose("provider", "Связь Мобайл")
    person.wait(lambda: person.there("payee"))
    # A digit too many stays to be seen, is told at once and goes nowhere.
    person.type("account", "97161234560")
    assert person.value("account") == "+7 (971) 612-34-560", person.value("account")
    assert "11" in (person.fault("account") or ""), person.fault("account")
    person.fill("amount", "10")
    bank.shots("mask-fault")
    bank.axe("a number with a digit too many")
    person.tap("send")
    person.wait(lambda: person.focused() == "account")
    assert not [seen for seen in bank.wire.requests("POST", "/submissions") if "login" not in seen[1]], "nothing was sent"
    # Numbers in the ways that people write them, pasted or filled in by the browser.
    for text in ("89161234567", "79161234567", "+7 916 123-45-67", "8 (916) 123 45 67", "9161234567"):
        person.paste("account", text)
        assert person.value("account") == "+7 (916) 123-45-67", (text, person.value("account"))
        assert not person.fault("account"), (text, person.fault("account"))
    # The caret in the middle: what is typed there stays there, and so does the caret.
    person.keys(Keys.HOME, *[Keys.ARROW_RIGHT] * 7, Keys.BACKSPACE, "5")
    assert person.value("account") == "+7 (915) 123-45-67", person.value("account")
    assert person.script("return document.activeElement.selectionStart") == 7
    person.tap("send")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))
    sent = [json.loads(seen[3])["values"] for seen in bank.wire.requests("POST", "/provider.pay/submissions")]
    assert [each["account"] for each in sent] == ["9151234567"], sent
    # A provider that wants what the mask draws.
    person.log_in("valence://payments/provider")
    person.choose("from", "Текущий")
    person.choose("provider", "Горэнергосбыт")
    person.wait(lambda: person.there("payee"))
    person.fill("account", "7001234567")
    assert person.value("account") == "70012-345-67", person.value("account")
    enter_readings(bank, person)
    person.tap("send")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))


def numbers_and_days(bank, person):
    person.log_in("valence://payments/quick")
    person.paste("account", "4070 2810\u00a01382\u20095012\u200b 3017")
    assert person.value("account") == "40702 810 1 3825 0123017".replace(" ", "\u00a0"), person.value("account")
    # Groups are drawn while it is typed; the caret stays next to its digit.
    person.type("account", "407028101")
    assert person.value("account") == "40702\u00a0810\u00a01", person.value("account")
    person.keys(Keys.HOME, *[Keys.ARROW_RIGHT] * 6, Keys.BACKSPACE, "9")
    assert person.value("account") == "40709\u00a0810\u00a01", person.value("account")
    assert person.script("return document.activeElement.selectionStart") == 5
    person.paste("account", "р/с 40702810138250123017")
    # A pasted text that is no number is told when the field is left, and stays as it is.
    for text in ("5e3", "1 2345", "1.234.567"):
        person.paste("amount", text)
        person.keys(Keys.TAB)
        assert person.fault("amount") and "число" in person.fault("amount"), (text, person.fault("amount"))
        assert person.value("amount") == text, person.value("amount")
    bank.shots("number-fault")
    bank.axe("an amount that is no number")
    # An amount is grouped while it is typed, and a copied one is read in the ways that people write it.
    person.type("amount", "1234567,5")
    assert person.value("amount") == "1\u00a0234\u00a0567,5", person.value("amount")
    person.keys(Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.DELETE)
    assert person.value("amount") == "134\u00a0567,5", person.value("amount")
    assert person.script("return document.activeElement.selectionStart") == 1
    # What is no number stays as it was typed, and is told: no other number is left of it.
    for text in ("1e3", "1/2", "abc", "1-2"):
        person.fill("amount", text)
        assert person.value("amount") == text and person.fault("amount"), (text, person.value("amount"), person.fault("amount"))
    for text, read in (("1 234,50 ₽", "1\u00a0234,50"), ("1.234,56", "1\u00a0234,56"), ("12345 р.", "12\u00a0345")):
        person.paste("amount", text)
        assert person.value("amount") == read, (text, person.value("amount"))
    person.fill("amount", "5\u00a0000,5")
    assert person.value("amount") == "5\u00a0000,50" and not person.fault("amount"), person.value("amount")
    # The server reads no power either, whoever sends it, and names what nobody sees.
    client = Client(bank.server.address).login("demo", "valence-demo")
    _, told = client.send("POST", "/operations/pp.quick/evaluate", {
        "values": {"amount": "5e3", "account": "4070\u00a02810"}, "changed": ["amount", "account"], "commit": True})
    assert told["atoms"]["amount"]["error"]["code"] == "type", told["atoms"]["amount"]
    assert "неразрывный пробел (U+00A0)" in told["atoms"]["account"]["error"]["message"], told["atoms"]["account"]
    person.log_in("valence://certificates/order")
    person.choose("certificate", "Об оборотах")
    for text, day in (("1.12.25", "01.12.2025"), ("1.2.2026", "01.02.2026"), ("01022026", "01.02.2026"), ("01/02/26", "01.02.2026")):
        person.fill("from", text)
        assert person.value("from") == day and not person.fault("from"), (text, person.value("from"), person.fault("from"))
    for text in ("31.02.2027", "1.13.2026", "1122026"):
        person.fill("from", text)
        assert person.fault("from"), f"{text} is told when the field is left"
    bank.shots("day-fault")
    bank.axe("a day that there is not")


def rules_of_typing(bank, person):
    """The client's pure functions against their cases, in the browser that runs them."""
    person.come()
    with open(".ci/web-cases/run.js", encoding="utf-8") as file:
        runner = file.read()
    with open(".ci/web-cases/cases.json", encoding="utf-8") as file:
        cases = json.load(file)
    # The page's policy lets in no module from elsewhere: the runner comes with the script itself.
    found = bank.driver.execute_async_script(runner.replace("export function", "function") + """
        const [cases, done] = arguments;
        const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
        Promise.all(["masks", "numbers", "days", "amounts", "format", "groups", "calendar-days", "plain", "language", "times", "texts"].map((name) => import(base + name + ".js")))
            .then(([masks, numbers, days, amounts, format, groups, calendar, plain, language, times, texts]) => done(run({masks, numbers, days, amounts, format, groups, calendar, plain, language, times, texts}, cases)))
            .catch((fault) => done({fault: String(fault)}));""", cases)
    assert not found.get("fault"), found["fault"]
    assert found["count"] == sum(map(len, cases.values())) > 250 and not found["differing"], found["differing"]


def blocking_a_card(bank, person):
    person.log_in()
    person.press("Зарплатная")
    person.press("Заблокировать карту")
    person.wait(lambda: person.there("block"))
    assert person.script("return document.querySelector('dialog[open]') !== null"), "a card is covered by a curtain"
    person.see("Карта действует")
    bank.shots("card")
    bank.axe("card")
    person.tap("block")
    person.agree()
    person.see("Исполнено")
    person.back()
    person.wait(lambda: person.heading() == "Карта")
    person.press("Разблокировать карту")
    person.wait(lambda: person.there("unblock"))
    person.tap("unblock")
    person.sign()
    person.see("Исполнено")


def ordering_a_certificate(bank, person):
    person.log_in("valence://certificates/order")
    person.choose("certificate", "Об оборотах")
    person.wait(lambda: person.there("from"))
    person.choose("account", "Текущий")
    person.fill("from", "01112026")
    assert person.value("from") == "01.11.2026"
    person.fill("to", "31.12.2099")
    person.choose("delivery", "В отделении")
    person.wait(lambda: not person.there("email"))
    person.tap("order")
    person.wait(lambda: person.fault("to") and person.focused() == "to", "not after today")
    person.fill("to", "02.11.2026")
    person.wait(lambda: not person.fault("to"))
    bank.shots("certificate")
    bank.axe("certificate")
    person.tap("order")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))


def ordering_cash(bank, person):
    person.log_in()
    person.tab("Платежи")
    person.press("Заказ наличных")
    person.wait(lambda: person.there("notes[0].note"))
    assert not person.there("notes[1].note")
    removes = lambda: [each for each in bank.driver.find_elements(By.CSS_SELECTOR, ".remove") if each.is_displayed()]
    assert removes() == [], "one kind of banknotes there must be"
    person.choose("from", "Текущий")
    person.fill("day", "23.11.2099")
    person.choose("notes[0].note", "5 000")
    person.fill("notes[0].count", "20")
    person.wait(lambda: person.value("total") == "100\u00a0000,00", "the sum follows")
    # A line that is added has the focus; what it says is judged with the others.
    person.press("Добавить")
    person.wait(lambda: person.there("notes[1].note") and person.focused() == "notes[1].note")
    person.choose("notes[1].note", "5 000")
    person.fill("notes[1].count", "1000")
    person.tap("order")
    person.wait(lambda: person.fault("notes[0].note") and person.fault("notes[1].note") and person.fault("total"))
    assert person.script("return document.activeElement.className") == "faults"
    assert "Купюры 2, Купюра" in person.script("return document.activeElement.innerText")
    bank.shots("cash-faults")
    bank.axe("cash with faults")
    person.choose("notes[1].note", "100 ₽")
    person.fill("notes[1].count", "30")
    person.wait(lambda: not person.fault("notes[0].note") and not person.fault("total"))
    person.press("Добавить")
    person.choose("notes[2].note", "500 ₽")
    person.fill("notes[2].count", "4")
    person.wait(lambda: person.value("total") == "105\u00a0000,00")
    # The one in the middle goes: what was entered below moves up with its values.
    removes()[1].click()
    person.wait(lambda: not person.there("notes[2].note") and person.value("total") == "102\u00a0000,00")
    assert person.value("notes[1].count") == "4" and person.value("notes[1].sum") == "2\u00a0000,00"
    person.quiet()
    bank.shots("cash")
    bank.axe("cash")
    person.size(DESKTOP)
    bank.axe("cash on a desktop")
    person.size(PHONE)
    person.tap("order")
    person.see("Код из ячейки")
    person.see("102\u00a0000,00")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))


def settings_and_profile(bank, person):
    person.log_in("valence://person/settings")
    before = person.input("pushDeals").is_selected()
    person.toggle("pushDeals")
    person.choose("language", "English")
    bank.shots("settings")
    bank.axe("settings")
    person.tap("save")
    person.see("Исполнено")
    person.log_in("valence://person/settings")
    person.wait(lambda: person.there("pushDeals"))
    assert person.input("pushDeals").is_selected() != before
    person.log_in("valence://person/profile")
    person.fill("name", "Анна Петровна Смирнова")
    person.tap("save")
    person.see("Исполнено")


def changing_the_password(bank, person):
    old, new = person.password, "another long password"
    for before, after in ((old, new), (new, old)):
        person.log_in("valence://person/password", password=before)
        person.fill("old", before)
        person.fill("new", after)
        person.fill("repeated", "not the same one")
        person.wait(lambda: person.fault("repeated"))
        person.fill("repeated", after)
        person.tap("change")
        person.see("Исполнено")
    for _, _, _, body in bank.wire.requests("PUT", ""):
        assert new.encode() not in body, "no password is kept in a draft"
    stored = person.script("return JSON.stringify(sessionStorage) + JSON.stringify(localStorage)")
    assert old not in stored and new not in stored


def renewing_the_matrix(bank, person):
    person.log_in()
    person.tab("Профиль")
    person.press("Новая матрица")
    person.tap("send")
    person.wait(lambda: person.script("return [...document.querySelectorAll('input.code')].some(e => e.checkVisibility())"))
    person.wait(bank.codes, "the code was sent")
    field = bank.driver.find_element(By.CSS_SELECTOR, "input.code")
    field.send_keys(bank.codes()[-1])
    person.tap("sign")
    person.see("A1")
    bank.shots("matrix")
    bank.axe("matrix")
    cells = dict(re.findall(r"\b([A-Z]\d+)\s(\d{3,9})\b", person.text()))
    assert len(cells) == len(person.matrix), len(cells)
    person.matrix = cells
    # A message that is shown once is not lost with the language.
    person.press("Switch to English")
    person.wait(lambda: person.script("return document.documentElement.lang") == "en")
    person.quiet()
    assert dict(re.findall(r"\b([A-Z]\d+)\s(\d{3,9})\b", person.text())) == cells
    person.press("Переключить")


# The network.

def late_answers(bank, person):
    person.log_in("valence://payments/quick")
    held = bank.wire.hold(ending("/evaluate"))
    person.fill("bic", "049900777")
    person.wait(lambda: held.met)
    person.fill("bic", "044525225")
    person.see("ПАО Сбербанк")
    held.hold.set()
    time.sleep(0.5)
    assert BANK in person.atom("bicInfo").text and person.value("bic") == BANK, person.atom("bicInfo").text
    asked = [json.loads(seen[3]) for seen in bank.wire.requests("POST", "pp.quick/evaluate")]
    assert [each["revision"] for each in asked] == sorted({each["revision"] for each in asked}), asked
    # Atoms of the dropped answer are asked again.
    assert set(asked[0]["changed"]) <= set(asked[1]["changed"])


def a_failing_network(bank, person):
    person.log_in("valence://payments/quick")
    person.choose("from", "Текущий")
    cut = bank.wire.cut()
    for path, text in QUICK.items():
        person.fill(path, text)
    person.fill("amount", "77,7")
    person.wait(lambda: person.notice("check"), "it says that there is no connection")
    bank.shot("offline-phone")
    bank.axe("offline")
    for path, text in QUICK.items():
        assert person.value(path).replace("\u00a0", "") == text, path
    person.tap("send")
    person.wait(lambda: person.notice("send"), "it says that no answer came")
    assert cut.met
    assert person.value("amount") == "77,70"
    bank.wire.mend()
    person.see("ПАО Сбербанк", "what was not checked is checked")
    person.wait(lambda: not person.notice("check"))
    # The answer of the tap is lost once more on its way back: the same key, one submission.
    lost = bank.wire.lose(ending("/submissions"))
    person.press("Повторить")
    person.wait(lambda: lost.met)
    person.wait(lambda: person.notice("send"))
    person.press("Повторить")
    person.see("Код из ячейки")
    keys = [seen[2]["Idempotency-Key"] for seen in bank.wire.requests("POST", "/submissions") if "login" not in seen[1]]
    assert len(keys) == 3 and len(set(keys)) == 1, keys
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))


def values_changed_after_a_lost_answer(bank, person):
    person.log_in("valence://payments/own")
    person.choose("from", "Текущий")
    person.choose("to", "Накопительный")
    person.fill("amount", "11")
    bank.wire.lose(ending("/submissions"))
    person.tap("send")
    person.wait(lambda: person.notice("send"))
    person.fill("amount", "22")
    person.tap("send")
    person.see("11,00", "the first attempt had arrived, and that is told")
    assert "дошла" in person.text()
    person.wait(lambda: "22,00" not in person.text())


def a_slow_network(bank, person):
    person.log_in()
    held = bank.wire.hold(lambda method, path: "/start" not in path and "screens/card" in path)
    person.press("Зарплатная")
    person.wait(lambda: person.script("return !document.querySelector('.progress').hidden"), "it says that it waits")
    held.hold.set()
    person.wait(lambda: person.heading() == "Карта")
    person.back()
    # One tap is one submission, however often it is tapped.
    person.log_in("valence://payments/own")
    person.choose("from", "Текущий")
    person.choose("to", "Накопительный")
    person.fill("amount", "5")
    held = bank.wire.hold(ending("/submissions"))
    person.tap("send")
    person.wait(lambda: held.met)
    person.script("document.querySelector('[data-atom=send]').click()")
    held.hold.set()
    person.see("Исполнено")
    assert len([seen for seen in bank.wire.requests("POST", "/submissions") if "login" not in seen[1]]) == 1


def a_session_that_ends(bank, person):
    bank.wire.tells = False
    person.log_in("valence://payments/quick")
    person.choose("from", "Накопительный")
    person.fill("name", "ООО Ромашка")
    person.fill("amount", "321")
    Client(bank.server.address).login("demo", "valence-demo").send("DELETE", "/auth/sessions")
    # In one go: the first key of several would already bring the login.
    person.paste("bic", "044525225")
    person.wait(lambda: person.there("login"), "the login is drawn")
    assert person.heading() == "Вход"
    person.see("Сеанс завершён")
    bank.shot("session-ended-phone")
    person.enter_login()
    person.wait(lambda: person.there("bic"), "the form is back")
    assert person.value("name") == "ООО Ромашка"
    assert person.value("amount") == "321,00", person.value("amount")
    person.wait(lambda: person.value("bic") == BANK, "the bank is found again")
    assert "Накопительный" in person.atom("from").text, person.atom("from").text
    # A page that is loaded again comes back to the form too.
    person.fill("purpose", "Оплата по счету 12")
    person.wait(lambda: person.script("return JSON.parse(sessionStorage.getItem('valence.forms')).every(form => form.isKept)"))
    bank.driver.refresh()
    person.wait(lambda: person.there("purpose"))
    assert person.value("purpose") == "Оплата по счету 12"
    # Logging out leaves nothing of it.
    person.press("Выйти")
    person.wait(lambda: person.there("login"))
    assert "Ромашка" not in person.script("return JSON.stringify(sessionStorage)")


def pay_elsewhere(person, client, amount, key):
    """A payment on another device, signed."""
    status, sent = client.send("POST", "/operations/pp.quick/submissions",
                               {"values": {**QUICK, "from": "40817810500000000001", "amount": amount}}, Idempotency_Key=key)
    assert status == 201, sent
    status, signed = client.send("POST", f"/submissions/{sent['submission']['id']}/signature",
                                 {"values": codes(sent["next"], person.matrix)})
    assert status == 200, signed


def told_of_changes(bank, person):
    def streams():
        return [seen for seen in bank.wire.requests("GET", "/events") if "once" not in seen[1]]

    other = Client(bank.server.address).login("demo", "valence-demo")
    person.log_in()
    person.wait(lambda: bank.balance(person))
    person.wait(lambda: len(streams()) == 1, "the page listens")
    # It listens from where the first answer is, so that nothing is asked for twice.
    assert streams()[0][2].get("Last-Event-ID"), streams()
    lists = [seen for seen in bank.wire.requests("GET", "/accounts") if seen[1] == "/accounts"]
    assert not lists, "the first answer carries the accounts"
    # What another device does is seen without a touch, and what has the focus keeps it.
    before = bank.balance(person)
    person.script("[...document.querySelectorAll('.list .row')].find(e => e.innerText.includes('Текущий')).focus()")
    pay_elsewhere(person, other, "1.01", "told-1")
    person.wait(lambda: bank.balance(person) != before, "the balance has changed by itself")
    assert "Текущий" in person.script("return document.activeElement.innerText"), "the focus has gone"
    assert len(streams()) == 1, "one stream is enough"
    # What happens while there is no stream is told by the next one, which goes on behind the last event.
    before = bank.balance(person)
    time.sleep(1)
    bank.wire.cut_streams()
    pay_elsewhere(person, other, "1.02", "told-2")
    person.wait(lambda: bank.balance(person) != before, "the payment in between is seen")
    assert len(streams()) == 2 and streams()[1][2].get("Last-Event-ID"), streams()
    # Where no stream can be had, the page asks.
    before = bank.balance(person)
    bank.wire.cut(lambda method, path: path == "/events")
    bank.wire.cut_streams()
    pay_elsewhere(person, other, "1.03", "told-3")
    person.wait(lambda: bank.wire.requests("GET", "/events")[-1][1] == "/events?once=true", "the page asks")
    person.wait(lambda: bank.balance(person) != before, "and sees what has changed")
    bank.wire.mend()
    # A page that nobody sees does not listen before somebody looks.
    hidden = bank.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
        "source": "let isHidden = true; Object.defineProperty(document, 'hidden', {get: () => isHidden});"
                  "window.look = () => { isHidden = false; document.dispatchEvent(new Event('visibilitychange')); };"})
    count = len(streams())
    bank.driver.refresh()
    person.wait(lambda: bank.balance(person))
    person.quiet()
    assert len(streams()) == count, "it listens unseen"
    person.script("look()")
    person.wait(lambda: len(streams()) == count + 1, "it listens once it is seen")
    bank.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", hidden)
    # What waits for a signature is gone when another device has taken it back.
    person.come("valence://payments/quick")
    person.enter_login()
    person.choose("from", "Текущий")
    for path, text in {**QUICK, "amount": "78"}.items():
        person.fill(path, text)
    person.tap("send")
    person.see("Код из ячейки")
    person.back()
    person.see("Уже отправлено и ждёт подписи")
    for each in other.send("GET", "/submissions?unsigned=true")[1]["data"]:
        other.send("POST", f"/submissions/{each['id']}/cancel")
    person.wait(lambda: "ждёт подписи" not in person.text(), "it waits no longer")
    assert person.value("amount") == "78,00", "what was typed stays"
    # The session is ended elsewhere: the login is drawn without a touch.
    other.send("DELETE", "/auth/sessions?keep=current")
    person.wait(lambda: person.there("login"), "the login is drawn")
    person.see("Сеанс завершён")
    person.enter_login()
    person.wait(lambda: person.there("amount"), "the form is back")
    assert person.value("amount") == "78,00" and person.value("name") == QUICK["name"]
    other.send("POST", "/auth/logout")


def typed_while_a_draft_is_kept(bank, person):
    def hold_draft():
        return bank.wire.hold(lambda method, path: method == "PUT" and path.startswith("/drafts/"))

    def let_go(held):
        answers = "return performance.getEntriesByType('resource').filter(each => each.name.includes('/drafts/')).length"
        before = person.script(answers)
        held.hold.set()
        person.wait(lambda: person.script(answers) > before)

    person.log_in("valence://payments/quick")
    held = hold_draft()
    person.fill("name", "ООО Ромашка")
    person.wait(lambda: held.met)
    person.fill("purpose", "Оплата по счету 12")
    let_go(held)
    # A page that is loaded again before the next draft is kept comes back with both.
    bank.driver.refresh()
    person.wait(lambda: person.there("purpose"))
    assert person.value("name") == "ООО Ромашка" and person.value("purpose") == "Оплата по счету 12"
    # Left while a draft is being kept, it does not come back.
    held = hold_draft()
    person.fill("purpose", "Оплата по счету 13")
    person.wait(lambda: held.met)
    person.back()
    person.agree()
    person.wait(lambda: not person.there("purpose"))
    let_go(held)
    assert "Ромашка" not in person.script("return sessionStorage.getItem('valence.forms')")


def two_tabs_of_one_draft(bank, person):
    """Two tabs edit one draft: changes of different fields are merged, and the person is asked about the same one."""
    def kept():
        person.wait(lambda: person.script("return JSON.parse(sessionStorage.getItem('valence.forms') ?? '[]')[0]?.isKept"))

    person.log_in("valence://payments/quick")
    person.fill("name", "ООО Ромашка")
    kept()
    first = bank.driver.current_window_handle
    # A tab that a page opens begins with what its tab remembers.
    person.script("window.open(location.href)")
    second = next(each for each in bank.driver.window_handles if each != first)
    bank.driver.switch_to.window(second)
    try:
        person.wait(lambda: person.there("purpose") and person.value("name") == "ООО Ромашка")
        person.fill("purpose", "Оплата по счету 12")
        kept()
        bank.driver.switch_to.window(first)
        person.fill("inn", "7707083893")
        person.wait(lambda: person.value("purpose") == "Оплата по счету 12", "the other tab's field is taken without a question")
        kept()
        assert person.value("inn") == "7707083893"
        person.fill("name", "АО Первое")
        kept()
        bank.driver.switch_to.window(second)
        person.fill("name", "АО Второе")
        question = "return document.querySelector('dialog.question')?.textContent"
        person.wait(lambda: person.script(question), "the person is asked about the field that both have changed")
        assert "АО Первое" in person.script(question) and "АО Второе" in person.script(question)
        person.agree()
        person.wait(lambda: person.value("name") == "АО Первое" and person.value("inn") == "7707083893")
        kept()
        bank.driver.refresh()
        person.wait(lambda: person.there("purpose"))
        assert [person.value(name) for name in ("name", "inn", "purpose")] == ["АО Первое", "7707083893", "Оплата по счету 12"]
    finally:
        bank.driver.switch_to.window(second)
        bank.driver.close()
        bank.driver.switch_to.window(first)


def typed_after_the_session_ended(bank, person):
    """The session ends while somebody types: what is typed until the login is drawn, and after it, is not lost."""
    bank.wire.tells = False

    def end():
        """Ends the session. The login is not drawn before the fault that this returns lets it: a draft that is kept just then may tell of the end at once."""
        Client(bank.server.address).login("demo", "valence-demo").send("DELETE", "/auth/sessions")
        return bank.wire.hold(ending("/start"))

    def see_login(held, why):
        person.wait(lambda: held.met, f"the server was asked, and knows no session: {why}")
        held.hold.set()
        person.wait(lambda: person.there("login"), f"the login is drawn: {why}")

    person.log_in("valence://payments/quick")
    person.choose("from", "Накопительный")
    person.fill("name", "ООО Ромашка")
    held = end()
    person.fill("bic", "044525225")
    person.wait(lambda: held.met, "the server was asked, and knows no session")
    person.type("purpose", "Оплата по счету 12")
    see_login(held, "a look-up")
    person.enter_login()
    person.wait(lambda: person.there("bic"), "the form is back")
    for path, text in {"name": "ООО Ромашка", "purpose": "Оплата по счету 12"}.items():
        assert person.value(path) == text, (path, person.value(path))
    person.wait(lambda: person.value("bic") == BANK, "the bank is found again")
    # A draft that is refused for want of a session, with a page that is loaded again before the login.
    held = end()
    person.type("account", QUICK["account"])
    see_login(held, "keeping the draft")
    bank.driver.refresh()
    person.wait(lambda: person.there("login"))
    person.enter_login()
    person.wait(lambda: person.there("account"))
    assert person.value("account").replace("\u00a0", "") == QUICK["account"] and person.value("purpose") == "Оплата по счету 12"
    # A tap, with a server that does not answer while the login should be drawn, and again after it.
    person.fill("amount", "12")
    person.quiet()
    bank.wire.mend()
    cut = bank.wire.cut(ending("/start"))
    end()
    person.tap("send")
    person.wait(lambda: cut.met and person.notice("trouble"))
    person.type("name", "ООО Василёк")
    bank.wire.mend()
    person.press("Повторить")
    person.wait(lambda: person.there("login"))
    cut = bank.wire.cut(lambda method, path: path.startswith("/drafts/"))
    person.enter_login()
    person.wait(lambda: cut.met and person.notice("trouble"))
    bank.wire.mend()
    person.press("Повторить")
    person.wait(lambda: person.there("amount"))
    assert person.value("amount") == "12,00" and person.value("name") == "ООО Василёк", person.value("name")
    # The session ends once more while the forms come back: nothing is forgotten.
    held = end()
    person.type("purpose", "Оплата по счету 13")
    see_login(held, "once more")
    held = bank.wire.hold(lambda method, path: path.startswith("/drafts/"))
    person.script("sessionStorage.setItem('before', sessionStorage.getItem('valence.forms'))")
    person.fill("login", person.name)
    person.fill("password", person.password)
    person.tap("enter")
    person.wait(lambda: held.met)
    held.hold.set()
    person.wait(lambda: person.there("purpose"))
    assert person.value("purpose") == "Оплата по счету 13"
    # In a flow, a step is tapped away.
    person.log_in("valence://payments/steps?bic=044525225")
    person.wait(lambda: person.there("name"))
    person.fill("name", "ООО Ромашка")
    held = end()
    person.type("account", QUICK["account"])
    person.tap("next")
    see_login(held, "a step")
    person.enter_login()
    person.wait(lambda: person.there("account"), "the step is back")
    assert person.value("name") == "ООО Ромашка" and person.value("account").replace("\u00a0", "") == QUICK["account"]
    person.tap("cancel")
    person.agree()
    person.wait(lambda: not person.there("account"))


def refused_and_waiting_signatures(bank, person):
    # Scenes before this one may have left something unsigned, where they failed.
    client = Client(bank.server.address).login("demo", "valence-demo")
    for each in client.send("GET", "/submissions?unsigned=true")[1]["data"]:
        client.send("POST", f"/submissions/{each['id']}/cancel")
    person.log_in("valence://payments/quick")
    person.choose("from", "Текущий")
    for path, text in {**QUICK, "amount": "77"}.items():
        person.fill(path, text)
    person.tap("send")
    for _ in range(2):
        person.script("document.querySelectorAll('.faults').forEach(each => each.remove())")
        person.sign(wrong=True)
        person.see("Неверный код")
        person.quiet()
    person.sign(wrong=True)
    # The page tells its end, and there is nothing left to sign.
    person.wait(lambda: person.heading() == "Отклонено", "the payment was refused")
    person.see("Три неверных кода")
    assert not person.there("sign"), "nothing can be signed any more"
    assert "Отправка завершена" not in person.text()
    bank.shots("signature-refused")
    bank.axe("a payment that was refused")
    # The typed values are still in the form, which says nothing of a payment that waits.
    person.back()
    person.wait(lambda: person.there("amount"))
    assert person.value("amount") == "77,00" and person.value("name") == QUICK["name"]
    person.quiet()
    assert "ждёт подписи" not in person.text()
    # Sent and left unsigned: the form tells it, before the same is sent once more.
    person.tap("send")
    person.see("Код из ячейки")
    person.back()
    person.see("Уже отправлено и ждёт подписи")
    bank.shots("waiting")
    bank.axe("a form with a payment that waits")
    person.fill("amount", "77,01")
    person.tap("send")
    person.see("Код из ячейки")
    person.back()
    person.see("ждёт подписи: 2")
    waiting = lambda: bank.driver.find_elements(By.CSS_SELECTOR, ".waiting li")
    assert len(waiting()) == 2
    # One is taken back there, and the other is signed.
    person.script("[...document.querySelectorAll('.waiting li button')].find(each => each.innerText === 'Отменить').click()")
    person.agree()
    person.wait(lambda: len(waiting()) == 1 and "Отменено" in person.text())
    person.script("document.querySelectorAll('.notice').forEach(each => each.remove())")
    # Home tells it too, and leads there.
    person.back()
    person.wait(lambda: person.heading() == "Главная")
    person.wait(lambda: "Ждут подписи" in person.text(), "home tells what waits")
    person.quiet()
    bank.shots("home-waiting")
    bank.axe("home with a payment that waits")
    bank.driver.find_elements(By.CSS_SELECTOR, "[data-module=unsigned] button.row")[0].click()
    person.wait(lambda: person.heading() == "Ждёт подписи")
    person.tap("sign")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))
    person.back()
    person.wait(lambda: person.heading() == "Главная" and "Ждут подписи" not in person.text(), "nothing waits any more")
    # Cancelling on the page that asks for the signature leads back to the form, which is quiet.
    person.come("valence://payments/quick")
    person.enter_login()
    person.choose("from", "Текущий")
    for path, text in {**QUICK, "amount": "78"}.items():
        person.fill(path, text)
    person.tap("send")
    person.tap("cancel")
    person.agree()
    person.see("Отменено")
    person.wait(lambda: person.there("amount") and "ждёт подписи" not in person.text())


# Ways.

# Searches.

# These come before the recorded answers of examples/loan.
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
    """The options in sight."""
    return person.script("return [...document.querySelectorAll('[role=option]')].filter(e => e.checkVisibility()).map(e => e.innerText)")


def highlighted(person):
    """The option that the field says is highlighted; none but it is marked as such."""
    named, marked = person.script("""const id = document.activeElement.getAttribute('aria-activedescendant');
        return [id && document.getElementById(id).innerText, [...document.querySelectorAll('[role=option][aria-selected=true]')].map(e => e.innerText)]""")
    assert marked == ([named] if named else []), (named, marked)
    return named


def unfolded(person):
    """True if a list, or a note in its place, is in sight."""
    return person.script("return [...document.querySelectorAll('.found')].some(e => e.checkVisibility())")


def spoken(person):
    return person.script("return document.querySelector('.spoken').textContent")


def values(bank, path, where="/evaluate"):
    """The values that were posted of an atom, one after the other; the form of the login is left out."""
    posted = [json.loads(seen[3])["values"].get(path) for seen in bank.wire.requests("POST", where) if "/auth.login/" not in seen[1]]
    return [each for place, each in enumerate(posted) if place == 0 or posted[place - 1] != each]


def choosing_an_address(bank, person):
    person.log_in("valence://trial/loan")
    person.wait(lambda: person.there("address"))
    field = person.input("address")
    assert field.get_attribute("role") == "combobox" and field.accessible_name == "Адрес проживания", field.accessible_name
    person.script("arguments[0].scrollIntoView({block: 'center'}); arguments[0].focus()", field)
    # Fewer letters than are needed ask nothing; those that follow quickly are asked about once.
    person.keys("т")
    time.sleep(0.4)
    assert not bank.wire.requests("POST", "/options")
    person.keys("верская")
    person.wait(lambda: len(options(person)) == 2)
    asked = [json.loads(seen[3]) for seen in bank.wire.requests("POST", "/options")]
    assert [each["text"] for each in asked][-1] == "тверская" and len(asked) <= 2, asked
    assert asked[-1]["atom"] == "address" and asked[-1]["limit"] > 0 and asked[-1]["version"], asked
    assert field.get_attribute("aria-expanded") == "true" and highlighted(person) is None
    person.wait(lambda: spoken(person) == "Найдено: 2", "the count is heard")
    bank.pictures("search-open")
    bank.axe("an open search")
    # The arrows go around, Home and End to both ends; the field keeps the focus.
    first, second = options(person)
    for key, expected in ((Keys.ARROW_DOWN, first), (Keys.ARROW_DOWN, second), (Keys.ARROW_DOWN, first), (Keys.ARROW_UP, second),
                          (Keys.HOME, first), (Keys.END, second), (Keys.HOME, first)):
        person.keys(key)
        assert highlighted(person) == expected and person.focused() == "address", (key, highlighted(person))
    bank.axe("a search with a highlight")
    person.keys(Keys.ENTER)
    assert person.value("address") == "г Москва, ул Тверская, д 1", person.value("address")
    assert not options(person) and field.get_attribute("aria-expanded") == "false"
    person.see("Индекс 125009")
    assert values(bank, "address") == ["a-1"], values(bank, "address")
    person.wait(lambda: not person.fault("address"))
    bank.shots("search-chosen")
    bank.axe("a search with a choice")
    # Typing begins anew; Escape, and leaving the field, bring the choice back.
    field.send_keys(Keys.CONTROL, "a")
    person.keys("москва")
    person.wait(lambda: options(person))
    person.keys(Keys.ESCAPE)
    assert person.value("address") == "г Москва, ул Тверская, д 1" and not options(person)
    field.send_keys(Keys.CONTROL, "a")
    person.keys("ничего")
    person.see("Ничего не найдено")
    person.wait(lambda: spoken(person) == "Ничего не найдено")
    bank.pictures("search-nothing")
    bank.axe("a search that found nothing")
    person.keys(Keys.TAB)
    assert person.value("address") == "г Москва, ул Тверская, д 1" and not unfolded(person)
    # Clearing it takes what followed from it away.
    person.script("arguments[0].focus()", field)
    person.keys(Keys.TAB, Keys.ENTER)
    person.wait(lambda: "Индекс" not in person.text())
    assert person.value("address") == "" and person.focused() == "address"
    assert values(bank, "address") == ["a-1", None], values(bank, "address")
    # Page after page: what was there stays, and the highlight goes on from there.
    field.send_keys("много")
    person.wait(lambda: len(options(person)) == 21)
    person.wait(lambda: spoken(person) == "Показано: 20. Есть ещё")
    first = options(person)
    assert first[-1] == "Показать ещё", first
    person.keys(Keys.ARROW_UP)
    assert highlighted(person) == "Показать ещё"
    bank.pictures("search-pages")
    bank.axe("a search with pages")
    person.keys(Keys.ENTER)
    person.wait(lambda: len(options(person)) == 25, "one option of the second page was there already")
    assert options(person)[:20] == first[:20] and highlighted(person) == options(person)[20], highlighted(person)
    person.wait(lambda: spoken(person) == "Найдено: 25")
    pages = [json.loads(seen[3]) for seen in bank.wire.requests("POST", "/options")]
    assert pages[-1]["after"] == "20" and "after" not in pages[-2], pages[-2:]
    assert person.script("""const row = document.querySelector('[role=option][aria-selected=true]').getBoundingClientRect(),
        list = [...document.querySelectorAll('[role=listbox]')].find(e => e.checkVisibility()).getBoundingClientRect();
        return row.top > list.top - 1 && row.bottom < list.bottom + 1"""), "the highlight is in sight"
    # One that is offered, and that the system does not know afterwards, keeps its caption beside the fault.
    person.keys(Keys.ENTER)
    person.wait(lambda: person.fault("address"))
    assert person.value("address") == "г Москва, Большая Академическая ул, д 21, корп 1", person.value("address")
    field.send_keys(Keys.CONTROL, "a")
    # A system that is silent is told quietly, and asked again.
    person.keys("молчит")
    person.see("Список сейчас недоступен")
    bank.pictures("search-silent")
    bank.axe("a search that is silent")
    count = len(bank.wire.requests("POST", "/options"))
    bank.person.press("Повторить")
    person.wait(lambda: len(bank.wire.requests("POST", "/options")) == count + 1)
    assert person.focused() == "address"
    assert not person.notice("check") and not person.notice("trouble")


def choosing_in_lists(bank, person):
    person.log_in("valence://trial/search")
    person.wait(lambda: person.there("bank"))
    field = person.input("bank")
    field.send_keys("банк")
    person.wait(lambda: len(options(person)) > 3)
    first = options(person)
    assert "04" in first[0], first
    # By the mouse, too; the field keeps the focus, and every row is high enough for a finger.
    heights = person.script("return [...document.querySelectorAll('[role=option], .box .icon-button')].filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().height)")
    assert min(heights) >= 44, heights
    bank.pictures("search-details")
    click(person, 3)
    chosen = first[3].split("\n")[0]
    assert person.value("bank") == chosen and person.focused() == "bank", (person.value("bank"), chosen)
    person.see("Выбран " + chosen)
    # A late answer, to what is no longer typed, changes nothing.
    held = bank.wire.hold(ending("/options"))
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("сбер")
    person.wait(lambda: held.met)
    field.send_keys("банк")
    person.wait(lambda: options(person))
    after = options(person)
    held.hold.set()
    time.sleep(0.5)
    assert options(person) == after, (options(person), after)
    # Without a network the list says so; the form has nothing to tell.
    bank.wire.cut(ending("/options"))
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("втб")
    person.see("Сервер не отвечает")
    bank.wire.mend()
    person.press("Повторить")
    person.wait(lambda: options(person))
    # An emptied field that is left has no value.
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(Keys.DELETE, Keys.TAB)
    person.wait(lambda: "Выбран" not in person.text())
    assert values(bank, "bank")[-1] is None and not unfolded(person)
    # Where nothing needs to be typed, a click shows all; in items of a list by their own paths.
    person.press("Добавить")
    person.input("lines[1].payee").click()
    person.wait(lambda: len(options(person)) > 2)
    name = options(person)[1].split("\n")[0]
    click(person, 1)
    assert person.value("lines[1].payee") == name and person.value("lines[0].payee") == ""
    assert json.loads(bank.wire.requests("POST", "/options")[-1][3])["atom"] == "lines[1].payee"
    person.wait(lambda: values(bank, "lines")[-1][1]["payee"])
    bank.shots("search-items")
    bank.axe("searches in items")
    # The item that moves up keeps what was chosen in it.
    person.press("Удалить: Получатель 1")
    person.wait(lambda: not person.there("lines[1].payee"))
    assert person.value("lines[0].payee") == name, person.value("lines[0].payee")
    # Computed values are locked: no list comes, and nothing clears them.
    person.toggle("urgent")
    person.wait(lambda: person.value("locked"))
    locked = person.atom("locked")
    assert person.shown("locked") == person.value("locked") and not locked.find_elements(By.CSS_SELECTOR, ".icon-button")[0].is_displayed()
    assert not person.input("locked").is_displayed(), "what nobody can change is a text"
    bank.shots("search-locked")
    # The fault is told at the field, which gets the focus; the other language keeps the choice.
    person.tap("send")
    person.wait(lambda: person.fault("bank") and person.focused() == "bank")
    assert person.input("bank").get_attribute("aria-invalid") == "true"
    bank.shots("search-fault")
    bank.axe("a search with a fault")
    person.press("Switch to English")
    person.see("Payee")
    assert person.value("lines[0].payee") == name, person.value("lines[0].payee")


def choosing_by_touch(bank, person):
    person.log_in("valence://trial/trial")
    person.press("Поиск")
    person.wait(lambda: person.there("bank"))
    dialog = lambda: person.script("return document.querySelector('dialog[open]') !== null")
    assert dialog()
    # Escape closes the list, and only then the sheet that the form lies in.
    field = person.input("bank")
    field.send_keys("банк")
    person.wait(lambda: options(person))
    bank.pictures("search-sheet")
    bank.axe("a search in a sheet")
    person.keys(Keys.ESCAPE)
    assert not unfolded(person) and dialog() and person.value("bank") == ""
    # A finger opens the list, chooses, clears, and leaves the field.
    touch(person, person.input("lines[0].payee"))
    person.wait(lambda: len(options(person)) > 2)
    rows = [each for each in person.driver.find_elements(By.CSS_SELECTOR, "[role=option]") if each.is_displayed()]
    name = rows[0].text.split("\n")[0]
    touch(person, rows[0])
    person.wait(lambda: person.value("lines[0].payee") == name)
    assert person.focused() == "lines[0].payee", "the keyboard stays"
    touch(person, person.atom("lines[0].payee").find_element(By.CSS_SELECTOR, ".clear"))
    person.wait(lambda: person.value("lines[0].payee") == "")
    touch(person, person.input("bank"))
    assert not unfolded(person) and person.focused() == "bank"
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not dialog())


def touch(person, element):
    person.script("arguments[0].scrollIntoView({block: 'center'})", element)
    finger = ActionBuilder(person.driver, mouse=PointerInput(interaction.POINTER_TOUCH, "finger"))
    finger.pointer_action.move_to(element).pointer_down().pointer_up()
    finger.perform()


def click(person, place):
    row = [each for each in person.driver.find_elements(By.CSS_SELECTOR, "[role=option]") if each.is_displayed()][place]
    row.click()


def not_known_now(bank, person):
    person.log_in("valence://trial/loan")
    person.fill("amount", "400000")
    person.fill("inn", "5003021311")
    person.wait(lambda: person.fault("inn") == "Реестр компаний не отвечает", "the register is silent")
    bank.shots("unknown")
    bank.axe("a form of which something is not known now")
    # Everything is asked again, quietly; what is typed meanwhile stays, and so does the warning.
    person.script("""const fault = arguments[0].querySelector('.fault');
        window.lost = 0;
        new MutationObserver(() => { window.lost += fault.hidden; }).observe(fault, {attributes: true, childList: true, subtree: true})""",
                  person.atom("inn"))
    person.type("series", "45")
    whole = lambda: [each for each in map(lambda seen: json.loads(seen[3]), bank.wire.requests("POST", "/evaluate")) if "changed" not in each]
    before = len(whole())
    person.wait(lambda: len(whole()) > before, "it is asked again")
    time.sleep(1)
    assert person.script("return window.lost") == 0
    assert not person.notice("check") and person.value("series") == "45" and person.focused() == "series"
    # While nobody looks it is not asked.
    person.script("Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true})")
    time.sleep(1)
    before = len(whole())
    time.sleep(6)
    assert len(whole()) == before
    person.script("delete document.visibilityState")
    # The register is there again.
    bank.record("{get: /companies/5003021311, failure: unreachable}", "{get: /companies/5003021311, body: {data: {shortName: ООО Возврат, state: {status: LIQUIDATED}, branches: []}}}")
    bank.server.process.send_signal(signal.SIGHUP)
    person.see("ООО Возврат")
    person.wait(lambda: person.fault("inn") == "Компания закрыта", "what could not be judged is judged")
    assert not person.fault("number") and not person.fault("address"), "nobody has come to these yet"
    before = len(whole())
    time.sleep(6)
    assert len(whole()) == before, "nothing is asked once everything is known"


def going_back(bank, person):
    person.log_in()
    person.tab("Платежи")
    person.press("По реквизитам")
    person.wait(lambda: person.there("bic"))
    assert person.script("return document.activeElement.tagName") == "H1", "the heading is heard first"
    person.press("Назад")
    person.wait(lambda: person.heading() == "Платежи")
    person.wait(lambda: person.script("return document.activeElement.innerText.includes('По реквизитам')"), "the focus is where it was")
    person.tab("Главная")
    person.row("Текущий")
    person.see("Выписка")
    person.quiet()
    bank.shots("account")
    bank.axe("account")
    person.back()
    person.wait(lambda: person.heading() == "Главная")
    person.press("Вклад")
    person.wait(lambda: person.script("return document.querySelector('dialog[open]') !== null"), "a deal is presented as a sheet")
    person.quiet()
    person.see("16% годовых на полгода")
    person.see("От 50 000 ₽ на 181 день")
    person.see("застрахованы")
    said = person.script("return document.querySelector('dialog[open]').innerText")
    assert "Пока ничего нет" not in said, said
    bank.shots("deal")
    bank.axe("deal")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not person.script("return document.querySelector('dialog[open]')"))
    person.press("Кешбэк")
    person.see("До 1 000 ₽ в месяц")
    person.wait(lambda: person.script("return document.querySelector('dialog .row-image')?.naturalWidth > 0"), "its picture is drawn")
    bank.shot("deal-picture-phone")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not person.script("return document.querySelector('dialog[open]')"))
    person.tab("История")
    person.quiet()
    bank.shots("history")
    bank.axe("history")


def drawing_in_place(bank, person):
    person.log_in("valence://trial/trial")
    person.wait(lambda: person.there("pushDeals"), "a form is drawn within the screen")
    person.quiet()
    bank.axe("a form within a screen")
    person.press("Накопительный")
    person.wait(lambda: person.there("to"), "another form takes the place of the list")
    assert person.heading() == "Проба" and person.there("pushDeals")
    assert person.script("return document.querySelector('dialog[open]')") is None
    bank.shot("in-place-phone")
    person.back()
    person.wait(lambda: not person.there("to"))
    person.see("Накопительный")
    assert person.heading() == "Проба"
    # The way back from there has nothing to undo: the screen around it stays.
    person.tap("save")
    person.see("Исполнено")
    person.wait(lambda: person.heading() == "Проба" and person.there("pushDeals"))


def deep_links(bank, person):
    person.log_in("valence://payments/quick?bic=044525225&name=%D0%9E%D0%9E%D0%9E")
    person.wait(lambda: person.there("bic"))
    assert person.value("bic") == BANK and person.value("name") == "ООО"
    assert "valence:" not in bank.driver.current_url
    person.back()
    person.wait(lambda: person.heading() == "Главная", "home lies below")
    # Another link on a page that is open.
    person.script("location.hash = 'valence://payments/own'")
    person.wait(lambda: person.there("to"))
    # A link that leads nowhere has a page, and home is below.
    person.script("location.hash = 'valence://nowhere/at-all'")
    person.wait(lambda: person.heading() == "Ссылка никуда не ведёт")
    person.back()
    person.wait(lambda: person.heading() == "Главная")


def both_languages(bank, person):
    person.log_in("valence://payments/quick")
    person.choose("from", "Текущий")
    person.fill("name", "ООО Ромашка")
    person.fill("bic", "044525225")
    person.fill("amount", "1234,5")
    person.press("Switch to English")
    person.see("Recipient's full name")
    assert person.heading() == "Payment by account details"
    assert person.script("return document.documentElement.lang") == "en"
    assert person.value("name") == "ООО Ромашка" and person.value("amount") == "1,234.50", person.value("amount")
    bank.shots("payment-en")
    bank.axe("payment in English")
    person.fill("account", QUICK["account"])
    person.fill("purpose", QUICK["purpose"])
    person.tap("send")
    person.see("Code in cell")
    person.press("Переключить")
    person.see("Код из ячейки")
    person.press("Switch to English")
    person.see("Code in cell")
    person.quiet()
    person.sign()
    person.see("Executed")
    person.see("Recipient's full name")
    # Its end is told in the other language too, and stays the page over home.
    person.press("Переключить")
    person.wait(lambda: person.heading() == "Исполнено")
    person.see("ФИО или полное наименование получателя")
    assert "Recipient" not in person.text() and "Executed" not in person.text(), person.text()
    bank.shot("result-ru-phone")
    person.press("Switch to English")
    person.wait(lambda: person.heading() == "Executed")
    assert "Получатель" not in person.text() and "1,234.50" in person.text(), person.text()
    person.back()
    person.wait(lambda: person.heading() == "Home")
    person.press("Переключить")
    person.wait(lambda: person.heading() == "Главная")
    # The next visit speaks the language that was chosen.
    person.press("Switch to English")
    person.wait(lambda: person.heading() == "Home")
    bank.driver.refresh()
    person.wait(lambda: person.heading() == "Home")


def keyboard_only(bank, person):
    person.come("valence://payments/own")
    reach(person, "login")
    person.keys("demo", Keys.TAB, "valence-demo", Keys.ENTER)
    person.wait(lambda: person.there("to"))
    # A choice opens by Space or an arrow; the arrows go through it, a letter leads on, Escape leaves all as it is.
    row = "return document.activeElement.getAttribute('role') === 'option' ? document.activeElement.innerText.split('\\n')[0] : null"
    reach(person, "from")
    person.keys(Keys.SPACE)
    person.wait(lambda: person.script(row) == "Текущий")
    for key, expected in ((Keys.ARROW_DOWN, "Накопительный"), (Keys.ARROW_UP, "Текущий"), (Keys.END, "Долларовый"), (Keys.HOME, "Текущий"), ("н", "Накопительный")):
        person.keys(key)
        assert person.script(row) == expected, (key, person.script(row))
    bank.axe("the sheet of a choice")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: person.focused() == "from", "the focus is back")
    assert "Текущий" in person.atom("from").text, "the usual account stays"
    person.keys(Keys.ARROW_DOWN)
    person.wait(lambda: person.script(row) == "Текущий")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.focused() == "from" and "Текущий" in person.atom("from").text)
    # The accounts to choose from depend on it.
    person.quiet()
    person.wait(lambda: not person.script("return document.querySelector('.awaited')"))
    reach(person, "to")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.script(row))
    person.keys(Keys.SPACE)
    person.wait(lambda: person.focused() == "to" and not person.script("return document.querySelector('.awaited')"))
    reach(person, "amount")
    person.keys("3", Keys.TAB)
    reach(person, "send")
    assert person.script("return getComputedStyle(document.activeElement).outlineStyle") != "none", "the focus is seen"
    person.keys(Keys.ENTER)
    person.see("Исполнено")
    person.keys(Keys.ALT, Keys.ARROW_LEFT)


def paying_by_keyboard(bank, person):
    """A payment from the login to its end, signed, without a touch of the mouse."""
    person.come("valence://payments/quick")
    reach(person, "login")
    person.keys("demo", Keys.TAB, "valence-demo", Keys.ENTER)
    person.wait(lambda: person.there("bic"))
    reach(person, "from")
    person.keys(Keys.ARROW_DOWN)
    person.wait(lambda: person.script("return document.activeElement.getAttribute('role') === 'option'"))
    person.keys(Keys.ENTER)
    person.wait(lambda: person.focused() == "from")
    for path in ("name", "account"):
        reach(person, path)
        person.keys(QUICK[path])
    reach(person, "bic")
    person.keys("сбер")
    person.wait(lambda: options(person))
    person.keys(Keys.ARROW_DOWN, Keys.ENTER)
    person.wait(lambda: person.value("bic") == BANK)
    reach(person, "purpose")
    person.keys(QUICK["purpose"])
    reach(person, "amount")
    person.keys("21")
    reach(person, "send")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.script("return document.activeElement.className") == "code", "the first code has the focus")
    cells = person.script("return [...document.querySelectorAll('input.code')].map(each => each.closest('[data-atom]').dataset.atom)")
    # A full code leads to the next one, and the last to the button.
    person.keys(*(person.matrix[cell] for cell in cells))
    person.wait(lambda: person.focused() == "sign")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.heading() == "Исполнено")
    for _ in range(20):
        if person.script("return document.activeElement.innerText") == "Готово":
            break
        person.keys(Keys.TAB)
    person.keys(Keys.ENTER)
    person.wait(lambda: person.heading() == "Главная")


def reach(person, path):
    """Goes on with the Tab key until the atom has the focus."""
    for _ in range(40):
        if person.focused() == path:
            return
        person.keys(Keys.TAB)
    raise AssertionError(f"Tab does not lead to {path}")


# The authors' page.

FILE = """operation: my.trial
title: {ru: Проба, en: Trial}
effect: document
atoms:
  - {textInput: bic, caption: {ru: БИК, en: BIC}, type: digits, length: 9, lookup: bank}
  - {text: bankName, caption: {ru: Введите БИК, en: Enter the BIC}, captionFrom: bank.name}
  - {textInput: sum, caption: {ru: Сумма, en: Sum}, type: amount, currency: RUB}
  - {textInput: fee, caption: {ru: Комиссия, en: Fee}, type: amount, currency: RUB, value: "round($sum * 0.01, 2)"}
  - {button: send, caption: {ru: Послать, en: Send}, action: submit}"""


def trying_a_file(bank, person):
    driver = bank.driver
    editor = lambda: driver.find_element(By.CSS_SELECTOR, "textarea.text")
    marked = lambda: [each.get_attribute("textContent") for each in driver.find_elements(By.CSS_SELECTOR, ".marks mark")]
    numbered = lambda: [each.get_attribute("textContent") for each in driver.find_elements(By.CSS_SELECTOR, ".numbers .error")]
    found = lambda: [each.text.split("\n") for each in driver.find_elements(By.CSS_SELECTOR, ".findings li")]
    old = lambda: driver.find_element(By.CSS_SELECTOR, ".old").text
    caret = lambda: person.script("const e = document.activeElement; return e.tagName == 'TEXTAREA' ? e.value.slice(e.selectionStart) : null")
    person.come(path="/playground")
    assert person.heading() == "Файл операции", person.heading()
    # The example is drawn, with what depends on what.
    person.wait(lambda: person.there("amount"))
    assert person.script("return document.querySelectorAll('.graph-picture .node').length") > 5
    bank.shots("playground")
    for label, size in (("phone", PHONE), ("desktop", DESKTOP)):
        person.size(size)
        person.script("document.querySelector('.graph').scrollIntoView()")
        bank.shot(f"playground-graph-{label}")
    fits(bank, person)
    for size in (PHONE, TABLET, DESKTOP):
        person.size(size)
        bank.axe(f"playground at {size[0]}")
    person.size(PHONE)
    # A file of one's own, typed as one types: a new line begins where the one before did.
    editor().send_keys(Keys.CONTROL, "a")
    editor().send_keys(Keys.DELETE)
    lines = FILE.split("\n")
    editor().send_keys("\n".join(lines[:5] + [line.strip() for line in lines[5:]]))
    assert editor().get_property("value") == FILE, editor().get_property("value")
    person.wait(lambda: person.there("bic") and not found())
    assert driver.find_element(By.ID, "drawn-title").text == "Проба"
    assert not person.there("amount"), "the example's form is gone"
    assert editor().get_attribute("aria-invalid") == "false"
    names = [each.get_attribute("textContent") for each in driver.find_elements(By.CSS_SELECTOR, ".graph-picture .node .name")]
    assert sorted(names) == ["bank", "bankName", "bic", "fee", "sum"], names
    driver.find_element(By.CSS_SELECTOR, ".graph summary").click()
    for line in ("fee ← sum", "bankName ← bank", "bank ← bic"):
        assert line in person.text(), person.text()[-600:]
    # The form lives, and sends nothing.
    person.fill("bic", "044525225")
    person.see("ПАО Сбербанк")
    person.tap("send")
    person.wait(lambda: person.fault("sum"))
    assert person.focused() == "sum"
    person.fill("sum", "1234,5")
    person.wait(lambda: person.value("fee") == "12,35" or person.atom("fee").text.endswith("12,35"), "the fee is computed")
    person.tap("send")
    person.see("ничего не отправляется")
    person.wait(lambda: "ничего не отправляется" not in person.text(), "the note goes by itself")
    # A fault is marked at its line and column while the form of the last right file stays, with what was typed.
    editor().send_keys(Keys.CONTROL, Keys.END)
    editor().send_keys("\n- {text: note, cpation: {ru: И, en: A}}")
    person.wait(found, "the fault is told")
    line, column = len(lines) + 1, "  - {text: note, cpation".index("cpation") + 1
    assert len(found()) == 1 and found()[0][0] == f"{line}:{column}" and "cpation" in found()[0][-1], found()
    assert marked() == ["cpation"] and numbered() == [str(line)], (marked(), numbered())
    assert editor().get_attribute("aria-invalid") == "true"
    assert old() == "Форма нарисована по последнему файлу без ошибок" and person.value("sum") == "1\u00a0234,50"
    bank.shots("playground-fault")
    fits(bank, person)
    bank.axe("playground with a fault")
    # The fault leads to its place, where it is mended.
    editor().send_keys(Keys.CONTROL, Keys.HOME)
    driver.find_element(By.CSS_SELECTOR, ".findings button").click()
    assert caret() == "cpation: {ru: И, en: A}}", caret()
    # One beyond the right edge, far down, is scrolled into view.
    file = editor().get_property("value")
    person.script("""const each = document.querySelector("textarea.text"); each.value = "# x\\n".repeat(60) + each.value.replace("note, cpation", `note, caption: {ru: ${"И".repeat(160)}, en: A}, cpation`);
        each.dispatchEvent(new Event("input"))""")
    person.wait(lambda: found() and found()[0][0].startswith(str(line + 60) + ":"), "the fault is told further down")
    driver.find_element(By.CSS_SELECTOR, ".findings button").click()
    assert caret().startswith("cpation: "), caret()
    inside = person.script("""const paper = document.querySelector(".paper").getBoundingClientRect(), mark = document.querySelector(".marks mark").getBoundingClientRect();
        return [mark.left - paper.left, paper.right - mark.right, mark.top - paper.top, paper.bottom - mark.bottom, document.querySelector("textarea.text").scrollLeft]""")
    assert min(inside[:4]) >= 0 and inside[4] > 500, inside
    bank.shots("playground-fault-beyond")
    person.script("const each = document.querySelector('textarea.text'); each.value = arguments[0]; each.dispatchEvent(new Event('input'))", file)
    person.wait(lambda: found() and found()[0][0] == f"{line}:{column}")
    driver.find_element(By.CSS_SELECTOR, ".findings button").click()
    assert caret() == "cpation: {ru: И, en: A}}", caret()
    person.keys(*[Keys.DELETE] * len("cpation"), "caption")
    person.wait(lambda: not found() and person.there("note"))
    assert marked() == [] and not old()
    assert person.value("bic") == "044525225" and person.value("sum") == "1\u00a0234,50", "what was typed stays"
    # The page speaks the other language, and so does the form; a page that is loaded again has the file.
    person.press("Switch to English")
    person.wait(lambda: driver.find_element(By.ID, "drawn-title").text == "Trial")
    assert editor().accessible_name == "Operation file", editor().accessible_name
    assert person.heading() == "Operation file" and "Fee" in person.atom("fee").text
    driver.refresh()
    person.wait(lambda: person.there("note"))
    assert "cpation" not in editor().get_property("value") and "note" in editor().get_property("value")
    asked = {path.split("?")[0] for method, path, _, _ in bank.wire.seen if method != "GET"}
    assert asked == {"/playground/check", "/playground/evaluate"}, asked
    # Without a network the page says so, and goes on by itself.
    bank.wire.cut()
    editor().send_keys(" ")
    person.wait(lambda: person.notice("trouble"), "it says that there is no connection")
    bank.wire.mend()
    person.wait(lambda: not person.notice("trouble"), "it checks again by itself")


def fits(bank, person):
    """Nothing is wider than the screen, in any size."""
    for size in (PHONE, TABLET, DESKTOP):
        person.size(size)
        wide = person.script("return document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{wide} pixels too wide at {size[0]}"
    person.size(PHONE)


SCENES = [logging_in, paying, full_payment, paying_in_steps, steps_of_all_kinds, transferring, paying_a_provider, searching, helping, rules_of_typing, numbers_behind_masks,
          numbers_and_days, refused_and_waiting_signatures, blocking_a_card, ordering_a_certificate, ordering_cash,
          settings_and_profile, changing_the_password, renewing_the_matrix, late_answers, a_failing_network,
          values_changed_after_a_lost_answer, a_slow_network, told_of_changes, a_session_that_ends,
          typed_after_the_session_ended,
          typed_while_a_draft_is_kept, two_tabs_of_one_draft, choosing_an_address, choosing_in_lists, choosing_by_touch, not_known_now,
          going_back, drawing_in_place, deep_links, both_languages,
          keyboard_only, paying_by_keyboard, trying_a_file, *UNKNOWN_SCENES, *PAYMENT_SCENES]
# These run beside the others, before a server of their own.
BESIDE = [*SCREEN_SCENES, *PAGE_SCENES, *DESKTOP_SCENES, *FAULT_SCENES, *FOCUS_SCENES, *FORM_SCENES, *HOME_SCENES, *OUTCOME_SCENES,
          *QUICK_SCENES, *CALENDAR_SCENES, *STATE_SCENES, *LAYOUT_SCENES, *LONG_FORM_SCENES, *TYPING_SCENES, *TASK_SCENES, *EXAMPLE_SCENES, *TOUR]
# These run with EVERYTHING=yes and by their names alone: others of their kind run at each landing.
WITH_EVERYTHING = {
    "steps_of_all_kinds", "numbers_behind_masks", "typed_after_the_session_ended", "two_tabs_of_one_draft", "choosing_an_address",
    "choosing_by_touch", "not_known_now", "panes", "times_of_day", "told_apart", "seen_by_everybody", "reload_of_steps", "long_words",
    "large_letters", "transferring_abroad", "applying_for_a_loan", "focus_in_forms", "focus_in_lists", "helping", "choosing_in_lists",
    "a_slow_network", "what_happened", "names", "sessions_page", "back_closes_a_sheet", "rows_by_what_they_are"}


def play(program, scenes, failed):
    """Plays scenes one after the other before a server and in a browser of their own; answers the operations that were submitted."""
    with tempfile.TemporaryDirectory() as folder:
        bank = Bank(program, folder)
        try:
            for scene in scenes:
                start = time.monotonic()
                try:
                    bank.fresh()
                    scene(bank, bank.person)
                    errors = [entry["message"] for entry in bank.driver.get_log("browser")
                              if entry["level"] == "SEVERE" and entry["source"] != "network"]
                    assert not errors, errors
                    outcome = "ok"
                except Exception as fault:
                    failed.append(scene.__name__)
                    bank.picture(f"FAILED-{scene.__name__}")
                    place = [frame.lineno for frame in traceback.extract_tb(fault.__traceback__) if os.path.dirname(frame.filename) == os.path.dirname(__file__)]
                    outcome = f"FAILED at line {place[-1] if place else '?'}: {type(fault).__name__}: {str(fault)[:3000]}"
                bank.note()
                print(f"{time.monotonic() - start:6.1f} s  {scene.__name__}: {outcome}", flush=True)
        finally:
            bank.close()
        return bank.sent


def main(program, *names):
    os.makedirs(SHOTS, exist_ok=True)
    failed, began = [], time.monotonic()
    # Most of the time a browser waits for a server or a server for a browser: two of each take little more than one.
    left_out = set() if names or os.environ.get("EVERYTHING") else WITH_EVERYTHING
    parts = [[scene for scene in part if (not names or scene.__name__ in names) and scene.__name__ not in left_out]
             for part in (SCENES, BESIDE)]
    with ThreadPoolExecutor(len(parts)) as pool:
        playing = [pool.submit(play, program, part, failed) for part in parts if part]
        sent = set().union(*(each.result() for each in playing))
    if not names:
        missing = OPERATIONS - sent
        if missing:
            failed.append(f"operations that nobody submitted: {sorted(missing)}")
    print(f"{time.monotonic() - began:6.1f} s in all")
    if failed:
        sys.exit("failed: " + ", ".join(failed))


if __name__ == "__main__":
    main(*sys.argv[1:])
