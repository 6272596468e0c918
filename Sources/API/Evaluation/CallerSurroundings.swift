import BankSystems
import Atoms
import Dates
import HTTPServer
import JSON
import Logging
import Operations
import Platform
import Services

/// The surroundings of evaluations for one call: the caller's facts, the directories and the date.
///
/// It holds no more than an evaluation keeps without a box: two objects and a flag.
struct CallerSurroundings: Environment {
  private let forms: OperationForms
  private let call: Call
  /// True if the evaluation decides about a submission, so that everything is asked anew.
  private let isDeciding: Bool

  /// Creates the surroundings of a call.
  init(_ forms: OperationForms, _ call: Call, deciding isDeciding: Bool = false) {
    (self.forms, self.call, self.isDeciding) = (forms, call, isDeciding)
  }

  /// Nil for an unauthenticated caller, who has no facts.
  private var caller: Caller? { call.identity }

  /// Returns the caller's fact with that name; null for an unauthenticated caller.
  ///
  /// If it cannot be read, it is noted and logged: the client then gets 503, whatever the evaluation returns.
  func fact(_ name: String) -> Value { fact(name, at: nil) }

  /// Returns the same as the data have it in a state at which this request has looked; nil looks now.
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
    forms.log.error("\(name) cannot be read", metadata: ["requestId": "\(call.request.id)", "error": "\(error)"])
    call.note(UnreadableFact(name: name, cause: error))
  }

  /// Looks a key up in the directory with that name.
  ///
  /// If it cannot be read, it is noted and logged: the client then gets 503, whatever the evaluation returns.
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
  /// Returns `pending` if the system has to be asked first: the question is noted, and the work runs again with its
  /// answer.
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

  /// The bank's calendar.
  var calendar: BusinessCalendar { forms.services.configuration.execution.days.calendar }

  func shows(_ minutes: Int, on day: CivilDate) -> Bool { forms.clock.day.shows(minutes, on: day) }
}

/// The surroundings of a caller whose facts are those of a state of the data at which the request has just looked: several
/// facts take one look.
struct StateSurroundings: Environment {
  private let caller: CallerSurroundings
  private let state: DataVersion

  /// Takes the facts of the caller in that state.
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

/// The error of a fact of the caller, or a directory of the bank, that could not be read.
struct UnreadableFact: Error {
  /// Its name, such as `fact accounts` or `directory banks`.
  let name: String
  /// The error of the read.
  let cause: any Error
}
