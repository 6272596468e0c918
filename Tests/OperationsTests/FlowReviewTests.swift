import Atoms
import Operations
import Testing
import Texts

/// The warnings about flows without faults, and flows that can never be submitted.
struct FlowReviewTests {
  private static let caption = "caption: {ru: А, en: A}"

  private static let isEven = Verification("isEven", [.text]) { arguments in
    let isEven = (arguments[0].string?.utf8.last ?? 0) % 2 == 0
    return isEven ? nil : Verification.Reason(LocalizedText(ru: "Нечётное", en: "Odd"))
  }

  /// Returns the first lines of the findings of a set with a flow.
  ///
  /// `whole` and `step` have the atoms of the submitted operation and of its only form.
  private static func findings(
    whole: [String], step: [String], steps: [String] = ["{operation: form}", "{screen: seen}"], input: String = ""
  ) -> [String] {
    let send = "{button: send, \(caption), action: submit}"
    let next = "{button: next, \(caption), action: next}"
    let head = "title: {ru: Шаг, en: Step}\natoms:\n"
    func atoms(_ lines: [String]) -> String {
      lines.map { "  - \($0.replacing("CAPTION", with: caption))\n" }.joined()
    }
    let found = Sets.findings(
      [
        "operations/pay.yaml": Sets.operation(
          (whole + [send]).map { $0.replacing("CAPTION", with: caption) }, more: "effect: document\n"),
        "operations/form.yaml": "operation: form\n\(head)\(atoms(step + [next]))",
        "operations/more.yaml": "operation: more\n\(head)\(atoms(["{toggle: extra, CAPTION}", next]))",
        "screens/home.yaml": "screen: home\ntitle: {ru: Дом, en: Home}\nmodules:\n  - {list: accounts}\n",
        "screens/seen.yaml": "screen: seen\ntitle: {ru: Всё, en: All}\nmodules:\n  - {list: accounts}\n",
        "screens/shown.yaml":
          "screen: shown\ntitle: {ru: Всё, en: All}\ninput: {what: text?}\nmodules:\n"
          + "  - {text: all, caption: {ru: \"{$what}\", en: \"{$what}\"}}\n",
        "flows/f.yaml": "flow: f\ntitle: {ru: Путь, en: Way}\noperation: pay\ninput: {\(input)}\nsteps:\n"
          + steps.map { "  - \($0)\n" }.joined(),
      ], Vocabulary(verifications: [isEven], effects: ["document": EffectShape([])]))
    return found.split(separator: "\n").map(String.init).filter { $0.hasPrefix("flows/") || $0.contains(": error: ") }
  }

  @Test(
    "A flow that can never be submitted is a fault",
    arguments: [
      (
        "{toggle: agree, CAPTION, check: \"$agree == YES\"}",
        "no step provides `agree`, and operation `pay` rejects its initial value (`check`): the flow can never be submitted"
      ),
      (
        "{repeat: lines, CAPTION, min: 1, atoms: [{textInput: what, CAPTION}]}",
        "`lines` of operation `pay` must be entered, but no step provides it"
      ),
    ])
  func rejectsUnsubmittableFlow(atom: String, message: String) {
    #expect(
      Self.findings(whole: [atom], step: ["{textInput: to, CAPTION, optional: true}"])
        == ["flows/f.yaml:3:12: error: \(message)"])
  }

  @Test(
    "An atom that has a valid value without a step is accepted",
    arguments: [
      "{toggle: agree, CAPTION, default: true, check: \"$agree == YES\"}",
      "{toggle: agree, CAPTION, check: {check: \"$agree == YES\", severity: warning, message: {ru: Да, en: Yes}}}",
      "{toggle: agree, CAPTION, showIf: \"$to == 'x'\", check: \"$agree == YES\"}",
      "{toggle: agree, CAPTION, check: \"$agree == YES OR $to == nil\"}",
      "{toggle: agree, CAPTION}",
      "{repeat: lines, CAPTION, min: 0, atoms: [{textInput: what, CAPTION}]}",
    ])
  func acceptsInitialValue(atom: String) {
    let to = "{textInput: to, CAPTION, optional: true}"
    #expect(Self.findings(whole: [to, atom], step: [to]) == [])
  }

  @Test(
    "A step with a weaker rule than the whole operation is a warning",
    arguments: [
      ("textInput: a, maxLength: 30", "textInput: a", "a text of 31 characters", "maxLength"),
      ("textInput: a, minLength: 3", "textInput: a", "`11`", "minLength"),
      ("textInput: a, length: 3, type: digits", "textInput: a, type: digits", "`11`", "length"),
      ("textInput: a, type: digits", "textInput: a", "`abc`", "type"),
      ("textInput: a, pattern: '[0-9]+'", "textInput: a", "`abc`", "pattern"),
      ("textInput: a, check: isEven", "textInput: a", "`1`", "isEven"),
      ("textInput: a", "textInput: a, optional: true", "no value", "required"),
      ("textInput: a, type: number, min: 1", "textInput: a, type: number", "`0`", "min"),
      ("textInput: a, type: number, max: 10", "textInput: a, type: number, max: 20", "`11`", "max"),
      ("textInput: a, type: number, scale: 2", "textInput: a, type: number", "`0.001`", "scale"),
      ("dateInput: a, min: 2026-05-01", "dateInput: a", "`2026-04-30`", "min"),
      ("enum: a, options: {p: P, q: Q}", "enum: a, options: {p: P, r: R}", "`r`", "options"),
      ("toggle: a, check: \"$a == YES\"", "toggle: a", "`false`", "check"),
    ])
  func warnsOfWeakerStep(whole: String, step: String, value: String, rule: String) {
    let found = Self.findings(whole: ["{\(whole), CAPTION}"], step: ["{\(step), CAPTION}"])
    #expect(
      found == [
        "flows/f.yaml:6:17: warning: step `form` accepts \(value) as `a`, and operation `pay` rejects it at the end "
          + "(`\(rule)`): give `a` of `form` the same rule"
      ])
  }

  @Test(
    "A step whose values the whole operation accepts has no findings",
    arguments: [
      ("textInput: a, maxLength: 30", "textInput: a, maxLength: 20"),
      ("textInput: a, maxLength: 30", "textInput: a, check: \"length($a) <= 30\""),
      ("textInput: a, maxLength: 30", "textInput: a, maxLength: 40, check: \"$a != $b\""),
      ("textInput: a, maxLength: 30, showIf: \"$b == 'x'\"", "textInput: a"),
      ("textInput: a, optional: true", "textInput: a"),
      ("textInput: a, pattern: '[0-9]+'", "textInput: a, type: digits"),
      ("textInput: a, type: number, min: 1", "textInput: a, type: number, min: 1, max: 5"),
      ("textInput: a, type: number, min: 1", "textInput: a, type: number, min: $b"),
      ("enum: a, options: {p: P, q: Q}", "enum: a, options: {p: P}"),
      ("toggle: a, check: \"$a == YES\"", "toggle: a, check: \"$a == YES\""),
      ("dateInput: a, min: 2026-05-01", "dateInput: a, min: today()"),
    ])
  func acceptsStricterStep(whole: String, step: String) {
    let isNumber = step.contains("$b,") || step.hasSuffix("$b")
    let other = "{textInput: b, CAPTION, optional: true\(isNumber ? ", type: number" : "")}"
    #expect(
      Self.findings(whole: [other, "{\(whole), CAPTION}"], step: [other, "{\(step), CAPTION}"])
        .filter { !$0.contains("error") } == [])
  }

  @Test("One strict step is enough, and inputs of the flow are not judged") func acceptsOneStrictStep() {
    let whole = ["{toggle: extra, CAPTION, check: \"$extra == YES\"}"]
    let strict = ["{toggle: extra, CAPTION, check: \"$extra == YES\"}"]
    let steps = ["{operation: more}", "{operation: form}", "{screen: seen}"]
    #expect(Self.findings(whole: whole, step: strict, steps: steps) == [])
    #expect(Self.findings(whole: whole, step: [], steps: steps, input: "extra: boolean") == [])
    #expect(Self.findings(whole: whole, step: ["{toggle: other, CAPTION}"], steps: steps).count == 1)
  }

  @Test("An amount in another currency than in the whole operation is a warning") func warnsOfOtherCurrency() {
    func found(_ whole: String, _ step: String) -> [String] {
      Self.findings(
        whole: ["{textInput: a, CAPTION, type: amount, \(whole)}"],
        step: ["{textInput: a, CAPTION, type: amount, \(step)}"]
      )
    }
    #expect(
      found("currency: RUB", "currency: USD") == [
        "flows/f.yaml:6:17: warning: step `form` requests `a` in USD, and operation `pay` takes it in RUB: give `a` of "
          + "`form` the same `currency`"
      ])
    #expect(found("currency: RUB", "currency: RUB") == [])
  }

  private static let sum = "{textInput: sum, CAPTION, type: number}"

  @Test(
    "A path without a required value is a warning",
    arguments: [
      (["{operation: more}", "{operation: form, skipIf: \"$extra == YES\"}", "{screen: seen}"], "7:31"),
      (
        [
          "{operation: more, next: [{if: \"$extra == YES\", step: seen}, {step: form}]}", "{operation: form}",
          "{screen: seen}",
        ], "7:17"
      ),
      (["{operation: more, next: seen}", "{step: late, screen: seen, next: form}", "{operation: form}"], nil),
      // The conditions of the paths exclude each other, or the value exists.
      (["{operation: more}", "{operation: form, skipIf: \"$sum != nil\"}", "{screen: seen}"], nil),
      (["{operation: more}", "{operation: form}", "{screen: seen}"], nil),
      (
        [
          "{operation: more}", "{operation: form, next: [{if: \"$sum > 5\", step: more}]}", "{screen: seen}",
        ], nil
      ),
      (
        [
          "{operation: more, next: [{if: \"$extra == YES\", step: form}, {if: \"$extra == NO\", step: form}, "
            + "{step: form}]}", "{operation: form}", "{screen: seen}",
        ], nil
      ),
    ] as [([String], String?)])
  func warnsOfOmittedValue(steps: [String], place: String?) {
    let found = Self.findings(whole: [Self.sum], step: [Self.sum], steps: steps).filter { $0.contains("a path skips") }
    #expect(
      found
        == (place.map {
          [
            "flows/f.yaml:\($0): warning: a path skips step `form`, which provides `sum`, and operation `pay` requires "
              + "it at the end: let every path lead through the step, or give `sum` of `pay` a `requireIf`"
          ]
        } ?? []))
  }

  @Test(
    "A path may omit a value that the operation does not always require",
    arguments: [
      "{textInput: sum, CAPTION, type: number, optional: true, requireIf: \"$extra == NO\"}",
      "{textInput: sum, CAPTION, type: number, showIf: \"$extra == NO\"}",
      "{textInput: sum, CAPTION, type: number, optional: true}",
      "{textInput: sum, CAPTION, type: number, default: 1}",
    ])
  func acceptsOmittedValue(atom: String) {
    let steps = ["{operation: more}", "{operation: form, skipIf: \"$extra == YES\"}", "{screen: seen}"]
    #expect(
      Self.findings(whole: ["{toggle: extra, CAPTION}", atom], step: [Self.sum], steps: steps)
        .filter { $0.contains("a path skips") } == [])
  }

  @Test("A value that another step or the start of the flow provides may be omitted by a step")
  func acceptsOtherSource() {
    let steps = ["{operation: more}", "{operation: form, skipIf: \"$sum != nil\"}", "{screen: seen}"]
    #expect(Self.findings(whole: [Self.sum], step: [Self.sum], steps: steps, input: "sum: optional number") == [])
  }

  private static let atoms = [
    "{textInput: sum, CAPTION, type: number, min: 1}", "{enum: kind, CAPTION, options: {p: P, q: Q}}",
  ]

  @Test(
    "A condition of a flow that never or always holds is a warning",
    arguments: [
      ("$sum > 10 AND $sum < 5", "this condition can never hold, whatever is entered"),
      ("$sum < 0", "this condition can never hold, whatever is entered"),
      ("$sum > 0 OR $sum == nil", "this condition always holds, whatever is entered"),
      ("$extra == YES", "`$extra` never has a value here: step `more`, which provides it, comes later"),
    ])
  func warnsOfConstantCondition(condition: String, message: String) {
    let found = Self.findings(
      whole: Self.atoms, step: Self.atoms,
      steps: [
        "{operation: form, next: [{if: \"\(condition)\", step: seen}, {step: more}]}", "{operation: more}",
        "{screen: seen}",
      ])
    #expect(found == ["flows/f.yaml:6:35: warning: \(message)"])
  }

  @Test(
    "Entries of `next` that never apply are warnings",
    arguments: [
      (
        "{if: \"$sum > 10\", step: more}, {if: \"$sum > 20\", step: seen}",
        ["6:66: warning: this entry never applies: whenever its condition holds, an entry before it applies"]
      ),
      (
        "{step: more}, {if: \"$sum > 20\", step: seen}",
        ["6:44: warning: this entry never applies: the entry before it has no `if`"]
      ),
      ("{if: \"$sum > 20\", step: more}, {if: \"$sum > 10\", step: seen}", []),
      ("{if: \"$sum > 10\", step: more}, {step: seen}", []),
      ("{if: \"$kind == 'p'\", step: more}, {if: \"$sum > 10\", step: seen}", []),
    ])
  func warnsOfHiddenBranch(next: String, expected: [String]) {
    let found = Self.findings(
      whole: Self.atoms, step: Self.atoms,
      steps: ["{operation: form, next: [\(next)]}", "{operation: more}", "{screen: seen}"])
    #expect(found == expected.map { "flows/f.yaml:\($0)" })
  }

  @Test("A value that only a later step provides is a warning") func warnsOfLaterValue() {
    let early = "{step: early, screen: shown, input: {what: $note}}"
    let note = "{textInput: note, CAPTION}"
    func found(_ steps: [String]) -> [String] { Self.findings(whole: [note], step: [note], steps: steps) }
    #expect(
      found([early, "{operation: form}", "{screen: seen}"]) == [
        "flows/f.yaml:6:48: warning: `$note` never has a value here: step `form`, which provides it, comes later"
      ])
    // A path leads back to the screen.
    #expect(found([early, "{operation: form, next: [{if: \"$note == 'x'\", step: early}]}", "{screen: seen}"]) == [])
    #expect(found(["{operation: form}", early, "{screen: seen}"]) == [])
    #expect(
      found(["{operation: form}", "{screen: shown, input: {what: note}}"]) == [
        "flows/f.yaml:7:35: warning: this passes the text `note`; write `$note` for the value of that name"
      ])
  }

  @Test("A comparison of an entered text with an empty text is a warning") func warnsOfEmptyText() {
    let note = "{textInput: note, CAPTION, optional: true}"
    func found(_ condition: String, input: String = "") -> [String] {
      Self.findings(
        whole: [note], step: [note],
        steps: ["{operation: form, next: [{if: \"\(condition)\", step: seen}]}", "{screen: seen}"], input: input)
    }
    #expect(
      found("$note == ''") == [
        "flows/f.yaml:6:36: warning: `$note == ''` never holds: an empty input has no value; write `$note == nil`"
      ])
    #expect(found("$note == nil") == [])
    // A link can start the flow with an empty text.
    #expect(found("$note == ''", input: "note: optional text") == [])
  }

  @Test("A step with `showIf` has one fault") func reportsShowIfOnce() {
    let sum = "{textInput: sum, CAPTION, type: number}"
    #expect(
      Self.findings(
        whole: [sum], step: [sum], steps: ["{operation: form}", "{screen: seen, showIf: \"$sum > 1\"}"]) == [
          "flows/f.yaml:7:20: error: a step has no `showIf`: write `skipIf` with the opposite condition"
        ])
  }

  @Test("A wrong form of `next` is reported with the right one") func explainsNext() {
    func found(_ next: String) -> [String] {
      Self.findings(
        whole: Self.atoms, step: Self.atoms, steps: ["{operation: form, next: \(next)}", "{screen: seen}"])
    }
    #expect(
      found("{if: \"$sum > 1\", step: seen}") == [
        "flows/f.yaml:6:29: error: `next` takes a step, or a list such as [{if: \"$sum > 10\", step: warning}, "
          + "{step: confirm}]"
      ])
    #expect(found("last") == ["flows/f.yaml:6:29: error: there is no step `last`; there is form, seen, submit"])
    #expect(
      found("[{if: \"$amount > 1\", step: seen}]") == [
        "flows/f.yaml:6:36: error: unknown variable `$amount`; there is $sum, $kind"
      ])
  }
}
