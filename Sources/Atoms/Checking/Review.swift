import Conditions

/// The conditions of an operation with their places, noted while it is compiled.
struct Review {
  /// A condition of the file.
  struct Noted {
    let condition: Condition
    let logic: Logic
    let location: Location
    /// The slot of the atom that the condition checks: its value is there then.
    let subject: Slot?
    /// Whether it is judged as a `check`.
    let isCheck: Bool
  }

  /// A name of `define`.
  struct Definition {
    let name: String
    let location: Location
  }

  private(set) var conditions: [Noted] = []
  private(set) var definitions: [Definition] = []
  private(set) var usedDefinitions: Set<String> = []

  /// Notes a condition of an atom.
  mutating func note(_ condition: Condition, at location: Location, checking subject: Slot?) {
    conditions.append(
      Noted(condition: condition, logic: condition.logic, location: location, subject: subject, isCheck: subject != nil)
    )
    note(condition.reads)
  }

  /// Notes which definitions are used.
  mutating func note(_ reads: Reads) {
    usedDefinitions.formUnion(reads.definitions)
  }

  /// Notes a condition of `define`; what it reads is read only where the name is used.
  mutating func note(_ condition: Condition, named name: String, at location: Location, name key: Location) {
    conditions.append(
      Noted(condition: condition, logic: condition.logic, location: location, subject: nil, isCheck: false))
    definitions.append(Definition(name: name, location: key))
    usedDefinitions.formUnion(condition.reads.definitions)
  }
}
