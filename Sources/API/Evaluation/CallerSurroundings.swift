import BankSystems
import Atoms
import Dates
import HTTPServer
import JSON
import Logging
import Operations
import Platform
import Services

/// The environment of evaluations for one call: the caller's facts, the directories and the date.
///
/// Its size allows storage in an existential container without allocation: two references and a
/// flag.
struct CallerSurroundings: Environment {
  private let forms: OperationForms
  private let call: Call
  /// True if the evaluation decides about a submission. Cached answers of the bank's systems are
  /// then not used.
  private let isDeciding: Bool

  init(_ forms: OperationForms, _ call: Call, deciding isDeciding: Bool = false) {
    (self.forms, self.call, self.isDeciding) = (forms, call, isDeciding)
  }

  /// The caller; nil for an unauthenticated request, which has no facts.
  private var caller: Caller? { call.identity }

  /// Returns the caller's fact with that name; null for an unauthenticated caller.
  ///
  /// If the fact cannot be read, the failure is recorded and logged. The client then gets 503,
  /// whatever the evaluation returns.
  func fact(_ name: String) -> Value { fact(name, at: nil) }

  /// Returns the fact in the state `state`, which this request has already read. If `state` is nil,
  /// reads the current state.
  func fact(_ name: String, at state: DataVersion?) -> Value {
    guard let caller else { return .null }
    do {
      return try forms.facts.value(
        of: name, for: caller.person, on: today, month: forms.clock.day.monthStart(at: forms.clock.now),
        in: call.language,
        forms.services, at: state)
    } catch {
      note(error, "fact \(name)")
      return .null
    }
  }

  private func note(_ error: any Error, _ name: String) {
    forms.log.error("cannot read \(name)", metadata: ["requestId": "\(call.request.id)", "error": "\(error)"])
    call.note(UnreadableFact(name: name, cause: error))
  }

  /// Returns the entry of a directory for a key.
  ///
  /// If the directory cannot be read, the failure is recorded and logged. The client then gets 503,
  /// whatever the evaluation returns.
  func answer(of lookup: String, for key: Value) -> LookupAnswer {
    do {
      return try Lookups.answer(of: lookup, for: key, forms.services)
    } catch {
      note(error, "directory \(lookup)")
      return .unavailable
    }
  }

  /// Returns the answer of a system of the bank.
  ///
  /// Returns `pending` if the answer must be fetched. `HandlerRunner` then fetches it and repeats
  /// the work.
  func answer(to query: any SystemQuery, _ arguments: [Value], _ terms: LookupTerms) -> LookupAnswer {
    guard let fetched = call.fetched, let query = query as? DeclaredQuery else { return .unavailable }
    do {
      let question = try forms.systems.question(
        query, arguments, terms, by: caller?.person,
        user: {
          guard let caller else { return .null }
          return try forms.facts.value(
            of: "user", for: caller.person, on: today, month: nil, in: call.language, forms.services)
        }, anew: isDeciding, from: "network \(IPAddress(call.request.peer)?.site ?? 0)")
      switch question {
      case .success(let question): return fetched.answer(to: question)
      case .failure(let missing): return missing.answer
      }
    } catch {
      note(error, "fact user")
      return .unavailable
    }
  }

  /// Today in the bank's time zone, `YYYY-MM-DD`.
  var today: String { forms.clock.day.day(at: forms.clock.now) }

  var calendar: BusinessCalendar { forms.services.configuration.execution.days.calendar }

  func shows(_ minutes: Int, on day: CivilDate) -> Bool { forms.clock.day.shows(minutes, on: day) }
}

/// The environment of a caller with the facts of one known state of the data, so that the state is
/// read once for several facts.
struct StateSurroundings: Environment {
  private let caller: CallerSurroundings
  private let state: DataVersion

  init(_ caller: CallerSurroundings, at state: DataVersion) { (self.caller, self.state) = (caller, state) }

  func fact(_ name: String) -> Value { caller.fact(name, at: state) }

  func answer(of lookup: String, for key: Value) -> LookupAnswer { caller.answer(of: lookup, for: key) }

  func answer(to query: any SystemQuery, _ arguments: [Value], _ terms: LookupTerms) -> LookupAnswer {
    caller.answer(to: query, arguments, terms)
  }

  var today: String { caller.today }

  var calendar: BusinessCalendar { caller.calendar }

  func shows(_ minutes: Int, on day: CivilDate) -> Bool { caller.shows(minutes, on: day) }
}

/// A fact of the caller or a directory of the bank could not be read.
struct UnreadableFact: Error {
  /// Its name, such as `fact accounts` or `directory banks`.
  let name: String
  /// The underlying error.
  let cause: any Error
}
