import Atoms
import Conditions
import JSON
import Model
import Operations
import Services

/// The world as an author looks at it: a person of the database, or nobody, on some day.
struct ShownWorld: Surroundings {
  /// Whose facts are told; nobody has none, and empty lists.
  var person: Person?
  /// What reads the database; without it every directory is empty.
  var services: BankServices?
  /// The day.
  let today: String

  func fact(_ name: String) -> Value {
    guard let person, let services else {
      if case .list? = Facts.types[name] { return .array([]) }
      return .null
    }
    return (try? Facts.value(of: name, for: person.id, called: person.name, services)) ?? .null
  }

  /// What a directory in memory says; a slow one, and every one without a database, is drawn as failed.
  func answer(of lookup: String, for key: Value) -> Answer {
    guard let services else { return .failed }
    return (try? Directories(Lookups.all, services).answer(of: lookup, for: key, LookupTerms()).get()) ?? .failed
  }
}
