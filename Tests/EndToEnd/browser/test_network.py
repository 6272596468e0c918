"""Tests of lost, slow and late responses, ended sessions, and drafts in two tabs."""
import json
import time

import pytest

from EndToEnd.bank import Client, codes
from EndToEnd.browser.scenes import BANK, QUICK, ending


@pytest.mark.landing
def test_late_answers(bank, person):
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
    # Atoms of the dropped response are requested again.
    assert set(asked[0]["changed"]) <= set(asked[1]["changed"])


@pytest.mark.landing
def test_a_failing_network(bank, person):
    person.log_in("valence://payments/quick")
    person.choose("from", "Текущий")
    cut = bank.wire.cut()
    for path, text in QUICK.items():
        person.fill(path, text)
    person.fill("amount", "77,7")
    person.wait(lambda: person.notice("check"), "a notice about the connection")
    bank.shot("offline-phone")
    bank.axe("offline")
    for path, text in QUICK.items():
        assert person.value(path).replace("\u00a0", "") == text, path
    person.tap("send")
    person.wait(lambda: person.notice("send"), "a notice that no response arrived")
    assert cut.met
    assert person.value("amount") == "77,70"
    bank.wire.mend()
    person.see("ПАО Сбербанк", "the unchecked value is checked")
    person.wait(lambda: not person.notice("check"))
    # The response to the tap is lost again: the same key, one submission.
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


@pytest.mark.landing
def test_values_changed_after_a_lost_answer(bank, person):
    person.log_in("valence://payments/own")
    person.choose("from", "Текущий")
    person.choose("to", "Накопительный")
    person.fill("amount", "11")
    bank.wire.lose(ending("/submissions"))
    person.tap("send")
    person.wait(lambda: person.notice("send"))
    person.fill("amount", "22")
    person.tap("send")
    person.see("11,00", "the first attempt had arrived, and its amount is shown")
    assert "дошла" in person.text()
    person.wait(lambda: "22,00" not in person.text())


@pytest.mark.full
def test_a_slow_network(bank, person):
    person.log_in()
    held = bank.wire.hold(lambda method, path: "/start" not in path and "screens/card" in path)
    person.press("Зарплатная")
    person.wait(lambda: person.script("return !document.querySelector('.progress').hidden"), "the progress bar is shown")
    held.hold.set()
    person.wait(lambda: person.heading() == "Карта")
    person.back()
    # Several taps are one submission.
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


@pytest.mark.landing
def test_a_session_that_ends(bank, person):
    bank.wire.tells = False
    person.log_in("valence://payments/quick")
    person.choose("from", "Накопительный")
    person.fill("name", "ООО Ромашка")
    person.fill("amount", "321")
    Client(bank.server.address).login("demo", "valence-demo").send("DELETE", "/auth/sessions")
    # Pasted at once, because the first key of a typed text would already show the login.
    person.paste("bic", "044525225")
    person.wait(lambda: person.there("login"), "the login is shown")
    assert person.heading() == "Вход"
    person.see("Сеанс завершён")
    bank.shot("session-ended-phone")
    person.enter_login()
    person.wait(lambda: person.there("bic"), "the form is restored")
    assert person.value("name") == "ООО Ромашка"
    assert person.value("amount") == "321,00", person.value("amount")
    person.wait(lambda: person.value("bic") == BANK, "the bank is found again")
    assert "Накопительный" in person.atom("from").text, person.atom("from").text
    # A reloaded page restores the form too.
    person.fill("purpose", "Оплата по счету 12")
    person.wait(lambda: person.script("return JSON.parse(sessionStorage.getItem('valence.forms')).every(form => form.isKept)"))
    bank.driver.refresh()
    person.wait(lambda: person.there("purpose"))
    assert person.value("purpose") == "Оплата по счету 12"
    # Logging out removes it.
    person.press("Выйти")
    person.wait(lambda: person.there("login"))
    assert "Ромашка" not in person.script("return JSON.stringify(sessionStorage)")


def pay_elsewhere(person, client, amount, key):
    """Signs a payment on another device."""
    status, sent = client.send("POST", "/operations/pp.quick/submissions",
                               {"values": {**QUICK, "from": "40817810500000000001", "amount": amount}}, Idempotency_Key=key)
    assert status == 201, sent
    status, signed = client.send("POST", f"/submissions/{sent['submission']['id']}/signature",
                                 {"values": codes(sent["next"], person.matrix)})
    assert status == 200, signed


@pytest.mark.landing
def test_told_of_changes(bank, person):
    def streams():
        return [seen for seen in bank.wire.requests("GET", "/events") if "once" not in seen[1]]

    other = Client(bank.server.address).login("demo", "valence-demo")
    person.log_in()
    person.wait(lambda: bank.balance(person))
    person.wait(lambda: len(streams()) == 1, "the page opens a stream")
    # The stream continues after the first response, so that nothing is loaded twice.
    assert streams()[0][2].get("Last-Event-ID"), streams()
    lists = [seen for seen in bank.wire.requests("GET", "/accounts") if seen[1] == "/accounts"]
    assert not lists, "the first answer carries the accounts"
    # Changes by another device appear by themselves, and the focus is kept.
    before = bank.balance(person)
    person.script("[...document.querySelectorAll('.list .row')].find(e => e.innerText.includes('Текущий')).focus()")
    pay_elsewhere(person, other, "1.01", "told-1")
    person.wait(lambda: bank.balance(person) != before, "the balance has changed by itself")
    assert "Текущий" in person.script("return document.activeElement.innerText"), "the focus is lost"
    assert len(streams()) == 1, "one stream is enough"
    # Events without an open stream arrive with the next one, which continues after the last event.
    before = bank.balance(person)
    time.sleep(1)
    bank.wire.cut_streams()
    pay_elsewhere(person, other, "1.02", "told-2")
    person.wait(lambda: bank.balance(person) != before, "the payment without a stream is shown")
    assert len(streams()) == 2 and streams()[1][2].get("Last-Event-ID"), streams()
    # If no stream can be opened, the page polls.
    before = bank.balance(person)
    bank.wire.cut(lambda method, path: path == "/events")
    bank.wire.cut_streams()
    pay_elsewhere(person, other, "1.03", "told-3")
    person.wait(lambda: bank.wire.requests("GET", "/events")[-1][1] == "/events?once=true", "the page polls")
    person.wait(lambda: bank.balance(person) != before, "the change is shown")
    bank.wire.mend()
    # A hidden page opens no stream until it becomes visible.
    hidden = bank.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
        "source": "let isHidden = true; Object.defineProperty(document, 'hidden', {get: () => isHidden});"
                  "window.look = () => { isHidden = false; document.dispatchEvent(new Event('visibilitychange')); };"})
    count = len(streams())
    bank.driver.refresh()
    person.wait(lambda: bank.balance(person))
    person.quiet()
    assert len(streams()) == count, "a hidden page opens a stream"
    person.script("look()")
    person.wait(lambda: len(streams()) == count + 1, "a visible page opens a stream")
    bank.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", hidden)
    # A pending submission disappears when another device cancels it.
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
    assert person.value("amount") == "78,00", "the typed value is kept"
    # The session is ended on another device, and the login appears by itself.
    other.send("DELETE", "/auth/sessions?keep=current")
    person.wait(lambda: person.there("login"), "the login is shown")
    person.see("Сеанс завершён")
    person.enter_login()
    person.wait(lambda: person.there("amount"), "the form is restored")
    assert person.value("amount") == "78,00" and person.value("name") == QUICK["name"]
    other.send("POST", "/auth/logout")


@pytest.mark.landing
def test_typed_while_a_draft_is_kept(bank, person):
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
    # A page that is reloaded before the next draft is stored restores both.
    bank.driver.refresh()
    person.wait(lambda: person.there("purpose"))
    assert person.value("name") == "ООО Ромашка" and person.value("purpose") == "Оплата по счету 12"
    # A form that is left while a draft is being stored is not restored.
    held = hold_draft()
    person.fill("purpose", "Оплата по счету 13")
    person.wait(lambda: held.met)
    person.back()
    person.agree()
    person.wait(lambda: not person.there("purpose"))
    let_go(held)
    assert "Ромашка" not in person.script("return sessionStorage.getItem('valence.forms')")


@pytest.mark.full
def test_two_tabs_of_one_draft(bank, person):
    """Two tabs edit one draft. Changes of different fields are merged. If both changed the same
    field, the person is asked."""
    def kept():
        person.wait(lambda: person.script("return JSON.parse(sessionStorage.getItem('valence.forms') ?? '[]')[0]?.isKept"))

    person.log_in("valence://payments/quick")
    person.fill("name", "ООО Ромашка")
    kept()
    first = bank.driver.current_window_handle
    # A tab that a page opens begins with a copy of its session storage.
    person.script("window.open(location.href)")
    second = next(each for each in bank.driver.window_handles if each != first)
    bank.driver.switch_to.window(second)
    try:
        person.wait(lambda: person.there("purpose") and person.value("name") == "ООО Ромашка")
        person.fill("purpose", "Оплата по счету 12")
        kept()
        bank.driver.switch_to.window(first)
        person.fill("inn", "7707083893")
        person.wait(lambda: person.value("purpose") == "Оплата по счету 12", "the other tab's field is merged without a question")
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


@pytest.mark.full
def test_typed_after_the_session_ended(bank, person):
    """If the session ends during typing, texts typed before and after the login appears are
    kept."""
    bank.wire.tells = False

    def end():
        """Ends the session. The returned fault delays the login, because a draft at this moment may
        show it at once."""
        Client(bank.server.address).login("demo", "valence-demo").send("DELETE", "/auth/sessions")
        return bank.wire.hold(ending("/start"))

    def see_login(held, why):
        person.wait(lambda: held.met, f"the server has rejected the session: {why}")
        held.hold.set()
        person.wait(lambda: person.there("login"), f"the login is shown: {why}")

    person.log_in("valence://payments/quick")
    person.choose("from", "Накопительный")
    person.fill("name", "ООО Ромашка")
    held = end()
    person.fill("bic", "044525225")
    person.wait(lambda: held.met, "the server has rejected the session")
    person.type("purpose", "Оплата по счету 12")
    see_login(held, "a look-up")
    person.enter_login()
    person.wait(lambda: person.there("bic"), "the form is restored")
    for path, text in {"name": "ООО Ромашка", "purpose": "Оплата по счету 12"}.items():
        assert person.value(path) == text, (path, person.value(path))
    person.wait(lambda: person.value("bic") == BANK, "the bank is found again")
    # A draft is rejected without a session, and the page is reloaded before the login.
    held = end()
    person.type("account", QUICK["account"])
    see_login(held, "keeping the draft")
    bank.driver.refresh()
    person.wait(lambda: person.there("login"))
    person.enter_login()
    person.wait(lambda: person.there("account"))
    assert person.value("account").replace("\u00a0", "") == QUICK["account"] and person.value("purpose") == "Оплата по счету 12"
    # A tap, while the server does not respond to the request for the login; then once more.
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
    # The session ends again while the forms are restored: nothing is lost.
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
    # In a flow, the session ends before a step is sent.
    person.log_in("valence://payments/steps?bic=044525225")
    person.wait(lambda: person.there("name"))
    person.fill("name", "ООО Ромашка")
    held = end()
    person.type("account", QUICK["account"])
    person.tap("next")
    see_login(held, "a step")
    person.enter_login()
    person.wait(lambda: person.there("account"), "the step is restored")
    assert person.value("name") == "ООО Ромашка" and person.value("account").replace("\u00a0", "") == QUICK["account"]
    person.tap("cancel")
    person.agree()
    person.wait(lambda: not person.there("account"))
