import Atoms
import JSON
import Logging
import Operations
import Services

/// What an evaluation may ask while it works for one caller: the caller's facts, the directories, the date.
struct CallerSurroundings: Surroundings {
  let bank: Bank
  let caller: Caller
  let requestID: String

  /// The caller's facts; what cannot be read now is empty, and logged.
  func fact(_ name: String) -> Value {
    do {
      return try Facts.value(of: name, for: caller, bank.services)
    } catch {
      bank.log.error("fact \(name) cannot be read", metadata: ["requestId": "\(requestID)", "error": "\(error)"])
      return .null
    }
  }

  /// A look-up in the directory of that name.
  func answer(of lookup: String, for key: Value) -> Answer { Lookups.answer(of: lookup, for: key, bank.services) }

  /// Today in the bank's time zone.
  var today: String { bank.day.day(at: bank.services.clock()) }
}
