package import BankSystems
import Definitions
package import Atoms
package import Dates
package import Operations
import Texts
package import SourceText
import JSON

/// A sequence of steps that a person performs in an operation, with the expected states.
package struct Scenario: Sendable {
  /// The name in the file.
  package let name: String
  package let location: Location
  /// The inputs of a flow.
  let input: Object
  let steps: [Step]

  package var count: Int { steps.count }

  /// One action of the person, and the expectations after it.
  struct Step: Sendable {
    let location: Location
    let world: ScenarioWorld
    let language: Language
    /// The entered values. After entering them, the person has finished editing these atoms.
    let entered: Object
    /// The action after entering them; nil if the person only enters values or views the form.
    let action: Action?
    let expectations: [Expectation]

    /// True if the step expects these errors, also none.
    var expectsErrors: Bool { expectations.contains { if case .wrong = $0.content { true } else { false } } }
    var expectsDoubt: Bool { expectations.contains { if case .undecided = $0.content { true } else { false } } }
  }

  enum Action: Sendable {
    /// Taps the command at this path.
    case tap(String, at: Location)
    /// Pastes a text into each list of these paths.
    case paste([(list: String, text: String)])
    /// Continues to the next page.
    case next
    /// Returns to the previous page, or from a page that is changed to the review.
    case back
    /// Opens the page of an atom from the review.
    case change(String)
    case submit
  }

  /// An expectation and its position in the file.
  struct Expectation: Sendable {
    enum Content: Sendable {
      case flag(String, Flag)
      /// The value of an atom in its wire format.
      case value(String, Value)
      /// The value of an atom that the person cannot change.
      case computed(String, Value)
      case caption(String, String)
      /// The values of the offered options, in order.
      case options(String, [Value])
      /// All atoms with an error, with their codes.
      case wrong([(path: String, code: String)])
      /// All atoms with a warning, with their codes.
      case warned([(path: String, code: String)])
      /// All atoms with a note, with their severities.
      case noted([(path: String, code: String)])
      /// The message at an atom: of an error, a warning or a note.
      case message(String, String)
      /// The page at which the person is after the step; `review` for the review.
      case page(String)
      /// True if the way ends at this page without a submission.
      case exit(Bool)
      /// The line at a path of the review, or of the form that is signed; nil for no line.
      case line(String, String?)
      /// All stored values of the submission.
      case submitted(Object)
      /// True if the submission must be signed.
      case signed(Bool)
      /// True if the submission cannot be decided, because a value it depends on is unknown.
      case undecided(Bool)
    }

    let content: Content
    let location: Location

    /// True for the page at which the person is.
    var isOfPage: Bool { if case .page = content { true } else { false } }
  }

  /// A flag of a state, with its expected value.
  enum Flag: String, Sendable, CaseIterable {
    case shown, hidden, enabled, disabled, required, optional

    /// The name of the flag in the state.
    var member: String {
      switch self {
      case .shown, .hidden: "shown"
      case .enabled, .disabled: "enabled"
      case .required, .optional: "required"
      }
    }
    /// The expected value of the flag.
    var holds: Bool { self == .shown || self == .enabled || self == .required }
    /// The same flag with the other value.
    var opposite: Flag { Flag.allCases.first { $0.member == member && $0 != self } ?? self }
  }
}

/// A file of scenarios for one operation or flow, `NAME.scenarios.yaml` in its folder.
package struct ScenarioFile: Sendable {
  /// The suffix of scenario files.
  package static let ending = DefinitionFiles.scenarioEnding

  /// The operation under test. For a flow, the operation that it submits.
  package let operation: Operation
  /// The flow under test; nil for an operation.
  let flow: ScenarioFlow?
  /// The scenarios in the order of the file.
  package let scenarios: [Scenario]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - operations: The operations that the file may test.
  ///   - flows: The flows that the file may test.
  ///   - recordings: The recorded answers of the bank's systems.
  ///   - calendar: The business calendar.
  /// - Throws: All faults of the file.
  package init(
    _ bytes: [UInt8], name: String, operations: [Operation], flows: [Flow] = [], vocabulary: Vocabulary,
    recordings: [RecordedSystem] = [], calendar: BusinessCalendar = BusinessCalendar()
  ) throws(Diagnostics) {
    let root = try YAMLFile(bytes, name: name).root
    var reader = ScenarioReader(vocabulary: vocabulary, recordings: recordings, calendar: calendar)
    guard let (operation, scenarios) = reader.file(root, operations: operations, flows: flows),
      !reader.diagnostics.hasErrors
    else { throw reader.diagnostics }
    (self.operation, self.scenarios) = (operation, scenarios)
    flow = reader.flow
  }

  /// Runs every scenario and returns the failed expectations with their steps.
  package func run() -> Diagnostics {
    var failures = Diagnostics()
    for scenario in scenarios {
      var run = ScenarioRun(operation, scenario, in: flow)
      failures.append(run.failures())
    }
    return failures
  }

  /// Runs every scenario and returns the submissions that the operation accepted.
  package func taken() -> [CheckedSubmission] {
    scenarios.flatMap { scenario in
      var run = ScenarioRun(operation, scenario, in: flow)
      _ = run.failures()
      return run.taken
    }
  }
}

extension Object {
  /// Returns the value at a path such as `lines[3].amount`; nil if it has none.
  func value(at path: String) -> Value? {
    guard let written = WrittenPath(path) else { return nil }
    var values = self
    for item in written.items {
      guard let list = values[String(item.id)]?.array, list.indices.contains(item.index),
        let inner = list[item.index].object
      else { return nil }
      values = inner
    }
    return values[String(written.id)]
  }

  /// Returns the values with `value` at a path such as `lines[3].amount`. Missing items before the
  /// index are added as empty objects.
  func entering(_ value: Value, at path: String) -> Object {
    guard let written = WrittenPath(path) else { return self }
    return entering(value, in: written.items[...], written.id)
  }

  private func entering(
    _ value: Value, in items: ArraySlice<(id: Substring, index: Int)>, _ id: Substring
  ) -> Object {
    var values = self
    guard let next = items.first else {
      values[String(id)] = value
      return values
    }
    var list = values[String(next.id)]?.array ?? []
    guard next.index < 10_000 else { return self }
    while list.count <= next.index { list.append(.object(Object())) }
    let item = list[next.index].object ?? Object()
    list[next.index] = .object(item.entering(value, in: items.dropFirst(), id))
    values[String(next.id)] = .array(list)
    return values
  }
}
