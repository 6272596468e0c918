package import Dates
package import Texts
package import JSON
package import Model
package import Services

/// The facts about people, remembered until anybody changes the database.
package final class FactCache: Sendable {
  /// Everything that a fact follows from besides the database.
  private struct Key: Hashable {
    let name: String
    let person: PersonID
    /// The day and the language of a fact that tells of them; nil for others.
    let day: String?
    let language: Language?
  }

  /// The parts of values that are remembered at most: some 10 MB.
  private static let maximum = 100_000

  private let values = RememberedValues<Key, Value>(maximum: maximum) { $0.parts }

  /// Creates a memory without facts.
  package init() {}

  /// Returns a fact as `Facts` does, and reads it only if the database has changed since it was read.
  ///
  /// `state` is that of the data as the caller has just looked at it; nil looks now.
  package func value(
    of name: String, for person: PersonID, on day: @autoclosure () -> String,
    month: @autoclosure () -> Instant?, in language: Language, _ services: BankServices,
    at state: DataVersion? = nil
  ) throws -> Value {
    // Only few facts follow the day, and working it out costs more than finding a fact.
    let followed = Facts.followsDay.contains(name) ? day() : nil
    let key = Key(name: name, person: person, day: followed, language: followed == nil ? nil : language)
    let state = try state ?? services.dataState()
    return try values.value(of: key, at: state) {
      try Facts.value(of: name, for: person, on: followed ?? day(), month: month(), in: language, services, at: state)
    }
  }
}
