import Platform

/// An error of a database, whichever engine it is: the engine's code and message, and the statement, never the arguments.
///
///     do {
///       try connection.execute("INSERT INTO person (id, login) VALUES ($1, $2)", id, login)
///     } catch where error.isUniqueViolation {
///       throw LoginTaken()
///     }
@usableFromInline
package struct StoreError: Error, Equatable, CustomStringConvertible {
  /// The meaning of an error for the caller, in terms that all engines share.
  package enum Reason: Sendable, Hashable {
    /// A UNIQUE or PRIMARY KEY constraint refused the row.
    case unique
    /// A CHECK constraint refused the row.
    case check
    /// Another constraint, or a trigger, refused the row.
    case constraint
    /// A column held a value of another type than was asked for.
    case mismatch
    /// The database cannot be read or written at present.
    case storage(StorageFault)
    /// The statement is at fault, or the program.
    case other
  }

  /// The meaning.
  package let reason: Reason
  /// The engine's name.
  package let engine: String
  /// The engine's own result code; for SQLite the extended one, <https://www.sqlite.org/rescode.html>.
  package let code: Int32
  /// The engine's own words, or ours where a column could not be read.
  package let message: String
  /// The statement at fault, with its parameters unbound.
  package let sql: String
  /// The system's `errno` where a file could not be opened, read or written; else 0.
  package let systemError: Int32

  /// Creates an error with this evidence.
  package init(
    _ reason: Reason, engine: String, code: Int32, message: String, sql: String, systemError: Int32 = 0
  ) {
    (self.reason, self.engine, self.code, self.message, self.sql) = (reason, engine, code, message, sql)
    self.systemError = systemError
  }

  /// True if a UNIQUE or PRIMARY KEY constraint refused the row.
  package var isUniqueViolation: Bool { reason == .unique }
  /// True if a CHECK constraint refused the row.
  package var isCheckViolation: Bool { reason == .check }
  /// True if any constraint refused the row, a trigger's RAISE among them.
  package var isConstraintViolation: Bool { [.unique, .check, .constraint].contains(reason) }
  /// True if a column held a value of another type than was asked for.
  package var isMismatch: Bool { reason == .mismatch }

  /// The trouble of the database itself; nil for an error of a statement.
  package var fault: StorageFault? {
    guard case .storage(let fault) = reason else { return nil }
    return fault
  }

  @usableFromInline
  package var description: String {
    "\(engine) error \(code): \(message)\(systemError == 0 ? "" : " (errno \(systemError))") [\(sql)]"
  }
}

/// The open transaction can be neither kept nor undone in part: all of it is rolled back, and all its writers get this
/// error.
package struct TransactionLost: Error {
  /// The error of the failed step.
  package let cause: any Error
  /// The error of undoing the step; nil if the engine rolled the whole transaction back by itself.
  package let undoing: StoreError?

  /// Creates a transaction that was lost for these reasons.
  package init(cause: any Error, undoing: StoreError?) { (self.cause, self.undoing) = (cause, undoing) }

  /// The error of the database behind it; nil if both causes are errors of statements.
  package var storageError: StoreError? {
    [undoing, cause as? StoreError].compactMap(\.self).first { $0.fault != nil }
  }
}
