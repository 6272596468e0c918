"""Tests of payments: one tap is one payment, also after Back and a reload; signing; locked
signing."""
import re

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from EndToEnd.bank import Client, run
from EndToEnd.browser.user import DESKTOP, PHONE

PAYMENT = {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225", "purpose": "Оплата по счету 12"}


def cancel_unsigned(bank):
    """Cancels unsigned submissions of earlier tests."""
    client = Client(bank.server.address).login("demo", "valence-demo")
    for each in client.send("GET", "/submissions?unsigned=true")[1]["data"]:
        client.send("POST", f"/submissions/{each['id']}/cancel")


def fill(person, amount):
    person.wait(lambda: person.there("send"))
    person.choose("from", "Текущий")
    for path, text in {**PAYMENT, "amount": amount}.items():
        person.fill(path, text)
    person.quiet()


def keys(bank):
    """Returns the idempotency keys of the payments sent, in order."""
    return [seen[2]["Idempotency-Key"] for seen in bank.wire.requests("POST", "/pp.quick/submissions")]


def question(person):
    return person.script("return document.querySelector('.question[open] h2')?.innerText")


def on_waiting(person):
    """True if the notice about pending submissions has the focus and is visible."""
    return person.script("""const notice = document.activeElement, box = notice.getBoundingClientRect();
        return notice.matches('.waiting') && box.top >= 0 && box.top < innerHeight""")


@pytest.mark.landing
def test_one_tap_one_payment(bank, person):
    """Back from the signature leads to the notice, and a second tap shows the first payment. A new
    form with the same values asks."""
    cancel_unsigned(bank)
    person.log_in()
    person.tab("Платежи")
    person.press("По реквизитам")
    fill(person, "71")
    person.tap("send")
    person.see("Код из ячейки")
    signature = person.script("return location.hash")
    person.back()
    person.wait(lambda: on_waiting(person), "the notice has the focus")
    bank.shot("waiting-after-back")
    person.tap("send")
    person.wait(lambda: person.script("return location.hash") == signature, "the first payment is shown")
    person.see("Код из ячейки")
    assert len(keys(bank)) == 1 and not question(person), keys(bank)
    # In the other language the form is redrawn, and a tap shows the same payment.
    person.back()
    person.wait(lambda: on_waiting(person))
    person.press("Switch to English")
    person.wait(lambda: "Sent already" in person.text() or "Purpose of payment" in person.text())
    person.quiet()
    person.tap("send")
    person.wait(lambda: person.script("return location.hash") == signature, "the first payment is shown")
    assert len(keys(bank)) == 1 and not question(person), keys(bank)
    person.press("Переключить")
    person.see("Код из ячейки")
    # A changed value is another payment, without a question.
    person.back()
    person.fill("amount", "72")
    person.tap("send")
    person.see("Код из ячейки")
    assert len(keys(bank)) == len(set(keys(bank))) == 2, keys(bank)
    # A cancelled payment can be sent again.
    person.tap("cancel")
    person.agree()
    person.wait(lambda: person.there("amount"))
    person.tap("send")
    person.see("Код из ячейки")
    assert len(set(keys(bank))) == 3 and not question(person), keys(bank)
    # A new form with the same values asks, and sends if the person agrees.
    person.back()
    person.wait(lambda: on_waiting(person))
    person.back()
    person.wait(lambda: person.heading() == "Платежи", "a sent form is left without a question")
    person.press("По реквизитам")
    fill(person, "72,00")
    person.tap("send")
    person.wait(lambda: question(person) == "Такой платёж уже ждёт подписи. Отправить ещё один?", "it asks")
    bank.axe("the question before a second payment")
    bank.seen("second-payment")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not question(person))
    assert len(keys(bank)) == 3, keys(bank)
    person.tap("send")
    person.agree()
    person.see("Код из ячейки")
    assert len(set(keys(bank))) == 4, keys(bank)
    # A payment that another device has signed is shown, and not sent again.
    person.back()
    person.wait(lambda: on_waiting(person))
    bank.wire.tells = False
    sign_elsewhere(bank, person)
    person.tap("send")
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"), "the payment that was signed is shown")
    assert len(set(keys(bank))) == 4, keys(bank)
    cancel_unsigned(bank)


def sign_elsewhere(bank, person):
    """Signs the newest payment on another device."""
    client = Client(bank.server.address).login("demo", "valence-demo")
    newest = client.send("GET", "/submissions?unsigned=true")[1]["data"][0]
    tree = client.send("GET", f"/submissions/{newest['id']}/signature")[1]
    codes = {atom["id"]: person.matrix[atom["id"]] for atom in tree["atoms"] if atom.get("type") == "code"}
    status, answer = client.send("POST", f"/submissions/{newest['id']}/signature", {"values": codes})
    assert status == 200, answer


def unanswered(bank, person, amount):
    """Sends the payment with another amount while the proxy drops the request."""
    person.fill("amount", amount)
    person.quiet()
    cut = bank.wire.cut(lambda method, path: path.endswith("/pp.quick/submissions"))
    person.tap("send")
    person.wait(lambda: cut.met and person.notice("send"), "a notice that no response arrived")
    return cut


@pytest.mark.full
def test_reload_while_sending(bank, person):
    """A reload before the response repeats the request with the same key, and shows the result."""
    cancel_unsigned(bank)
    person.log_in()
    person.tab("Платежи")
    person.press("По реквизитам")
    fill(person, "73")
    held = bank.wire.hold(lambda method, path: path.endswith("/pp.quick/submissions"))
    person.tap("send")
    person.wait(lambda: held.met)
    bank.driver.refresh()
    held.hold.set()
    person.see("Код из ячейки", "the signature is shown after the reload")
    # The second request is repeated while the first one is in flight.
    assert len(keys(bank)) >= 2 and len(set(keys(bank))) == 1, keys(bank)
    # Back leads to the form with its values and the notice.
    person.back()
    person.wait(lambda: on_waiting(person))
    assert person.value("amount") == "73,00" and person.value("name") == PAYMENT["name"]
    # A request that never arrived is sent after the reload.
    unanswered(bank, person, "74")
    bank.wire.mend()
    bank.driver.refresh()
    person.see("Код из ячейки", "it is sent after the reload")
    assert "74,00" in person.text() and len(set(keys(bank))) == 2, keys(bank)
    # Without a network the page reports it, and sends the payment after a tap.
    person.back()
    person.wait(lambda: on_waiting(person))
    cut = unanswered(bank, person, "75")
    before = cut.met
    bank.driver.refresh()
    person.wait(lambda: cut.met > before and person.notice("send"), "the notice is shown again")
    assert person.value("amount") == "75,00"
    bank.wire.mend()
    person.press("Повторить")
    person.see("Код из ячейки")
    assert len(set(keys(bank))) == 3, keys(bank)
    # A form that was left sends nothing.
    person.back()
    person.wait(lambda: on_waiting(person))
    unanswered(bank, person, "76")
    person.back()
    person.agree()
    person.wait(lambda: person.heading() == "Платежи")
    bank.wire.mend()
    count = len(keys(bank))
    bank.driver.refresh()
    person.wait(lambda: person.heading() == "Платежи")
    person.quiet()
    assert len(keys(bank)) == count, keys(bank)
    # Logging out removes the stored request.
    person.press("Выйти")
    person.wait(lambda: person.there("password"))
    assert "Ромашка" not in person.script("return JSON.stringify(sessionStorage)")
    cancel_unsigned(bank)


@pytest.mark.landing
def test_reload_while_signing(bank, person):
    """A reload at the codes shows them again, over the form with its values. A reload at the form
    keeps the values."""
    cancel_unsigned(bank)
    person.log_in()
    person.tab("Платежи")
    person.press("По реквизитам")
    fill(person, "73,5")
    person.tap("send")
    person.see("Код из ячейки")
    bank.driver.refresh()
    person.see("Код из ячейки", "the signature is shown again")
    person.back()
    person.wait(lambda: on_waiting(person), "the form shows the pending payment")
    assert person.value("amount") == "73,50" and person.value("name") == PAYMENT["name"]
    bank.driver.refresh()
    person.wait(lambda: person.there("amount") and person.value("amount") == "73,50", "the values are restored")
    person.see("Уже отправлено и ждёт подписи")
    person.quiet()
    person.tap("send")
    person.see("Код из ячейки")
    assert len(keys(bank)) == 1 and not question(person), keys(bank)
    # The codes arrive and their response is lost: the reload shows the result.
    lost = bank.wire.lose(lambda method, path: method == "POST" and path.endswith("/signature"))
    person.sign()
    person.wait(lambda: lost.met and person.notice("send"))
    bank.driver.refresh()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"), "the result is shown")
    kept = person.script("return JSON.stringify(sessionStorage)")
    assert not any(f'"{code}"' in kept.replace("\\", "") for code in person.matrix.values()), "a code is stored"


@pytest.mark.full
def test_reload_of_steps(bank, person):
    """The last step of a flow is repeated with its key too."""
    cancel_unsigned(bank)
    person.log_in("valence://payments/steps?bic=044525225")
    person.wait(lambda: person.there("name"))
    for path in ("name", "account"):
        person.fill(path, PAYMENT[path])
    person.tap("next")
    person.choose("from", "Текущий")
    person.fill("purpose", PAYMENT["purpose"])
    person.fill("amount", "51")
    person.tap("next")
    person.wait(lambda: person.heading() == "Проверьте платёж", "the last step")
    held = bank.wire.hold(lambda method, path: path.split("?")[0].endswith("/submissions"))
    person.press("Отправить")
    person.wait(lambda: held.met, "the step is sent")
    bank.driver.refresh()
    held.hold.set()
    person.see("Код из ячейки", "the signature is shown after the reload")
    sent = {seen[2]["Idempotency-Key"] for seen in bank.wire.requests("POST", "/flows/payments.steps/submissions")}
    assert len(sent) == 1, sent
    cancel_unsigned(bank)


@pytest.mark.landing
def test_entries_after_a_reload(bank, person):
    """A form that is restored with its entries, after a reload or a login, asks before it is
    left."""
    person.log_in()
    for begin in (lambda: bank.driver.refresh(), lambda: end_session(bank, person)):
        person.wait(lambda: person.heading() == "Главная")
        person.tab("Платежи")
        person.press("По реквизитам")
        person.fill("name", PAYMENT["name"])
        person.fill("amount", "77")
        person.wait(lambda: person.script("return JSON.parse(sessionStorage.getItem('valence.forms')).every(form => form.isKept)"))
        begin()
        person.wait(lambda: person.there("amount") and person.value("amount") == "77,00", "the entries are restored")
        person.quiet()
        person.back()
        person.wait(lambda: question(person) == "Закрыть форму?", "it asks")
        person.keys(Keys.ESCAPE)
        person.wait(lambda: not question(person))
        assert person.value("amount") == "77,00" and person.value("name") == PAYMENT["name"]
        person.back()
        person.agree()
        person.wait(lambda: not person.there("amount"))
        person.tab("Главная")


def end_session(bank, person):
    """Ends the session on another device, and logs in again."""
    Client(bank.server.address).login("demo", "valence-demo").send("DELETE", "/auth/sessions")
    person.wait(lambda: person.there("login"), "the login is shown")
    person.enter_login()


KEYBOARD = (390, 470)
SIGNING = """
const seen = [...document.querySelectorAll('.signed .hero, .signed .to, .signed .from, .code-boxes, [data-atom=sign]')].filter(each => each.checkVisibility());
return [seen.length, seen.filter(each => {
  const {left, right, top, bottom} = each.getBoundingClientRect();
  const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top < 0 || bottom > innerHeight || !found || !each.parentElement.contains(found);
}).map(each => each.className + ' ' + JSON.stringify(each.getBoundingClientRect()))];
"""


@pytest.mark.landing
def test_signing_in_sight(bank, person):
    """The amount, the payee, the account, the codes and the button are visible together, also with
    a keyboard and after a wrong code."""
    def together(why):
        count, hidden = person.script(SIGNING)
        assert count == 6 and not hidden, (why, count, hidden)

    cancel_unsigned(bank)
    for size in (PHONE, DESKTOP):
        person.size(size)
        person.log_in("valence://payments/quick")
        fill(person, "1234,5")
        person.fill("name", "ООО Ромашка, общество с ограниченной ответственностью по продаже цветов, луковиц, семян и садового инвентаря оптом и в розницу в Москве")
        person.quiet()
        person.tap("send")
        person.wait(lambda: person.script("return document.activeElement.className") == "code", "the first code has the focus")
        together(f"at {size}")
        bank.seen(f"signing-{size[0]}")
        if size == PHONE:
            person.size(KEYBOARD)
            together("over a keyboard")
            bank.seen("signing-keyboard")
        assert person.script("return document.querySelector('.form.signing [data-atom=sign]').innerText") == "Подписать 1\u00a0234,50\u00a0₽"
        heights = person.script("return ['.bar', '.code-digit', '.form.signing [data-atom=sign]'].map(each => [...document.querySelectorAll(each)].filter(e => e.checkVisibility()).at(-1).offsetHeight)")
        assert heights == [56, 52, 52], heights
        # The matrix and the other values are folded, and can be unfolded.
        folds = bank.driver.find_elements(By.CSS_SELECTOR, "details.folded")
        assert [each.get_property("open") for each in folds] == [False, False]
        person.size(size)
        person.sign(wrong=True)
        person.see("Неверный код")
        person.wait(lambda: person.script("return document.activeElement.className") == "code", "the first code has the focus again")
        together(f"after a wrong code at {size}")
        bank.seen(f"signing-wrong-{size[0]}")
        if size == PHONE:
            person.size(KEYBOARD)
            together("after a wrong code over a keyboard")
            bank.seen("signing-wrong-keyboard")
            # With a keyboard from the beginning.
            person.sign(wrong=True)
            person.wait(lambda: "Осталось попыток: 1" in person.text())
            together("after another wrong code over a keyboard")
            person.size(size)
        for each in bank.driver.find_elements(By.CSS_SELECTOR, "details.folded > summary"):
            each.click()
        assert person.script("return document.querySelector('.matrix td').offsetHeight") == 18
        assert "семян и садового инвентаря оптом" in person.text(), "the values are unfolded"
        bank.seen(f"signing-unfolded-{size[0]}")
        bank.axe(f"an unfolded signature at {size}")
        person.sign()
        person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))
    # With a short name, the card has its normal size.
    person.size(PHONE)
    person.log_in("valence://payments/quick")
    fill(person, "1,5")
    person.tap("send")
    person.see("Код из ячейки")
    assert person.script("return document.querySelector('.signed').offsetHeight") == 96
    bank.seen("signing-short")
    cancel_unsigned(bank)


@pytest.mark.full
def test_locked_signing(bank, person):
    """After five wrong codes a page shows the cause and the next step, and signing is impossible. A
    reload and other paths show it too."""
    def unlock():
        status, output = run(bank.server.program, "users", "unlock", "demo", "--database", bank.server.database)
        assert status == 0, output

    def locked(why):
        person.wait(lambda: "Подписание заблокировано после 5 неверных кодов" in person.text() and "Позвоните в банк" in person.text(), why)
        assert person.heading() == "Подписание заблокировано", person.heading()
        signs = [each.text for each in bank.driver.find_elements(By.CSS_SELECTOR, "button") if each.is_displayed() and each.text.startswith("Подписать")]
        assert not signs and not person.there("sign"), signs

    cancel_unsigned(bank)
    unlock()
    try:
        person.log_in()
        person.tab("Платежи")
        person.press("По реквизитам")
        fill(person, "78")
        person.tap("send")
        for left in (2, 1):
            person.sign(wrong=True)
            person.see(f"Осталось попыток: {left}")
        person.sign(wrong=True)
        person.wait(lambda: person.heading() == "Отклонено")
        text = person.text().replace("\u00a0", " ")
        assert "Не отправили 78,00 ₽" in text and "Три неверных кода" in text and re.search(r"\d\d\.\d\d\.\d{4}, \d\d:\d\d", text), text
        person.back()
        person.wait(lambda: person.there("amount"))
        person.tap("send")
        person.sign(wrong=True)
        person.see("Осталось попыток: 2")
        person.sign(wrong=True)
        locked("the page replaces the codes")
        bank.shots("locked")
        bank.axe("locked signing")
        bank.driver.refresh()
        locked("after a reload")
        person.press("Switch to English")
        person.see("Signing is locked after 5 wrong codes")
        person.press("Переключить")
        locked("in the other language")
        # The notice above the form leads there too, and so does another payment. Its entries are
        # kept.
        person.back()
        person.wait(lambda: on_waiting(person))
        person.press("Подписать")
        locked("from the notice")
        person.back()
        person.wait(lambda: person.there("amount"))
        person.fill("amount", "79")
        person.tap("send")
        locked("another payment")
        person.back()
        person.wait(lambda: person.there("amount"))
        assert person.value("amount") == "79,00"
        # After the bank has unlocked it, the same address shows the codes.
        person.press("Подписать")
        locked("from the notice again")
        unlock()
        bank.driver.refresh()
        person.see("Код из ячейки")
        person.sign()
        person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))
    finally:
        unlock()
        cancel_unsigned(bank)
