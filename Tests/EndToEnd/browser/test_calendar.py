"""Tests of the calendar: disabled days, and the choice of a day long ago."""
import datetime
import time
import zoneinfo

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from EndToEnd.browser.layout import broken, findings, letters

# The contrast ratio of an element's text and background, as painted.
CONTRAST = """
const canvas = Object.assign(document.createElement('canvas'), {width: 1, height: 1}).getContext('2d', {willReadFrequently: true});
const painted = (...colours) => { for (const each of colours) { canvas.fillStyle = each; canvas.fillRect(0, 0, 1, 1); } return [...canvas.getImageData(0, 0, 1, 1).data]; };
const light = (rgb) => rgb.slice(0, 3).map((each) => each / 255).map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)).reduce((sum, each, place) => sum + each * [0.2126, 0.7152, 0.0722][place], 0);
const grounds = (each) => (each ? [...grounds(each.parentElement), getComputedStyle(each).backgroundColor] : ['#fff']);
const ground = light(painted(...grounds(arguments[0]))), ink = light(painted(...grounds(arguments[0]), getComputedStyle(arguments[0]).color));
return (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
"""
OPEN_DAY = ".calendar-day:not([aria-disabled], .today, [aria-selected=true])"
POINTED = "const each = document.activeElement; return each.closest('.calendar') && each.matches('[role=gridcell]') ? each.dataset.day ?? each.innerText : null"


def dark_and_light(person):
    for scheme in ("dark", "light"):
        person.scheme(scheme)
        time.sleep(0.05)
        yield scheme


def calendar(bank, person, path):
    """Opens the calendar of a field; returns its dialog."""
    person.wait(lambda: person.there(path))
    opener = person.atom(path).find_element(By.CSS_SELECTOR, ".icon-button")
    person.script("arguments[0].scrollIntoView({block: 'center'})", opener)
    opener.click()
    person.wait(lambda: person.script(POINTED), "a day has the focus")
    return bank.driver.find_element(By.CSS_SELECTOR, "dialog.calendar")


@pytest.mark.landing
def test_quiet_days(bank, person):
    """Disabled days are pale and not struck through. Arrow keys reach them, and a tap has no
    effect."""
    person.log_in("valence://payments/full")
    dialog = calendar(bank, person, "date")
    for _ in dark_and_light(person):
        day = dialog.find_element(By.CSS_SELECTOR, "[aria-disabled]")
        assert person.script("return getComputedStyle(arguments[0]).textDecorationLine", day) == "none"
        # On the first day of a month, the other open days are in the month before.
        if not dialog.find_elements(By.CSS_SELECTOR, OPEN_DAY):
            dialog.find_element(By.CSS_SELECTOR, ".turn.before").click()
            day = dialog.find_element(By.CSS_SELECTOR, "[aria-disabled]")
        open_day = dialog.find_element(By.CSS_SELECTOR, OPEN_DAY)
        quiet, usual = person.script(CONTRAST, day), person.script(CONTRAST, open_day)
        assert 2.5 < quiet < 4.5 < usual, (quiet, usual)
    before = person.script(POINTED)
    dialog.find_element(By.CSS_SELECTOR, "[aria-disabled]").click()
    assert person.script(POINTED) in (before, None), "a tap on a disabled day has no effect"
    person.script("document.querySelector('.calendar .days [tabindex=\"0\"]').focus()")
    before = person.script(POINTED)
    person.keys(Keys.ARROW_UP, Keys.ARROW_UP)
    assert person.script(POINTED) < before and person.script("return document.activeElement.ariaDisabled") == "true"
    assert person.script("return document.querySelector('.calendar [aria-live]').innerText") != "", "the month is announced"
    # The heading opens the years and months within the limits, if there is more than one.
    day, month, year = map(int, person.value("date").split("."))
    today = datetime.date(year, month, day)
    first = today - datetime.timedelta(days=10)
    heading = dialog.find_elements(By.CSS_SELECTOR, "h2 button")
    assert len(heading) == (first.month != today.month), (first, today)
    for each in heading:
        each.click()
        cells = [each.get_attribute("aria-disabled") for each in dialog.find_elements(By.CSS_SELECTOR, ".periods td")]
        assert cells.count(None) == 2, cells
        person.keys(Keys.ESCAPE)
        assert dialog.is_displayed() and person.script(POINTED), "Escape leads back to the days"
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not bank.driver.find_elements(By.CSS_SELECTOR, "dialog.calendar"))


@pytest.mark.landing
def test_a_day_long_ago(bank, person):
    """A day 40 years ago takes four taps, or typing the year in the grid of years. Letters can be
    twice as large."""
    person.log_in("valence://certificates/order")
    person.choose("certificate", "Об оборотах")
    dialog = calendar(bank, person, "from")
    today = person.script(POINTED)
    year = str(int(today[:4]) - 40)
    cell = lambda text: [each for each in dialog.find_elements(By.CSS_SELECTOR, ".periods td") if each.text.lower() == text][0]
    ActionChains(bank.driver).click(dialog.find_element(By.CSS_SELECTOR, "h2 button")).perform()
    assert person.script(POINTED) == today[:4]
    bank.pictures("calendar-years")
    bank.axe("years")
    person.keys(Keys.ENTER)
    months = dialog.find_elements(By.CSS_SELECTOR, ".periods td")
    # The last day is today at the bank.
    last = datetime.datetime.now(zoneinfo.ZoneInfo("Europe/Moscow")).date()
    enabled = sum(each.get_attribute("aria-disabled") is None for each in months)
    assert len(months) == 12 and enabled == (last.month if last.year == int(today[:4]) else 12)
    bank.pictures("calendar-months")
    bank.axe("months")
    person.keys(Keys.ESCAPE)
    assert dialog.is_displayed() and person.script(POINTED), "Escape leads back to the days"
    ActionChains(bank.driver).click(dialog.find_element(By.CSS_SELECTOR, "h2 button")).perform()
    assert dialog.find_elements(By.CSS_SELECTOR, ".periods td")[-1].text == str(last.year), "no year after the limit"
    person.script("arguments[0].scrollIntoView({block: 'center'})", cell(year))
    ActionChains(bank.driver).click(cell(year)).perform()
    ActionChains(bank.driver).click(cell("март")).perform()
    for percent in (200, 100):
        letters(person, percent)
        assert not findings(person) and not broken(person), (findings(person), broken(person))
    ActionChains(bank.driver).click([each for each in dialog.find_elements(By.CSS_SELECTOR, ".days td") if each.text == "21"][0]).perform()
    person.wait(lambda: person.value("from") == f"21.03.{year}", person.value("from"))
    # By the keyboard.
    dialog = calendar(bank, person, "from")
    dialog.find_element(By.CSS_SELECTOR, "h2 button").send_keys(Keys.ENTER)
    person.keys("1990")
    assert person.script(POINTED) == "1990"
    person.keys(Keys.PAGE_UP, Keys.ARROW_RIGHT)
    assert person.script(POINTED) == "1971"
    person.keys(Keys.ENTER, Keys.HOME, Keys.ENTER, Keys.HOME, Keys.ENTER)
    person.wait(lambda: "1971" in person.value("from") or "1970" in person.value("from"), person.value("from"))
    # In a right-to-left page the arrow keys follow the visual direction.
    dialog = calendar(bank, person, "from")
    person.script("document.documentElement.dir = 'rtl'")
    before = person.script(POINTED)
    person.keys(Keys.ARROW_RIGHT)
    assert person.script(POINTED) < before
    turns = person.script("return [...document.querySelectorAll('.turn')].map((each) => getComputedStyle(each, '::before').transform)")
    assert turns[0] != turns[1] and turns[0].startswith("matrix(-"), turns
    person.script("document.documentElement.dir = ''")
