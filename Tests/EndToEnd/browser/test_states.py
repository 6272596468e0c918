"""Tests of states: empty lists, dangerous answers, chosen elements, and the scale of text sizes."""
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from EndToEnd.bank import Client, add_user
from EndToEnd.browser.test_calendar import CONTRAST, calendar, dark_and_light
from EndToEnd.browser.user import CLIENT, DESKTOP, PHONE, Person

KINDS = ("accounts", "cards", "deals", "entries", "limits", "notifications", "pages", "sessions", "submissions", "templates", "anything")
# Draws empty lists of all kinds; calls back with the content of each.
EMPTY = CLIENT + """
const [kinds, done] = arguments;
modules('listing').then(async ([{Listing}]) => {
  const navigation = {app: await client(), progress: {during: (each) => each}, layers: []};
  const lists = kinds.map((kind) => new Listing({data: []}, {id: kind, href: `/nowhere/${kind}?page=1`}, navigation));
  document.querySelector('.layer-body').replaceChildren(...lists.map(({element}) => element));
  const look = () => lists.map(({element}) => { const box = element.querySelector('.empty'); return [box.querySelectorAll('svg').length, box.querySelector('p')?.innerText ?? box.innerText, box.querySelectorAll('button').length]; });
  for (let turn = 0; turn < 100 && !look().every(([, text]) => text); turn += 1) await new Promise(requestAnimationFrame);
  done(look());
}).catch((fault) => done(String(fault)));
"""
BLANK = "return [...document.querySelectorAll('.empty')].filter((each) => each.checkVisibility()).map((each) => [each.querySelectorAll('svg').length, each.querySelectorAll('button').length, each.innerText])"


@pytest.mark.landing
def test_empty_lists(bank, person):
    """Each empty list has an icon, a reason and one action. The actions of a new person open other
    pages, and a search without a result can be cleared."""
    person.log_in()
    bank.driver.set_script_timeout(20)
    looks = bank.driver.execute_async_script(EMPTY, KINDS)
    assert all(signs == buttons == 1 for signs, _, buttons in looks) and len({text for _, text, _ in looks}) == len(KINDS), looks
    bank.axe("empty lists")
    bank.shots("empty-lists")
    login = "newcomer"
    newcomer = Person(bank.driver, bank.wire.url, add_user(bank.server.program, bank.server.database, login, "a long password"), login, "a long password")
    newcomer.log_in()
    blank = lambda: person.script(BLANK)
    person.wait(lambda: len(blank()) >= 2 and all(signs == buttons == 1 for signs, buttons, _ in blank()), "accounts and cards")
    bank.shots("home-of-a-newcomer")
    person.tab("История")
    person.see("Здесь будут платежи и заявки")
    bank.shots("history-of-a-newcomer")
    person.press("Сделать платёж")
    person.wait(lambda: person.heading() == "Платежи")
    person.tab("Профиль")
    person.press("Открыть настройки")
    person.wait(lambda: person.heading() == "Настройки", person.heading())
    # For the person of the demo data: a search and filters without a result.
    person.log_in()
    person.row("Текущий")
    person.see("Выписка")
    person.quiet()
    search = bank.driver.find_element(By.CSS_SELECTOR, "[data-module=entries] input[type=search]")
    search.send_keys("нигде")
    person.see("Ничего не найдено по запросу «нигде»")
    bank.shots("search-without-result")
    assert [each[:2] for each in blank()] == [[1, 1]], blank()
    person.press("Очистить поиск")
    person.wait(lambda: not blank() and search.get_property("value") == "")
    bank.driver.find_element(By.CSS_SELECTOR, "[data-module=entries] .filter-opener").click()
    day = person.wait(lambda: [each for each in bank.driver.find_elements(By.CSS_SELECTOR, ".filter-panel input") if each.is_displayed()])[-1]
    day.send_keys("01.01.1999", Keys.TAB)
    person.see("Ничего не найдено с такими фильтрами")
    person.press("Сбросить фильтры")
    person.wait(lambda: not blank())


@pytest.mark.landing
def test_searches_without_result(bank, person):
    """A search without a result, in a form or a sheet, has an icon and a button that clears it."""
    person.log_in("valence://payments/quick")
    person.wait(lambda: person.there("bic"))
    person.type("bic", "нигде")
    note = person.wait(lambda: [each for each in person.atom("bic").find_elements(By.CSS_SELECTOR, ".found-note") if "Ничего не найдено" in each.text])[0]
    assert [each.is_displayed() for each in note.find_elements(By.CSS_SELECTOR, "svg, button")] == [True, True]
    bank.seen("search-in-a-form-without-result")
    bank.axe("a search in a form without a result")
    note.find_element(By.TAG_NAME, "button").click()
    person.wait(lambda: person.value("bic") == "" and not note.is_displayed() and person.focused() == "bic")
    person.log_in("valence://trial/judged")
    person.wait(lambda: person.there("many"))
    person.open_sheet("many")
    search = bank.driver.find_element(By.CSS_SELECTOR, ".choices-search")
    search.send_keys("nowhere")
    note = bank.driver.find_element(By.CSS_SELECTOR, ".sheet .nothing")
    person.wait(lambda: note.is_displayed() and not person.sheet())
    bank.seen("search-in-a-sheet-without-result")
    bank.axe("a search in a sheet without a result")
    note.find_element(By.TAG_NAME, "button").click()
    person.wait(lambda: len(person.sheet()) > 9 and search.get_property("value") == "")
    assert person.script("return document.activeElement === arguments[0]", search)


ANSWERS = "return [...document.querySelectorAll('.question[open] .answers button')]"


def dangerous(bank, person, why):
    """Checks the open question and cancels it: the safe answer has the focus, and the other one
    looks dangerous, light and dark. Returns the looks."""
    person.wait(lambda: person.script(ANSWERS), f"{why}: a question")
    safe, act = person.script(ANSWERS)
    assert person.script("return document.activeElement === arguments[0]", safe), why
    looks = set()
    for scheme in dark_and_light(person):
        contrast = person.script(CONTRAST, act)
        assert "danger" in act.get_attribute("class").split() and contrast >= 4.5, (why, scheme, contrast)
        looks.add((scheme, person.script("return getComputedStyle(arguments[0]).backgroundColor", act)))
    bank.pictures(f"question-{why}")
    safe.click()
    person.wait(lambda: not person.script(ANSWERS))
    return looks


@pytest.mark.landing
def test_destructive_answers(bank, person):
    """Destructive answers look the same: for a card, a template, a submission, a session, and a
    form with entries."""
    client = Client(bank.server.address).login("demo", "valence-demo")
    Client(bank.server.address).login("demo", "valence-demo")
    _, template = client.send("POST", "/templates", {"operation": "pp.quick", "title": "Ненужный", "values": {"name": "ООО Ромашка"}})
    person.log_in("valence://payments/quick")
    looks = set()
    for path, text in {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225", "purpose": "Оплата", "amount": "13,13"}.items():
        person.fill(path, text)
    person.back()
    looks |= dangerous(bank, person, "form")
    person.tap("send")
    person.see("Код из ячейки")
    person.tap("cancel")
    looks |= dangerous(bank, person, "submission")
    person.back()
    person.press("Отменить", among=".waiting button")
    looks |= dangerous(bank, person, "waiting")
    person.press("Отменить", among=".waiting button")
    person.agree()
    person.wait(lambda: "ждёт подписи" not in person.text())
    person.log_in()
    person.tab("Платежи")
    person.press("Действия: Ненужный")
    person.press("Удалить", among="[role=menuitem]")
    looks |= dangerous(bank, person, "template")
    person.log_in("valence://person/sessions")
    person.press("Действия:")
    person.press("Завершить", among="[role=menuitem]")
    looks |= dangerous(bank, person, "session")
    assert len(looks) == 2, looks
    client.send("DELETE", f"/templates/{template['id']}")


# Returns the look of each visible element of a selector.
CHOSEN = """
return [...document.querySelectorAll(arguments[0])].filter((each) => each.checkVisibility()).map((each) => {
  const style = getComputedStyle(each); return [style.backgroundColor, style.color, style.boxShadow].join(' | ');
})"""
# Returns the chosen elements whose text color equals the background in forced colors.
UNSEEN = """
return [...document.querySelectorAll(arguments[0])].filter((each) => each.checkVisibility()).flatMap((each) => [each, ...each.querySelectorAll('span, svg, bdi')]).filter((each) => {
  const grounds = []; for (let box = each; box; box = box.parentElement) grounds.push(getComputedStyle(box).backgroundColor);
  return getComputedStyle(each).color === grounds.find((ground) => !/, 0\\)$/.test(ground));
}).map((each) => each.outerHTML.slice(0, 80))"""


@pytest.mark.landing
def test_one_look_of_chosen(bank, person):
    """The chosen tab, row, chip, segment, option and day have the same colors and mark, in light,
    dark and forced colors."""
    looks = {"light": set(), "dark": set()}
    def look(selector, name):
        for scheme in dark_and_light(person):
            found = person.script(CHOSEN, selector)
            assert len(found) == 1, (name, found)
            looks[scheme].add(found[0])
        person.emulate("Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}]})
        unseen, [forced] = person.script(UNSEEN, selector), person.script(CHOSEN, selector)
        assert not unseen and forced.split(" | ")[0] != person.script("return getComputedStyle(document.body).backgroundColor"), (name, unseen, forced)
        bank.seen(f"chosen-{name}-forced")
        person.scheme("light")
    person.size(DESKTOP)
    person.log_in()
    person.row("Текущий")
    person.see("Выписка")
    person.quiet()
    look("[role=tab][aria-selected=true]", "tab")
    look(".row[aria-current=true]", "row")
    person.press("Фильтры")
    look(".chip[aria-expanded=true]", "opener")
    bank.shots("chosen-row")
    person.size(PHONE)
    person.log_in("valence://payments/full")
    person.wait(lambda: person.there("kind"))
    look("[data-atom=kind] .segment:has(:checked)", "segment")
    person.open_sheet("from")
    person.keys(Keys.ARROW_DOWN, Keys.ENTER)
    person.wait(lambda: not person.sheet())
    person.open_sheet("from")
    look(".choice[aria-selected=true]", "option")
    bank.seen("chosen-option")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not person.sheet())
    calendar(bank, person, "date")
    look(".calendar-day[aria-selected=true]", "day")
    bank.seen("chosen-day")
    assert all(len(each) == 1 for each in looks.values()), looks


# The font sizes of visible texts in pixels, and the left edges of the texts of cards, rows and
# headings.
SCALE = """
const sizes = new Set(), edges = new Map(), walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), range = document.createRange();
while (walker.nextNode()) {
  const node = walker.currentNode, place = node.parentElement;
  if (!node.data.trim() || place.closest('.unseen, .spoken, option, textarea, .tabs') || !place.checkVisibility() || getComputedStyle(place).clipPath !== 'none') continue;
  sizes.add(Math.round(parseFloat(getComputedStyle(place).fontSize) * 100) / 100);
  if (place.closest(arguments[0])) continue;
  range.selectNodeContents(node);
  const edge = Math.round(range.getBoundingClientRect().left);
  edges.set(edge, [...edges.get(edge) ?? [], node.data.slice(0, 20)]);
}
return [[...sizes].sort((a, b) => a - b), Object.fromEntries(edges)]"""
# Texts with other positions: at the end of a line, in the middle of a button or a tile, in columns.
PLACED = ".row-trailing, .is-amount, .of-amount, .hero, .badge, .button, .tiles, .chip, .segment, .row-mark, .row-subtitle > :not(:first-child), .pairs > :not(:first-child), .facts > .fact, .outcome-head, .outcome-tools, .receipt, .matrix, .code-row, .unit, .icon-button, .counter, .optional, .text-button, .picker, .checking, dd, .bar:has(.back)"
SIZES = {13, 15, 17, 20, 28, 34}


@pytest.mark.landing
def test_one_scale(bank, person):
    """Text sizes are on one scale. Texts begin at the page's edge, at a card's edge or after an
    icon."""
    faults = []
    def check(name):
        person.quiet()
        sizes, edges = person.script(SCALE, PLACED)
        if not set(sizes) <= SIZES:
            faults.append((name, sizes))
        if not {int(edge) for edge in edges} <= {16, 36, 36 + 44 + 14}:
            faults.append((name, edges))
        bank.shots(f"scale-{name}")
    person.size(PHONE)
    person.log_in()
    check("home")
    assert person.script("return getComputedStyle(document.querySelector('.facts .hero .pair-value')).fontVariantNumeric") == "proportional-nums"
    assert person.script("return getComputedStyle(document.querySelector('.row-trailing')).fontVariantNumeric") == "tabular-nums"
    for tab in ("Платежи", "История", "Профиль"):
        person.tab(tab)
        check(tab)
    person.tab("Главная")
    person.row("Текущий")
    person.see("Выписка")
    check("account")
    person.log_in("valence://person/limits")
    check("limits")
    person.log_in("valence://payments/quick")
    person.wait(lambda: person.there("send"))
    for path, text in {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225", "purpose": "Оплата", "amount": "13,14"}.items():
        person.fill(path, text)
    check("payment")
    person.tap("send")
    person.see("Код из ячейки")
    check("signature")
    person.sign()
    person.wait(lambda: "Отправ" in person.text())
    check("result")
    assert not faults, faults
