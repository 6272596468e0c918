package import Model
package import BankSystems
package import Atoms
import Conditions
package import Dates
package import Texts
package import JSON
import Operations
package import Services

/// The environment of an operation that an author previews: a person of the database or none, on a
/// day.
package struct PreviewEnvironment: Environment {
  /// The person of the facts. Without one the facts are null, and lists are empty.
  private let person: Person?
  /// The services that read the database; without them every lookup is empty.
  private let services: BankServices?
  /// The recorded answers of the bank's systems.
  private let recorded: RecordedAnswers
  /// The bank's calendar.
  package let calendar: BusinessCalendar
  /// The day.
  package let today: String
  /// The instant at which the day's month began; nil for a person without services.
  private let month: Instant?
  /// The language of the bank's own texts.
  private let language: Language
  /// Receives the message of a fact that cannot be read.
  private let warn: (String) -> Void

  /// Creates the environment of a day. Without a person it describes an invented person.
  package init(
    person: Person? = nil, services: BankServices? = nil, recorded: RecordedAnswers, calendar: BusinessCalendar,
    today: String, month: Instant? = nil, language: Language, warn: @escaping (String) -> Void
  ) {
    self.person = person
    self.services = services
    self.recorded = recorded
    self.calendar = calendar
    self.today = today
    self.month = month
    self.language = language
    self.warn = warn
  }

  package func fact(_ name: String) -> Value {
    guard let person, let services else {
      if case .list? = Facts.types[name] { return .array([]) }
      return .null
    }
    do {
      return try Facts.value(of: name, for: person.id, on: today, month: month, in: language, services)
    } catch {
      // The form is shown without the fact, and the author is warned.
      warn("fact \(name) cannot be read: \(error)")
      return .null
    }
  }

  /// Returns the recorded answer of one of the bank's systems. Without a person it is about an
  /// invented one.
  package func answer(to query: any SystemQuery, _ arguments: [Value], _ terms: LookupTerms) -> LookupAnswer {
    recorded.answer(to: query, arguments, user: person == nil ? InventedPerson.fact("user") : fact("user"), terms)
  }

  /// Returns the answer of a lookup; unavailable without a database.
  package func answer(of lookup: String, for key: Value) -> LookupAnswer {
    guard let services else { return .unavailable }
    return (try? Lookups.answer(of: lookup, for: key, services)) ?? .unavailable
  }
}
