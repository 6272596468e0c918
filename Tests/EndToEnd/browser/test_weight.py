"""The weight of a first visit: requests, bytes and times of the login and of the home screen with
an empty cache, with the bundle of the web client.

Bytes include HTTP headers. Times are medians of several visits in Debian's chromium, with a slow
network (150 ms, 1.6 Mbit/s) and a processor slowed down four times. The typeface counts separately,
because text appears before it. A task is an uninterrupted piece of work after the first paint that
blocks the page. Its length is four times its processor time in the browser's trace, so other
processes do not affect it.
"""
import json
import shutil
import statistics

import pytest

from EndToEnd.bank import Server
from EndToEnd.browser.bundle import bundled
from EndToEnd.browser.user import PHONE, Person, browser

VISITS = 5
SLOWER = 4
# The limits. The login loads the modules that draw forms.
BOUNDS = {
    "login": {"requests": 8, "bytes": 75_000, "typeface": 60_000, "largest paint": 1500, "shift": 0.02, "task": 50},
    "home": {"requests": 8, "bytes": 40_000, "typeface": 60_000, "largest paint": 1500, "shift": 0.02, "task": 50},
}
TRACE = "devtools.timeline,toplevel,blink.user_timing"
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
FREE = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
WATCH = """
window.weighed = {paint: 0, largest: 0, what: "", shift: 0};
const watch = (type, act) => new PerformanceObserver((list) => list.getEntries().forEach(act)).observe({type, buffered: true});
watch("paint", (entry) => { if (entry.name === "first-contentful-paint") weighed.paint = entry.startTime; });
watch("largest-contentful-paint", (entry) => { weighed.largest = entry.startTime; weighed.what = entry.element?.outerHTML.slice(0, 80) ?? ""; });
watch("layout-shift", (entry) => { if (!entry.hadRecentInput) weighed.shift += entry.value; });
"""
# Waits in the page until it is drawn, without measuring, which would add work. Late work is a part
# of the visit, so the browser must be idle for some time.
SETTLED = """
const done = arguments[0];
const look = () => {
  if (document.querySelector("h1") && !document.querySelector(".loading, [aria-busy=true]")) setTimeout(() => requestIdleCallback(done), 1000);
  else setTimeout(look, 50);
};
look();
"""


class Visit:
    """One load of the page with an empty cache: its requests and times."""

    def __init__(self, person, network=NETWORK, slower=1):
        driver = person.driver
        driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", network)
        driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": slower})
        driver.get_log("performance")
        driver.get(person.url)
        driver.execute_async_script(SETTLED)
        weighed = person.script("return weighed")
        driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", FREE)
        told = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
        self.requests = requests(told, person.url)
        self.events = [each["params"].get("value", each["params"]) for each in told if each["method"] == "Tracing.dataCollected"]
        self.paint, self.largest, self.what, self.shift = (weighed[name] for name in ("paint", "largest", "what", "shift"))


def longest(events):
    """Returns the longest task after each first paint of a trace, in milliseconds. A task that
    began earlier delays the paint, and counts there."""
    found = []
    marks = sorted((each for each in events if each["name"] in ("navigationStart", "firstContentfulPaint")), key=lambda each: each["ts"])
    for paint in marks:
        if paint["name"] != "firstContentfulPaint" or paint["args"]["data"].get("isOutermostMainFrame") is False:
            continue
        of_page = [each for each in events if (each["pid"], each["tid"]) == (paint["pid"], paint["tid"]) and each["ts"] >= paint["ts"]]
        end = min((each["ts"] for each in marks if each["name"] == "navigationStart" and each["ts"] > paint["ts"]), default=float("inf"))
        found.append(max((each.get("tdur", 0) for each in of_page if each["name"].endswith("RunTask") and each["ts"] < end), default=0) / 1000)
    return found


def requests(messages, url):
    """Returns the requests to the server in the browser's log: address, kind, and bytes on the
    wire."""
    found = {}
    for message in messages:
        told, number = message["params"], message["params"].get("requestId")
        if message["method"] == "Network.requestWillBeSent" and told["request"]["url"].startswith(url):
            found[number] = [told["request"]["url"][len(url):], told.get("type", ""), 0]
        elif number not in found:
            continue
        elif message["method"] == "Network.responseReceived":
            # An open stream has no later event.
            found[number][2] = max(found[number][2], told["response"]["encodedDataLength"])
        elif message["method"] == "Network.loadingFinished":
            found[number][2] = told["encodedDataLength"]
    return list(found.values())


def weigh(name, person):
    """Prints the weight of a visit; returns the names of the exceeded limits."""
    faults = []

    def held(what, figure, unit=""):
        bound = BOUNDS[name][what]
        if figure > bound:
            faults.append(f"{name}: {what}")
        print(f"{name:<6} {what:<14} {figure:>9,.6g} of {bound:,}{unit}{'  TOO MUCH' if figure > bound else ''}")

    seen = Visit(person, network=FREE).requests
    for path, _, size in seen:
        print(f"{name:<6} {size:>9,}  {path[:100]}")
    typefaces = [each for each in seen if each[1] == "Font"]
    held("requests", len(seen) - len(typefaces))
    held("bytes", sum(size for *_, size in seen) - sum(size for *_, size in typefaces))
    held("typeface", sum(size for *_, size in typefaces))
    slow = [Visit(person, slower=SLOWER) for _ in range(VISITS)]
    print(f"{name:<6} the largest is {slow[-1].what}")
    median = lambda part: statistics.median(getattr(visit, part) for visit in slow)
    print(f"{name:<6} first paint   {median('paint'):>10.0f} ms")
    held("largest paint", median("largest"), " ms")
    held("shift", median("shift"))
    # Events of a visit can arrive in the log of the next one, so the first visit does not count.
    Visit(person)
    traced = longest([event for _ in range(VISITS + 3) for event in Visit(person).events])
    held("task", SLOWER * statistics.median(traced[:VISITS + 2]), " ms")
    return faults


@pytest.mark.landing
@pytest.mark.alone
def test_first_visit_is_light(valence, tmp_path):
    """The login and the home screen stay within the limits of requests, bytes, times and tasks."""
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        pytest.skip("Debian's chromium is not installed (scripts/prepare browser)")
    if not shutil.which("esbuild"):
        pytest.skip("Debian's esbuild is not installed (scripts/prepare clients)")
    server = Server(valence, str(tmp_path / "valence.sqlite"), "--web", bundled(str(tmp_path)))
    assert server.address, "".join(server.greeting)
    driver = browser(trace=TRACE, performance="ALL")
    try:
        driver.execute_cdp_cmd("Network.enable", {})
        person = Person(driver, server.url, server.matrix())
        person.size(PHONE)
        person.come()
        driver.execute_cdp_cmd("Network.enable", {})
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        faults = weigh("login", person)
        person.enter_login()
        faults += weigh("home", person)
    finally:
        driver.quit()
        server.stop()
    assert not faults, "too much: " + "; ".join(faults)
