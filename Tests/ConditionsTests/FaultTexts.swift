import Foundation
import JSON
import Testing

@testable import Conditions

/// The exact texts of faults, from `Cases/faults.json`: {"scope", "text", "rendered"}.
///
/// With `VALENCE_RECORD` set, the run writes the current texts into the file for review and fails.
@Suite struct FaultTexts {
  static let file = Cases.folder("faults.json")
  static let cases = (try? Cases.list(file)) ?? []

  /// The scopes that a case may name; `open` behaves like NSPredicate.
  static let scopes: [String: Scope] = [
    "open": Scope(), "form": form,
    "filter": Scope(
      variables: form.variables,
      object: .fields([Field("currency", .text), Field("balance", .number), Field("isOwner", .boolean)])),
  ]

  static let form: Scope = {
    let account = ValueType.record([Field("number", .text), Field("balance", .number)])
    var scope = Scope(
      variables: [
        "type": Binding(slot: .outer(0), type: .integer, options: [1, 2, 3]),
        "kind": Binding(slot: .outer(1), type: .text, options: ["new", "used"]),
        "name": Binding(slot: .outer(2), type: .text), "amount": Binding(slot: .outer(3), type: .number),
        "date": Binding(slot: .outer(4), type: .date), "agree": Binding(slot: .outer(5), type: .boolean),
        "inn": Binding(slot: .outer(6), type: .text), "bic": Binding(slot: .outer(7), type: .text),
        "lines": Binding(slot: .outer(8), type: .list(account)), "from": Binding(slot: .outer(9), type: account),
      ],
      names: [
        "bank": Binding(slot: .outer(10), type: .record([Field("name", .text), Field("place", .text)])),
        "accounts": Binding(slot: .outer(11), type: .list(account)),
      ])
    scope.definitions = (try? Condition("$type == 1", in: scope)).map { ["isTax": $0, "both": $0] } ?? [:]
    scope.names["both"] = Binding(slot: .outer(12), type: .text)
    scope.functions = [
      "isInn": Function(name: "isInn", parameters: [.text], result: .boolean) { _ in true },
      "isAccount": Function(name: "isAccount", parameters: [.text, .text], optionalParameters: 1, result: .boolean) {
        _ in true
      },
      "feeOf": Function(name: "feeOf", parameters: [.number], result: .number) { _ in 1 },
    ]
    return scope
  }()

  /// Returns every fault of the text with its line and carets; nil if the text has no fault.
  static func rendered(_ text: String, _ scope: String) -> String? {
    do {
      _ = try Condition(text, in: scopes[scope] ?? Scope(), subject: scope == "form" ? "amount" : nil)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("The fault text file has 60 or more cases") func hasEnoughFaultTexts() { #expect(FaultTexts.cases.count >= 60) }

  @Test("Each condition fault renders the recorded text", arguments: cases) func rendersFaultText(_ example: Value)
    throws
  {
    let (text, scope) = (try #require(example["text"]?.string), try #require(example["scope"]?.string))
    try #require(FaultTexts.scopes[scope] != nil)
    #expect(FaultTexts.rendered(text, scope) == example["rendered"]?.string)
  }

  @Test(
    "Recording the fault texts writes the case file and fails",
    .enabled(if: ProcessInfo.processInfo.environment["VALENCE_RECORD"] != nil))
  func recordsFaultTextsAndFails() throws {
    let recorded = FaultTexts.cases.map { example -> Value in
      let (text, scope) = (example["text"]?.string ?? "", example["scope"]?.string ?? "")
      return [
        "scope": .string(scope), "text": .string(text),
        "rendered": FaultTexts.rendered(text, scope).map { .string($0) } ?? nil,
      ]
    }
    let lines = recorded.map { value in
      var writer = Writer()
      writer.value(value)
      return "  " + String(decoding: writer.bytes, as: UTF8.self)
    }
    try Data(("[\n" + lines.joined(separator: ",\n") + "\n]\n").utf8).write(to: FaultTexts.file)
    Issue.record("recorded \(recorded.count) texts, read them before they are committed")
  }
}
