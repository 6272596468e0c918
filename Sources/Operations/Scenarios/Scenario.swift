package import Atoms
package import Essentials
import JSON

/// What a person does with an operation, step by step, and what must then be.
package struct Scenario: Sendable {
  /// What the author calls it.
  package let name: String
  /// Where it stands.
  package let location: Location
  let steps: [Step]

  /// How many steps it has.
  package var count: Int { steps.count }

  /// One thing that the person does, with what must then be.
  struct Step: Sendable {
    let location: Location
    let world: ScenarioWorld
    let language: Language
    /// What is entered: the editing of these atoms has ended.
    let entered: Object
    let submits: Bool
    let expectations: [Expectation]
  }

  /// One thing that must be, at its place in the file.
  struct Expectation: Sendable {
    /// What must be.
    enum Content: Sendable {
      /// A flag of an atom's state.
      case flag(String, Flag)
      /// An atom's value, as clients see it.
      case value(String, Value)
      /// The value of an atom that is worked out.
      case computed(String, Value)
      /// What the person reads at an atom.
      case caption(String, String)
      /// The values of the options that an atom offers.
      case options(String, [Value])
      /// The atoms that are wrong, with their codes, and no others.
      case wrong([(path: String, code: String)])
      /// The atoms that are warned of, with their codes, and no others.
      case warned([(path: String, code: String)])
      /// What the person reads of what is wrong.
      case message(String, String)
      /// What is submitted, and nothing more.
      case submitted(Object)
      /// Whether what is submitted waits for a signature.
      case signed(Bool)
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
    /// What the member must be.
    var holds: Bool { self == .shown || self == .enabled || self == .required }
    /// The flag that says the opposite.
    var opposite: Flag { Flag.allCases.first { $0.member == member && $0 != self } ?? self }
  }
}

/// A file of scenarios for one operation, `NAME.scenarios.yaml` beside the operation's own.
package struct ScenarioFile: Sendable {
  /// How the name of such a file ends.
  package static let ending = ".scenarios.yaml"

  /// The operation that is tried.
  package let operation: Operation
  /// The scenarios in the order of the file.
  package let scenarios: [Scenario]

  /// Reads a file's bytes; `operations` are those that it may try. Throws every fault of the file.
  package init(
    _ bytes: [UInt8], name: String, operations: [Operation], vocabulary: Vocabulary
  ) throws(Diagnostics) {
    let root = try YAMLFile(bytes, name: name).root
    var reader = ScenarioReader(vocabulary: vocabulary)
    guard let (operation, scenarios) = reader.file(root, operations: operations), !reader.diagnostics.hasErrors else {
      throw reader.diagnostics
    }
    (self.operation, self.scenarios) = (operation, scenarios)
  }

  /// Runs every scenario: what was found otherwise than expected, and at which step.
  package func run() -> Diagnostics {
    var failures = Diagnostics()
    for scenario in scenarios {
      var run = ScenarioRun(operation, scenario)
      failures.append(run.failures())
    }
    return failures
  }
}

extension Object {
  /// The values with one more entered at a path such as `lines[3].amount`; items before it that are not there are blank.
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
