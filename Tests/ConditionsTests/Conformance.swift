import Dates
import JSON
import Testing

@testable import Conditions

/// The case files of the condition language, which other implementations can also run.
@Suite struct Conformance {
  /// One case: a format, its input, and the expected result.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let format: String
    let variables: [(String, Value)]
    let unknown: [String: UnknownReason]
    let object: Value
    let expected: String
    var testDescription: String { name }

    init?(_ value: Value) {
      guard let name = value["name"]?.string, let expected = value["expected"] else { return nil }
      self.name = name
      self.expected = expected.string ?? expected.bool.map { "\($0)" } ?? ""
      format = value["format"]?.string ?? Case.composed(value["repeat"])
      let unknown = value["unknown"]?.object?.members ?? []
      self.unknown = Dictionary(uniqueKeysWithValues: unknown.map { ($0.name, Self.reason($0.value) ?? .pending) })
      variables =
        (value["vars"]?.object?.members ?? []).map { ($0.name, Self.marked($0.value)) }
        + unknown.map { ($0.name, .null) }
      object = value["object"] ?? .object(Object())
    }

    private static let calendar = BusinessCalendar(
      holidays: Set(["2026-05-01", "2026-05-11"].compactMap { CivilDate($0) }),
      workdays: Set(["2026-05-16"].compactMap { CivilDate($0) }))

    private static func reason(_ value: Value?) -> UnknownReason? {
      switch value?.string {
      case "pending": .pending
      case "unavailable": .unavailable
      default: nil
      }
    }

    /// Returns the value with each `{"unknown": ...}` replaced by a mark.
    private static func marked(_ value: Value) -> Value {
      switch value {
      case .array(let elements): return .array(elements.map(marked))
      case .object(let object):
        if object.count == 1, let reason = reason(object["unknown"]) { return .unknown(reason) }
        return .object(Object(unique: object.members.map { Object.Member(name: $0.name, value: marked($0.value)) }))
      default: return value
      }
    }

    /// Returns a long format: `prefix + unit × count + middle + suffixUnit × count + suffix`.
    private static func composed(_ parts: Value?) -> String {
      func text(_ name: String) -> String { parts?[name]?.string ?? "" }
      let count = Int(parts?["count"]?.integer ?? 0)
      let (before, after) = (
        String(repeating: text("unit"), count: count), String(repeating: text("suffixUnit"), count: count)
      )
      return text("prefix") + before + text("middle") + after + text("suffix")
    }

    var hasUnknown: Bool { !unknown.isEmpty || variables.contains { $0.1.withoutUnknown != $0.1 } }

    /// Returns the library's result; `careful` selects the evaluation with unknown values.
    func answer(careful: Bool) -> String {
      var scope = Scope()
      for (slot, variable) in variables.enumerated() {
        scope.variables[variable.0] = Binding(slot: .outer(slot), type: .any)
      }
      do {
        let today = CivilDate(year: 2026, month: 4, day: 1)
        let condition = try Condition(format, in: scope)
        let input = ConditionInput(values: variables.map(\.1), object: object, today: today, calendar: Self.calendar)
        return careful
          ? "\(try condition.holds(in: input) { $0 < variables.count ? unknown[variables[$0].0] : nil })"
          : "\(try condition.holds(in: input))"
      } catch let error as EvaluationError {
        return error.unknown.map { $0 == .pending ? "pending" : "unavailable" } ?? "eval-error"
      } catch {
        return "parse-error"
      }
    }
  }

  static let cases = Cases.ofLanguage.compactMap(Case.init)

  @Test("The language case files have 600 or more cases") func hasEnoughLanguageCases() {
    #expect(Conformance.cases.count >= 600)
  }

  @Test("Each language case evaluates to its expected result", arguments: cases) func evaluatesLanguageCase(
    _ example: Case
  ) {
    #expect(example.answer(careful: example.hasUnknown) == example.expected, "\(example.format.prefix(200))")
    if !example.hasUnknown { #expect(example.answer(careful: true) == example.expected) }
  }

  @Test("The canonical text of a condition parses to the same tree", arguments: cases)
  func canonicalTextParsesToSameTree(_ example: Case) throws {
    guard let tree = try? Parser.predicate(example.format) else { return }
    #expect(try Parser.predicate(tree.description) == tree, "\(tree.description.prefix(200))")
  }
}
