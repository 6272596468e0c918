"""Tests of results: the sentence about the outcome, time and number, and next actions."""
import re

import pytest
from selenium.webdriver.common.by import By

from EndToEnd.bank import Client
from EndToEnd.browser.test_forms import ACCOUNT, SIGNED, SUM, drawn, said
from EndToEnd.browser.layout import WIDTHS, WORD, broken, findings
from EndToEnd.browser.test_payments import cancel_unsigned, fill
from EndToEnd.browser.user import DESKTOP, PHONE

PAYEE = {"role": "person", "value": "ООО Ромашка", "text": "ООО Ромашка"}
OWN = {"role": "account", "value": "40817810500000000001", "text": ACCOUNT}
REPEAT = {"name": "repeat", "title": "Повторить", "method": "POST", "href": "/prefill", "body": {}}
# The parts of a result that are outside of the window or covered.
HIDDEN = """
const parts = ['.outcome-title', '.outcome-to', '[data-line=sentAt]', '[data-line=reference]', '.actions > .button', ...['1', '2', '3'].map((place) => `.outcome-tool:nth-child(${place})`)];
return parts.filter((part) => {
  const found = [...document.querySelectorAll(part)].filter((each) => each.checkVisibility()).at(-1);
  if (!found) return true;
  const {left, right, top, bottom} = found.getBoundingClientRect();
  return top < 0 || bottom > innerHeight || !found.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
});
"""


def head(bank):
    """Returns the lines of the top result."""
    return said([each for each in bank.driver.find_elements(By.CSS_SELECTOR, ".outcome-head") if each.is_displayed()][-1])


def actions(bank):
    """Returns the texts and accessible names of a result's buttons."""
    return [(each.text, each.accessible_name) for each in bank.driver.find_elements(By.CSS_SELECTOR, ".form .actions button") if each.is_displayed()]


@pytest.mark.full
def test_what_happened(bank, person):
    """A signed payment shows amount, payee, time and number. "Done" is the first action, and
    everything is visible without scrolling."""
    cancel_unsigned(bank)
    person.log_in("valence://payments/quick")
    fill(person, "1234,5")
    person.tap("send")
    person.sign()
    person.wait(lambda: bank.driver.find_elements(By.CSS_SELECTOR, ".outcome-head"), "the result")
    person.quiet()
    submission = Client(bank.server.address).login("demo", "valence-demo").send("GET", "/submissions")[1]["data"][0]
    assert head(bank)[:2] == ["Отправили 1 234,50 ₽", "ООО Ромашка"], head(bank)
    assert "Исполнено" not in head(bank) and person.text().count("Исполнено") == 1, "only the heading has the state"
    said_of = "return [document.activeElement.tagName, document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText]"
    assert person.script(said_of) == ["H1", "Отправили 1\u00a0234,50\u00a0₽"], "the heading has the focus and is described by the sentence"
    assert re.search(r"\d\d\.\d\d\.\d{4}, \d\d:\d\d\s", person.text()) and submission["id"] in person.text(), person.text()
    expected = [("Готово", "Готово"), ("Повторить", "Повторить"), ("Шаблон", "Сохранить как шаблон"), ("Чек", "Распечатать чек")]
    assert actions(bank) == expected, actions(bank)
    for size in (PHONE, DESKTOP):
        person.size(size)
        assert not person.script(HIDDEN), (size, person.script(HIDDEN))
        bank.seen(f"happened-{size[0]}")
        bank.axe(f"a result at {size}")
    person.size(PHONE)
    person.scheme("dark")
    bank.seen("happened-dark")
    person.scheme("light")
    # The last line of the values is not covered by the actions.
    person.script("scrollTo(0, document.documentElement.scrollHeight)")
    ends = person.script("return [[...document.querySelectorAll('.form .fields .card')].at(-1).getBoundingClientRect().bottom, document.querySelector('.form .actions').getBoundingClientRect().top]")
    assert ends[0] <= ends[1] + 1, ends
    person.press("English")
    person.wait(lambda: head(bank)[0].startswith("Sent "), "the result in English")
    assert re.fullmatch(r"Sent \D*1,234\.50\D*to ООО Ромашка", " ".join(head(bank)[:2])), head(bank)
    assert [text for text, _ in actions(bank)] == ["Done", "Repeat", "Template", "Receipt"], actions(bank)
    bank.seen("happened-english")
    person.press("Русский")
    person.wait(lambda: head(bank)[0].startswith("Отправили"))
    person.press("Готово")
    person.wait(lambda: person.heading() == "Главная")


@pytest.mark.landing
def test_outcomes_of_states(bank, person):
    """Each state has a sentence, for a payment and for a request."""
    person.log_in()

    def result(state, tone, title, *more, actions=(), **members):
        drawn(bank, {"operation": "result", "version": "1", "title": title, "atoms": SIGNED, "actions": list(actions),
                     "result": {"state": state, "tone": tone, "title": title, "about": "Заказ справки", **members}})
        return head(bank)

    paid = {"amount": SUM, "to": PAYEE}
    for state, tone, title, sentence, request in (
            ("awaitingSignature", "warning", "Ждёт подписи", "Ждёт подписи: 1 234,50 ₽", "Заявка ждёт подписи"),
            ("signed", "neutral", "Подписано", "Отправляем 1 234,50 ₽", "Заявка отправлена"),
            ("executed", "success", "Исполнено", "Отправили 1 234,50 ₽", "Заявка принята"),
            ("rejected", "danger", "Отклонено", "Не отправили 1 234,50 ₽", "Заявка отклонена"),
            ("cancelled", "neutral", "Отменено", "Отменили: 1 234,50 ₽", "Заявка отменена"),
            ("expired", "neutral", "Истекло", "Не отправили 1 234,50 ₽", "Срок подписи истёк")):
        found = result(state, tone, title, **paid)
        assert found == [sentence, "ООО Ромашка", *(["Срок подписи истёк"] if state == "expired" else [])], (state, found)
        bank.seen(f"outcome-of-{state}")
        assert [name for _, name in actions(bank)] == ["Готово", "Распечатать чек" if state in ("signed", "executed") else "Распечатать"], actions(bank)
        assert result(state, tone, title, actions=[REPEAT]) == [request, "Заказ справки"], head(bank)
    # A long name and a long amount wrap, at any width.
    huge = {"role": "amount", "value": "1234567890.12", "currency": "RUB", "text": "1\u00a0234\u00a0567\u00a0890,12\u00a0₽"}
    result("executed", "success", "Исполнено", actions=[REPEAT], amount=huge, to={**PAYEE, "text": WORD})
    for width in WIDTHS:
        person.size((width, 844))
        assert not findings(person) and not broken(person), (width, findings(person), broken(person))
    person.size(PHONE)
    bank.seen("outcome-of-long")
    # A reason does not repeat the state of the heading. An own account has its preposition.
    found = result("rejected", "danger", "Отклонено", text="Отклонено: недостаточно средств", amount=SUM, to=OWN)
    assert found == ["Не отправили 1 234,50 ₽", f"на счёт {ACCOUNT}".replace("\u00a0", " "), "Недостаточно средств"], found
    bank.axe("a refused result")
    bank.seen("outcome-of-refused")
    # A next step is shown once.
    step = {"id": "step", "kind": "text", "caption": "Банк принял, решение впереди", "shown": True}
    drawn(bank, {"operation": "result", "version": "1", "title": "Подписано", "atoms": [step], "result": {"state": "signed", "tone": "neutral", "title": "Подписано", "next": [step["caption"]]}})
    assert person.text().count(step["caption"]) == 1, person.text()
    # An amount without a payee is below the request. A change that cannot be repeated is not
    # called a request.
    assert result("executed", "success", "Исполнено", amount=SUM) == ["Заявка принята", "Заказ справки", "1 234,50 ₽"], head(bank)
    assert result("executed", "success", "Исполнено", about="Смена пароля") == ["Изменения внесены", "Смена пароля"], head(bank)
    # The server may send the time and the number in the result.
    assert "00000000-0000-7000-8000-000000000001" not in person.text()
    result("executed", "success", "Исполнено", **paid, id="00000000-0000-7000-8000-000000000001", createdAt="2026-11-28T06:33:35.952681Z")
    assert "00000000-0000-7000-8000-000000000001" in person.text() and "28.11.2026, " in person.text(), person.text()
    # A state that this client does not know has the server's title.
    assert result("paused", "neutral", "Приостановлено", **paid) == ["Приостановлено 1 234,50 ₽", "ООО Ромашка"], head(bank)
    # If a result has a button, "Done" is not the prominent one.
    button = {"id": "again", "kind": "button", "caption": "Подписать", "shown": True, "enabled": True, "action": {"name": "next", "method": "GET", "href": "/start"}}
    drawn(bank, {"operation": "result", "version": "1", "title": "Ждёт подписи", "atoms": [button], "result": {"state": "awaitingSignature", "tone": "warning", "title": "Ждёт подписи", **paid}})
    assert [text for text, _ in actions(bank)] == ["Подписать", "Готово", "Распечатать"], actions(bank)
    assert person.script("return [...document.querySelectorAll('.form .actions > .button')].map((each) => each.classList.contains('quiet'))") == [False, True]
