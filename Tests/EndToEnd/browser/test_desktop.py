"""Tests of wide windows: forms, signatures and results are one centered column, and lists have
their detail next to them."""
import pytest

from EndToEnd.bank import Client
from EndToEnd.browser.user import DESKTOP, PHONE

WIDE = (1680, 1000)
PAYMENT = {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225", "amount": "5", "purpose": "Оплата"}
# The column of the top layer: its width, its distance from the center, and whether the list and the
# rail are visible.
COLUMN = """
const layer = [...document.querySelectorAll('.stage > .layer.push')].filter((each) => each.checkVisibility()).at(-1), box = layer.getBoundingClientRect();
const stage = document.querySelector('.stage'), style = getComputedStyle(stage), edge = stage.getBoundingClientRect();
const middle = (edge.left + parseFloat(style.paddingLeft) + edge.right - parseFloat(style.paddingRight)) / 2;
return [box.width, Math.abs((box.left + box.right) / 2 - middle), [...document.querySelectorAll('[role=tabpanel] .row')].some((each) => each.checkVisibility() && !layer.contains(each)), document.querySelector('.tabs').checkVisibility()]"""


@pytest.mark.landing
def test_one_column(bank, person):
    """A form, its signature and its result are a centered column of 560 pixels next to the rail. A
    row's page is next to its list."""
    def column(where):
        for size in (WIDE, DESKTOP):
            person.size(size)
            width, aside, hasList, hasRail = person.script(COLUMN)
            assert (round(width), hasList, hasRail) == (560, False, True) and aside <= 1, (where, size, width, aside, hasList)

    person.log_in()
    person.size(DESKTOP)
    person.press("По реквизитам", among="[data-module=pay] button")
    person.wait(lambda: person.there("send"))
    column("a form")
    for path, text in PAYMENT.items():
        person.fill(path, text)
    person.tap("send")
    person.see("Код из ячейки")
    column("a signature")
    bank.axe("a signature in one column")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))
    column("a result")
    bank.axe("a result in one column")
    # From 1,440 pixels, a list is 420 pixels wide and the page of a row 640.
    person.back()
    person.wait(lambda: person.heading() == "Главная")
    person.size(WIDE)
    for tab, row in (("Главная", "Текущий"), ("История", "ООО Ромашка")):
        person.tab(tab)
        person.quiet()
        person.row(row)
        person.wait(lambda: person.script("return Boolean(document.querySelector('.stage > .layer.push'))"))
        person.quiet()
        width, _, hasList, _ = person.script(COLUMN)
        list = person.script("return document.querySelector('.layer.root').getBoundingClientRect().width")
        assert hasList and round(width) == 640 and 420 <= list <= 433, (tab, width, list, hasList)
        person.back()
        person.wait(lambda: person.heading() == tab)
    person.size(PHONE)


# The edges of the parts of each row that share a line, and the list's share of the width.
CELLS = """
const rows = [...document.querySelectorAll('[data-module=history] .row-words')].filter((each) => each.checkVisibility());
const parts = ['.row-title', '.row-subtitle', '.badge', '.row-trailing'];
return [rows.map((row) => parts.map((part) => row.querySelector(part)?.getBoundingClientRect()).map((each) => each && (({left, right, top, bottom}) => [Math.round(left), Math.round(right), top < bottom && Math.abs((top + bottom) / 2 - row.getBoundingClientRect().top - row.clientHeight / 2) < 4])(each))),
  document.querySelector('[data-module=history] .listing').clientWidth / innerWidth]"""


@pytest.mark.landing
def test_history_as_a_table(bank, person):
    """From 900 pixels the history is a table over the whole width. With a detail next to it, and on
    a phone, it has rows."""
    client = Client(bank.server.address).login("demo", "valence-demo")
    for place, name in enumerate(("ООО Ромашка", "Иванов Иван Петрович")):
        status, answer = client.send("POST", "/operations/pp.quick/submissions", {"values": {**PAYMENT, "from": "40817810500000000001", "name": name, "amount": f"{place + 1}234.5"}}, Idempotency_Key=f"table-{place}")
        assert status == 201, answer
        status, answer = client.send("POST", f"/submissions/{answer['submission']['id']}/cancel")
        assert status == 200, answer
    person.log_in()
    person.tab("История")
    person.quiet()
    for width in (900, 1280, 1680):
        person.size((width, 844))
        rows, share = person.script(CELLS)
        assert len(rows) > 1 and all(cell[2] for row in rows for cell in row if cell), (width, rows)
        for cell, edge in ((0, 0), (1, 0), (2, 0), (3, 1)):
            assert len({row[cell][edge] for row in rows if row[cell]}) == 1, (width, cell, rows)
        assert share > 0.6, (width, share)
        bank.seen(f"history-table-{width}")
    bank.axe("the history as a table")
    # A statement in the pane of an account is a table too.
    person.size(DESKTOP)
    person.tab("Главная")
    person.row("Текущий")
    person.see("Выписка")
    person.quiet()
    lines = """return [...document.querySelectorAll('[data-module=entries] .row-words')].map((row) => ['.row-subtitle', '.row-title', '.row-trailing'].map((part) => row.querySelector(part).getBoundingClientRect()))
        .every(([when, what, sum]) => when.right < what.left && what.right < sum.left && Math.abs(when.top + when.bottom - sum.top - sum.bottom) < 8)"""
    assert person.script(lines)
    bank.axe("a statement as a table")
    person.size(PHONE)
    assert not person.script(lines)
    person.back()
    person.wait(lambda: person.heading() == "Главная")
    person.tab("История")
    person.quiet()
    for size in (PHONE, (850, 844)):
        person.size(size)
        assert not all(cell[2] for row in person.script(CELLS)[0] for cell in row if cell), size
    person.size(PHONE)
