package import Atoms
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
