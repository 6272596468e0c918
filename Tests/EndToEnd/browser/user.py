"""A person at a browser: reads, types and taps, by the paths of atoms and by visible texts."""
import os
import time

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

NARROW, PHONE, TABLET, DESKTOP = (360, 740), (390, 844), (820, 1180), (1280, 800)
PATIENCE = float(os.environ.get("PATIENCE", 20))

# Begins a script that draws what the server does not send, with a client of the plain modules.
CLIENT = """
const base = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
const modules = (...names) => Promise.all(names.map((name) => import(base + name + '.js')));
const client = async () => {
  const [{ App }, { WholePage }, { session }, { chooseLanguage }] = await modules('mounted', 'whole-page', 'session', 'page-language');
  chooseLanguage();
  return new App(document.body, { session, page: new WholePage() });
};
"""


def browser(trace=None, **logs):
    """Starts headless chromium. `performance="ALL"` also logs DevTools events, with traces of the
    categories `trace`."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--force-device-scale-factor=1", "--force-prefers-reduced-motion", "--lang=en-US"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", **logs})
    if trace:
        options.add_experimental_option("perfLoggingPrefs", {"traceCategories": trace})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))


class Person:
    """A person in front of a page of `url`."""

    def __init__(self, driver, url, matrix, login="demo", password="valence-demo"):
        self.driver, self.url, self.matrix, self.name, self.password = driver, url, matrix, login, password
        self.wrong = 0
        self.emulated = {}

    # Screen

    def size(self, size):
        self.emulate("Emulation.setDeviceMetricsOverride",
                     {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False})

    def scheme(self, name):
        self.emulate("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": name}, {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def emulate(self, command, values):
        self.emulated[command] = values
        self.driver.execute_cdp_cmd(command, values)

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    # Navigation

    def come(self, link="", language="ru", path="/"):
        """Opens a page in a new browser tab and closes the old one, so that pending navigation of
        the old page ends. Without a `language`, the browser has no stored choice."""
        before = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        after = self.driver.current_window_handle
        self.driver.switch_to.window(before)
        self.driver.close()
        self.driver.switch_to.window(after)
        for command, values in self.emulated.items():
            self.driver.execute_cdp_cmd(command, values)
        self.driver.get(self.url + "/healthz")
        self.script("arguments[0] ? localStorage.setItem('valence.language', arguments[0]) : localStorage.removeItem('valence.language')", language)
        self.driver.get(self.url + path + (f"#{link}" if link else ""))
        self.wait(lambda: self.heading())
        return self

    def log_in(self, link="", language="ru", password=None):
        self.come(link, language)
        self.enter_login(password)
        return self

    def enter_login(self, password=None):
        self.fill("login", self.name)
        self.fill("password", password or self.password)
        self.tap("enter")
        self.wait(lambda: self.script("return sessionStorage.getItem('valence.session') !== null"))
        self.wait(lambda: not self.there("password"))
        self.quiet()

    # Visible parts

    def wait(self, condition, why=None):
        try:
            return WebDriverWait(self.driver, PATIENCE, 0.05, ignored_exceptions=(Exception,)).until(lambda _: condition())
        except Exception:
            raise AssertionError(f"{why or 'timed out'}; visible text: {self.text()[:1500]}") from None

    def quiet(self):
        """Waits until nothing is being loaded or sent."""
        self.wait(lambda: self.script(
            "return !document.querySelector('.loading, [aria-busy=true]') && document.querySelector('.progress').hidden"))

    def text(self):
        return self.script("return document.body.innerText")

    def heading(self):
        """Returns the heading of the top page."""
        return self.script("return [...document.querySelectorAll('h1')].filter(e => e.checkVisibility()).at(-1)?.innerText")

    def see(self, text, why=None):
        return self.wait(lambda: text in self.text(), why or f"`{text}` is not shown")

    def atom(self, path):
        """Returns the top element of an atom."""
        found = [each for each in self.driver.find_elements(By.CSS_SELECTOR, f'[data-atom="{path}"]') if each.is_displayed()]
        assert found, f"the atom {path} is not shown; visible text: {self.text()[:1500]}"
        return found[-1]

    def there(self, path):
        return bool(self.script(
            "return [...document.querySelectorAll(`[data-atom=\"${arguments[0]}\"]`)].some(e => e.checkVisibility())", path))

    def fault(self, path):
        return self.script("""const atom = arguments[0], fault = atom.querySelector('.fault');
            return fault && !fault.hidden ? fault.innerText : null""", self.atom(path))

    def input(self, path):
        return self.atom(path).find_element(By.CSS_SELECTOR, "input, textarea, select")

    def value(self, path):
        return self.input(path).get_property("value")

    def focused(self):
        """Returns the path of the focused atom."""
        return self.script("return document.activeElement.closest('[data-atom]')?.dataset.atom")

    def notice(self, name):
        return self.script("return document.querySelector(`[data-notice=\"${arguments[0]}\"]`)?.innerText", name)

    # Actions

    def fill(self, path, text):
        """Replaces the text of a field, and leaves the field."""
        self.wait(lambda: self.there(path), f"{path} is not shown")
        self.type(path, text)
        self.driver.switch_to.active_element.send_keys(Keys.TAB)

    def type(self, path, text):
        field = self.input(path)
        self.script("arguments[0].scrollIntoView({block: 'center'}); arguments[0].focus()", field)
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(Keys.DELETE)
        field.send_keys(text)

    def paste(self, path, text):
        """Replaces the text of a field at once, like pasting or the browser's autofill."""
        self.wait(lambda: self.there(path), f"{path} is not shown")
        field = self.input(path)
        self.script("arguments[0].scrollIntoView({block: 'center'}); arguments[0].focus(); arguments[0].select()", field)
        self.driver.execute_cdp_cmd("Input.insertText", {"text": text})

    def found(self, path):
        """Returns the visible options of a search."""
        return [each.text for each in self.atom(path).find_elements(By.CSS_SELECTOR, "[role=option]") if each.is_displayed()]

    def choose(self, path, caption):
        """Chooses an option by its caption."""
        self.wait(lambda: self.there(path), f"{path} is not shown")
        atom = self.atom(path)
        kind = atom.get_attribute("data-kind")
        if atom.find_elements(By.TAG_NAME, "select"):
            self.wait(lambda: any(caption in each.text for each in atom.find_elements(By.TAG_NAME, "option")))
            [each for each in atom.find_elements(By.TAG_NAME, "option") if caption in each.text][0].click()
        elif kind == "search":
            self.type(path, caption)
            self.wait(lambda: any(caption in each for each in self.found(path)), f"{caption} is not found")
            self.input(path).send_keys(Keys.ARROW_DOWN, Keys.ENTER)
            self.wait(lambda: caption in self.input(path).get_attribute("value") and not self.found(path))
        elif atom.find_elements(By.CSS_SELECTOR, ".picker"):
            self.open_sheet(path)
            row = [each for each in self.sheet() if caption in each.text][0]
            self.script("arguments[0].scrollIntoView({block: 'center'})", row)
            row.click()
            self.wait(lambda: not self.sheet() and caption in self.atom(path).text, f"{caption} is not chosen")
        else:
            label = [each for each in atom.find_elements(By.TAG_NAME, "label") if caption in each.text][0]
            self.script("arguments[0].scrollIntoView({block: 'center'})", label)
            label.find_element(By.TAG_NAME, "input").click() if kind == "toggle" else label.click()

    def open_sheet(self, path):
        """Opens the sheet of a choice."""
        button = self.atom(path).find_element(By.CSS_SELECTOR, ".picker")
        self.script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()
        self.wait(lambda: self.script("return document.querySelector('dialog.sheet[open]') !== null"), f"the sheet of {path} does not open")

    def sheet(self):
        """Returns the rows of the open sheet."""
        return [each for each in self.driver.find_elements(By.CSS_SELECTOR, "dialog.sheet .choice") if each.is_displayed()]

    def options_of(self, path):
        """Returns the first line of each option."""
        self.open_sheet(path)
        found = [each.text.split("\n")[0] for each in self.sheet()]
        self.keys(Keys.ESCAPE)
        self.wait(lambda: not self.script("return document.querySelector('dialog.sheet[open]') !== null"))
        return found

    def shown(self, path):
        """Returns the shown value of a field: its input, or its text if it is locked."""
        return self.script("""const given = arguments[0].querySelector('.given');
            return given && !given.hidden ? given.innerText : arguments[0].querySelector('input, textarea, select, .picker')?.value""", self.atom(path))

    def toggle(self, path):
        self.script("arguments[0].scrollIntoView({block: 'center'})", self.atom(path))
        self.input(path).click()

    def tap(self, path):
        self.wait(lambda: self.there(path), f"{path} is not shown")
        atom = self.atom(path)
        button = atom if atom.tag_name == "button" else atom.find_element(By.TAG_NAME, "button")
        self.script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()

    def press(self, text, among="button, [role=tab]"):
        """Taps an element with this text or label: a row, a tab or a button."""
        def tapped():
            all = [each for each in self.driver.find_elements(By.CSS_SELECTOR, among) if each.is_displayed()]
            return self.click([each for each in all if text in each.text + (each.get_attribute("aria-label") or "")][-1:])
        self.wait(tapped, f"no element has the text `{text}`")

    def tab(self, text):
        """Taps a tab. Rows of lists can have the same text."""
        self.press(text, among="[role=tab]")

    def row(self, title):
        """Taps the first row of a list with this title."""
        def tapped():
            rows = [each for each in self.driver.find_elements(By.CSS_SELECTOR, ".list button.row") if each.is_displayed()]
            return self.click([each for each in rows if title in each.find_element(By.CSS_SELECTOR, ".row-title").text][:1])
        self.wait(tapped, f"no row has the title `{title}`")

    def click(self, found):
        """Taps each of the elements; returns false for an empty list. A stale element throws, so
        the
        caller's `wait` tries again."""
        for each in found:
            self.script("arguments[0].scrollIntoView({block: 'center'})", each)
            each.click()
        return bool(found)

    def keys(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def back(self):
        self.driver.back()
        time.sleep(0.1)

    def agree(self):
        """Accepts the open question."""
        buttons = ".question[open] .answers button"
        self.wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, buttons), "no question is open")
        self.driver.find_elements(By.CSS_SELECTOR, buttons)[-1].click()

    def sign(self, wrong=False):
        """Enters the requested codes of the security matrix. Each wrong code is different, because
        repeating one counts once."""
        self.wrong += wrong
        self.wait(lambda: self.script("return [...document.querySelectorAll('input.code')].some(e => e.checkVisibility())"))
        fields = [each for each in self.driver.find_elements(By.CSS_SELECTOR, "input.code") if each.is_displayed()]
        for field in fields:
            cell = field.find_element(By.XPATH, "./ancestor::*[@data-atom]").get_attribute("data-atom")
            code = self.matrix[cell]
            field.send_keys(code if not wrong else str((int(code) + self.wrong) % 10 ** len(code)).zfill(len(code)))
        self.tap("sign")
