package import Model
package import BankSystems
package import Atoms
import Conditions
package import Dates
package import Texts
package import JSON
import Operations
package import Services

/// The environment of an operation in a preview: a day, and optionally a person of the database.
package struct PreviewEnvironment: Environment {
  /// The person whose facts are read. If nil, facts are null, and facts that are lists are empty.
  private let person: Person?
  /// The services that read the database. If nil, every lookup is unavailable.
  private let services: BankServices?
  /// The recorded answers of the bank's systems.
  private let recorded: RecordedAnswers
  package let calendar: BusinessCalendar
  package let today: String
  /// The first instant of the month of `today`; nil for a person without services.
  private let month: Instant?
  /// The language of texts that the bank generates.
  private let language: Language
  /// Receives a message if a fact cannot be read.
  private let warn: (String) -> Void

  /// Creates the environment of a day. Without a person, recorded answers are selected for a
  /// fictitious person.
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
      // The form is shown without the fact.
      warn("fact \(name) cannot be read: \(error)")
      return .null
    }
  }

  /// Returns the recorded answer of one of the bank's systems. Without a person, the answer is
  /// selected for the fictitious person.
  package func answer(to query: any SystemQuery, _ arguments: [Value], _ terms: LookupTerms) -> LookupAnswer {
    recorded.answer(to: query, arguments, user: person == nil ? InventedPerson.fact("user") : fact("user"), terms)
  }

  /// Returns the answer of a lookup; `unavailable` without a database or if the lookup fails.
  package func answer(of lookup: String, for key: Value) -> LookupAnswer {
    guard let services else { return .unavailable }
    return (try? Lookups.answer(of: lookup, for: key, services)) ?? .unavailable
  }
}
