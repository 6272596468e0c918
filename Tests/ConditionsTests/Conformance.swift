import Essentials
import JSON
import Testing

@testable import Conditions

/// Holds the library to the case files of the language; their README says how another implementation runs them.
@Suite struct Conformance {
  /// One case: a format, what it is evaluated over, and the answer.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let format: String
    let variables: [(String, Value)]
    let object: Value
    let expected: String
    var testDescription: String { name }

    init?(_ value: Value) {
      guard let name = value["name"]?.string, let expected = value["expected"] else { return nil }
      self.name = name
      self.expected = expected.string ?? expected.bool.map { "\($0)" } ?? ""
      format = value["format"]?.string ?? Case.composed(value["repeat"])
      variables = value["vars"]?.object?.members.map { ($0.name, $0.value) } ?? []
      object = value["object"] ?? .object(Object())
    }

    /// A long format: `prefix + unit × count + middle + suffixUnit × count + suffix`.
    private static func composed(_ parts: Value?) -> String {
      func text(_ name: String) -> String { parts?[name]?.string ?? "" }
      let count = Int(parts?["count"]?.integer ?? 0)
      let (before, after) = (
        String(repeating: text("unit"), count: count), String(repeating: text("suffixUnit"), count: count)
      )
      return text("prefix") + before + text("middle") + after + text("suffix")
    }

    /// The library's answer.
    var answer: String {
      var scope = Scope()
      for (slot, variable) in variables.enumerated() {
        scope.variables[variable.0] = Binding(slot: .outer(slot), type: .any)
      }
      do {
        let today = CivilDate(year: 2026, month: 4, day: 1)
        let condition = try Condition(format, in: scope)
        return "\(try condition.holds(in: Input(values: variables.map(\.1), object: object, today: today)))"
      } catch is Faults {
        return "parse-error"
      } catch {
        return "eval-error"
      }
    }
  }

  static let cases = Cases.all(in: "language").compactMap(Case.init)

  @Test func thereAreAtLeastSixHundredCases() { #expect(Conformance.cases.count >= 600) }

  @Test(arguments: cases) func theLibraryAnswersAsTheCaseSays(_ example: Case) {
    #expect(example.answer == example.expected, "\(example.format.prefix(200))")
  }

  /// A format in canonical form means the same, and is its own canonical form.
  @Test(arguments: cases) func canonicalTextReadsAsTheSameTree(_ example: Case) throws {
    guard let tree = try? Parser.predicate(example.format) else { return }
    #expect(try Parser.predicate(tree.description) == tree, "\(tree.description.prefix(200))")
  }
}
