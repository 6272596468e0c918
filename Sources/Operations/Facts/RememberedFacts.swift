package import Essentials
package import JSON
package import Model
package import Services

/// The facts about people, remembered until anybody changes the database.
///
///     let facts = RememberedFacts()
///     let accounts = try facts.value(of: "accounts", for: person, on: "2026-11-20", in: .en, services)
package final class RememberedFacts: Sendable {
  /// Everything that a fact follows from besides the database.
  private struct Key: Hashable {
    let name: String
    let person: PersonID
    /// The day and the language of a fact that tells of them; nil for others.
    let day: String?
    let language: Language?
  }

  /// The parts of values that are remembered at most: some 10 MB.
  private static let most = 100_000

  private let values = RememberedValues<Key, Value>(most: most) { $0.parts }

  /// Creates a memory without facts.
  package init() {}

  /// Returns a fact as `Facts` does, and reads it only if the database has changed since it was read.
  package func value(
    of name: String, for person: PersonID, on day: String, in language: Language, _ services: BankServices
  ) throws -> Value {
    let follows = Facts.followsDay.contains(name)
    let key = Key(name: name, person: person, day: follows ? day : nil, language: follows ? language : nil)
    return try values.value(of: key, in: services) {
      try Facts.value(of: name, for: person, on: day, in: language, services)
    }
  }
}

extension Value {
  /// The count of values in it, itself included.
  fileprivate var parts: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.parts }
    case .object(let object): object.members.reduce(1) { $0 + $1.value.parts }
    default: 1
    }
  }
}
