import PostgreSQLStorage
import Model
import Definitions
package import Operations
package import Services
package import SourceText
package import Storage

/// An error for the operator, with the cause and the remedy.
package struct OperatorError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

extension OperatorError {
  /// Creates the error for a failure of the database, with advice. Returns nil if only a statement
  /// failed.
  package init?(_ error: StoreError, of database: String = "the database") {
    guard let fault = error.fault else { return nil }
    // The findings of a check follow a headline. Show the last finding.
    let message = error.message.split(separator: "\n").last ?? "no reason given"
    if error.isOfServer {
      switch fault {
      case .full: self.init("no space left for \(database) (\(message)): free space on its server and try again")
      case .readOnly:
        self.init("\(database) rejects writes (\(message)): it is read-only")
      case .busy: self.init("\(database) is busy (\(message)): try again")
      case .damaged: self.init("\(database) is damaged (\(message)): restore it with the tools of its server")
      case .failing: self.init("cannot use \(database): \(message)")
      case .unreachable: self.init("cannot reach \(database): \(message)")
      case .denied: self.init("\(database) denied a privilege (\(message)): grant it to the login")
      case .missing:
        self.init("\(database) lacks a table or column (\(message)): run `valence migrate` or check the search path")
      }
      return
    }
    switch fault {
    case .full: self.init("no space left to write \(database) (\(message)): free space and try again")
    case .readOnly:
      self.init(
        "\(database) cannot be written (\(message)): this user must be able to write the file and its "
          + "directory, and the disk must not be mounted read-only")
    case .busy:
      self.init("another process has locked \(database) (\(message)): try again after its transaction ends")
    case .damaged:
      self.init(
        "\(database) is damaged or not a database (\(message)). It was not changed; keep it, and restore the last "
          + "backup with `valence restore BACKUP --force`")
    case .failing, .denied, .missing: self.init("cannot use \(database): \(message)")
    case .unreachable: self.init("cannot reach \(database): \(message)")
    }
  }

  /// Creates the error for migrations that could not be applied. A failed statement has at most
  /// five lines.
  package init(_ error: MigrationError, of database: String) {
    switch error {
    case .failed(let number, let name, let cause):
      let file = String(repeating: "0", count: max(0, 4 - "\(number)".count)) + "\(number)_\(name).sql"
      let remedy =
        switch cause.fault {
        case .denied: "run `valence migrate` as the owner of the tables"
        case .unreachable, .busy: "run `valence migrate` again; it continues after the last applied migration"
        default: "correct the reason and run `valence migrate` again; the failed migration changed nothing"
        }
      let lines = [
        "migration \(number) (\(name)) of \(database) failed",
        "reason: \(Self.reason(cause, of: database))",
        "statement: \(cause.firstLine)",
        cause.line.map { "place: \(file), line \($0)" },
        "remedy: \(remedy)",
      ]
      self.init(lines.compactMap(\.self).joined(separator: "\n"))
    case .database(let cause) where cause.fault == .denied:
      self.init(
        "\(database) lacks migrations, and this login may not apply them (\(Self.message(cause))): run `valence migrate` "
          + "as the owner of the tables")
    case .database(let cause): self = OperatorError(cause, of: database) ?? OperatorError("\(error)")
    default: self.init("\(error)")
    }
  }

  /// Returns the reason why a statement of a migration failed. Advice for faults of statements
  /// would be wrong: it assumes that all migrations are applied.
  private static func reason(_ error: StoreError, of database: String) -> String {
    switch error.fault {
    case nil, .denied, .missing: message(error)
    default: OperatorError(error, of: database)?.description ?? message(error)
    }
  }

  /// The first line of the message with the SQLSTATE, or with the result code of SQLite.
  private static func message(_ error: StoreError) -> String {
    let line = error.message.prefix { !$0.isNewline }
    guard error.isOfServer else { return "\(line) (SQLite error \(error.code))" }
    let state = SQLState(number: error.code).text
    return "\(line.hasSuffix(" (\(state))") ? line.dropLast(state.count + 3) : line) (SQLSTATE \(state))"
  }
}

extension OperatorError {
  /// Creates the error for invalid definitions, with the unreadable path or the faults and their
  /// locations.
  package init(_ failure: Catalog.Failure) {
    switch failure {
    case .unreadable(let path, let reason): self.init("\(path): \(reason)")
    case .faults(let faults): self.init(faults: faults, of: "the operations")
    }
  }

  /// Creates the error for invalid files, with the faults and their locations.
  package init(faults: Diagnostics, of what: String, have: String = "have") {
    let (first, more) = faults.reported
    let rest = more > 0 ? ["and \(more) more"] : []
    self.init((["\(what) \(have) faults"] + first.map { "\($0)" } + rest).joined(separator: "\n"))
  }
}

extension OperatorError {
  /// Creates the error for a definition set that cannot be found, read or proposed.
  package init(_ error: SetError) {
    let list = "`valence definitions list` shows the stored sets"
    switch error {
    case .tooShort(let prefix, let minimum):
      self.init("`\(prefix)` is too short: enter at least \(minimum) digits of the hash; \(list)")
    case .unknown(let prefix): self.init("no stored set has a hash that begins with `\(prefix)`: \(list)")
    case .ambiguous(let prefix): self.init("several sets have hashes that begin with `\(prefix)`: enter more digits")
    case .damaged(let hash):
      self.init("the stored files of \(hash.short) do not match its hash: activate another set; \(list)")
    case .underWay(let hash):
      self.init(
        "\(hash.short) is being activated by another command: wait until it ends, or a few seconds if it was "
          + "interrupted")
    case .ended: self.init("the proposal of this command expired, and nothing was activated: run it again")
    case .notLoaded(let servers):
      self.init("not loaded by \(servers.map(\.name).joined(separator: ", ")): nothing was activated")
    case .superseded: self.init("another set has become active first: \(list)")
    }
  }
}

extension OperatorError {
  /// Returns the result of `body`, whose `CommandRunError` becomes an `OperatorError`.
  static func reporting<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch CommandRunError.unknownOperator(let login) {
      throw unknownOperator(login)
    }
  }

  static func unknownOperator(_ login: String) -> OperatorError {
    OperatorError("--operator \(login): no operator has this login; nothing was changed or shown")
  }
}

/// Returns a number with its noun: `1 file`, `2 files`.
package func counted(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
