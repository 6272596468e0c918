import Conditions
package import Dates
package import JSON

/// The data sources of an evaluation: facts, directories, bank systems, the date and the calendar.
///
/// An evaluation requests only the data that it needs. An implementation answers at once, from
/// memory or with `pending`.
package protocol Environment {
  /// Returns the value of a fact, such as the caller's `accounts`.
  func fact(_ name: String) -> Value
  /// Returns the answer of a directory for a key.
  func answer(of lookup: String, for key: Value) -> LookupAnswer
  /// Returns the answer of a bank system to a query with these arguments.
  func answer(to query: any SystemQuery, _ arguments: [Value], _ terms: LookupTerms) -> LookupAnswer
  /// Today's date in the configured time zone, `YYYY-MM-DD`.
  var today: String { get }
  var calendar: BusinessCalendar { get }
  /// Returns false for a time that the bank's clock skips on a day, such as at the start of summer
  /// time.
  ///
  /// The result for the same arguments never changes while the server runs.
  func shows(_ minutes: Int, on day: CivilDate) -> Bool
}

extension Environment {
  /// A calendar in which Saturdays and Sundays are days off.
  package var calendar: BusinessCalendar { BusinessCalendar() }

  package func shows(_ minutes: Int, on day: CivilDate) -> Bool { true }

  package func answer(to query: any SystemQuery, _ arguments: [Value], _ terms: LookupTerms) -> LookupAnswer {
    .unavailable
  }
}

/// A query to a bank system for a lookup, fact or verification that a service file declares.
package protocol SystemQuery: AnyObject, Sendable {
  /// The name in definitions, such as `company`.
  var name: String { get }
  var system: String { get }
  /// A digest of the declared request and answer, without addresses and secrets.
  var digest: String { get }
  /// True if an answer can report a missing record. A lookup then rejects its value.
  var canBeEmpty: Bool { get }
  /// The time in milliseconds for which the service reuses an answer; nil if it declares none.
  var declaredCache: Int? { get }
}

extension SystemQuery {
  package var canBeEmpty: Bool { true }
  package var declaredCache: Int? { nil }
}

/// The answer of a directory or of a bank system.
package enum LookupAnswer: Sendable {
  /// The value; for a lookup a record of its fields.
  case found(Value)
  /// The source has no value. For a lookup, this violates the rule `lookup`.
  case empty
  /// The answer was requested and has not arrived.
  case pending
  /// The source does not answer.
  case unavailable

  /// The reason why the answer is unknown; nil for a known answer.
  var unknown: UnknownReason? {
    switch self {
    case .found, .empty: nil
    case .pending: .pending
    case .unavailable: .unavailable
    }
  }
}

/// The environment of the evaluation that runs in the current task, for verifications by bank
/// systems.
enum CurrentSurroundings {
  /// An environment that is only used on the thread that set it.
  private struct Held: @unchecked Sendable { let surroundings: any Environment }

  @TaskLocal private static var current: Held?

  /// Runs `body` with `surroundings` as the current environment.
  static func with<Result>(_ surroundings: any Environment, _ body: () -> Result) -> Result {
    $current.withValue(Held(surroundings: surroundings), operation: body)
  }

  /// Returns the answer of a bank system to a query; null if the system has no value.
  ///
  /// - Throws: `EvaluationError` with the reason `unknown` if the answer is pending or unavailable.
  static func answer(
    to query: any SystemQuery, _ arguments: [Value]
  ) throws(EvaluationError) -> Value {
    switch current?.surroundings.answer(to: query, arguments, LookupTerms()) ?? .unavailable {
    case .found(let value): return value
    case .empty: return .null
    case .pending: throw EvaluationError(unknown: .pending)
    case .unavailable: throw EvaluationError(unknown: .unavailable)
    }
  }
}

/// The timeout and caching that a definition sets for a query.
package struct LookupTerms: Sendable, Hashable {
  /// The timeout in milliseconds; nil for the default of the directory.
  package let timeout: Int?
  /// The maximum age of a cached answer in milliseconds; nil for the default of the directory. It
  /// can only shorten the default.
  package let cache: Int?

  /// Creates terms; without arguments, the default terms of the directory.
  package init(timeout: Int? = nil, cache: Int? = nil) {
    (self.timeout, self.cache) = (timeout, cache)
  }
}
