package import BankSystems
import Definitions
package import Atoms
package import Dates
import Texts
package import SourceText
import JSON

/// A person's way through an operation, step by step, with the expected states.
package struct Scenario: Sendable {
  /// The author's name for it.
  package let name: String
  /// The place in the file.
  package let location: Location
  let steps: [Step]

  /// The number of steps.
  package var count: Int { steps.count }

  /// An action of the person with the expectations after it.
  struct Step: Sendable {
    let location: Location
    let world: ScenarioWorld
    let language: Language
    /// The values that the person enters; the editing of these atoms then ends.
    let entered: Object
    let submits: Bool
    let expectations: [Expectation]
  }

  /// An expectation with its place in the file.
  struct Expectation: Sendable {
    /// The expected property.
    enum Content: Sendable {
      /// A flag of an atom's state.
      case flag(String, Flag)
      /// An atom's value, as clients see it.
      case value(String, Value)
      /// The value of an atom that is worked out.
      case computed(String, Value)
      /// The caption of an atom.
      case caption(String, String)
      /// The values of the options that an atom offers.
      case options(String, [Value])
      /// The atoms that are wrong, with their codes, and no others.
      case wrong([(path: String, code: String)])
      /// The atoms that are warned of, with their codes, and no others.
      case warned([(path: String, code: String)])
      /// The atoms at which a note stands, with their severities, and no others.
      case noted([(path: String, code: String)])
      /// The message of a violation.
      case message(String, String)
      /// The submitted values, all of them.
      case submitted(Object)
      /// True if the submission awaits a signature.
      case signed(Bool)
      /// True if the submission cannot be judged, because something is not known at present.
      case undecided(Bool)
    }

    let content: Content
    let location: Location
  }

  /// A flag of a state, and which way it stands.
  enum Flag: String, Sendable, CaseIterable {
    case shown, hidden, enabled, disabled, required, optional

    /// The member of the state.
    var member: String {
      switch self {
      case .shown, .hidden: "shown"
      case .enabled, .disabled: "enabled"
      case .required, .optional: "required"
      }
    }
    /// The expected value of the member.
    var holds: Bool { self == .shown || self == .enabled || self == .required }
    /// The flag that says the opposite.
    var opposite: Flag { Flag.allCases.first { $0.member == member && $0 != self } ?? self }
  }
}

/// A file of scenarios for one operation, `NAME.scenarios.yaml` beside the operation's own.
///
///     let file = try ScenarioFile(
///       Array(text.utf8), name: "pp.quick.scenarios.yaml", operations: catalog.operations, vocabulary: .bank)
///     let broken = file.run()  // the expectations that do not hold, each with its place in the file
package struct ScenarioFile: Sendable {
  /// The extension of such files.
  package static let ending = DefinitionFiles.scenarioEnding

  /// The operation that is tried.
  package let operation: Operation
  /// The scenarios in the order of the file.
  package let scenarios: [Scenario]

  /// Reads a file's bytes; `operations` are those that it may try, `recordings` the answers of the bank's systems, and
  /// `calendar` has the days off.
  ///
  /// Throws every fault of the file.
  package init(
    _ bytes: [UInt8], name: String, operations: [Operation], vocabulary: Vocabulary,
    recordings: [RecordedSystem] = [], calendar: BusinessCalendar = BusinessCalendar()
  ) throws(Diagnostics) {
    let root = try YAMLFile(bytes, name: name).root
    var reader = ScenarioReader(vocabulary: vocabulary, recordings: recordings, calendar: calendar)
    guard let (operation, scenarios) = reader.file(root, operations: operations), !reader.diagnostics.hasErrors else {
      throw reader.diagnostics
    }
    (self.operation, self.scenarios) = (operation, scenarios)
  }

  /// Runs every scenario, and returns the broken expectations with their steps.
  package func run() -> Diagnostics {
    var failures = Diagnostics()
    for scenario in scenarios {
      var run = ScenarioRun(operation, scenario)
      failures.append(run.failures())
    }
    return failures
  }

  /// Runs every scenario, and returns the submissions that the operation took.
  package func taken() -> [CheckedSubmission] {
    scenarios.flatMap { scenario in
      var run = ScenarioRun(operation, scenario)
      _ = run.failures()
      return run.taken
    }
  }
}

extension Object {
  /// Returns the values with one more at a path such as `lines[3].amount`; missing items before it are blank.
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
