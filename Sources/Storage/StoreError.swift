import Platform

/// An error of a database of any engine. It contains the engine's code and message and the
/// statement, and never the arguments.
@usableFromInline
package struct StoreError: Error, Equatable, CustomStringConvertible {
  /// The meaning of an error, in terms that all engines share.
  package enum Reason: Sendable, Hashable {
    /// A UNIQUE or PRIMARY KEY constraint was violated.
    case unique
    /// A CHECK constraint was violated.
    case check
    /// Another constraint or a trigger rejected the row.
    case constraint
    /// A column contains a value of another type than the requested one.
    case mismatch
    /// The database cannot be read or written at present.
    case storage(StorageFault)
    /// An error of the statement or of the program.
    case other
  }

  package let reason: Reason
  package let engine: String
  /// The engine's result code: SQLite's extended code (<https://www.sqlite.org/rescode.html>) or
  /// `SQLState.number`.
  package let code: Int32
  /// The engine's message, or a message of this program.
  package let message: String
  /// The statement, without its arguments.
  package let sql: String
  /// The `errno` of a failed file operation; otherwise 0.
  package let systemError: Int32
  /// The line of the statement in its script, from 1; nil if the statement is not of a script.
  package let line: Int?

  package init(
    _ reason: Reason, engine: String, code: Int32, message: String, sql: String, systemError: Int32 = 0,
    line: Int? = nil
  ) {
    (self.reason, self.engine, self.code, self.message, self.sql) = (reason, engine, code, message, sql)
    (self.systemError, self.line) = (systemError, line)
  }

  /// Returns this error as an error of one statement of a script.
  package func of(_ statement: ScriptStatement) -> StoreError {
    StoreError(
      reason, engine: engine, code: code, message: message, sql: statement.text, systemError: systemError,
      line: statement.line)
  }

  /// The first line of the statement, at most 100 characters.
  package var firstLine: String {
    let line = sql.prefix { !$0.isNewline }
    return line.count > 100 ? line.prefix(99) + "…" : String(line)
  }

  /// True if a UNIQUE or PRIMARY KEY constraint was violated.
  package var isUniqueViolation: Bool { reason == .unique }
  /// True if a CHECK constraint was violated.
  package var isCheckViolation: Bool { reason == .check }
  /// True if a constraint or a trigger rejected the row.
  var isConstraintViolation: Bool { [.unique, .check, .constraint].contains(reason) }
  /// True if a column contains a value of another type than the requested one.
  package var isMismatch: Bool { reason == .mismatch }

  /// The fault of the database; nil for an error of a statement.
  package var fault: StorageFault? {
    guard case .storage(let fault) = reason else { return nil }
    return fault
  }

  @usableFromInline
  package var description: String {
    "\(engine) error \(code): \(message)\(systemError == 0 ? "" : " (errno \(systemError))") [\(sql)]"
  }
}

/// The open transaction can be neither committed nor partly rolled back, so that all of it is
/// rolled back.
package struct TransactionLost: Error {
  /// The error of the failed step.
  package let cause: any Error
  /// The error of the rollback; nil if the engine has rolled back the whole transaction itself, or
  /// the connection was lost.
  package let undoing: StoreError?

  package init(cause: any Error, undoing: StoreError?) { (self.cause, self.undoing) = (cause, undoing) }

  /// The storage error among the two causes; nil if both are errors of statements.
  package var storageError: StoreError? {
    [undoing, cause as? StoreError].compactMap(\.self).first { $0.fault != nil }
  }
}
