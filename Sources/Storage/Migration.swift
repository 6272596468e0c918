import FoundationEssentials

/// One numbered step of the schema: the file `NNNN_name.sql`.
///
///     let migrations = try Migration.load(directory: "migrations")
///     migrations.first?.number  // 1
package struct Migration: Sendable, Equatable {
  /// The step's number; numbers have no gaps.
  package let number: Int
  /// The name, without the number and `.sql`.
  package let name: String
  /// The statements.
  package let sql: String
  /// The release that introduced the step: the number in its first line, `-- release: 2`; 1 if the line is absent.
  package let release: Int

  /// Creates a step of the schema.
  package init(number: Int, name: String, sql: String, release: Int = 1) {
    self.number = number
    self.name = name
    self.sql = sql
    self.release = release
  }

  /// Reads the steps in `directory`, in order, of which the first has the number `first`: a schema may begin with the state that
  /// earlier steps of another engine lead to.
  ///
  /// Throws `MigrationError` when
  /// - the directory or a file cannot be read, or there is no `.sql` file,
  /// - a file is misnamed, or the numbers have a gap or a duplicate,
  /// - the line with the release has no positive number, or the release is earlier than that of the step before.
  package static func load(directory: String, from first: Int = 1) throws(MigrationError) -> [Migration] {
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
    for (offset, migration) in migrations.enumerated() where migration.number != offset + first {
      throw .gap(expected: offset + first, found: migration.number)
    }
    return migrations
  }

  /// Returns the release in the first line of a file; 1 if there is none, nil if it is not a positive number.
  private static func release(saidBy sql: String) -> Int? {
    let mark = "-- release:"
    guard let line = sql.split(separator: "\n", maxSplits: 1).first, line.hasPrefix(mark) else { return 1 }
    guard let release = Int(line.dropFirst(mark.count).drop { $0 == " " }), release > 0 else { return nil }
    return release
  }
}

/// The reason why the schema cannot be brought up to date. The step that fails is undone; steps before it stay applied.
package enum MigrationError: Error, Equatable {
  /// The directory or file cannot be read, or the directory has no migration.
  case unreadable(path: String)
  /// A file in the directory is not named `NNNN_name.sql`.
  case misnamed(file: String)
  /// A number is missing or a duplicate.
  case gap(expected: Int, found: Int)
  /// The file of an applied migration was edited.
  case edited(number: Int, name: String)
  /// The file of an applied migration was renamed.
  case renamed(number: Int, from: String, to: String)
  /// The release in the first line of a file is not a positive number.
  case badRelease(file: String)
  /// A file has an earlier release than the file before it.
  case releaseBefore(file: String, Int)
  /// The database is two or more releases newer than this program.
  case tooNew(database: Int, program: Int)
  /// Rows break their foreign keys after the migration, which was undone.
  case foreignKeys(number: Int, table: String)
  /// A statement failed; the migration was undone.
  case failed(number: Int, name: String, StoreError)
  /// The record of applied migrations cannot be read or created.
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
