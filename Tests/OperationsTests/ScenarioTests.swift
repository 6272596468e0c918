import SourceText
import Authoring
import Definitions
import Atoms
import Foundation
import Operations
import Testing

struct ScenarioTests {
  private static let folder = Files.repository.appending(path: "config/operations").path

  @Test("Every operation of the bank has scenarios that hold") func runsBankScenarios() throws {
    let catalog = try Catalog(directory: Self.folder, vocabulary: .bank)
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    var tried: Set<String> = []
    for name in names where name.hasSuffix(ScenarioFile.ending) {
      let bytes = Array(try Data(contentsOf: URL(filePath: "\(Self.folder)/\(name)")))
      let file = try ScenarioFile(bytes, name: name, operations: catalog.operations, vocabulary: .bank)
      #expect(file.run().sorted.map(\.description) == [])
      tried.insert(file.operation.id)
    }
    #expect(tried == Set(catalog.operations.map(\.id)))
  }

  @Test("A failed expectation is reported with its step and the expected and actual values")
  func reportsFailedExpectations() throws {
    let found = try Self.found(
      """
      operation: trial
      today: 2026-04-01
      scenarios:
        - scenario: First
          steps:
            - {shown: extra, hidden: [name], required: [extra]}
            - {set: {type: 2}, values: {sum: 1}, computed: {sum: 2, fee: 3}, wrong: {}}
            - {set: {sum: 10}, computed: {fee: 2.00}, captions: {extra: More, bankName: B}, options: {type: [2, 1]}}
            - {set: {sum: -1, bic: 1}, wrong: {sum: max}, messages: {sum: At most}}
            - {submit: true}
            - {set: {sum: 7}, submit: true, submitted: {sum: 8, name: a}}
      """)
    #expect(
      found == """
        s.yaml:6:17: error: First, step 1: expected `extra` shown, got hidden
        s.yaml:6:33: error: First, step 1: expected `name` hidden, got shown
        s.yaml:6:51: error: First, step 1: expected `extra` required, got hidden
        s.yaml:7:40: error: First, step 2: expected `sum` "1.00", got null
        s.yaml:7:60: error: First, step 2: expected `sum` "2.00", got null
        s.yaml:7:60: error: First, step 2: expected `sum` computed, got an atom that the person can change
        s.yaml:7:68: error: First, step 2: expected `fee` "3.00", got null
        s.yaml:8:42: error: First, step 3: expected `fee` "2.00", got "1.00"
        s.yaml:8:67: error: First, step 3: expected `caption of extra` "More", got "Ещё"
        s.yaml:8:83: error: First, step 3: expected `caption of bankName` "B", got "Банк"
        s.yaml:8:103: error: First, step 3: expected `options of type` [2,1], got [1,2]
        s.yaml:9:41: error: First, step 4: expected wrong: {sum: max}, got {bic: lookup, sum: min}
        s.yaml:9:69: error: First, step 4: expected `message at sum` "At most", got "Не меньше 0,00"
        s.yaml:10:9: error: First, step 5: expected an accepted submission, got wrong: {bic: lookup, sum: min}
        s.yaml:11:9: error: First, step 6: expected an accepted submission, got wrong: {bic: lookup}

        """)
  }

  @Test("A scenario compares all submitted values") func comparesWholeSubmission() throws {
    let found = try Self.found(
      """
      operation: trial
      today: 2026-04-01
      scenarios:
        - scenario: Second
          steps:
            - {set: {sum: 7}, submit: true, submitted: {sum: 8, name: a}}
      """)
    #expect(
      found == """
        s.yaml:6:50: error: Second, step 1: expected `submitted sum` "8.00", got "7.00"
        s.yaml:6:50: error: Second, step 1: expected `submitted name` "a", got nothing
        s.yaml:6:50: error: Second, step 1: expected `submitted type` nothing, got 1
        s.yaml:6:50: error: Second, step 1: expected `submitted fee` nothing, got "0.70"
        s.yaml:6:50: error: Second, step 1: expected `submitted own` nothing, got []

        """)
  }

  @Test("A scenario step applies change effects and compares notes") func stepAppliesChangeEffects() throws {
    let found = try Self.found(
      """
      operation: trial
      today: 2026-04-01
      scenarios:
        - scenario: Third
          steps:
            - {set: {name: a, sum: 7}, values: {name: a}, noted: {}}
            - {set: {memo: x}, values: {name: null, rest: 7}, noted: {memo: info}, messages: {memo: Метка}, wrong: {}}
            - {set: {memo: y}, noted: {memo: success}}
            - {set: {name: b}, values: {memo: y, rest: 7}, noted: {}}
            - {submit: true, submitted: {type: 1, name: b, sum: 7, fee: 0.7, rest: 7, memo: y, own: []}}
      """)
    #expect(found == "s.yaml:8:33: error: Third, step 3: expected noted: {memo: success}, got {}\n")
  }

  @Test("An entry in an item of a list with a preset keeps the other items") func keepsItemsOfPreset() throws {
    let atoms =
      "\n  - {repeat: cards, defaultFrom: accounts, atoms: [{textInput: value}, {textInput: note, optional: true}]}"
    let found = try Self.found(
      """
      operation: trial
      today: 2026-04-01
      facts: {accounts: [{value: "1", caption: A}, {value: "2", caption: B}]}
      scenarios:
        - scenario: Own
          steps:
            - {set: {sum: 1, "cards[1].note": x}, values: {"cards[0].value": "1", "cards[1].value": "2", "cards[1].note": x}}
            - {set: {"cards[0].value": "3"}, values: {"cards[0].value": "3", "cards[1].note": x}}
            - {submit: true, submitted: {type: 1, sum: 1, fee: 0.10, own: [], cards: [{value: "3"}, {value: "2", note: x}]}}
      """, adding: atoms)
    #expect(found == "")
  }

  @Test("A step pastes rows after the filled items, and reports the errors of rows and columns")
  func pastesRows() throws {
    let found = try Self.found(
      """
      operation: trial
      today: 2026-04-01
      scenarios:
        - scenario: Rows
          steps:
            - {set: {sum: 1, "own[0].value": a}, paste: {own: "b;2\\nc;x;y"}, wrong: {"own[2]": columns, "own[2].note": type}, values: {"own[0].value": a, "own[1].note": "2"}}
            - {set: {"own[2].note": null}, paste: {own: "value;what\\nd;\\ne;\\nf;"}, wrong: {own: column}, messages: {own: "x"}}
            - {paste: {own: g}}
            - {submit: true, review: {"own[1].note": "№ 2, note: 2", sum: "x", name: null, type: null}}
      """)
    #expect(
      found == """
        s.yaml:7:116: error: Rows, step 2: expected `message at own` "x", got "Такого столбца здесь нет: what"
        s.yaml:8:9: error: Rows, step 3: expected rows without errors, got wrong: {own: max}
        s.yaml:9:69: error: Rows, step 4: expected `line of sum` "x", got "sum: 1,00"
        s.yaml:9:92: error: Rows, step 4: expected `line of type` nothing, got "type: Да"

        """)
  }

  @Test("A step taps a command, which fills and clears inputs") func tapsCommands() throws {
    let found = try Self.found(
      """
      operation: trial
      today: 2026-04-01
      scenarios:
        - scenario: Taps
          steps:
            - {tap: copy}
            - {tap: clear, hidden: clear}
            - {set: {name: x}, tap: copy, wrong: {}, noted: {memo: info}, values: {memo: x, name: null, rest: "7"}, shown: clear}
            - {tap: clear, wrong: {}, noted: {}, values: {memo: null}, hidden: clear}
            - {set: {"lines[0].from": "1", "lines[1].from": b}, tap: "lines[1].same", wrong: {"lines[1].to": check}, messages: {"lines[1].to": Не b}, values: {"lines[0].to": null}}
            - {tap: "lines[2].same"}
            - {set: {"lines[0].to": "5"}, tap: "lines[0].same", wrong: {}, values: {"lines[0].to": "5"}}
            - {set: {sum: 1, "lines[1].to": null}, submit: true, submitted: {type: 1, sum: 1, fee: 0.1, rest: 7, own: [], lines: [{from: "1", to: "1"}, {from: b}]}}
      """, adding: Self.commands)
    #expect(
      found == """
        s.yaml:6:15: error: Taps, step 1: expected a command to tap, got `copy`, which is disabled
        s.yaml:7:15: error: Taps, step 2: expected a command to tap, got `clear`, which is hidden
        s.yaml:11:15: error: Taps, step 6: expected a command to tap, got no item with `lines[2].same`
        s.yaml:12:94: error: Taps, step 7: expected `lines[0].to` "5", got "1"

        """)
    let faults = try Self.found(
      """
      operation: trial
      today: 2026-04-01
      scenarios:
        - scenario: Faults
          steps:
            - {set: {name: a}, tap: cpy}
            - {tap: "lines[0].smae"}
            - {tap: copy, submit: true}
      """, adding: Self.commands)
    #expect(
      faults == """
        s.yaml:6:31: error: trial has no atom `cpy`, did you mean `copy`?
        s.yaml:7:15: error: trial has no atom `lines[0].smae`, did you mean `lines[0].same`?
        s.yaml:8:29: error: a step has one action, and this one has tap, submit: write a step for each

        """)
  }

  private static let commands = """

      - {command: copy, caption: Копия, set: {memo: $name}, enableIf: "$name != nil"}
      - {command: clear, caption: Очистить, reset: [name, memo], showIf: "$memo != nil"}
      - repeat: lines
        min: 0
        atoms:
          - {textInput: from, optional: true}
          - {textInput: to, optional: true, check: {check: "$to != 'b'", message: Не b}}
          - {command: same, caption: Так же, set: {to: $from}}
    """

  @Test("A step leaves a page, changes a value from the review and expects its lines") func walksPages() throws {
    let pages = """
      operation: paged
      title: Проба
      effect: document
      pages:
        - {page: first, title: Вид, atoms: [{textInput: kind, caption: Вид}, {textInput: note, caption: Заметка, optional: true}]}
        - {page: no, exit: true, showIf: "$kind == 'no'", title: Нельзя, atoms: [{text: why, caption: Нельзя}]}
        - {page: more, showIf: "$kind == 'more'", title: Ещё, atoms: [{textInput: extra, caption: Ещё}, {command: fill, caption: Как вид, set: {extra: $kind}}]}
        - {page: last, title: Сумма, atoms: [{textInput: sum, caption: Сумма, type: number}]}
      """
    let found = try Self.found(
      """
      operation: paged
      scenarios:
        - scenario: Back
          steps:
            - {back: true, page: first, exit: true}
            - {set: {kind: a}}
        - scenario: Strange
          steps:
            - {set: {sum: 1}, page: first}
            - {next: true}
            - {next: true}
        - {scenario: Change, steps: [{change: kind, page: first}]}
        - {scenario: Tap, steps: [{tap: fill}]}
        - scenario: Refused
          steps:
            - {next: true, page: last}
            - {set: {sum: 1}}
        - scenario: Walk
          steps:
            - {set: {kind: a}, next: true, page: last, review: {kind: a}}
            - {set: {sum: 2}, back: true, page: first, values: {sum: null}}
            - {next: true, values: {sum: "2"}}
            - {next: true, page: review, review: {kind: "Вид: a", extra: null, sum: "Сумма: 3"}}
            - {change: kind}
            - {set: {kind: b}, back: true, page: review, review: {kind: "Вид: a"}}
            - {change: kind, page: first}
            - {set: {kind: more}, next: true, page: more}
            - {set: {extra: y}, tap: fill, page: more, values: {extra: more}}
            - {next: true, page: review, review: {kind: "Вид: more", extra: "Ещё: more"}}
            - {change: kind}
            - {set: {kind: no}, next: true, page: no, exit: true}
            - {back: true, page: first, exit: false}
      """, of: pages)
    #expect(
      found == """
        s.yaml:5:9: error: Back, step 1: expected the previous page, got the first page; the last step is skipped
        s.yaml:9:9: error: Strange, step 1: expected an atom of page `first`, got `sum` of another page; the other 2 steps are skipped
        s.yaml:12:32: error: Change, step 1: expected the review, with the page of `kind`, got page `first`
        s.yaml:13:35: error: Tap, step 1: expected a command of page `first`, got `fill` of another page
        s.yaml:16:9: error: Refused, step 1: expected the next page, got wrong: {kind: required}; the last step is skipped
        s.yaml:20:65: error: Walk, step 1: expected the review, got page `last`
        s.yaml:23:79: error: Walk, step 4: expected `line of sum` "Сумма: 3", got "Сумма: 2"

        """)
  }

  @Test("A scenario sets its own day, facts, lookups and language") func setsDayFactsAndLookups() throws {
    let found = try Self.found(
      """
      operation: trial
      today: 2026-04-01
      lookups: {bank: {"1": {name: One}, "2": fails, "3": nothing}}
      scenarios:
        - scenario: Third
          steps:
            - {hidden: late, options: {from: []}}
            - {today: 2026-05-01, shown: late}
            - {facts: {accounts: [{value: "7", currency: RUB}]}, options: {from: ["7"]}}
            - {set: {bic: 1}, captions: {bankName: One}, wrong: {}}
            - {set: {bic: 2}, captions: {bankName: ""}, wrong: {}}
            - {set: {bic: 3}, wrong: {bic: lookup}}
            - {lookups: {bank: {"3": {name: Three}}}, captions: {bankName: Three}, wrong: {sum: required}}
            - {language: en, set: {sum: -1}, messages: {sum: At least 0.00}}
      """)
    #expect(found == "")
  }

  @Test("A scenario distinguishes warnings from violations") func distinguishesWarnings() throws {
    let found = try Self.found(
      """
      operation: trial
      today: 2026-04-01
      scenarios:
        - scenario: Fourth
          steps:
            - {set: {rest: 100}, wrong: {}, warned: {rest: check}, messages: {rest: Много}}
            - {set: {rest: 99}, warned: {rest: check}}
            - {set: {rest: 100, sum: 1}, submit: true, warned: {rest: check}}
      """)
    #expect(found == "s.yaml:7:35: error: Fourth, step 2: expected warned: {rest: check}, got {}\n")
  }

  @Test(
    "Faults of a scenario file are reported with line and column",
    arguments: [
      ("[]", "1:1: error: a scenario file is a mapping with `operation` and `scenarios`, not a list"),
      ("scenarios: []", "1:1: error: `operation`, the id of the operation, is missing"),
      ("{operation: trail, scenarios: []}", "1:13: error: there is no operation `trail`, did you mean `trial`?"),
      ("operation: trial", "1:1: error: `scenarios` is missing"),
      (
        "{operation: trial, scenaros: []}",
        "1:20: error: unknown property `scenaros` of a scenario file, did you mean `scenarios`?"
      ),
      ("{operation: trial, scenarios: []}", "1:31: error: `scenarios` takes a list of scenarios"),
      (
        "{operation: trial, scenario: [], scenarios: [1]}",
        "1:20: error: unknown property `scenario` of a scenario file, did you mean `scenarios`?"
      ),
      (
        "{operation: trial, scenarios: [{steps: []}]}",
        "1:32: error: `scenario`, the scenario's name, is missing"
      ),
      (
        "{operation: trial, scenarios: [{scenario: a, steps: [{shown: name}]}]}",
        "1:32: error: trial reads the day: add `today`"
      ),
      ("{operation: trial, today: tomorrow}", "1:27: error: `today` takes a date, YYYY-MM-DD"),
      ("{operation: trial, today: 31.12.2026}", "1:27: error: `today` takes a date, YYYY-MM-DD: write 2026-12-31"),
      ("{operation: trial, language: de}", "1:30: error: `language` takes one of ru, en"),
      ("{operation: trial, facts: {acounts: []}}", "1:28: error: unknown fact `acounts`, did you mean `accounts`?"),
      ("{operation: trial, facts: {accounts: 1}}", "1:38: error: `accounts` takes a list, not `1`"),
      (
        "{operation: trial, facts: {accounts: [{balance: much}]}}",
        "1:49: error: `balance` takes a number, not `much`"
      ),
      (
        "{operation: trial, facts: {accounts: [{valeu: a}]}}",
        "1:40: error: unknown field of accounts `valeu`, did you mean `value`?"
      ),
      ("{operation: trial, lookups: {banks: {}}}", "1:30: error: unknown lookup `banks`, did you mean `bank`?"),
      (
        "{operation: trial, lookups: {bank: {1: sometimes}}}",
        "1:40: error: `an answer of bank` takes {name, place, correspondentAccount, treasuryAccount, account, status, closed, statusSince}, not `sometimes`"
      ),
    ])
  func rejectsFaultyScenarioFile(text: String, fault: String) throws {
    #expect(try Self.found(text).split(separator: "\n").contains { $0 == "s.yaml:" + fault })
  }

  @Test(
    "Faults of a scenario step are reported at its line",
    arguments: [
      ("{shwon: name}", "unknown property `shwon` of a step, did you mean `shown`?"),
      (
        "{errors: {name: min}}",
        "unknown property `errors` of a step; there is back, captions, change, computed, disabled, enabled, exit, facts, failing, hidden, language, lookups, messages, next, noted, optional, options, page, paste, recorded, required, review, set, shown, signed, submit, submitted, tap, today, undecided, values, warned, wrong"
      ),
      (
        "{values: {name: 5,5}}", "trial has no atom `5`: a fraction follows a point, and a comma ends the value"
      ),
      ("{shown: [nmae]}", "trial has no atom `nmae`, did you mean `name`?"),
      ("{set: {bankName: 1}}", "`bankName` is a text, which has no value"),
      ("{set: [name]}", "`set` takes {atom: value}, not a list"),
      ("{options: {type: 1}}", "`type` takes the list of its option values, not a single value"),
      ("{captions: {name: [a]}}", "`name` takes a text, not a list"),
      ("{submitted: {}}", "`submitted` requires `submit: true`"),
      ("{submit: maybe}", "`submit` takes true or false"),
      ("{tap: nmae}", "trial has no atom `nmae`, did you mean `name`?"),
      ("{tap: name}", "`tap` takes a command, and `name` is a textInput"),
      ("{tap: own}", "`tap` takes a command, and `own` is a repeat"),
      ("{tap: {name: true}}", "expected the id of an atom, not a mapping"),
      ("{paste: {name: a}}", "`name` is not a list with `paste`"),
      ("{paste: {own: [a]}}", "`own` takes the pasted text, not a list"),
      ("{next: true}", "`next` requires an operation with pages"),
      ("{back: true}", "`back` requires an operation with pages"),
      ("{change: name}", "`change` requires an operation with pages"),
      ("{exit: true}", "`exit` requires an operation with pages"),
      ("{review: {name: a}}", "`review` requires an operation with a review, or `submit: true`"),
      ("{submit: true, review: {name: [a]}}", "`name` takes a text, not a list"),
      (
        "{submit: true, paste: {own: a}}",
        "a step has one action, and this one has paste, submit: write a step for each"
      ),
      ("name", "a step is a mapping, such as {set: {...}, shown: [...]}, not a single value"),
      ("{shown: [[name]]}", "expected the id of an atom, not a list"),
    ])
  func rejectsFaultyStep(step: String, fault: String) throws {
    let text = "operation: trial\ntoday: 2026-04-01\nscenarios:\n  - scenario: a\n    steps:\n      - \(step)"
    let found = try Self.found(text)
    #expect(found.hasPrefix("s.yaml:6:"))
    #expect(found.contains(": error: \(fault)\n"), "\(found)")
  }

  /// Returns the first line of each finding in a scenario file.
  private static func found(
    _ text: String, adding atoms: String = "", of other: String? = nil
  ) throws -> String {
    let definition = """
      operation: trial
      title: Проба
      atoms:
        - {enum: type, options: {1: Да, 2: Нет}, default: 1}
        - {textInput: name, optional: true}
        - {text: extra, caption: Ещё, showIf: "$type == 2"}
        - {textInput: sum, type: amount, currency: RUB, min: 0}
        - {textInput: fee, type: amount, currency: RUB, optional: true, value: "$sum * 0.1"}
        - {textInput: bic, optional: true, lookup: bank}
        - {text: bankName, caption: Банк, captionFrom: bank.name}
        - {text: late, caption: Поздно, showIf: "today() > '2026-04-15'"}
        - {textInput: rest, type: number, optional: true, check: [{check: "$rest < 100", severity: warning, message: Много}]}
        - {accountPicker: from, optional: true, filter: "currency == 'RUB'"}
        - {textInput: memo, optional: true, onChange: {reset: name, set: {rest: "7"}}, check: {when: "$memo == 'x'", message: Метка}}
        - {repeat: own, min: 0, max: 4, paste: [value, note], atoms: [{textInput: value}, {textInput: note, type: number, optional: true}]}
      """
    let file = try YAMLFile(Array((other ?? definition + atoms).utf8), name: "o.yaml")
    let operation = try OperationCompiler.compile(file.root, version: "1", with: .bank)
    let found: Diagnostics
    do {
      found = try ScenarioFile(Array(text.utf8), name: "s.yaml", operations: [operation], vocabulary: .bank).run()
    } catch {
      found = error
    }
    return found.sorted.map { "\($0)".prefix { $0 != "\n" } + "\n" }.joined()
  }
}
