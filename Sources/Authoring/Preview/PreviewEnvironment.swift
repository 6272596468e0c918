import Hosting
import Model
import Authoring
import BankSystems
import Atoms
import Conditions
import Dates
import Texts
import JSON
import Operations
import Services

/// The world of an operation that an author looks at: a person of the database or none, on some day.
struct PreviewEnvironment: Environment {
  /// The person of the facts. Without one the facts are null, and lists are empty.
  var person: Person?
  /// The services that read the database; without them every lookup is empty.
  var services: BankServices?
  /// The recorded answers of the bank's systems.
  var recorded = RecordedAnswers()
  /// The bank's calendar.
  var calendar = BusinessCalendar()
  /// The day.
  let today: String
  /// The instant at which the day's month began; nil for a person without services.
  var month: Instant?
  /// The language of the bank's own texts.
  var language = Language.standard

  func fact(_ name: String) -> Value {
    guard let person, let services else {
      if case .list? = Facts.types[name] { return .array([]) }
      return .null
    }
    do {
      return try Facts.value(of: name, for: person.id, on: today, month: month, in: language, services)
    } catch {
      // The form is shown without the fact, and the author is warned.
      Output.error("fact \(name) cannot be read: \(error)")
      return .null
    }
  }

  /// Returns the recorded answer of one of the bank's systems, about an invented person if there is no other.
  func answer(to query: any SystemQuery, _ arguments: [Value], _ terms: LookupTerms) -> LookupAnswer {
    recorded.answer(to: query, arguments, user: person == nil ? InventedPerson.fact("user") : fact("user"), terms)
  }

  /// Returns the answer of a lookup; unavailable without a database.
  func answer(of lookup: String, for key: Value) -> LookupAnswer {
    guard let services else { return .unavailable }
    return (try? Lookups.answer(of: lookup, for: key, services)) ?? .unavailable
  }
}
