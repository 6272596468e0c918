import Model
import Atoms
import Conditions
import Essentials
import JSON
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
  /// The language of what the bank itself has in several.
  var language = Language.standard

  func fact(_ name: String) -> Value {
    guard let person, let services else {
      if case .list? = Facts.types[name] { return .array([]) }
      return .null
    }
    do {
      return try Facts.value(of: name, for: person.id, on: today, in: language, services)
    } catch {
      // Nothing is done with what is shown; whoever looks at it is told.
      Output.error("fact \(name) cannot be read: \(error)")
      return .null
    }
  }

  /// What a directory says; without a database none can be asked.
  func answer(of lookup: String, for key: Value) -> Answer {
    guard let services, let directory = Lookups.all.first(where: { $0.shape.name == lookup }) else { return .failed }
    switch directory.source {
    case .memory(let answer): return (try? answer(key, services)) ?? .failed
    case .slow(let source): do { return try source(key).map(Answer.found) ?? .empty } catch { return .failed }
    }
  }
}
