/// Why the schema cannot be brought up to date; the database is as it was.
package enum MigrationError: Error, Equatable {
  /// The directory or file cannot be read, or holds no migration.
  case unreadable(path: String)
  /// A file in the directory is not named `NNNN_name.sql`.
  case misnamed(file: String)
  /// A number is missing or there twice.
  case gap(expected: Int, found: Int)
  /// An applied migration's file has changed since.
  case edited(number: Int, name: String)
  /// An applied migration's file carries another name now.
  case renamed(number: Int, from: String, to: String)
  /// The database has a migration that this program does not: it is of a newer release.
  case unknown(number: Int, name: String)
  /// Rows break their foreign keys after the migration, which was undone.
  case foreignKeys(number: Int, table: String)
  /// A statement failed; the migration was undone.
  case failed(number: Int, name: String, SQLiteError)
  /// The record of migrations cannot be read.
  case database(SQLiteError)
}

extension MigrationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let path): "cannot read migrations: \(path)"
    case .misnamed(let file): "migration \(file) is not named NNNN_name.sql"
    case .gap(let expected, let found): "migration \(found) stands where \(expected) was expected"
    case .edited(let number, let name):
      "migration \(number) (\(name)) was edited after it was applied; restore the file and add a new one"
    case .renamed(let number, let from, let to): "migration \(number) was applied as \(from) and is called \(to) now"
    case .unknown(let number, let name):
      "the database has migration \(number) (\(name)), which this program does not know; use the newer release"
    case .foreignKeys(let number, let table): "migration \(number) leaves rows of \(table) without what they refer to"
    case .failed(let number, let name, let error): "migration \(number) (\(name)) failed: \(error)"
    case .database(let error): "cannot read the record of migrations: \(error)"
    }
  }
}
