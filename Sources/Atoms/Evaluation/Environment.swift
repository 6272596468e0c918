package import Conditions
package import Dates
package import JSON

/// The world around an evaluation: facts, directories, the bank's systems, today's date.
///
/// An evaluation asks only for what it needs. An implementation answers at once: from memory, or with `pending`.
///
///     struct Empty: Environment {
///       let today = "2026-11-21"
///       func fact(_ name: String) -> Value { .null }
///       func answer(of lookup: String, for key: Value) -> LookupAnswer { .empty }
///     }
package protocol Environment {
  /// Returns the fact with that name, such as the caller's `accounts`.
  func fact(_ name: String) -> Value
  /// Returns the answer of the directory with that name for a key.
  func answer(of lookup: String, for key: Value) -> LookupAnswer
  /// Returns the answer of a system of the bank to a query with these arguments.
  func answer(to query: any SystemQuery, _ arguments: [Value], _ terms: LookupTerms) -> LookupAnswer
  /// Today in the configured time zone, `YYYY-MM-DD`.
  var today: String { get }
  /// The bank's calendar.
  var calendar: BusinessCalendar { get }
  /// Returns false for a time that the clock of the bank skips on a day, such as in the hour lost to summer time.
  ///
  /// The answer is always the same: a running server keeps its time zone.
  func shows(_ minutes: Int, on day: CivilDate) -> Bool
}

extension Environment {
  /// A calendar whose days off are Saturdays and Sundays.
  package var calendar: BusinessCalendar { BusinessCalendar() }

  /// Returns true: the clock skips no time.
  package func shows(_ minutes: Int, on day: CivilDate) -> Bool { true }

  /// Returns `unavailable`: without systems of the bank no query has an answer.
  package func answer(to query: any SystemQuery, _ arguments: [Value], _ terms: LookupTerms) -> LookupAnswer {
    .unavailable
  }
}

/// A query that a system of the bank answers: a lookup, a fact or a verification that a service file declares.
///
///     final class RateQuery: SystemQuery {
///       let name = "rate"
///       let system = "market"
///       let digest = "9f2c41d07be8"  // another one if the request or the answer is declared otherwise
///     }
package protocol SystemQuery: AnyObject, Sendable {
  /// The name in definitions, such as `company`.
  var name: String { get }
  /// The name of the system.
  var system: String { get }
  /// A digest of the meaning of the query: of the request and of the declared answer, without addresses and secrets.
  var digest: String { get }
}

/// The answer of a directory or of a system of the bank.
///
///     if let record = found[bic] { return .found(record) }  // `bank.name` is known
///     if asked.contains(bic) { return .pending }  // on its way: what reads it is unknown so far
///     return .empty  // there is none: the value breaks the rule `lookup`
package enum LookupAnswer: Sendable {
  /// The value: for a lookup a record of its fields.
  case found(Value)
  /// The source has no value.
  case empty
  /// The answer has not arrived.
  case pending
  /// The source gives no answer at present.
  case unavailable

  /// The reason for which the answer is not known; nil for a known one.
  var unknown: UnknownReason? {
    switch self {
    case .found, .empty: nil
    case .pending: .pending
    case .unavailable: .unavailable
    }
  }
}

/// The surroundings of the evaluation that runs on this thread, for the verifications that a system of the bank makes.
package enum CurrentSurroundings {
  /// The surroundings, which stay on the thread that set them.
  private struct Held: @unchecked Sendable { let surroundings: any Environment }

  @TaskLocal private static var current: Held?

  /// Runs `body` with these surroundings.
  static func with<Result>(_ surroundings: any Environment, _ body: () -> Result) -> Result {
    $current.withValue(Held(surroundings: surroundings), operation: body)
  }

  /// Returns the value that a system of the bank answers a query with; null if there is none.
  ///
  /// Throws `EvaluationError` with the reason `unknown` if it is not known.
  package static func answer(
    to query: any SystemQuery, _ arguments: [Value]
  ) throws(EvaluationError) -> Value {
    switch current?.surroundings.answer(to: query, arguments, LookupTerms()) ?? .unavailable {
    case .found(let value): return value
    case .empty: return .null
    case .pending: throw EvaluationError(.unknown(.pending))
    case .unavailable: throw EvaluationError(.unknown(.unavailable))
    }
  }
}

/// The terms on which a definition has a directory asked.
package struct LookupTerms: Sendable, Hashable {
  /// Milliseconds to wait for an answer; nil for the directory's own timeout.
  package let timeout: Int?
  /// Milliseconds for which an answer may be used again; nil to ask each time.
  package let cache: Int?

  /// Creates terms; without arguments, those of the directory.
  package init(timeout: Int? = nil, cache: Int? = nil) {
    (self.timeout, self.cache) = (timeout, cache)
  }
}
