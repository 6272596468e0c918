import Atoms
import Operations
import Testing

/// The faults of screens and routes, each with file, line and column.
struct NavigationFaultTests {
  /// Returns the findings of a set with one operation, a home screen and this file.
  private static func findings(_ path: String, _ text: String) -> String {
    var texts = [
      "operations/pay.yaml": Sets.operation([
        "{textInput: to, caption: {ru: Кому, en: To}}",
        "{textInput: sum, caption: {ru: Сумма, en: Sum}, type: number}",
        "{dateInput: day, caption: {ru: День, en: Day}}",
        "{textInput: pin, caption: {ru: Код, en: Code}, type: password}",
        "{enum: kind, caption: {ru: Вид, en: Kind}, options: {person: {ru: Ч, en: P}, firm: {ru: Ф, en: F}}}",
        "{textInput: total, caption: {ru: Итог, en: Total}, type: number, value: $sum * 2}",
      ]),
      "screens/home.yaml": home,
    ]
    texts[path] = text
    return Sets.findings(texts)
  }

  private static let home = "screen: home\ntitle: {ru: Дом, en: Home}\nmodules:\n  - {list: accounts}\n"

  /// Returns a screen with these modules, and with `more` before them.
  private static func screen(_ modules: [String], more: String = "") -> String {
    "screen: a\ntitle: {ru: А, en: A}\n\(more)modules:\n" + modules.map { "  - \($0)\n" }.joined()
  }

  @Test("A valid set with one operation and a home screen has no findings") func acceptsValidScreens() {
    #expect(Self.findings("screens/home.yaml", Self.home) == "")
  }

  @Test(
    "A fault of a screen module is reported with line and column",
    arguments: [
      // Inputs
      (
        "{operation: pay, input: {tu: x}}",
        "screens/a.yaml:4:30: error: unknown input `tu` of operation `pay`, did you mean `to`?\n"
          + "    - {operation: pay, input: {tu: x}}\n                               ^"
      ),
      (
        "{list: history, input: {limit: 201}}",
        "screens/a.yaml:4:36: error: input `limit` of list `history` takes a whole number from 1 to 200, not `201`\n"
          + "    - {list: history, input: {limit: 201}}\n                                     ^"
      ),
      (
        "{operation: pay, input: {sum: many}}",
        "screens/a.yaml:4:35: error: input `sum` of operation `pay` takes a number, not `many`\n"
          + "    - {operation: pay, input: {sum: many}}\n                                    ^"
      ),
      (
        "{operation: pay, input: {day: 2026-02-30}}",
        "screens/a.yaml:4:35: error: input `day` of operation `pay` takes a date, not `2026-02-30`\n"
          + "    - {operation: pay, input: {day: 2026-02-30}}\n                                    ^"
      ),
      (
        "{operation: pay, input: {pin: 1}}",
        "screens/a.yaml:4:30: error: unknown input `pin` of operation `pay`, which takes to, sum, day, kind\n"
          + "    - {operation: pay, input: {pin: 1}}\n                               ^"
      ),
      (
        "{operation: pay, input: {to: $who}}",
        "screens/a.yaml:4:34: error: `$who` is not available from the screen's input, which has none\n"
          + "    - {operation: pay, input: {to: $who}}\n                                   ^"
      ),
      (
        "{list: entries}",
        "screens/a.yaml:4:12: error: list `entries` requires the input `account` (text)\n"
          + "    - {list: entries}\n             ^"
      ),
      (
        "{list: accounts, open: {operation: pay, input: {to: $numbr}}}",
        "screens/a.yaml:4:57: error: `$numbr` is not available from list `accounts`, did you mean `number`?\n"
          + "    - {list: accounts, open: {operation: pay, input: {to: $numbr}}}\n"
          + "                                                          ^"
      ),
      (
        "{list: accounts, open: {operation: pay, input: {to: $balance}}}",
        "screens/a.yaml:4:57: error: input `to` of operation `pay` takes a text, but `$balance` is a number\n"
          + "    - {list: accounts, open: {operation: pay, input: {to: $balance}}}\n"
          + "                                                          ^"
      ),
      // Names
      (
        "{operation: pey}",
        "screens/a.yaml:4:17: error: unknown operation `pey`, did you mean `pay`?\n"
          + "    - {operation: pey}\n                  ^"
      ),
      (
        "{screen: hom}",
        "screens/a.yaml:4:14: error: unknown screen `hom`, did you mean `home`?\n    - {screen: hom}\n               ^"
      ),
      (
        "{list: account}",
        "screens/a.yaml:4:12: error: unknown list `account`, did you mean `accounts`?\n"
          + "    - {list: account}\n             ^"
      ),
      (
        "{list: templates, open: {prefill: draft, input: {draft: $id}}}",
        "screens/a.yaml:4:39: error: unknown prefill `draft`; there is template, submission\n"
          + "    - {list: templates, open: {prefill: draft, input: {draft: $id}}}\n"
          + "                                        ^"
      ),
      (
        "{list: templates, open: {prefill: template}}",
        "screens/a.yaml:4:39: error: prefill `template` requires the input `template` (text)\n"
          + "    - {list: templates, open: {prefill: template}}\n                                        ^"
      ),
      (
        "{scan: barcode}",
        "screens/a.yaml:4:12: error: `scan` takes `qr`, the code that begins a form\n"
          + "    - {scan: barcode}\n             ^"
      ),
      (
        "{scan: qr, transition: embed}",
        "screens/a.yaml:4:5: error: `scan` cannot be embedded: it opens a form after a scan\n"
          + "    - {scan: qr, transition: embed}\n      ^"
      ),
      (
        "{button: go, caption: {ru: А, en: A}, action: submit}",
        "screens/a.yaml:4:5: error: a screen has no `button`: name the `operation`, `screen` or `flow` to open\n"
          + "    - {button: go, caption: {ru: А, en: A}, action: submit}\n      ^"
      ),
      (
        "{textInput: x, caption: {ru: А, en: A}}",
        "screens/a.yaml:4:5: error: a screen has no `textInput`: write it in the `atoms` of an operation, and name the "
          + "`operation` here\n"
          + "    - {textInput: x, caption: {ru: А, en: A}}\n      ^"
      ),
      (
        "{lst: accounts}",
        "screens/a.yaml:4:5: error: the target is missing: one of operation, list, text, screen, flow, scan\n"
          + "    - {lst: accounts}\n      ^\n"
          + "screens/a.yaml:4:6: error: unknown property `lst` of a module, did you mean `list`?\n"
          + "    - {lst: accounts}\n       ^"
      ),
      (
        "{list: accounts, screen: home}",
        "screens/a.yaml:4:30: error: a line must have exactly one target, found list and screen\n"
          + "    - {list: accounts, screen: home}\n                               ^"
      ),
      ("{text: hi}", "screens/a.yaml:4:5: error: `caption`, the text to show, is missing\n    - {text: hi}\n      ^"),
      (
        "{text: hi, caption: {ru: \"{$who}\", en: x}}",
        "screens/a.yaml:4:32: error: unknown variable `$who`: the screen has no values to read\n"
          + "    - {text: hi, caption: {ru: \"{$who}\", en: x}}\n                                 ^"
      ),
      (
        "{list: accounts, showIf: \"$who == 1\"}",
        "screens/a.yaml:4:31: error: unknown variable `$who`: the screen has no values to read\n"
          + "    - {list: accounts, showIf: \"$who == 1\"}\n                                ^"
      ),
      // Transitions
      (
        "{operation: pay, transition: pusch}",
        "screens/a.yaml:4:34: error: `transition` takes one of push, present, embed, cover, window, did you mean `push`?\n"
          + "    - {operation: pay, transition: pusch}\n                                   ^"
      ),
      (
        "{operation: pay, transition: {kind: push, handleColor: \"#112233\"}}",
        "screens/a.yaml:4:47: error: unknown property `handleColor` of push: it is of cover\n"
          + "    - {operation: pay, transition: {kind: push, handleColor: \"#112233\"}}\n"
          + "                                                ^"
      ),
      (
        "{operation: pay, transition: {kind: cover, handleColor: red}}",
        "screens/a.yaml:4:61: error: `handleColor` takes a colour such as \"#1a2b3c\"\n"
          + "    - {operation: pay, transition: {kind: cover, handleColor: red}}\n"
          + "                                                              ^"
      ),
      (
        "{operation: pay, transition: {kind: present, closable: 1}}",
        "screens/a.yaml:4:60: error: `closable` takes true or false: write `true`\n"
          + "    - {operation: pay, transition: {kind: present, closable: 1}}\n"
          + "                                                             ^"
      ),
      (
        "{operation: pay, transition: {kind: embed, container: nowhere}}",
        "screens/a.yaml:4:59: error: there is no module `nowhere` on this screen\n"
          + "    - {operation: pay, transition: {kind: embed, container: nowhere}}\n"
          + "                                                            ^"
      ),
      (
        "{list: accounts, open: {operation: pay, transition: embed}}",
        "screens/a.yaml:4:28: error: `embed` requires a `container` here: the module to replace\n"
          + "    - {list: accounts, open: {operation: pay, transition: embed}}\n                             ^"
      ),
    ])
  func locatesModuleFaults(_ module: String, _ fault: String) {
    #expect(Self.findings("screens/a.yaml", Self.screen([module])) == fault)
  }

  @Test(
    "All faults of a screen or route file are reported together",
    arguments: [
      (
        "screens/a.yaml", screen(["{list: accounts}"], more: "input: {x: texd}\n"),
        [
          "screens/a.yaml:3:12: error: `x` takes one of the types text, number, date, boolean, such as `text`, or `optional text`"
        ]
      ),
      (
        "screens/a.yaml", screen(["{operation: pay, input: {to: $x}}"], more: "input: {x: string}\n"),
        [
          "screens/a.yaml:3:12: error: `x` takes one of the types text, number, date, boolean, such as `text`, or `optional text`: write `text`"
        ]
      ),
      (
        "screens/a.yaml", screen(["{list: accounts}"], more: "access: public\n"),
        [
          "screens/a.yaml:5:12: error: list `accounts` has rows of a person, which a public screen cannot read"
        ]
      ),
      (
        "routes/r.yaml",
        "routes:\n  - {route: a/b, operation: pay, parameters: {id: string}, input: {to: $id}}\n"
          + "  - {route: a/c, operation: pay, input: {kind: frim, total: 5}}\n"
          + "  - {route: a/d, operation: pay, input: {kind: c}}\n  - {route: a/e, operation: pay, input: {kind: firm}}\n",
        [
          "routes/r.yaml:2:51: error: `id` takes one of the types text, number, date, boolean, such as `text`, or `optional text`: write `text`",
          "routes/r.yaml:3:48: error: input `kind` of operation `pay` has no option `frim`, did you mean `firm`?",
          "routes/r.yaml:3:54: error: `total` of operation `pay` is computed by `value` and takes no input",
          "routes/r.yaml:4:48: error: input `kind` of operation `pay` has no option `c`; there is person, firm",
        ]
      ),
      (
        "screens/a.yaml", screen(["{list: accounts}"], more: "output: {account: text}\n"),
        ["screens/a.yaml:1:9: error: output `account` of the screen is not provided by any of its modules"]
      ),
      (
        "screens/a.yaml",
        screen(["{list: accounts, output: {account: $balance}}"], more: "output: {account: text}\n"),
        ["screens/a.yaml:5:40: error: input `account` of the screen's output takes a text, but `$balance` is a number"]
      ),
      (
        "screens/a.yaml", screen(["{list: accounts}", "{list: accounts}"]),
        ["screens/a.yaml:5:12: error: module `accounts` is already defined on line 4: give it another `id`"]
      ),
      (
        "screens/a.yaml", screen(["{text: sum, caption: {all: \"{$sum}\"}}"], more: "input: {sum: number}\n"),
        [
          "screens/a.yaml:5:12: error: module `sum` has the name of an input of the screen: write another word after `text:`"
        ]
      ),
      (
        "screens/a.yaml",
        screen(
          ["{list: accounts, showIf: $accounts != nil}", "{list: cards, id: x}"],
          more: "input: {accounts: text, x: text}\n"),
        [
          "screens/a.yaml:5:12: error: module `accounts` has the name of an input of the screen: give it an `id`",
          "screens/a.yaml:6:23: error: module `x` has the name of an input of the screen: give it another `id`",
        ]
      ),
      (
        "screens/a.yaml", "screen: home\ntitle: {ru: А, en: A}\nmodules: [{list: cards}]\n",
        ["screens/home.yaml:1:9: error: screen `home` is already defined in screens/a.yaml"]
      ),
      (
        "screens/home.yaml", "screen: house\ntitle: {ru: А, en: A}\nmodules: [{list: cards}]\n",
        ["screens/home.yaml:1:9: error: there is no screen `home`, the initial screen: rename screen `house`"]
      ),
      (
        "screens/home.yaml", "screen: home\ntitle: {ru: А, en: A}\nmodules: [{screen: home}]\n",
        ["screens/home.yaml:3:20: error: screens embed each other in a cycle: home -> home"]
      ),
      (
        "routes/r.yaml", "routes:\n  - {route: a/b, operation: pay}\n  - {route: a/b, screen: home}\n",
        ["routes/r.yaml:3:13: error: route `a/b` is already defined on line 2"]
      ),
      (
        "routes/r.yaml", "routes:\n  - {route: operations/pay, screen: home}\n",
        ["routes/r.yaml:2:13: error: route `operations/pay` is already generated for operation `pay`"]
      ),
      (
        "routes/r.yaml", "routes:\n  - {route: a/b, prefill: template}\n",
        [
          "routes/r.yaml:2:5: error: the target is missing: one of operation, screen, flow, result",
          "routes/r.yaml:2:18: error: unknown property `prefill` of a route; there is flow, input, operation, parameters, result, route, screen, transition",
        ]
      ),
      (
        "routes/r.yaml", "routes:\n  - {route: a, screen: home}\n",
        [
          "routes/r.yaml:2:13: error: `route` takes product/feature: Latin letters, digits, ., - and _, "
            + "with the product in lower case"
        ]
      ),
      (
        "routes/r.yaml", "routes:\n  - {route: a/b, screen: home, transition: embed}\n",
        ["routes/r.yaml:2:5: error: the target of a route cannot be embedded"]
      ),
      (
        "routes/r.yaml",
        "routes:\n  - {route: a/b, operation: pay, parameters: {n: number}, input: {to: $n, sum: $n, day: $m}}\n",
        [
          "routes/r.yaml:2:71: error: input `to` of operation `pay` takes a text, but `$n` is a number",
          "routes/r.yaml:2:89: error: `$m` is not available from the route's parameters, which has n",
        ]
      ),
    ])
  func reportsAllNavigationFaults(_ path: String, _ text: String, _ faults: [String]) {
    let found = Self.findings(path, text).split(separator: "\n").filter { $0.contains(": error: ") }.map(String.init)
    #expect(found == faults)
  }

  @Test("A missing initial screen is reported in its own file, or at a screen with a similar id")
  func locatesMissingHome() {
    func found(_ id: String) -> String {
      Sets.findings([
        "operations/pay.yaml": Sets.operation(["{textInput: to, caption: {ru: Кому, en: To}}"]),
        "screens/a.yaml": "screen: \(id)\ntitle: {ru: А, en: A}\nmodules:\n  - {list: accounts}\n",
      ])
    }
    let problem = "error: there is no screen `home`, the initial screen"
    #expect(found("main") == "screens/home.yaml:1:1: \(problem): write a file with `screen: home`")
    #expect(found("Home").hasPrefix("screens/a.yaml:1:9: \(problem): rename screen `Home`\n"))
  }

  @Test("A faulty operation is reported once, without faults for the links to it") func reportsFaultyOperationOnce() {
    let found = Sets.findings([
      "operations/pay.yaml": Sets.operation(["{textInput: to, captio: x}"]),
      "screens/home.yaml": "screen: home\ntitle: {ru: Дом, en: Home}\nmodules: [{operation: pay}, {list: acounts}]\n",
    ])
    let headlines = found.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(headlines.count == 2)
    #expect(headlines.contains { $0.contains("unknown property `captio`") })
    #expect(headlines.contains { $0.contains("unknown list `acounts`") })
  }

  @Test("A route defined in two files is a fault that names the other file") func duplicateRouteNamesOtherFile() {
    let found = Sets.findings([
      "operations/pay.yaml": Sets.operation(["{textInput: to, caption: {ru: Кому, en: To}}"]),
      "screens/home.yaml": Self.home, "routes/a.yaml": "routes: [{route: a/b, operation: pay}]\n",
      "routes/b.yaml": "routes: [{route: a/b, operation: pay}]\n",
    ])
    #expect(found.hasPrefix("routes/b.yaml:1:18: error: route `a/b` is already defined on routes/a.yaml:1:18"))
  }
}
