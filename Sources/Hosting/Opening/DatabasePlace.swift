import PostgreSQLStorage

/// The location of a bank's database.
enum DatabasePlace {
  /// A local file.
  case file(String)
  /// A PostgreSQL database.
  case server(ServerAddress)

  /// Returns true if the text has the scheme of a PostgreSQL address, valid or not.
  static func isAddress(_ text: String) -> Bool { text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") }

  /// Parses the value of `--database`.
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
