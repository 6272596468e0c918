"""Tests of long forms: sections, buttons at the window's edge, meters in two lines, the bar of
steps, and options that do not fit."""
import pytest

from EndToEnd.bank import Client
from EndToEnd.browser.layout import broken, findings, letters
from EndToEnd.browser.user import DESKTOP, PHONE, TABLET
from selenium.webdriver.common.keys import Keys
from EndToEnd.browser.test_screens import Tour, first_step, step_four, step_three, step_two

# The buttons of the top form: the space below the main one, whether it can be tapped, the gap
# between fields and buttons, and its text.
FOOT = """
const form = [...document.querySelectorAll('.form')].filter((each) => each.checkVisibility()).at(-1);
const foot = form.querySelector('.actions'), button = foot.querySelector('button'), box = button.getBoundingClientRect();
const hit = document.elementFromPoint((box.left + box.right) / 2, box.bottom - 4);
return [Math.round(innerHeight - box.bottom), hit === button, Math.round(foot.getBoundingClientRect().top - form.querySelector('.fields').getBoundingClientRect().bottom), button.innerText]"""

# Focuses each input in both directions; returns the inputs that the buttons cover, or whose texts
# of the given classes they cover.
COVERED = """
const form = [...document.querySelectorAll('.form')].filter((each) => each.checkVisibility()).at(-1), foot = form.querySelector('.actions'), found = [];
const inputs = [...form.querySelectorAll(':is(input, textarea, select, summary, button.picker):enabled, summary')].filter((each) => each.checkVisibility() && !foot.contains(each));
for (const each of [...inputs, ...inputs.reverse()]) {
  document.activeElement.blur();
  each.focus();
  const parts = [each, ...(each.closest('.field')?.querySelectorAll(arguments[0]) ?? [])].filter((part) => part.checkVisibility());
  const edge = foot.getBoundingClientRect().top, lowest = Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
  if (lowest > edge + 0.5) found.push([each.closest('[data-atom]')?.dataset.atom, Math.round(lowest - edge)]);
}
return [inputs.length, found]"""

# Waits until the page is painted.
FRAME = "return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"

SHIFTS = """
window.shifts = 0;
new PerformanceObserver((list) => { for (const each of list.getEntries()) window.shifts += each.value; }).observe({ type: 'layout-shift' })"""

HEADS = """
const form = [...document.querySelectorAll('.form')].filter((each) => each.checkVisibility()).at(-1);
return [...form.querySelectorAll('[role=group][aria-labelledby] > h2, fieldset.group > legend, details.group > summary')].filter((each) => each.checkVisibility())
    .map((each) => [each.innerText, ['fontSize', 'fontWeight', 'lineHeight', 'color'].map((name) => getComputedStyle(each)[name]).join(' '), each.closest('.card, .group').querySelectorAll('.field').length])"""


@pytest.mark.landing
def test_foot_of_long_forms(bank, person):
    """The full order has sections with headings. Its button shows the amount, stays at the window's
    edge, and does not cover the focused field."""
    person.log_in("valence://payments/full")
    person.wait(lambda: person.there("send"))
    person.choose("kind", "Другой в бюджет")
    person.wait(lambda: person.there("kbk"))
    heads = person.script(HEADS)
    assert [name for name, _, _ in heads] == ["Платёж", "От кого", "Кому", "Реквизиты платежа в бюджет", "За что", "Редко нужное"], heads
    assert len({look for _, look, _ in heads}) == 1 and all(fields for _, _, fields in heads), heads
    person.fill("amount", "1234,5")
    person.tap("send")
    person.wait(lambda: person.fault("purpose"), "the missing value is reported")
    for size in (PHONE, DESKTOP):
        person.size(size)
        person.script("scrollTo(0, 0)")
        space, isFree, _, text = person.script(FOOT)
        assert 8 <= space <= 16 and isFree and text.replace("\u00a0", " ") == "Перевести 1 234,50 ₽", (size, space, isFree, text)
        person.script("scrollTo(0, 600)")
        assert person.script(FOOT)[:2] == [space, True], (size, person.script(FOOT))
        bank.seen(f"foot-{size[0]}")
        for percent in (100, 200):
            letters(person, percent)
            count, covered = person.script(COVERED, ".fault, .hint" if percent == 100 else ".fault")
            assert count > 20 and not covered, (size, percent, covered)
        letters(person, 100)
        person.script("scrollTo(0, 0)")
        person.script(FRAME)
        person.script(SHIFTS)
        # At the end of the form the button follows the last field.
        person.script("scrollTo(0, document.documentElement.scrollHeight)")
        space, isFree, gap, _ = person.script(FOOT)
        assert isFree and gap >= 0 and space > 16, (size, space, isFree, gap)
        person.script("scrollTo(0, 0)")
        person.script(FRAME)
        assert person.script("return window.shifts") == 0, (size, person.script("return window.shifts"))
    bank.axe("the foot of a long form")
    person.size(PHONE)
    # The button is not printed. Forced colors draw a line above it.
    media = [{"name": "forced-colors", "value": "active"}]
    person.emulate("Emulation.setEmulatedMedia", {"media": "print", "features": []})
    assert not person.script("return document.querySelector('.form .actions').checkVisibility()")
    person.emulate("Emulation.setEmulatedMedia", {"media": "", "features": media})
    assert person.script("return getComputedStyle(document.querySelector('.form .actions')).borderTopWidth") == "1px"
    bank.seen("foot-forced")
    person.emulate("Emulation.setEmulatedMedia", {"media": "", "features": []})
    # The same in a sheet.
    tour = Tour(bank, person)
    person.size((390, 600))
    tour.open("valence://certificates/order", "order")
    person.tap("order")
    person.wait(lambda: bank.driver.find_elements("css selector", "dialog .fault:not([hidden])"), "the missing value is reported")
    for percent in (100, 200):
        letters(person, percent)
        count, covered = person.script(COVERED, ".fault")
        assert count > 3 and not covered, (percent, covered)
    letters(person, 100)
    person.size(PHONE)
    # In a form that fits into the window, the button follows the fields. Tab reaches the other
    # buttons after it.
    tour.open("valence://person/settings", "language")
    space, isFree, gap, _ = person.script(FOOT)
    assert space > 100 and isFree and 0 <= gap <= 24, (space, isFree, gap)
    Client(bank.server.address).login("demo", "valence-demo").send("DELETE", "/flows/payments.steps")
    person.size((390, 600))
    tour.open("valence://payments/steps", "next")
    for percent in (200, 100):
        letters(person, percent)
        assert 0 <= person.script(FOOT)[0] <= 16, (percent, person.script(FOOT))
    hidden = "return document.querySelector('[data-atom=cancel]').getBoundingClientRect().bottom > innerHeight"
    assert person.script(hidden)
    person.script("document.querySelector('[data-atom=next]').focus()")
    person.keys(Keys.TAB, Keys.TAB)
    assert person.focused() == "cancel" and not person.script(hidden)
    person.size(PHONE)


@pytest.mark.landing
def test_meters_in_two_lines(bank, person):
    """A meter has two lines: name and previous reading, new reading and amount. Other values
    unfold."""
    link = Client(bank.server.address).login("demo", "valence-demo").send("GET", "/providers/gorvodokanal")[1]["subscriptions"][0]
    person.log_in("valence://payments/provider")
    person.choose("provider", "Городской водоканал")
    person.fill("account", link["account"])
    person.wait(lambda: person.there("meters[1].reading"), "the meters of the number are shown")
    tops = """return ['name', 'previous', 'reading', 'sum'].map((each) => document.querySelector(`[data-atom="meters[0].${each}"]`).getBoundingClientRect())
        .map(({ left, right, top, bottom }) => [left, right, top, bottom].map(Math.round))"""
    heights = "return [...document.querySelectorAll('.item')].map((each) => Math.round(each.getBoundingClientRect().height))"
    for size in (PHONE, TABLET, DESKTOP):
        person.size(size)
        name, before, entry, total = person.script(tops)
        assert abs(name[2] - before[2]) <= 2 and before[0] > name[0] and name[3] <= entry[2], (size, name, before, entry)
        assert abs(entry[2] - total[2]) <= 2 and total[0] == before[0], (size, entry, total)
        assert max(person.script(heights)) <= 180 and len(person.script(heights)) == 2, (size, person.script(heights))
    person.size(PHONE)
    item = bank.driver.find_element("css selector", ".item")
    assert item.accessible_name == "Счётчик 1: Холодная вода", item.accessible_name
    assert not person.there("meters[0].tariff") and not person.there("meters[0].unit")
    summary = item.find_element("css selector", "summary")
    assert summary.text.startswith("0041573"), summary.text
    summary.send_keys(Keys.ENTER)
    person.wait(lambda: person.there("meters[0].tariff"), "the other values unfold")
    bank.seen("meters-unfolded")
    bank.axe("meters in two lines")
    summary.send_keys(Keys.ENTER)
    # The warning of a reading has the whole width below it. The amount and the button are updated.
    person.fill("meters[0].reading", "200000")
    person.wait(lambda: person.fault("meters[0].reading"), "much more than usual")
    person.wait(lambda: person.shown("meters[0].sum") != "—" and "₽" in person.atom("send").text, "the sum is updated")
    assert person.script("return arguments[0].querySelector('.fault').getBoundingClientRect().width", person.atom("meters[0].reading")) > 250
    for width in (320, 390):
        person.size((width, 844))
        for percent in (100, 200):
            letters(person, percent)
            wrong = [*findings(person), *broken(person, words=percent == 100 and width > 320)]
            assert not wrong, (width, percent, wrong)
            bank.seen(f"meters-{width}-{percent}")
        letters(person, 100)
    person.size(PHONE)
    person.script("document.documentElement.dir = 'rtl'")
    name, before, entry, total = person.script(tops)
    assert before[1] < name[1] and total[1] < entry[1] and not findings(person), (name, before, findings(person))
    bank.seen("meters-rtl")


@pytest.mark.landing
def test_steps_keep_their_bar(bank, person):
    """The bar of steps has the same position and height in all steps, also with a long title. The
    heading is described by the step."""
    person.log_in()
    tour, places, said = Tour(bank, person), {}, []
    bar = """const steps = [...document.querySelectorAll('.steps')].filter((each) => each.checkVisibility()).at(-1);
        return [steps, steps.querySelector('.steps-line')].flatMap((each) => { const { left, top, width, height } = each.getBoundingClientRect(); return [left, top + scrollY, width, height].map(Math.round); })"""
    heading = "return [...document.querySelectorAll('h1')].filter((each) => each.checkVisibility()).at(-1)"
    for place, reach in enumerate((first_step, step_two, step_three, step_four), 1):
        reach(tour)
        assert person.script(f"{heading} === document.activeElement") or place == 1, place
        said.append(person.script(f"return document.getElementById(({heading.replace('return ', '')}).getAttribute('aria-describedby'))?.innerText"))
        for size in (PHONE, DESKTOP):
            person.size(size)
            places.setdefault(size, []).append(person.script(bar))
            bank.seen(f"steps-{place}-{size[0]}")
        person.size(PHONE)
    assert [text[:5] for text in said] == [f"Шаг {place}" for place in (1, 2, 3, 4)] and said[-1] == "Шаг 4 из 4", said
    for size, all_of_them in places.items():
        assert len(set(map(tuple, all_of_them))) == 1, (size, all_of_them)
        person.size(size)
        before = person.script(f"({heading.replace('return ', '')}).textContent = 'Долгое название шага, которое занимает несколько строк ' + 'непереносимоеслово'.repeat(9); {bar}")
        assert before == all_of_them[0] and not findings(person), (size, before, findings(person))
    person.size(PHONE)


@pytest.mark.landing
def test_choices_that_do_not_fit(bank, person):
    """Options that do not fit into one line become a list of radio buttons, and one line again once
    they fit. Keys and roles are unchanged."""
    look = """const options = [...arguments[0].querySelectorAll('label')].map((each) => each.getBoundingClientRect());
        return [new Set(options.map(({ top }) => Math.round(top))).size, new Set(options.map(({ left }) => Math.round(left))).size,
            [...arguments[0].querySelectorAll('label [data-text]')].every((each) => { const range = document.createRange(); range.selectNodeContents(each); return new Set([...range.getClientRects()].map(({ top }) => top)).size === 1; })]"""
    roles = "return [arguments[0].getAttribute('role'), ...[...arguments[0].querySelectorAll('input')].map((each) => `${each.type} ${each.checked}`)]"
    person.log_in("valence://payments/full")
    person.wait(lambda: person.there("kind"))
    assert person.script(look, person.atom("kind")) == [4, 1, True], person.script(look, person.atom("kind"))
    assert person.script(roles, person.atom("kind")) == ["radiogroup", "radio true", "radio false", "radio false", "radio false"]
    bank.axe("a list of options")
    person.script("arguments[0].querySelector('input').focus()", person.atom("kind"))
    person.keys(Keys.ARROW_DOWN)
    person.wait(lambda: person.there("singleTax"), "the second option is chosen")
    assert person.script(roles, person.atom("kind"))[1:3] == ["radio false", "radio true"]
    tour = Tour(bank, person)
    tour.open("valence://operations/standing.order", "ending")
    for width, percent, is_list in ((390, 100, True), (820, 100, False), (820, 200, True), (820, 100, False), (320, 100, True), (1280, 100, False)):
        person.size((width, 844))
        letters(person, percent)
        person.script(FRAME)
        rows, columns, is_whole = person.script(look, person.atom("ending"))
        assert (rows, columns) == ((3, 1) if is_list else (1, 3)), (width, percent, rows, columns)
        assert is_whole or width == 320 or percent == 200, (width, percent)
        assert not findings(person), findings(person)
        bank.seen(f"choices-{width}-{percent}")
    # A choice does not move the options: each one reserves the space of its chosen state.
    edges = "return [...arguments[0].querySelectorAll('label')].map((each) => Math.round(each.getBoundingClientRect().left))"
    before = person.script(edges, person.atom("ending"))
    person.choose("ending", "До даты")
    assert person.script(edges, person.atom("ending")) == before
    letters(person, 100)
    person.size(PHONE)
