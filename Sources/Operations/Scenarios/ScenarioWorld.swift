import Atoms
import JSON

/// What the world answers in a scenario: facts, directories, and the day.
struct ScenarioWorld: Surroundings, Sendable {
  /// The facts of the caller; what is not told is empty.
  var facts: [String: Value] = [:]
  /// The answers of each directory by key; it has nothing for any other.
  var answers: [String: [String: Answer]] = [:]
  /// The day, where it is told.
  var day: String?

  func fact(_ name: String) -> Value { facts[name] ?? .null }
  func answer(of lookup: String, for key: Value) -> Answer { answers[lookup]?[key.plainText] ?? .empty }
  var today: String { day ?? "" }
}
