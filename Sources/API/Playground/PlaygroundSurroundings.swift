import Atoms
import JSON
import Operations
import Services

/// What an evaluation in the playground may ask: an invented person's facts, the directories that answer from memory, the
/// day.
struct PlaygroundSurroundings: Surroundings {
  let bank: Bank

  func fact(_ name: String) -> Value { InventedPerson.fact(name) }

  func answer(of lookup: String, for key: Value) -> Answer {
    if lookup == "provider", let answer = InventedPerson.provider(key) { return answer }
    // What would have to be fetched from elsewhere is not asked for the sake of a trial.
    return (try? bank.directories.answer(of: lookup, for: key, LookupTerms()).get()) ?? .failed
  }

  var today: String { bank.day.day(at: bank.services.clock()) }
}
