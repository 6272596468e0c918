"""Scenes of wide windows: what is filled in, signed or done is one column in the middle, and only lists have their detail beside them."""
from person import DESKTOP, PHONE

WIDE = (1680, 1000)
# The column of the uppermost layer: its left edge and its width, the middle of the room for it, and whether the list below is seen.
COLUMN = """
const layer = [...document.querySelectorAll('.stage > .layer.push')].filter((each) => each.checkVisibility()).at(-1), box = layer.getBoundingClientRect();
const stage = document.querySelector('.stage'), style = getComputedStyle(stage), edge = stage.getBoundingClientRect();
const middle = (edge.left + parseFloat(style.paddingLeft) + edge.right - parseFloat(style.paddingRight)) / 2;
return [box.width, Math.abs((box.left + box.right) / 2 - middle), [...document.querySelectorAll('[role=tabpanel] .row')].some((each) => each.checkVisibility() && !layer.contains(each)), document.querySelector('.tabs').checkVisibility()]"""


def one_column(bank, person):
    """A form, its signature and its result are 560 pixels wide in the middle, beside the rail; a row's page is beside its list."""
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
    for path, text in {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225", "amount": "5", "purpose": "Оплата"}.items():
        person.fill(path, text)
    person.tap("send")
    person.see("Код из ячейки")
    column("a signature")
    bank.axe("a signature in one column")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))
    column("a result")
    bank.axe("a result in one column")
    # A page of a row stays beside its list, which is 420 pixels wide where there is room.
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


SCENES = [one_column]
