import CPostgreSQL
package import Storage

/// A code of five characters by which PostgreSQL tells the kind of an error, as `StoreError.code` holds it: read in base 36.
///
///     SQLState("23505").number  // 3454205, the code of a unique violation
///     SQLState(number: 3_454_205).text  // "23505"
package struct SQLState: Sendable, Hashable {
  /// The code in base 36.
  let number: Int32

  /// Creates the state with that number.
  init(number: Int32) { self.number = number }

  /// Creates the state of five digits and capital letters; 0 for anything else.
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

  /// True if the whole transaction may succeed when it is run again.
  var isConflict: Bool { self == .serializationFailure || self == .deadlock }

  /// The meaning in the terms of all engines.
  var reason: StoreError.Reason {
    let text = text
    switch text {
    case "23505": return .unique
    case "23514": return .check
    case "P0001": return .constraint
    // 55P03 is a lock, 57014 a statement that took longer than it may, 53300 and 53400 limits of the server.
    case "55P03", "57014", "53300", "53400": return .storage(.busy)
    case "53100": return .storage(.full)
    case "25006": return .storage(.readOnly)
    // The server has ended a session that did nothing in its transaction: this process was frozen, or what lies between.
    case "25P03": return .storage(.unreachable)
    case "XX001", "XX002": return .storage(.damaged)
    case "42501": return .storage(.denied)
    // An undefined table, column, object or function, a missing unique constraint of ON CONFLICT, or an invalid schema.
    case "42P01", "42703", "42704", "42883", "42P10", "3F000": return .storage(.missing)
    default: break
    }
    switch text.prefix(2) {
    case "23": return .constraint
    case "40": return .storage(.busy)
    case "53", "58", "F0": return .storage(.failing)
    // 57P04 is a database that was dropped.
    case "08", "57", "28", "3D": return .storage(.unreachable)
    default: return .other
    }
  }

  /// True if the server's words about such an error may repeat an argument: errors of data do.
  var isArgumentRelated: Bool { text.hasPrefix("22") }
}

extension StoreError {
  /// True for an error of this engine.
  package var isOfServer: Bool { engine == "PostgreSQL" }

  /// Creates an error of this engine.
  init(_ state: SQLState, _ message: String, sql: String, reason: Reason? = nil) {
    self.init(
      reason ?? state.reason, engine: "PostgreSQL", code: state.number, message: "\(message) (\(state.text))", sql: sql)
  }

  /// Creates the error that a result tells. It has the server's first sentence alone: details and hints repeat arguments.
  init(result: OpaquePointer?, sql: String) {
    guard let code = PQresultErrorField(result, Int32(VALENCE_PQ_SQLSTATE)) else {
      self.init(.connectionFailure, "the connection was lost", sql: sql)
      return
    }
    let state = SQLState(String(cString: code))
    let words = PQresultErrorField(result, Int32(VALENCE_PQ_MESSAGE)).map { String(cString: $0) } ?? ""
    self.init(state, state.isArgumentRelated ? Self.withoutQuotes(words) : words, sql: sql)
  }

  /// The words without what stands behind a colon, where the server repeats a value: `invalid input syntax for type uuid: "..."`.
  private static func withoutQuotes(_ words: String) -> String { String(words.prefix { $0 != ":" && $0 != "\"" }) }

  /// True if somebody holds rows or a table that this write wanted: others may be written meanwhile.
  var concernsRows: Bool { sqlState == .lockNotAvailable }

  /// The state behind the code.
  package var sqlState: SQLState { SQLState(number: code) }
}
