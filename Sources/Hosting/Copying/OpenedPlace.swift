import FoundationEssentials
import PostgreSQLStorage
import SQLiteStorage
package import Storage

/// A source or target database of a copy.
package struct OpenedPlace {
  /// The path or address from the command line.
  package let name: String
  private let place: DatabasePlace

  package init(_ name: String) throws { (self.name, place) = (name, try DatabasePlace(name)) }

  /// True for a PostgreSQL database.
  package var isOnServer: Bool { place.server != nil }

  /// The name in messages.
  package var shown: String { place.server?.description ?? name }

  /// Returns true if both are the same file, by any path, or the same address.
  ///
  /// A file must not be opened twice in this process, because closing it releases all locks of the
  /// process on the file.
  package func isSame(as other: OpenedPlace) -> Bool {
    if isOnServer || other.isOnServer { return shown == other.shown }
    let files = [name, other.name].map { URL(filePath: $0).resolvingSymlinksInPath().path }
    return files[0] == files[1]
  }

  /// Runs `body` on a connection to an existing database. Throws if another process uses it.
  package func read(_ body: (any BulkEngine) throws -> Void) throws {
    try translated {
      switch place {
      case .server(let address):
        try PostgreSQLStore.administer(address) { connection in try connection.reading { try body(connection) } }
      case .file(let path):
        guard DatabaseFile.exists(path) else { throw OperatorError("the database \(path) does not exist") }
        try refuseUsed(path)
        let connection = try SQLiteConnection(source: path)
        try connection.reading { try body(connection) }
      }
    }
  }

  /// Runs `body` on a connection to the target database. Creates the file if it does not exist.
  package func fill(_ body: (any BulkEngine) throws -> Void) throws {
    try translated {
      switch place {
      case .server(let address): try PostgreSQLStore.administer(address) { try body($0) }
      case .file(let path):
        if DatabaseFile.exists(path) { try refuseUsed(path) }
        try body(SQLiteConnection(target: path))
      }
    }
  }

  private func refuseUsed(_ path: String) throws {
    // This check precedes the opening of the file, because closing a file releases all locks of the
    // process on it.
    guard let process = try DatabaseFile.process(using: path) else { return }
    throw DatabaseInUse(user: "process \(process)")
  }

  /// Runs `body` and adds the name of the database to its errors. Errors of the other engine are
  /// rethrown unchanged, because they concern the other database.
  private func translated(_ body: () throws -> Void) throws {
    do { try body() } catch let error as DatabaseInUse {
      throw OperatorError(
        "\(shown) is open in \(error.user): stop it first. A database must not be in use while it is copied")
    } catch let error as StoreError where error.isOfServer == isOnServer {
      throw OperatorError(error, of: shown) ?? OperatorError("\(shown): \(error.message)")
    } catch let error as MigrationError {
      throw OperatorError(error, of: shown)
    } catch let error as TableNotCopied {
      throw OperatorError("\(shown): \(error)")
    } catch let failure as FileFailure {
      throw OperatorError("\(failure)")
    }
  }
}
