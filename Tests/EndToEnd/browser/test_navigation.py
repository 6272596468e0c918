"""Tests of the frame around forms: tabs, panes, addresses, questions before leaving, focus, and
kinds of rows."""
import time

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from EndToEnd.browser.user import CLIENT, DESKTOP, PHONE, TABLET

NARROWEST = (320, 640)


def focus(person):
    return person.script("return document.activeElement.innerText || document.activeElement.tagName")


def address(person):
    return person.script("return location.hash")


def sheet(person):
    return person.script("return document.querySelector('dialog.layer[open]') !== null")


@pytest.mark.landing
def test_addresses(bank, person):
    """Each page has an address, which a reload or another tab opens again. Tabs share a session
    until one of them ends it."""
    person.log_in()
    person.row("Текущий")
    person.see("Выписка")
    person.quiet()
    shown = address(person)
    assert shown.startswith("#/"), shown
    heading = person.heading()
    bank.driver.refresh()
    person.see("Выписка")
    assert person.heading() == heading and address(person) == shown
    person.back()
    person.wait(lambda: person.heading() == "Главная", "Back leads to home after a reload")
    # A tab of the app has an address too.
    person.tab("История")
    person.wait(lambda: person.heading() == "История")
    bank.driver.refresh()
    person.wait(lambda: person.heading() == "История", "a reload keeps the tab")
    # A sheet is a sheet after a reload.
    person.tab("Главная")
    person.row("Вклад")
    person.see("застрахованы")
    bank.driver.refresh()
    person.see("застрахованы")
    assert sheet(person)
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not sheet(person) and person.heading() == "Главная")
    # Another browser tab has the same session, without a login.
    first = bank.driver.current_window_handle
    bank.driver.switch_to.new_window("tab")
    second = bank.driver.current_window_handle
    try:
        for command, values in person.emulated.items():
            bank.driver.execute_cdp_cmd(command, values)
        bank.driver.get(person.url + "/" + shown)
        person.see("Выписка")
        assert not person.there("password")
        person.back()
        person.wait(lambda: person.heading() == "Главная", "Back leads to home in another tab")
        assert "token" not in person.script("return JSON.stringify(localStorage)")
        # Logging out ends both.
        person.press("Выйти")
        person.wait(lambda: person.there("password"))
        bank.driver.switch_to.window(first)
        person.wait(lambda: person.there("password"), "the session of the other tab has ended")
        assert person.script("return sessionStorage.getItem('valence.session')") is None
        # Logging in starts both.
        person.enter_login()
        person.wait(lambda: person.heading() == "Главная")
        bank.driver.switch_to.window(second)
        person.wait(lambda: not person.there("password") and person.heading() == "Главная", "the other tab is logged in")
    finally:
        bank.driver.switch_to.window(second)
        bank.driver.close()
        bank.driver.switch_to.window(first)


@pytest.mark.landing
def test_addresses_after_a_login(bank, person):
    """After the login, the requested address opens."""
    person.come("/screens/history")
    person.enter_login()
    person.wait(lambda: person.heading() == "История")


@pytest.mark.full
def test_titles_of_the_browser_tab(bank, person):
    """The browser's tab has the title of the visible page: at an address, after a reload, after
    Back and in another language."""
    titled = lambda title: person.wait(lambda: person.heading() == title and bank.driver.title == f"{title} · Valence", bank.driver.title)
    person.log_in("/screens/history")
    titled("История")
    bank.driver.refresh()
    titled("История")
    person.tab("Платежи")
    titled("Платежи")
    person.press("По реквизитам")
    titled("Платёж по реквизитам")
    bank.driver.refresh()
    titled("Платёж по реквизитам")
    person.back()
    titled("Платежи")
    person.back()
    titled("История")
    person.press("Switch to English")
    titled("History")


@pytest.mark.landing
def test_steps_after_a_reload(bank, person):
    person.log_in("valence://payments/steps")
    person.wait(lambda: person.there("next"))
    person.fill("name", "ООО Ромашка")
    heading = person.heading()
    time.sleep(0.2)
    bank.driver.refresh()
    person.wait(lambda: person.there("next"), "the step is restored")
    assert person.heading() == heading and person.value("name") == "ООО Ромашка"
    person.tap("cancel")
    person.agree()
    person.wait(lambda: not person.there("next"))


@pytest.mark.landing
def test_leaving_a_form(bank, person):
    """Back from a form with entries asks once. A form without entries is left at once."""
    asks = lambda: person.script("return document.querySelector('.question[open]') !== null")
    person.log_in("valence://payments/quick")
    person.wait(lambda: person.there("bic"))
    person.back()
    person.wait(lambda: person.heading() == "Главная", "nothing is asked")
    person.tab("Платежи")
    person.press("По реквизитам")
    person.fill("name", "ООО Ромашка")
    person.back()
    person.wait(asks, "it asks")
    bank.axe("the question before a form is left")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not asks())
    assert person.value("name") == "ООО Ромашка" and focus(person) != "BODY"
    person.press("Назад")
    person.agree()
    person.wait(lambda: person.heading() == "Платежи")
    person.wait(lambda: "По реквизитам" in focus(person), "the focus is where it was")
    # A sheet asks too.
    person.press("Заказ справки")
    person.wait(lambda: sheet(person))
    person.quiet()
    first = person.script("return document.querySelector('dialog.layer input, dialog.layer select')?.closest('[data-atom]').dataset.atom")
    assert first
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not sheet(person), "a sheet without entries is closed at once")


@pytest.mark.landing
def test_focus_after_sheets(bank, person):
    """Escape and Back return the focus."""
    person.log_in()
    person.row("Кешбэк")
    person.wait(lambda: sheet(person))
    person.quiet()
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not sheet(person))
    person.wait(lambda: "Кешбэк" in focus(person), "Escape leads back to the row")
    person.row("Накопительный")
    person.see("Выписка")
    person.quiet()
    person.back()
    person.wait(lambda: "Накопительный" in focus(person), "Back leads back to the row")
    # The element that replaces the focused one has the focus.
    person.row("Накопительный")
    person.see("Выписка")
    person.quiet()
    person.script("document.querySelectorAll('.layer.root .list li').forEach(each => each.replaceWith(each.cloneNode(true)))")
    person.back()
    person.wait(lambda: "Накопительный" in focus(person), "a row that was drawn anew has the focus")


@pytest.mark.full
def test_back_closes_a_sheet(bank, person):
    """Back with an open sheet closes the sheet, and the form keeps its entries. The next Back
    asks."""
    shown = lambda kind: person.script("return document.querySelector(`dialog.${arguments[0]}[open]`) !== null", kind)
    person.log_in()
    person.tab("Платежи")
    person.press("Заказ наличных")
    person.wait(lambda: person.there("day"))
    for opened in (lambda: person.open_sheet("from"), lambda: person.atom("day").find_element(By.CSS_SELECTOR, ".icon-button").click()):
        person.quiet()
        opened()
        person.wait(lambda: shown("sheet"))
        person.back()
        person.wait(lambda: not shown("sheet"), "the sheet is closed")
        assert person.there("day") and not shown("question")
    person.fill("day", "23.11.2099")
    person.open_sheet("from")
    person.back()
    person.wait(lambda: not shown("sheet"))
    assert person.value("day") == "23.11.2099" and not shown("question")
    # A question is a sheet too: Back changes nothing.
    person.back()
    person.wait(lambda: shown("question"), "it asks")
    time.sleep(0.3)
    person.back()
    person.wait(lambda: not shown("question"))
    assert person.value("day") == "23.11.2099"
    person.back()
    person.agree()
    person.wait(lambda: person.heading() == "Платежи")
    # A sheet over a tab.
    person.tab("История")
    found = lambda selector: [each for each in bank.driver.find_elements(By.CSS_SELECTOR, selector) if each.is_displayed()][:1]
    person.wait(lambda: person.click(found(".filter-opener")), "the filters")
    person.wait(lambda: person.click(found(".field .icon-button")), "the calendar")
    person.wait(lambda: shown("sheet"))
    person.back()
    person.wait(lambda: not shown("sheet"))
    assert person.heading() == "История", person.heading()


@pytest.mark.landing
def test_tabs_in_history(bank, person):
    """Back goes to the previous tab, and Forward returns. Pages over a tab are left first."""
    person.log_in()
    length = lambda: person.script("return history.length")
    for tab in ("Платежи", "История", "Профиль"):
        person.tab(tab)
        person.wait(lambda: person.heading() == tab)
        before = length()
        person.tab(tab)
        assert length() == before, "the same tab adds no history entry"
    person.back()
    person.wait(lambda: person.heading() == "История", "Back goes to the previous tab")
    chosen = "return document.querySelector('[role=tab][aria-selected=true]').innerText"
    assert person.script(chosen) == "История" and "История" in bank.driver.title
    person.back()
    person.wait(lambda: person.heading() == "Платежи")
    bank.driver.forward()
    person.wait(lambda: person.heading() == "История", "Forward returns")
    person.back()
    person.wait(lambda: person.heading() == "Платежи")
    person.press("По реквизитам")
    person.wait(lambda: person.there("bic"))
    # The history is the same after a reload.
    bank.driver.refresh()
    person.wait(lambda: person.there("bic"))
    person.quiet()
    person.back()
    person.wait(lambda: person.heading() == "Платежи", "the form is left for its tab")
    person.back()
    person.wait(lambda: person.heading() == "Главная", "home was first")
    assert address(person).startswith("#/"), address(person)
    # From a form over a tab to another tab by the rail.
    person.size(DESKTOP)
    person.tab("Платежи")
    person.press("По реквизитам")
    person.wait(lambda: person.there("bic"))
    person.tab("Профиль")
    person.wait(lambda: person.heading() == "Профиль" and not person.there("bic"))
    person.back()
    person.wait(lambda: person.heading() == "Платежи", "the tab below the form")
    # After a form is sent, Back leads to its tab.
    person.press("Между своими")
    person.choose("from", "Текущий")
    person.choose("to", "Накопительный")
    person.fill("amount", "3")
    person.tap("send")
    person.see("Исполнено")
    person.back()
    person.wait(lambda: person.heading() == "Платежи")
    person.back()
    person.wait(lambda: person.heading() == "Главная")
    # Logging out removes the tabs from the history.
    person.tab("История")
    person.press("Выйти")
    person.wait(lambda: person.there("password"))
    person.enter_login()
    person.wait(lambda: person.heading() == "Главная")


@pytest.mark.landing
def test_what_stays_in_its_place(bank, person):
    """No ancestor of a fixed element is animated or transformed, and the buttons of a sheet do not
    cover it."""
    person.log_in()
    bank.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "no-preference"}]})
    moving = person.script("""
        const found = [];
        for (let each = document.querySelector('.tabs'); each; each = each.parentElement) {
          const {animationName, transform, filter, willChange, contain} = getComputedStyle(each);
          if (animationName !== 'none' || transform !== 'none' || filter !== 'none' || willChange !== 'auto' || contain !== 'none') found.push(each.className + animationName);
        }
        return found""")
    assert not moving, moving
    place = "return document.querySelector('.tabs').getBoundingClientRect().bottom"
    bank.driver.refresh()
    person.wait(lambda: person.script("return document.querySelector('.tabs') !== null"))
    assert person.script(place) == person.script("return innerHeight"), "the bar is at the bottom at once"
    person.scheme("light")
    person.row("Зарплатная")
    person.press("Заблокировать карту")
    person.wait(lambda: sheet(person))
    person.quiet()
    covered = person.script("""
        const sheet = document.querySelector('dialog.layer[open]'), over = [];
        for (const part of sheet.querySelectorAll('.field, .text')) {
          if (!part.checkVisibility()) continue;
          part.scrollIntoView({block: 'end'});
          const {left, right, bottom, top} = part.getBoundingClientRect();
          const found = document.elementFromPoint((left + right) / 2, Math.max(top, bottom - 3));
          if (found && !part.contains(found) && !found.contains(part)) over.push(part.innerText + ' lies under ' + found.className);
        }
        return over""")
    assert not covered, covered
    person.keys(Keys.ESCAPE)


@pytest.mark.full
def test_panes(bank, person):
    """A tablet and wider screens have a rail. From 1,024 pixels a list and its selected row are
    next to each other."""
    person.log_in()
    person.quiet()
    person.size(DESKTOP)
    rail = "const box = document.querySelector('.tabs').getBoundingClientRect(); return box.height > box.width"
    assert person.script(rail), "the tabs are a rail"
    person.row("Текущий")
    person.see("Выписка")
    person.quiet()
    visible = lambda text: person.script("return [...document.querySelectorAll('.row-title')].some(e => e.checkVisibility() && e.innerText === arguments[0])", text)
    assert visible("Накопительный") and person.heading() == "Счёт", "both are seen"
    bank.axe("a list and what was chosen in it")
    bank.shot("panes-desktop")
    # Another row replaces the first one, so one Back leads to home.
    person.row("Накопительный")
    person.wait(lambda: "0000002" in address(person))
    person.quiet()
    assert person.script("return history.state.depth") == 1
    assert person.script("return document.querySelectorAll('.row[aria-current=true]').length") == 1
    # A form with entries in the pane is not left without a question.
    person.back()
    person.wait(lambda: person.heading() == "Главная")
    person.tab("Платежи")
    person.press("По реквизитам")
    person.fill("name", "ООО Ромашка")
    person.tab("История")
    person.wait(lambda: person.script("return document.querySelector('.question[open]') !== null"), "it asks")
    person.keys(Keys.ESCAPE)
    assert person.value("name") == "ООО Ромашка"
    person.tab("История")
    person.agree()
    person.wait(lambda: person.heading() == "История" and not person.there("name"), "a tab closes the page over it")
    person.size(TABLET)
    assert person.script(rail)
    person.size(PHONE)
    assert not person.script(rail)


@pytest.mark.landing
def test_narrow(bank, person):
    """Everything is visible at 320 pixels, which is 400 % of 1,280, and with large letters."""
    person.log_in()
    person.size(NARROWEST)
    wide = lambda: person.script("return document.documentElement.scrollWidth - innerWidth")
    cut = lambda: person.script("""
        return [...document.querySelectorAll('.row-title, .row-trailing, .row-subtitle, .tab span, .badge, h1, h2')]
          .filter(each => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1
            && getComputedStyle(each).display !== 'inline').map(each => each.innerText)""")
    for tab in ("Платежи", "История", "Профиль", "Главная"):
        person.tab(tab)
        person.quiet()
        assert wide() <= 0 and not cut(), (tab, wide(), cut())
    bank.shot("home-narrowest")
    person.row("Текущий")
    person.see("Выписка")
    person.quiet()
    assert wide() <= 0 and not cut(), (wide(), cut())
    person.size(PHONE)
    person.script("document.documentElement.style.fontSize = '200%'")
    bank.shot("account-large-letters")
    assert wide() <= 0, "letters of twice the size"
    person.script("document.documentElement.style.fontSize = ''")


DRAWN = CLIENT + """
const [rows, done] = arguments;
modules('listing', 'filters', 'shown', 'client/template').then(async ([{Listing, readied}, _, __, {expand, expandBody}]) => {
  const app = await client();
  const navigation = {app, progress: {during: each => each}, show: () => {}, follow: lead => { window.followed = lead; }};
  const module = {id: 'x', row: {method: 'POST', href: '/nowhere', body: {template: '{id}'}}, href: '/start'};
  const listing = new Listing(await readied(rows, module, app), module, navigation);
  listing.refresh = () => { window.refreshed = true; };
  document.querySelector('.stage h1').textContent = 'Строки';
  document.querySelector('.layer-body').replaceChildren(listing.element);
  done([expand('/a/{id}{?from,to,q}', {id: 'x y', from: '', to: '2026-01-02', q: 'a&b'}), expand('/a{?q}', {}), expand('/a/{id}', {}),
    JSON.stringify(expandBody({template: '{id}', kind: 1}, {id: '7'})), expandBody({template: '{id}'}, {})]);
}).catch(fault => done([String(fault)]));
"""
SHOWN = {
    "count": 2,
    "filters": [{"name": "direction", "label": "Направление", "kind": "choice", "options": [{"value": "in", "caption": "Приход"}]},
                {"name": "from", "label": "С", "kind": "date"}, {"name": "q", "label": "Поиск", "kind": "text"}],
    "filterHref": "/healthz{?direction,from,q}",
    "summary": [{"label": "Получено", "role": "amount", "value": "5.00", "currency": "RUB", "text": "5,00 ₽"}],
    "data": [
        {"id": "1", "title": "old", "icon": "card", "group": {"value": "2026-11-22", "text": "22 ноября"},
         "badge": {"state": "blocked", "tone": "danger", "text": "Заблокирована"},
         "parts": {"title": {"role": "person", "value": "ООО Ромашка", "text": "ООО Ромашка"},
                   "subtitle": [{"role": "account", "value": "40702810900000000123", "text": "40702 810 9 0000 0000123"}],
                   "trailing": {"role": "amount", "value": "1234.50", "currency": "RUB", "text": "1 234,50 ₽"}},
         "actions": [{"name": "rename", "title": "Переименовать", "method": "PATCH", "href": "/start",
                      "ask": {"member": "title", "label": "Название", "value": "Было", "maxLength": 100}},
                     {"name": "delete", "title": "Удалить", "method": "DELETE", "href": "/start", "tone": "danger",
                      "confirm": {"title": "Удалить?", "text": "Совсем", "action": "Удалить", "cancel": "Нет"}}]},
        {"id": "2", "title": "1.00 RUB", "icon": "nothing-known", "group": {"value": "2026-11-22", "text": "22 ноября"},
         "parts": {"title": {"role": "something new", "value": "2026-01-01", "text": "2026-01-01"},
                   "trailing": {"role": "amount", "value": "-0.50", "currency": "RUB", "text": "−0,50 ₽"}}},
    ],
}


@pytest.mark.full
def test_rows_by_what_they_are(bank, person):
    """Rows are drawn from their declared parts, amounts and days included. Menus and filters work
    with the keyboard."""
    person.log_in()
    person.quiet()
    bank.driver.set_script_timeout(20)
    expanded = bank.driver.execute_async_script(DRAWN, SHOWN)
    assert expanded == ["/a/x%20y?to=2026-01-02&q=a%26b", "/a", None, '{"template":"7","kind":1}', None], expanded
    text = person.script("return document.querySelector('.list').innerText")
    for part in ("22 ноября", "ООО Ромашка", "40702 810 9 0000 0000123", "1 234,50 ₽", "Заблокирована", "2026-01-01", "−0,50 ₽"):
        assert part in text, (part, text)
    assert text.count("22 ноября") == 1 and "old" not in text and "RUB" not in text, text
    classes = person.script("return [...document.querySelectorAll('.row-trailing > *')].map(e => e.className)")
    # A row with a badge is a submission, whose amount is outgoing.
    assert not any("incoming" in each for each in classes), classes
    marks = person.script("return [...document.querySelectorAll('.row-mark')].map(e => e.className)")
    assert "company letter-" in marks[0] and "letter-" in marks[1], marks
    assert "5,00 ₽" in person.script("return document.querySelector('.turnover').innerText")
    bank.axe("rows by what they are")
    # The menu: its first item has the focus, arrows wrap around, Escape returns the focus.
    opener = bank.driver.find_element(By.CSS_SELECTOR, ".menu-opener")
    person.script("arguments[0].focus()", opener)
    person.keys(Keys.ENTER)
    assert focus(person) == "Переименовать"
    bank.axe("the menu of a row")
    person.keys(Keys.ARROW_DOWN)
    assert focus(person) == "Удалить"
    person.keys(Keys.ARROW_DOWN)
    assert focus(person) == "Переименовать"
    person.keys(Keys.ESCAPE)
    assert person.script("return document.activeElement === arguments[0]", opener)
    # Renaming asks for a text. Cancelling sends nothing.
    person.keys(Keys.ENTER, Keys.ENTER)
    person.wait(lambda: person.script("return document.activeElement.value === 'Было'"), "the present text is in the field")
    bank.axe("the question for a text")
    bank.wire.seen.clear()
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not bank.driver.find_elements(By.CSS_SELECTOR, ".question"))
    assert not [each for each in bank.wire.seen if each[0] == "PATCH"]
    person.keys(Keys.ENTER, Keys.ENTER)
    person.keys("Стало", Keys.ENTER)
    person.wait(lambda: any(each[0] == "PATCH" for each in bank.wire.seen), "the text is sent")
    # Deleting asks first, and sends nothing unless the person agrees.
    bank.wire.seen.clear()
    person.script("arguments[0].focus()", opener)
    person.keys(Keys.ARROW_UP, Keys.ENTER)
    person.wait(lambda: bank.driver.find_elements(By.CSS_SELECTOR, ".question[open]"))
    person.keys(Keys.ESCAPE)
    assert not [each for each in bank.wire.seen if each[0] == "DELETE"]
    # Filters become parameters of the address that the server sent.
    bank.wire.seen.clear()
    [each for each in bank.driver.find_elements(By.CSS_SELECTOR, ".chip") if "Приход" in each.text][0].click()
    person.wait(lambda: any(each[1] == "/healthz?direction=in" for each in bank.wire.seen), "the choice is requested")


QUESTION = CLIENT + """
const [done] = arguments;
modules('text-question', 'texts-of-forms').then(async ([{askedText}]) => {
  const app = await client(), [one, other] = document.querySelectorAll('[role=tab]');
  one.focus();
  const asked = askedText({title: 'Название', label: 'Название', value: 'a'}, app);
  document.querySelector('.question form').requestSubmit();
  const wasBack = document.activeElement === one;
  other.focus();
  done([await asked, wasBack, document.activeElement === other]);
}).catch((fault) => done(String(fault.stack)));
"""


@pytest.mark.landing
def test_focus_after_a_question(bank, person):
    """After a dialog closes, the focus returns, unless the person has moved it."""
    person.log_in()
    bank.driver.set_script_timeout(20)
    assert bank.driver.execute_async_script(QUESTION) == ["a", True, True]


@pytest.mark.landing
def test_reading_a_code(bank, person):
    """If the browser cannot read a QR code, its text can be entered. A rejected code is reported at
    the input."""
    person.log_in()
    person.press("По QR")
    person.wait(lambda: sheet(person))
    bank.axe("the sheet that takes a code")
    field = bank.driver.find_element(By.CSS_SELECTOR, ".scan textarea")
    field.send_keys("no code")
    person.press("Продолжить")
    person.wait(lambda: person.script("return document.querySelector('.scan .fault').innerText"), "the rejection is shown")
    field.clear()
    field.send_keys("ST00012|Name=ООО Ромашка|PersonalAcc=40702810138250123017|BankName=ПАО Сбербанк|BIC=044525225"
                    "|CorrespAcc=30101810400000000225|Sum=10050|Purpose=Оплата по счету 12")
    person.press("Продолжить")
    person.wait(lambda: person.there("bic") and not sheet(person))
    assert person.value("name") == "ООО Ромашка"
    person.back()
    person.wait(lambda: person.heading() == "Главная", "Back skips the sheet")


@pytest.mark.landing
def test_narrowing_a_list(bank, person):
    """Filters have the server's names. The details of an account can be copied and shared."""
    person.log_in()
    person.row("Текущий")
    person.see("Выписка")
    person.quiet()
    bank.axe("a statement")
    entries = lambda: len(bank.driver.find_elements(By.CSS_SELECTOR, "[data-module=entries] .row"))
    assert entries() and bank.driver.find_elements(By.CSS_SELECTOR, "[data-module=entries] .day")
    search = bank.driver.find_element(By.CSS_SELECTOR, "[data-module=entries] input[type=search]")
    search.send_keys("nothing is called so")
    person.see("Ничего не найдено")
    person.press("Очистить поиск")
    person.wait(entries)
    # Days are typed and chosen as in forms. An invalid day is reported and filters nothing.
    bank.driver.find_element(By.CSS_SELECTOR, "[data-module=entries] .filter-opener").click()
    panel = "[data-module=entries] .filter-panel"
    person.wait(lambda: len(bank.driver.find_elements(By.CSS_SELECTOR, f"{panel} input")) == 2)
    assert not bank.driver.find_elements(By.CSS_SELECTOR, "[type=date]")
    first, last = bank.driver.find_elements(By.CSS_SELECTOR, f"{panel} input")
    asked = lambda: [each[1] for each in bank.wire.seen if "/entries?" in each[1]]
    bank.wire.seen.clear()
    first.send_keys("31022026", Keys.TAB)
    person.see("Такого дня нет: 31.02.2026")
    assert first.get_attribute("aria-invalid") == "true" and not asked()
    bank.axe("a filter with a fault")
    first.clear()
    first.send_keys("1.2.26", Keys.TAB)
    person.wait(lambda: any("from=2026-02-01" in each for each in asked()), "the day is requested")
    assert first.get_attribute("value") == "01.02.2026" and first.get_attribute("aria-invalid") is None
    bank.driver.find_elements(By.CSS_SELECTOR, f"{panel} .icon-button")[1].click()
    person.wait(lambda: person.script("return document.activeElement.dataset.day"), "the calendar of forms")
    bank.axe("the calendar of a filter")
    person.keys(Keys.ENTER)
    person.wait(lambda: any("to=20" in each for each in asked()))
    assert last.get_attribute("value").count(".") == 2 and entries()
    search.send_keys("nothing is called so")
    person.press("Сбросить фильтры")
    person.wait(entries)
    assert first.get_attribute("value") == last.get_attribute("value") == ""
    person.press("Реквизиты")
    person.wait(lambda: sheet(person))
    person.see("БИК")
    bank.axe("an account's details")
    assert len(bank.driver.find_elements(By.CSS_SELECTOR, "dialog .copy")) == 4
    assert bank.driver.find_elements(By.CSS_SELECTOR, "dialog .share")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not sheet(person))
    person.wait(lambda: "Реквизиты" in focus(person), "the focus is where it was")
    person.back()
    # A closed account offers no payments, and states this. A blocked card is marked.
    person.wait(lambda: person.heading() == "Главная")
    assert "Заблокирована" in person.script("return document.querySelector('[data-module=cards]').innerText")
    person.press("Закрытые (1)", among="summary")
    person.row("Закрытый")
    person.see("Счёт закрыт")
    assert not bank.driver.find_elements(By.CSS_SELECTOR, "[data-module=transfer_own]")


@pytest.mark.landing
def test_what_is_in_the_picture(bank, person):
    """In forced colors, elements that otherwise differ only by their background have a border."""
    person.log_in()
    bank.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
    person.quiet()
    width = person.script("return getComputedStyle(document.querySelector('.card')).borderTopStyle")
    assert width == "solid", width
    bank.shot("home-forced-colours")
    person.scheme("light")
