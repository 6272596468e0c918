import CPostgreSQL
package import Storage

/// A SQLSTATE code of PostgreSQL. `StoreError.code` contains its five characters read as a number
/// in base 36.
package struct SQLState: Sendable, Hashable {
  let number: Int32

  package init(number: Int32) { self.number = number }

  /// Parses a code of digits and capital letters; 0 if `text` is malformed.
  init(_ text: some StringProtocol) { number = Int32(text, radix: 36) ?? 0 }

  /// The five characters.
  package var text: String {
    let digits = String(number, radix: 36, uppercase: true)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  static let uniqueViolation = SQLState("23505")
  static let checkViolation = SQLState("23514")
  static let raised = SQLState("P0001")
  static let serializationFailure = SQLState("40001")
  static let deadlock = SQLState("40P01")
  static let abortedTransaction = SQLState("25P02")
  static let characterNotInRepertoire = SQLState("22021")
  static let outOfRange = SQLState("22003")
  static let invalidText = SQLState("22P02")
  static let datatypeMismatch = SQLState("42804")
  static let undefinedColumn = SQLState("42703")
  static let undefinedTable = SQLState("42P01")
  static let duplicateTable = SQLState("42P07")
  static let parameterCount = SQLState("08P01")
  static let connectionFailure = SQLState("08006")
  static let readOnlyTransaction = SQLState("25006")
  static let diskFull = SQLState("53100")
  static let changedPlan = SQLState("0A000")
  static let noStatement = SQLState("26000")
  static let transactionUnknown = SQLState("08007")
  static let misconfigured = SQLState("F0000")
  static let noActiveTransaction = SQLState("25P01")
  static let lockNotAvailable = SQLState("55P03")

  /// True if the whole transaction may succeed when it runs again.
  var isConflict: Bool { self == .serializationFailure || self == .deadlock }

  /// The meaning in terms of all engines.
  var reason: StoreError.Reason {
    let text = text
    switch text {
    case "23505": return .unique
    case "23514": return .check
    case "P0001": return .constraint
    // 55P03 is a lock timeout, 57014 a statement timeout, 53300 and 53400 are limits of the server.
    case "55P03", "57014", "53300", "53400": return .storage(.busy)
    case "53100": return .storage(.full)
    case "25006": return .storage(.readOnly)
    // The server ended a session that was idle in a transaction, because this process or the
    // network was frozen.
    case "25P03": return .storage(.unreachable)
    case "XX001", "XX002": return .storage(.damaged)
    case "42501": return .storage(.denied)
    // An undefined table, column, object or function, a missing unique constraint for ON CONFLICT,
    // or an invalid schema.
    case "42P01", "42703", "42704", "42883", "42P10", "3F000": return .storage(.missing)
    default: break
    }
    switch text.prefix(2) {
    case "23": return .constraint
    case "40": return .storage(.busy)
    case "53", "58", "F0": return .storage(.failing)
    // Class 57 includes 57P04, a dropped database.
    case "08", "57", "28", "3D": return .storage(.unreachable)
    default: return .other
    }
  }

  /// True if the message may contain an argument, as in class 22 (data exceptions).
  var isArgumentRelated: Bool { text.hasPrefix("22") }
}

extension StoreError {
  /// True for an error of PostgreSQL.
  package var isOfServer: Bool { engine == "PostgreSQL" }

  init(_ state: SQLState, _ message: String, sql: String, reason: Reason? = nil) {
    self.init(
      reason ?? state.reason, engine: "PostgreSQL", code: state.number, message: "\(message) (\(state.text))", sql: sql)
  }

  /// Creates the error of a result. It contains only the primary message, because details and hints
  /// may contain arguments.
  init(result: OpaquePointer?, sql: String) {
    guard let code = PQresultErrorField(result, Int32(VALENCE_PQ_SQLSTATE)) else {
      self.init(.connectionFailure, "the connection was lost", sql: sql)
      return
    }
    let state = SQLState(String(cString: code))
    let words = PQresultErrorField(result, Int32(VALENCE_PQ_MESSAGE)).map { String(cString: $0) } ?? ""
    self.init(state, state.isArgumentRelated ? Self.withoutQuotes(words) : words, sql: sql)
  }

  /// Returns this error of `result` as an error of the failed statement of a script, of which
  /// `completed` statements have run.
  func of(_ result: OpaquePointer?, after completed: Int, in script: String) -> StoreError {
    let bytes = Array(script.utf8)
    let ranges = ScriptParts.ranges(of: bytes)
    // The server counts characters from 1. It reports a place for errors of the text only.
    let position = PQresultErrorField(result, Int32(VALENCE_PQ_POSITION)).flatMap { Int(String(cString: $0)) }
    let offset = position.map { script.unicodeScalars.prefix($0 - 1).reduce(0) { $0 + $1.utf8.count } }
    let range = offset.flatMap { offset in ranges.first { $0.upperBound >= offset } }
    guard ranges.count > 1, let range = range ?? ranges.dropFirst(completed).first else { return self }
    return of(ScriptStatement(in: bytes, range))
  }

  /// Returns the message up to a colon or a quotation mark, where the server repeats a value:
  /// `invalid input syntax for type uuid: "..."`.
  private static func withoutQuotes(_ words: String) -> String { String(words.prefix { $0 != ":" && $0 != "\"" }) }

  /// True if a lock on a row or a table was not granted in time. Other writes may succeed.
  var concernsRows: Bool { sqlState == .lockNotAvailable }

  /// The SQLSTATE in `code`.
  package var sqlState: SQLState { SQLState(number: code) }
}
