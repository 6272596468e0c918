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
  /// Where it is noted what cannot be read.
  private let unknown: UnknownFacts

  /// What an evaluation for this call may ask.
  init(_ bank: Bank, _ call: Call) {
    (self.bank, request, caller, language, fetched) = (bank, call.request, call.identity, call.language, call.fetched)
    unknown = call.unknown
  }

  /// The caller's facts. What cannot be read now is noted: the request is answered with 503, whatever is made without it.
  func fact(_ name: String) -> Value {
    guard let caller else { return .null }
    do {
      return try Facts.value(of: name, for: caller.person, on: today, in: language, bank.services)
    } catch {
      note(error, "fact \(name)")
      return .null
    }
  }

  private func note(_ error: any Error, _ name: String) {
    bank.log.error("\(name) cannot be read", metadata: ["requestId": "\(request.id)", "error": "\(error)"])
    unknown.note(UnknownFact(name: name, cause: error))
  }

  /// A look-up in the directory of that name, on its own terms.
  func answer(of lookup: String, for key: Value) -> Answer { answer(of: lookup, for: key, LookupTerms()) }

  /// A look-up in the directory of that name; what has to be fetched first is noted, and failed for now.
  func answer(of lookup: String, for key: Value, _ terms: LookupTerms) -> Answer {
    do {
      switch try bank.directories.answer(of: lookup, for: key, terms) {
      case .success(let answer): return answer
      case .failure(let missing): return fetched?.answer(missing.wanted) ?? .failed
      }
    } catch {
      // The bank's own directory is known, or nothing is: what may fail is what has to be fetched.
      note(error, "directory \(lookup)")
      return .failed
    }
  }

  /// Today in the bank's time zone.
  var today: String { bank.day.day(at: bank.services.clock()) }
}
