import FoundationEssentials
package import Storage

/// One numbered step of the schema: the file `NNNN_name.sql`.
package struct Migration: Sendable, Equatable {
  /// Its place, counted from 1 without gaps.
  package let number: Int
  /// Its name, without the number and the ending.
  package let name: String
  /// Its statements.
  package let sql: String
  /// The release that it came with: what its first line says, `-- release: 2`; 1 where that says nothing of it.
  package let release: Int

  /// A step of the schema.
  package init(number: Int, name: String, sql: String, release: Int = 1) {
    self.number = number
    self.name = name
    self.sql = sql
    self.release = release
  }

  /// The steps in `directory`, in order.
  package static func load(directory: String) throws(MigrationError) -> [Migration] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: directory)
    } catch {
      throw .unreadable(path: directory)
    }
    var migrations: [Migration] = []
    for name in names.sorted() where name.hasSuffix(".sql") {
      let parts = name.dropLast(4).split(separator: "_", maxSplits: 1)
      guard parts.count == 2, parts[0].utf8.count == 4, let number = Int(parts[0]), number > 0 else {
        throw .misnamed(file: name)
      }
      let path = directory + "/" + name
      guard let data = FileManager.default.contents(atPath: path), let sql = String(bytes: data, encoding: .utf8) else {
        throw .unreadable(path: path)
      }
      guard let release = release(saidBy: sql) else { throw .badRelease(file: name) }
      if let before = migrations.last, release < before.release { throw .releaseBefore(file: name, before.release) }
      migrations.append(Migration(number: number, name: String(parts[1]), sql: sql, release: release))
    }
    if migrations.isEmpty { throw .unreadable(path: directory + "/*.sql") }
    for (offset, migration) in migrations.enumerated() where migration.number != offset + 1 {
      throw .gap(expected: offset + 1, found: migration.number)
    }
    return migrations
  }

  /// The release that the first line of a file names; 1 where it names none, nil where it is no number.
  private static func release(saidBy sql: String) -> Int? {
    let mark = "-- release:"
    guard let line = sql.split(separator: "\n", maxSplits: 1).first, line.hasPrefix(mark) else { return 1 }
    guard let release = Int(line.dropFirst(mark.count).drop { $0 == " " }), release > 0 else { return nil }
    return release
  }
}

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
