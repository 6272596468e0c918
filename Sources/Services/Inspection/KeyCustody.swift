package import Secrets
package import Storage
import DataAccess

/// Loads the secret keys of a database, and checks that its key file contains every key that the
/// database uses.
package struct KeyCustody: Sendable {
  /// Reasons why the keys of the database are unavailable.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    /// The key file is missing, and the database uses these keys.
    case missing(path: String, ids: [String])
    /// The key file does not contain these keys, which the database uses.
    case incomplete(path: String, ids: [String])
    /// The key file contains a different key with this id.
    case different(path: String, id: String)

    package var description: String {
      switch self {
      case .missing(let path, let ids):
        "there is no secret key file \(path), but the database uses \(Self.named(ids)): restore the key file of this "
          + "database"
      case .incomplete(let path, let ids):
        "the secret key file \(path) lacks \(Self.named(ids)), which the database uses: restore the key file of this "
          + "database or, if a key is permanently lost, add the line `\(ids[0]) lost`"
      case .different(let path, let id):
        "the key \(id) in the secret key file \(path) differs from the key that the database uses: all servers of a database "
          + "need the same keys, so copy the line `\(id) ...` from the key file of a running server"
      }
    }

    private static func named(_ ids: [String]) -> String {
      "the key\(ids.count == 1 ? "" : "s") \(ids.prefix(5).joined(separator: ", "))"
        + (ids.count > 5 ? " and \(ids.count - 5) more" : "")
    }
  }

  private let file: SecretKeyFile
  private let store: any Store

  /// Uses the keys in `file` for `store`, which must have all migrations.
  package init(_ file: SecretKeyFile, of store: any Store) { (self.file, self.store) = (file, store) }

  /// Returns the keys of the database. Creates a file only if the database does not use any key.
  ///
  /// A new key cannot verify existing data. For example, people could not sign with a matrix that
  /// was issued with another key.
  /// - The current key is the active key of the database (see `KeyRegister`).
  /// - If `thoroughly` is true, reads every row that refers to a key; otherwise one row of each
  ///   table.
  /// - Throws a `Failure` or a `SecretKeyFile.Failure`.
  package func keys(thoroughly: Bool = false) throws -> SecretKeys {
    let named = try store.read { connection in
      let used = thoroughly ? try KeyUseDAO(connection).all() : try KeyUseDAO(connection).samples()
      return used.union(try SecretKeyDAO(connection).all().map(\.id))
    }
    let register = KeyRegister(store: store)
    guard file.exists else {
      guard named.isEmpty else { throw Failure.missing(path: file.path, ids: named.sorted()) }
      return try register.settled(try file.loadOrCreate(), of: file.path)
    }
    let keys = try file.load()
    let absent = named.filter { keys[$0] == nil && !keys.lost.contains($0) }
    guard absent.isEmpty else { throw Failure.incomplete(path: file.path, ids: absent.sorted()) }
    return try register.settled(keys, of: file.path)
  }
}
