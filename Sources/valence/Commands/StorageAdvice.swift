import SQLite
import Storage

extension CommandFailure {
  /// What keeps a database from being used, and what to do; nil for an error of a statement.
  init?(_ error: StoreError, of database: String = "the database") {
    guard let fault = error.fault else { return nil }
    // Of what a check found, which begins with a headline, the finding itself.
    let message = error.message.split(separator: "\n").last ?? "no reason given"
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
    case .failing: self.init("cannot use \(database): \(message)")
    }
  }

  /// What keeps a schema from being used.
  init(_ error: MigrationError, of database: String) {
    switch error {
    case .failed(_, _, let cause), .database(let cause):
      self = CommandFailure(cause, of: database) ?? CommandFailure("\(error)")
    default: self.init("\(error)")
    }
  }
}
