import FoundationEssentials
import PostgreSQLStorage
import SQLiteStorage
package import Storage

/// A database of a copy: its place as the command line names it.
package struct OpenedPlace {
  /// The path or address.
  package let name: String
  private let place: DatabasePlace

  /// Reads a path or an address.
  package init(_ name: String) throws { (self.name, place) = (name, try DatabasePlace(name)) }

  /// True for a database of a server.
  package var isOnServer: Bool { place.server != nil }

  /// Its name in messages.
  package var shown: String { place.server?.description ?? name }

  /// True if both are one file, by whatever path, or one address.
  ///
  /// A file is never opened twice in this process: whoever closes it gives up all locks of the process on it.
  package func isSame(as other: OpenedPlace) -> Bool {
    if isOnServer || other.isOnServer { return shown == other.shown }
    let files = [name, other.name].map { URL(filePath: $0).resolvingSymlinksInPath().path }
    return files[0] == files[1]
  }

  /// Runs `body` on a connection to a database that is there, while nobody else has it open.
  package func read(_ body: (any BulkEngine) throws -> Void) throws {
    try translated {
      switch place {
      case .server(let address):
        try PostgreSQLStore.administer(address) { connection in try connection.reading { try body(connection) } }
      case .file(let path):
        guard DatabaseFile.exists(path) else { throw OperatorError("there is no database \(path)") }
        try refuseUsed(path)
        let connection = try SQLiteConnection(source: path)
        try connection.reading { try body(connection) }
      }
    }
  }

  /// Runs `body` on a connection to a database that is to be filled; a file is made where there is none.
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
    // Asked before this process opens the file: whoever closes a file gives up all locks of the process on it.
    guard let process = try DatabaseFile.process(using: path) else { return }
    throw DatabaseInUse(user: "process \(process)")
  }

  /// Runs `body`, whose errors are told with the name of the database. Those of the other engine are left for the other database.
  private func translated(_ body: () throws -> Void) throws {
    do { try body() } catch let error as DatabaseInUse {
      throw OperatorError("\(shown) is open in \(error.user): stop it first. Nobody may use a database that is copied")
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
