import Atoms
import Operations
import Testing

/// The faults of flows, each with file, line and column.
struct FlowFaultTests {
  /// Returns the findings of a set with a flow of these steps. The set has an operation to submit,
  /// operations that can and cannot be steps, and screens.
  private static func findings(_ steps: [String], input: String = "", operation: String = "pay") -> String {
    func step(_ id: String, _ atoms: [String]) -> String {
      "operation: \(id)\ntitle: {ru: Шаг, en: Step}\natoms:\n" + atoms.map { "  - \($0)\n" }.joined()
    }
    let (next, caption) = ("{button: next, caption: {ru: Далее, en: Next}, action: next}", "caption: {ru: А, en: A}")
    let effects = ["document": EffectShape([])]
    var texts = [
      "operations/pay.yaml": Sets.operation(
        [
          "{textInput: to, \(caption)}", "{textInput: sum, \(caption), type: number}",
          "{textInput: note, \(caption), optional: true, default: x}", "{button: send, \(caption), action: submit}",
        ], more: "effect: document\n"),
      "operations/who.yaml": step("who", ["{textInput: to, \(caption)}", next]),
      "operations/many.yaml": step("many", ["{textInput: sum, \(caption), type: number}", next]),
      "operations/mistyped.yaml": step("mistyped", ["{textInput: sum, \(caption)}", next]),
      "operations/pin.yaml": step("pin", ["{textInput: pin, \(caption), type: password}", next]),
      "operations/closed.yaml": step("closed", ["{textInput: note, \(caption)}"]),
      "screens/home.yaml": "screen: home\ntitle: {ru: Дом, en: Home}\nmodules:\n  - {list: accounts}\n",
      "screens/chosen.yaml":
        "screen: chosen\ntitle: {ru: Счёт, en: Account}\noutput: {note: text}\nmodules:\n"
        + "  - {list: accounts, output: {note: $number}}\n",
      "screens/maybe.yaml":
        "screen: maybe\ntitle: {ru: Всё, en: All}\ninput: {note: text}\nmodules:\n"
        + "  - {text: all, caption: {ru: \"{$note}\", en: \"{$note}\"}, showIf: $note != nil}\n",
      "screens/noted.yaml":
        "screen: noted\ntitle: {ru: Всё, en: All}\ninput: {note: text}\nmodules:\n"
        + "  - {text: all, caption: {ru: \"{$note}\", en: \"{$note}\"}}\n",
      "screens/seen.yaml":
        "screen: seen\ntitle: {ru: Всё, en: All}\ninput: {sum: number}\nmodules:\n"
        + "  - {text: all, caption: {ru: \"{$sum}\", en: \"{$sum}\"}}\n",
      "flows/f.yaml": "flow: f\ntitle: {ru: Путь, en: Way}\noperation: \(operation)\ninput: {\(input)}\nsteps:\n"
        + steps.map { "  - \($0)\n" }.joined(),
    ]
    if steps.contains("{operation: sending}") {
      texts["operations/sending.yaml"] = step("sending", ["{button: on, \(caption), action: submit}"])
    }
    return Sets.findings(texts, Vocabulary(effects: effects))
  }

  private static let (who, many) = ("{operation: who}", "{operation: many}")
  private static let choice = "{screen: chosen, skipIf: \"$sum > 1\"}"
  private static let seen = "{screen: seen, input: {sum: $sum}}"

  @Test("A flow condition longer than 16,384 bytes is rejected") func limitsFlowConditionLength() {
    func findings(bytes: Int) -> String {
      let sum = String(repeating: " OR $sum < 5", count: (bytes - 8) / 12)
      return Self.findings(
        [Self.many, "{operation: who, skipIf: '$sum < 5\(sum)'}", Self.seen], input: "to: optional text")
    }
    #expect(findings(bytes: 1_208) == "")
    let long = findings(bytes: 24_008)
    #expect(
      long.hasPrefix(
        "flows/f.yaml:7:30: error: a condition has at most 16384 bytes, and this one has 24008"), "\(long.prefix(200))")
  }

  @Test("A valid flow has no findings") func acceptsValidFlow() {
    #expect(Self.findings([Self.who, Self.many, Self.seen]) == "")
    #expect(
      Self.findings([
        "{operation: who, skipIf: \"$to == 'x'\"}",
        "{operation: many, next: [{if: \"$sum > 10\", step: who}, {step: seen}]}",
        "{screen: seen, input: {sum: $sum}, next: submit}",
      ]) == "")
    // A value that is not requested on every path is shown only if it exists.
    #expect(
      Self.findings([Self.who, Self.many, Self.choice, "{screen: maybe, input: {note: $note}}"]) == "")
    #expect(Self.findings([Self.who, Self.many, "{screen: chosen}", "{screen: noted, input: {note: $note}}"]) == "")
    // A review shows all values, also the values of a path.
    #expect(Self.findings([Self.who, Self.many, Self.choice, "{review: true}"]) == "")
    #expect(
      Self.findings([
        Self.who, "{operation: many, next: [{if: \"$sum > 10\", step: no}, review]}",
        "{step: no, exit: seen, input: {sum: $sum}}",
        "{review: {title: {ru: Всё, en: All}}, transition: present}",
      ]) == "")
    #expect(
      Self.findings([Self.who, Self.many, "{exit: home, skipIf: \"$sum > 1\"}", "{review: true}"]) == "")
  }

  @Test(
    "Faults of a flow are reported with line and column",
    arguments: [
      // Steps
      ([who, "{operation: mny}", seen], "flows/f.yaml:7:17: error: unknown operation `mny`, did you mean `many`?"),
      (
        [who, "{list: accounts}", seen], "flows/f.yaml:7:5: error: the target is missing: one of operation, screen"
      ),
      (
        [who, who, many, seen],
        "flows/f.yaml:7:17: error: step `who` is already defined on line 6: give it another `step`"
      ),
      (
        [who, "{operation: many, step: submit}", seen],
        "flows/f.yaml:7:29: error: a step's name consists of Latin letters"
      ),
      ([who, "{operation: many, skip: 1}", seen], "flows/f.yaml:7:23: error: unknown property `skip` of a step"),
      (
        [who, "{operation: many, showIf: \"$to != 'x'\"}", seen],
        "flows/f.yaml:7:23: error: a step has no `showIf`: write `skipIf` with the opposite condition"
      ),
      ([who, "{operation: many, transition: embed}", seen], "flows/f.yaml:7:5: error: a step cannot be embedded"),
      ([who, many, "{screen: seen}"], "flows/f.yaml:8:14: error: screen `seen` requires the input `sum` (number)"),
      (
        [who, "{screen: seen, input: {sum: $to}}", many, seen],
        "flows/f.yaml:7:33: error: input `sum` of screen `seen` takes a number, but `$to` is a text"
      ),
      (
        ["{operation: pay}", seen],
        "flows/f.yaml:6:17: error: operation `pay` has an effect, but only the whole flow is submitted"
      ),
      (
        [who, many, "{operation: closed}", seen],
        "flows/f.yaml:8:17: error: operation `closed` has no button with `action: next`"
      ),
      (
        [who, many, "{operation: sending}", seen],
        "flows/f.yaml:8:17: error: operation `sending` has no button with `action: next`, which a step requires: write "
          + "`action: next` at `on`\n"
      ),
      ([who, many, "{operation: pin}", seen], "flows/f.yaml:8:17: error: `pin` of operation `pin` is a secret"),
      ([who, many], "flows/f.yaml:7:17: error: step `many` leads to the submission, so it must be a screen"),
      (
        [who, many, "{screen: seen, input: {sum: $sum}, skipIf: \"$sum < 5\"}"],
        "flows/f.yaml:8:48: error: step `seen` leads to the submission, so it cannot be skipped"
      ),
      (
        [who, many, "{screen: chosen}"],
        "flows/f.yaml:8:14: error: step `chosen` leads to the submission, but its value `note` would be submitted"
      ),
      // Paths
      (
        [who, "{operation: many, next: sen}", seen],
        "flows/f.yaml:7:29: error: there is no step `sen`, did you mean `seen`?"
      ),
      (
        [who, many, "{screen: seen, input: {sum: $sum}, next: who}"],
        "flows/f.yaml:6:17: error: from step `who` the submission is never reached"
      ),
      (["{operation: who, next: seen}", many, seen], "flows/f.yaml:7:17: error: step `many` is never reached"),
      (
        [who, "{operation: many, next: [{if: \"$sum > 1\"}]}", seen],
        "flows/f.yaml:7:30: error: `step`, the next step, is missing"
      ),
      (
        [who, many, choice, "{screen: noted, input: {note: $note}}"],
        "flows/f.yaml:9:35: error: `$note` comes from step `chosen`, which a path through the flow skips: the person would "
          + "not see the value that operation `pay` fills in; show it by `showIf: \"$note != nil\"`, or request it on "
          + "every path\n    - {screen: noted, input: {note: $note}}\n"
          + "                                    ^"
      ),
      (
        [
          who, "{operation: many, next: [{if: \"$sum > 1\", step: noted}, {step: chosen}]}", "{screen: chosen}",
          "{screen: noted, input: {note: $note}}",
        ], "flows/f.yaml:9:35: error: `$note` comes from step `chosen`, which a path through the flow skips"
      ),
      // Conditions
      (
        [who, "{operation: many, skipIf: \"$sun > 1\"}", seen],
        "flows/f.yaml:7:32: error: unknown variable `$sun`, did you mean `$sum`?"
      ),
      (
        [who, "{operation: many, next: [{if: \"$sum > 'x'\", step: seen}]}", seen],
        "flows/f.yaml:7:36: error: `>` does not compare a number with text"
      ),
      // Reviews and exits
      (
        [who, "{review: true}", many],
        "flows/f.yaml:7:5: error: the review is the last step: write it after the other steps"
      ),
      ([who, many, "{review: true, next: who}"], "flows/f.yaml:8:20: error: unknown property `next` of a review"),
      (
        [who, many, "{review: false}"], "flows/f.yaml:8:14: error: `review` takes `true` or {title: ...}: omit the line"
      ),
      ([who, many, "{review: {titel: a}}"], "flows/f.yaml:8:15: error: unknown property `titel` of `review`"),
      (["{review: true}"], "flows/f.yaml:6:5: error: `steps` has a review and no step before it"),
      (
        ["{operation: who, step: review}", many, "{review: true}"],
        "flows/f.yaml:6:28: error: `review` is the name of the review: give the step another `step`"
      ),
      (
        [who, "{operation: many, next: submit}", "{review: true}"],
        "flows/f.yaml:7:29: error: the review submits the values, so no other step leads to the submission: write "
          + "`review`"
      ),
      (
        [who, many, "{step: no, exit: hme}", "{review: true}"],
        "flows/f.yaml:8:22: error: unknown screen `hme`, did you mean `home`?"
      ),
      (
        [
          who, "{operation: many, next: [{if: \"$sum > 1\", step: no}]}", "{step: no, exit: home, next: who}",
          "{review: true}",
        ],
        "flows/f.yaml:8:34: error: the way ends at an `exit`, so it has no `next`: write `screen` for a step that "
          + "continues"
      ),
      (
        [
          who, "{operation: many, next: [{if: \"$sum > 1\", step: no}]}", "{step: no, exit: chosen}", "{review: true}",
        ],
        "flows/f.yaml:8:12: error: step `no` ends the way, and its screen returns `note`, which no step reads"
      ),
      (
        [who, "{operation: many, next: no}", "{step: no, exit: home}"],
        "flows/f.yaml:3:12: error: every way through the flow ends at an exit, so operation `pay` is never submitted: add a "
          + "step to which a branch leads"
      ),
      (
        [who, many, "{step: no, exit: home}", "{review: true}"],
        "flows/f.yaml:8:12: error: step `no` is never reached"
      ),
      (
        [who, many, "{review: true, transition: embed}"], "flows/f.yaml:8:5: error: a step cannot be embedded"
      ),
      // The flow as a whole
      (
        ["{operation: who, next: seen}", "{screen: seen, input: {sum: 1}}"],
        "flows/f.yaml:3:12: error: `sum` of operation `pay` must be entered, but no step provides it"
      ),
      (
        [who, "{operation: mistyped}", "{screen: seen, input: {sum: 1}}"],
        "flows/f.yaml:3:12: error: `sum` is a text in the flow, but operation `pay` takes a number"
      ),
    ])
  func locatesFlowFaults(_ steps: [String], _ fault: String) {
    let found = Self.findings(steps)
    #expect(found.hasPrefix(fault), "\(found)")
  }

  @Test("The operation, input and step list of a flow are checked") func checksFlowHead() {
    let steps = [Self.who, Self.many, Self.seen]
    #expect(Self.findings(steps, operation: "pey").hasPrefix("flows/f.yaml:3:12: error: unknown operation `pey`"))
    #expect(
      Self.findings(steps, operation: "who").hasPrefix("flows/f.yaml:3:12: error: operation `who` cannot be submitted"))
    #expect(
      Self.findings(steps, input: "sum: text").contains(
        "`sum` of step `many` has type number, but type text elsewhere in the flow"))
    #expect(Self.findings([]).hasPrefix("flows/f.yaml:5:7: error: `steps` takes a list of steps, one line each"))
  }
}
