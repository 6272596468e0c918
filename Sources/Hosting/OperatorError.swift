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
      case .full: self.init("\(database) has no room (\(message)): free some on its server and try again")
      case .readOnly:
        self.init("\(database) takes no writes (\(message)): it is set to read only")
      case .busy: self.init("\(database) is busy (\(message)): try again")
      case .damaged: self.init("\(database) is damaged (\(message)): restore it with the tools of its server")
      case .failing: self.init("cannot use \(database): \(message)")
      case .unreachable: self.init("cannot reach \(database): \(message)")
      case .denied: self.init("\(database) refuses a privilege (\(message)): grant it to the login")
      case .missing:
        self.init("\(database) lacks a table or column (\(message)): `valence migrate`, or check the search path")
      }
      return
    }
    switch fault {
    case .full: self.init("there is no room to write \(database) (\(message)): free some and try again")
    case .readOnly:
      self.init(
        "\(database) cannot be written (\(message)): file and directory must be writable for this user, and their "
          + "disk not mounted read-only")
    case .busy:
      self.init("another process holds \(database) (\(message)): try again when it has ended its transaction")
    case .damaged:
      self.init(
        "\(database) is damaged or no database (\(message)); it was left as it is: keep it, and take the last "
          + "backup with `valence restore BACKUP --force`")
    case .failing, .denied, .missing: self.init("cannot use \(database): \(message)")
    case .unreachable: self.init("cannot reach \(database): \(message)")
    }
  }

  /// Creates the error for a failed migration.
  package init(_ error: MigrationError, of database: String) {
    switch error {
    case .failed(_, _, let cause), .database(let cause):
      self = OperatorError(cause, of: database) ?? OperatorError("\(error)")
    default: self.init("\(error)")
    }
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
    let list = "`valence definitions list` shows what is stored"
    switch error {
    case .tooShort(let prefix, let minimum):
      self.init("`\(prefix)` names no set: write at least \(minimum) digits of its hash; \(list)")
    case .unknown(let prefix): self.init("no stored set has a hash that begins with `\(prefix)`: \(list)")
    case .ambiguous(let prefix): self.init("several sets have hashes that begin with `\(prefix)`: write more of it")
    case .damaged(let hash):
      self.init("the files of \(hash.short) in the database are not those of its hash: activate another set; \(list)")
    case .underWay(let hash):
      self.init(
        "\(hash.short) is being activated by another command: wait for its end, which takes seconds if it was stopped")
    case .ended: self.init("this command was stopped for too long, and nothing was activated: start it again")
    case .notLoaded(let servers):
      self.init("not loaded by \(servers.map(\.name).joined(separator: ", ")): nothing was activated")
    case .superseded: self.init("another set has become active meanwhile: \(list)")
    }
  }
}

/// Returns a number with its noun: `1 file`, `2 files`.
package func counted(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
