"""Outlines of the gallery's entries from Chromium's accessibility tree.

Roles, names, values, states and descriptions are those that Chromium computes. The DOM names the
atom of each element, and the parts that the web client adds: labels, buttons of a field, icons.
"""
import re

# Roles of controls, with the role of the line.
CONTROLS = {"textbox": "textbox", "searchbox": "textbox", "combobox": "combobox", "checkbox": "checkbox", "switch": "switch", "button": "button",
            "link": "link", "image": "image", "img": "image"}
# Elements of the client that have no line: help, buttons and marks of a field, a slider, the number
# of left characters.
OWN = ("help", "eye", "icon-button", "clear-search", "slider", "table-keys", "paste-rows", "row-tools", "checking", "optional", "counter", "attempts",
       "repeat-title", "search-list")
# Words that the client adds to a text of the tree.
ADDED = re.compile(r"\s*·?\s*(optional|необязательно)$|^(Open|Открыть): ")


def plain(text):
    """Returns a text with single spaces and without marks of direction."""
    return re.sub(r"\s+", " ", re.sub("[\u2066-\u2069\u200e\u200f]", "", text or "")).strip()


class Element:
    """An element or text of the DOM."""

    def __init__(self, described, parent=None):
        self.parent = parent
        self.id = described["backendNodeId"]
        self.tag = described["nodeName"].lower()
        attributes = described.get("attributes", [])
        self.attributes = dict(zip(attributes[::2], attributes[1::2]))
        self.classes = self.attributes.get("class", "").split()
        self.children = [Element(each, self) for each in described.get("children", [])]

    def all(self):
        yield self
        for each in self.children:
            yield from each.all()

    def around(self):
        """Yields the element and those around it, inside the entry."""
        element = self
        while element is not None and "entry-stage" not in element.classes:
            yield element
            element = element.parent

    def has(self, *classes):
        return any(name in self.classes for name in classes)

    def inside(self, *classes):
        return next((each for each in self.around() if each.has(*classes)), None)

    def find(self, name):
        return next((each for each in self.all() if each.has(name)), None)

    @property
    def atom(self):
        return next((each for each in self.around() if "data-atom" in each.attributes), None)

    def path(self):
        """Returns the path of the atom, or of the item whose frame this is."""
        atom = self.atom
        if atom is None:
            return None
        item = self.inside("item")
        if self is item:
            place = [each for each in item.parent.children if each.tag != "#text"].index(item)
            return f"{atom.attributes['data-atom']}[{place}]"
        return atom.attributes["data-atom"]


class Outlines:
    """The accessibility tree of the page, by entry."""

    def __init__(self, driver):
        driver.execute_cdp_cmd("Accessibility.enable", {})
        root = Element(driver.execute_cdp_cmd("DOM.getDocument", {"depth": -1})["root"])
        self.elements = {each.id: each for each in root.all()}
        nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        self.nodes = {node["nodeId"]: node for node in nodes}
        self.of_element = {node["backendDOMNodeId"]: node for node in nodes if "backendDOMNodeId" in node}
        self.entries = {each.attributes["data-entry"]: each for each in root.all() if "data-entry" in each.attributes}

    def outline(self, entry):
        """Returns the lines of an entry."""
        stage = self.entries[entry].find("entry-stage")
        self.lines = []
        for element in stage.children:
            self.walk(element)
        return self.lines

    # The accessible properties of an element

    def node(self, element):
        node = self.of_element.get(element.id)
        return None if node is None or node.get("ignored") else node

    def role(self, element):
        node = self.node(element)
        return node["role"]["value"] if node else None

    def name(self, element):
        return ADDED.sub("", plain((self.node(element) or {}).get("name", {}).get("value")))

    def property(self, element, name):
        found = (self.node(element) or {}).get("properties", [])
        return next((each["value"].get("value") for each in found if each["name"] == name), None)

    def message(self, element):
        return plain((self.node(element) or {}).get("description", {}).get("value"))

    def text(self, element, *skipped):
        """Returns the texts of an element that assistive technology reads."""
        if element.has("optional", *skipped):
            return ""
        if element.tag == "#text":
            node = self.node(element)
            return node.get("name", {}).get("value", "") if node else ""
        return plain("".join(self.text(each, *skipped) or " " * (each.tag == "#text") for each in element.children)) if self.isRead(element) else ""

    def isRead(self, element):
        """True if assistive technology reads something in an element."""
        return any(self.node(each) for each in element.all())

    def states(self, element):
        found = []
        # Chromium leaves this property out of its description of a select.
        if self.property(element, "required") or (element.tag == "select" and element.attributes.get("aria-required") == "true"):
            found.append("required")
        if self.property(element, "invalid") not in (None, "false", False):
            found.append("invalid")
        if self.property(element, "disabled"):
            found.append("disabled")
        if self.property(element, "checked") in ("true", True):
            found.append("checked")
        return found

    # Lines

    def add(self, element, role, name="", value="", states=(), message="", path=None):
        if role == "text" and not plain(name + value):
            return
        line = {"atom": path or element.path(), "role": role, "name": plain(name), "value": plain(value), "states": list(states), "message": plain(message)}
        self.lines.append({name: member for name, member in line.items() if member})

    def walk(self, element):
        """Adds the lines of an element and of those in it."""
        if element.tag == "#text" or element.has(*OWN) or not self.isRead(element):
            return
        kind = element.attributes.get("data-kind")
        drawer = getattr(self, f"of_{kind}", None) if "data-atom" in element.attributes else None
        if drawer and drawer(element):
            return
        if "field" in element.classes:
            return self.of_field(element)
        role = self.role(element)
        if role == "heading":
            return self.add(element, "heading", self.name(element))
        if element.tag == "fieldset" and element.has("item"):
            return self.of_item(element)
        if element.tag == "table":
            return self.of_table(element)
        if role in CONTROLS:
            return self.control(element)
        for each in element.children:
            self.walk(each)

    def control(self, element, **more):
        role = CONTROLS[self.role(element)]
        if role != "image" or self.name(element):
            self.add(element, role, self.name(element), states=self.states(element), message=self.message(element), **more)

    def of_text(self, element):
        if element.has("pair"):
            name, value = element.find("pair-name"), element.find("pair-value")
            self.add(element, "text", self.text(name, "unseen"), self.text(value))
            for each in element.children:
                if each.tag == "button":
                    self.control(each)
            return True
        if not element.has("formatted"):
            if self.role(element) == "heading":
                self.add(element, "heading", self.name(element))
            else:
                self.add(element, "text", self.text(element))
            return True
        blocks = [each for each in element.all() if each.tag in ("p", "li", "h2", "h3", "h4", "h5")]
        if not blocks:
            self.add(element, "text", self.text(element))
        for each in blocks:
            own = plain(" ".join(self.text(inner) for inner in each.children if inner.tag not in ("ul", "ol", "p"))) if each.tag == "li" else self.text(each)
            if own:
                self.add(each, "heading" if self.role(each) == "heading" else "text", own)
            for link in each.all():
                if self.role(link) == "link":
                    self.control(link)
        return True

    def of_group(self, element):
        if element.tag == "details":
            summary = next(each for each in element.children if each.tag == "summary")
            self.add(element, "group", self.text(summary), states=["expanded" if "open" in element.attributes else "collapsed"])
            if "open" not in element.attributes:
                return True
        elif self.name(element):
            self.add(element, "group", self.name(element))
        for each in element.children:
            if each.tag not in ("legend", "summary"):
                self.walk(each)
        return True

    def of_repeat(self, element):
        self.add(element, "group", self.name(element), message=self.message(element))
        return False

    def of_item(self, element):
        title = next((each for each in element.children if each.tag == "legend"), None)
        own = [each for each in element.children if each.tag == "button" and self.node(each)]
        toggle = element.find("apart-title")
        states = [] if toggle is None else ["expanded" if self.property(toggle, "expanded") else "collapsed"]
        tools = {"remove": "removable", "copy-item": "copyable", "up": "movable", "down": "movable"}
        for name, state in tools.items():
            if state not in states and any(each.has(name) for each in own):
                states.append(state)
        self.add(element, "group", self.name(element), states=states, message=self.message(toggle) if toggle else "")
        for each in element.children:
            if each is not title and each not in own:
                self.walk(each)

    def of_table(self, element):
        self.add(element, "table", self.name(element))
        rows = [each for each in element.all() if each.tag == "tr"]
        heads = [self.text(each) for each in rows[0].children] if rows else []
        repeat, place = element.atom.attributes["data-atom"], -1
        for row in rows[1:]:
            # The inputs of the open row are in its cells or, in a narrow table, in a row below it.
            place += 0 if row.has("below") else 1
            for name, cell in zip(heads, row.children):
                fields = [each for each in cell.all() if each.has("field")]
                for field in fields:
                    self.of_field(field)
                if cell.tag == "td" and name and not row.has("open") and self.text(cell):
                    told = cell.find("fault")
                    self.add(cell, "text", name, self.text(cell, "fault"), message=self.text(told) if told else "", path=f"{repeat}[{place}]")

    def of_field(self, element):
        """An input with its label and its messages."""
        caption, given = element.find("caption"), element.find("given")
        if given is not None and self.isRead(given) and self.text(given):
            told = [each for each in element.all() if each.has("fault", "hint") and self.isRead(each)]
            self.add(element, "text", self.text(caption), self.text(given), message=" ".join(self.text(each) for each in told))
            return self.documents(element)
        role = self.role(element)
        inner = [each for each in element.all() if self.role(each) in CONTROLS and not each.inside(*OWN)]
        if role == "radiogroup":
            chosen = [self.name(each) for each in element.all() if self.role(each) == "radio" and self.property(each, "checked") in ("true", True)]
            return self.add(element, role, self.name(element), chosen[0] if chosen else "", self.states(element), self.message(element))
        if role == "group":
            self.add(element, role, self.name(element), states=self.states(element), message=self.message(element))
            for each in inner:
                self.control(each)
            return None
        box = next((each for each in inner if not each.inside("consent-document")), None)
        if box is None:
            return None
        role = CONTROLS[self.role(box)]
        # A day and a time are one value.
        value = "" if role in ("switch", "checkbox") else " ".join(self.value(each) for each in inner if CONTROLS[self.role(each)] == role)
        self.add(box, role, self.name(box), value, self.states(box), self.message(box))
        return self.documents(element)

    def documents(self, element):
        """The link to the document of a consent."""
        for each in element.all():
            if each.inside("consent-document") and self.role(each) in ("button", "link"):
                self.add(each, self.role(each), self.name(each))

    def value(self, element):
        """The value of an input. A picker has the caption of the chosen option first."""
        if element.has("picker"):
            for name in ("placeholder", "picker-name", "picker-words"):
                found = element.find(name)
                if found is not None:
                    return "" if name == "placeholder" else " ".join(self.text(each) for each in found.children)
        if element.tag == "select" and element.has("blank"):
            return ""
        return plain((self.node(element) or {}).get("value", {}).get("value"))
