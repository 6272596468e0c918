package import Storage

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
  /// The first line of a file says a release that is no number.
  case badRelease(file: String)
  /// A file says an earlier release than the one before it.
  case releaseBefore(file: String, Int)
  /// The database is two releases newer than this program, or more.
  case tooNew(database: Int, program: Int)
  /// Rows break their foreign keys after the migration, which was undone.
  case foreignKeys(number: Int, table: String)
  /// A statement failed; the migration was undone.
  case failed(number: Int, name: String, StoreError)
  /// The record of migrations cannot be read.
  case database(StoreError)
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
    case .badRelease(let file): "migration \(file) does not begin with `-- release: ` and a number"
    case .releaseBefore(let file, let before):
      "migration \(file) is of an earlier release than \(before), that of the one before it"
    case .tooNew(let database, let program):
      "the database is of release \(database), and this program, of release \(program), works with databases up to "
        + "release \(program + 1): run the newer program, or restore the backup made before the update (valence restore)"
    case .foreignKeys(let number, let table): "migration \(number) leaves rows of \(table) without what they refer to"
    case .failed(let number, let name, let error): "migration \(number) (\(name)) failed: \(error)"
    case .database(let error): "cannot read the record of migrations: \(error)"
    }
  }
}
