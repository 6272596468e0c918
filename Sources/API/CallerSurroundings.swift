import Atoms
import JSON
import Logging
import Operations
import Services

/// What an evaluation may ask while it works for one caller, or for nobody: the caller's facts, the directories, the
/// date.
struct CallerSurroundings: Surroundings {
  let bank: Bank
  /// Nobody has no facts, and what is drawn for nobody reads none.
  let caller: Caller?
  let language: Language
  let requestID: String
  /// The answers of slow directories; nil where there are none, so that there is nothing to keep.
  let fetched: FetchedAnswers?

  /// The caller's facts; what cannot be read now is empty, and logged.
  func fact(_ name: String) -> Value {
    guard let caller else { return .null }
    do {
      return try Facts.value(of: name, for: caller.person, on: today, in: language, bank.services)
    } catch {
      bank.log.error("fact \(name) cannot be read", metadata: ["requestId": "\(requestID)", "error": "\(error)"])
      return .null
    }
  }

  /// A look-up in the directory of that name, on its own terms.
  func answer(of lookup: String, for key: Value) -> Answer { answer(of: lookup, for: key, LookupTerms()) }

  /// A look-up in the directory of that name; what has to be fetched first is noted, and failed for now.
  func answer(of lookup: String, for key: Value, _ terms: LookupTerms) -> Answer {
    switch bank.directories.answer(of: lookup, for: key, terms) {
    case .success(let answer): answer
    case .failure(let missing): fetched?.answer(missing.wanted) ?? .failed
    }
  }

  /// Today in the bank's time zone.
  var today: String { bank.day.day(at: bank.services.clock()) }
}
