package import Secrets
package import Storage
import DataAccess

/// Loads the secret keys of a database and checks that its key file holds every key that the database names.
///
///     let keys = try KeyCustody(SecretKeyFile(path: "data/keys"), of: store).keys()
///     let services = try BankServices(store: store, keys: keys, configuration: configuration)
package struct KeyCustody: Sendable {
  /// Reasons why the database's keys are unavailable.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    /// There is no key file, and the database was written with these keys.
    case missing(path: String, ids: [String])
    /// The key file lacks these keys, with which the database was written.
    case incomplete(path: String, ids: [String])
    /// The key of this id in the key file is another one than that with which the database was written.
    case different(path: String, id: String)

    package var description: String {
      switch self {
      case .missing(let path, let ids):
        "there is no secret key file \(path), and the database was written with \(Self.named(ids)): put the file there "
          + "that belongs to the database"
      case .incomplete(let path, let ids):
        "the secret key file \(path) lacks \(Self.named(ids)), with which the database was written: put the file there "
          + "that belongs to the database, or, where a key is gone for good, add the line `\(ids[0]) lost`"
      case .different(let path, let id):
        "the key \(id) in the secret key file \(path) is another one than that with which the database was written: every server "
          + "of a database has the same keys, so take the line `\(id) ...` from the file of a server that serves it"
      }
    }

    private static func named(_ ids: [String]) -> String {
      "the key\(ids.count == 1 ? "" : "s") \(ids.prefix(5).joined(separator: ", "))"
        + (ids.count > 5 ? " and \(ids.count - 5) more" : "")
    }
  }

  private let file: SecretKeyFile
  private let store: any Store

  /// The keys in `file` for `store`, which has all migrations.
  package init(_ file: SecretKeyFile, of store: any Store) { (self.file, self.store) = (file, store) }

  /// The keys of the database. Creates a file only for a database that names no key.
  ///
  /// A new key over other data would verify none of it, and nobody could sign.
  /// - The current one is that which the database has activated: `KeyRegister` tells more.
  /// - Reads every row that names a key if `thoroughly`, else one row of each table.
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
