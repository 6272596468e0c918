import Atoms
import HTTP
import JSON
import Logging
import Operations
import Services

/// What an evaluation may ask while it works for one caller, or for nobody: the caller's facts, the directories, the
/// date. An object, since an evaluation would put a value of this size into one.
final class CallerSurroundings: Surroundings {
  private let bank: Bank
  private let request: Request
  /// Nobody has no facts, and what is drawn for nobody reads none.
  private let caller: Caller?
  private let language: Language
  /// The answers of slow directories; nil where there are none, so that there is nothing to keep.
  private let fetched: FetchedAnswers?

  /// What an evaluation for this call may ask.
  init(_ bank: Bank, _ call: Call) {
    (self.bank, request, caller, language, fetched) = (bank, call.request, call.identity, call.language, call.fetched)
  }

  /// The caller's facts; what cannot be read now is empty, and logged.
  func fact(_ name: String) -> Value {
    guard let caller else { return .null }
    do {
      return try Facts.value(of: name, for: caller.person, on: today, in: language, bank.services)
    } catch {
      bank.log.error("fact \(name) cannot be read", metadata: ["requestId": "\(request.id)", "error": "\(error)"])
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
