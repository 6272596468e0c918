import PostgreSQLStorage

/// The place of a bank's database.
enum DatabasePlace {
  /// A file of this machine.
  case file(String)
  /// A database of a PostgreSQL server.
  case server(ServerAddress)

  /// True for the address of a server, right or wrong.
  static func isAddress(_ text: String) -> Bool { text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") }

  /// Reads what `--database` says.
  init(_ text: String) throws {
    guard Self.isAddress(text) else {
      self = .file(text)
      return
    }
    do { self = .server(try ServerAddress(text)) } catch { throw OperatorError("\(error)") }
  }

  /// The address; nil for a file.
  var server: ServerAddress? { if case .server(let address) = self { address } else { nil } }
}
