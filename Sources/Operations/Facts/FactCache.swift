package import Dates
package import Texts
package import JSON
package import Model
package import Services

/// A cache of facts about people. A change of the database invalidates it.
package final class FactCache: Sendable {
  /// Everything that a fact depends on in addition to the database.
  private struct Key: Hashable {
    let name: String
    let person: PersonID
    /// The day and the language, for a fact that depends on them; otherwise nil.
    let day: String?
    let language: Language?
  }

  /// The maximum size, in parts of values: about 10 MB.
  private static let maximum = 100_000

  private let values = RememberedValues<Key, Value>(maximum: maximum) { $0.parts }

  package init() {}

  /// Returns a fact like `Facts`, and reads it again only if the database has changed.
  ///
  /// `state` is the version of the data that the caller has just read. If it is nil, it is read
  /// now.
  package func value(
    of name: String, for person: PersonID, on day: @autoclosure () -> String,
    month: @autoclosure () -> Instant?, in language: Language, _ services: BankServices,
    at state: DataVersion? = nil
  ) throws -> Value {
    // Few facts depend on the day, so it is computed only for them.
    let followed = Facts.followsDay.contains(name) ? day() : nil
    let key = Key(name: name, person: person, day: followed, language: followed == nil ? nil : language)
    let state = try state ?? services.dataState()
    return try values.value(of: key, at: state) {
      try Facts.value(of: name, for: person, on: followed ?? day(), month: month(), in: language, services, at: state)
    }
  }
}
