import FoundationEssentials

/// One numbered step of the schema: the file `NNNN_name.sql`.
package struct Migration: Sendable, Equatable {
  /// The step's number; numbers have no gaps.
  package let number: Int
  /// The name, without the number and `.sql`.
  package let name: String
  package let sql: String
  /// The release that introduced the step: the number in its first line, `-- release: 2`; 1 if the
  /// line is absent.
  package let release: Int
  /// The earlier migrations with the same result, which this step replaces; nil if it replaces no
  /// migrations.
  package let replaces: ReplacedMigrations?

  package init(number: Int, name: String, sql: String, release: Int = 1, replaces: ReplacedMigrations? = nil) {
    self.number = number
    self.name = name
    self.sql = sql
    self.release = release
    self.replaces = replaces
  }

  /// Reads the migrations in `directory`, in order. The first has the number 1.
  ///
  /// - Throws: `MigrationError` if:
  ///   - the directory or a file cannot be read, or the directory contains no `.sql` file
  ///   - the name of a file is malformed, or the numbers have a gap or a duplicate
  ///   - the line with the release has no positive number, or the previous migration has a later
  ///     release
  ///   - the line with the replaced migrations is malformed, or is not in the first migration
  ///   - one of these lines follows another comment, where it would be ignored
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
      try requireHeadInPlace(sql, file: name)
      guard let release = release(saidBy: sql) else { throw .badRelease(file: name) }
      if let before = migrations.last, release < before.release { throw .releaseBefore(file: name, before.release) }
      let replaces = try replaced(by: sql, file: name)
      if replaces != nil, number != 1 { throw .badReplacement(file: name) }
      migrations.append(
        Migration(number: number, name: String(parts[1]), sql: sql, release: release, replaces: replaces))
    }
    if migrations.isEmpty { throw .unreadable(path: directory + "/*.sql") }
    for (offset, migration) in migrations.enumerated() where migration.number != offset + 1 {
      throw .gap(expected: offset + 1, found: migration.number)
    }
    return migrations
  }

  /// Throws if a comment before the statements contains a release after the first line, or replaced
  /// migrations after a line other than the release.
  private static func requireHeadInPlace(_ sql: String, file: String) throws(MigrationError) {
    let lines = sql.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.isEmpty || $0.hasPrefix("--") }
    var previous: Substring?
    for line in lines {
      if line.hasPrefix("-- release:"), previous != nil { throw .badRelease(file: file) }
      let mayReplace = previous?.hasPrefix("-- release:") ?? true
      if line.hasPrefix("-- replaces:"), !mayReplace { throw .badReplacement(file: file) }
      previous = line
    }
  }

  /// Returns the release in the first line of a file; 1 if the line is absent, nil if the number is
  /// malformed.
  private static func release(saidBy sql: String) -> Int? {
    let mark = "-- release:"
    guard let line = sql.split(separator: "\n", maxSplits: 1).first, line.hasPrefix(mark) else { return 1 }
    guard let release = Int(line.dropFirst(mark.count).drop { $0 == " " }), release > 0 else { return nil }
    return release
  }

  /// Returns the replaced migrations in the first line of a file, or in the second line after a
  /// release; nil if the line is absent.
  private static func replaced(by sql: String, file: String) throws(MigrationError) -> ReplacedMigrations? {
    let mark = "-- replaces:"
    let lines = sql.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).prefix(2)
    let head = lines.first?.hasPrefix("-- release:") == true ? lines.last : lines.first
    guard let line = head, line.hasPrefix(mark) else { return nil }
    guard let replaced = ReplacedMigrations(line.dropFirst(mark.count)) else { throw .badReplacement(file: file) }
    return replaced
  }
}

/// The migrations that a later one replaces: the numbers and a digest in its line `-- replaces:
/// 1-41 DIGEST`.
///
/// A database with exactly these migrations already has the schema of the later one.
package struct ReplacedMigrations: Sendable, Equatable {
  let numbers: ClosedRange<Int>
  /// The digest of the stored digests of the replaced migrations, joined in the order of the
  /// numbers.
  let digest: [UInt8]

  package init(numbers: ClosedRange<Int>, digest: [UInt8]) {
    self.numbers = numbers
    self.digest = digest
  }

  /// Parses the first and the last number, joined by a hyphen, and the digest in hexadecimal
  /// digits.
  init?(_ text: Substring) {
    let words = text.split(separator: " ")
    guard words.count == 2 else { return nil }
    let ends = words[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first > 0, first <= last else {
      return nil
    }
    let digits = words[1].utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[place], let low = digits[place + 1] else { return nil }
      bytes.append(UInt8(high * 16 + low))
    }
    self.init(numbers: first...last, digest: bytes)
  }
}

/// The reason why the schema could not be updated. The failed migration is rolled back; earlier
/// ones remain applied.
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
  /// The release in the first line of a file is not a positive number, or the line is not the first
  /// one.
  case badRelease(file: String)
  /// A file has an earlier release than the file before it.
  case releaseBefore(file: String, Int)
  /// The line with the replaced migrations is malformed, is in the wrong place, or is not in the
  /// first migration.
  case badReplacement(file: String)
  /// The database has earlier migrations, but not exactly those that the program's first migration
  /// replaces.
  case notReplaced(database: Int, program: Int, replaced: ClosedRange<Int>, ReplacementFault)
  /// The database is two or more releases newer than this program.
  case tooNew(database: Int, program: Int)
  /// Rows violate their foreign keys after the migration, which was rolled back.
  case foreignKeys(number: Int, table: String)
  /// A statement failed, and the migration was rolled back.
  case failed(number: Int, name: String, StoreError)
  /// The table of applied migrations cannot be read or created.
  case database(StoreError)
}

/// The difference between the migrations of a database and the replaced ones.
package enum ReplacementFault: Error, Equatable {
  /// A replaced migration is not applied.
  case missing(Int)
  /// The database has a migration that is not one of the replaced migrations.
  case unknown(Int)
  /// The digest differs: at least one migration was edited before it was applied.
  case edited
}

extension ReplacementFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let number):
      "Migration \(number) is missing: run `valence migrate` of the last program with migration \(number), then run this "
        + "program again"
    case .unknown(let number):
      "Migration \(number) is unknown: use the program that applied it, or restore the backup made before that update "
        + "(valence restore)"
    case .edited:
      "At least one of them was edited before it was applied: use the program that applied it, or restore a backup with the "
        + "released migrations (valence restore)"
    }
  }
}

extension MigrationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let path): "cannot read migrations: \(path)"
    case .misnamed(let file): "migration \(file) is not named NNNN_name.sql"
    case .gap(let expected, let found): "found migration \(found) where \(expected) was expected"
    case .edited(let number, let name):
      "migration \(number) (\(name)) was edited after it was applied; restore the file and add a new one"
    case .renamed(let number, let from, let to):
      "migration \(number) was applied as \(from) and is now named \(to); restore the name"
    case .badRelease(let file): "migration \(file) does not begin with `-- release: ` and a number"
    case .releaseBefore(let file, let before):
      "migration \(file) has an earlier release than \(before), the release of the previous migration"
    case .badReplacement(let file):
      "migration \(file) has a wrong line `-- replaces: FIRST-LAST DIGEST`; only the first migration can have this line"
    case .notReplaced(let database, let program, let replaced, let fault):
      "the database has release \(database) with earlier migration numbers, and this program of release \(program) "
        + "can replace only migrations \(replaced.lowerBound) to \(replaced.upperBound), complete and unedited. \(fault)"
    case .tooNew(let database, let program):
      "the database has release \(database), and this program of release \(program) supports databases up to "
        + "release \(program + 1): run the newer program, or restore the backup made before the update (valence restore)"
    case .foreignKeys(let number, let table): "migration \(number) leaves rows of \(table) that reference missing rows"
    case .failed(let number, let name, let error):
      "migration \(number) (\(name)) failed: \(error.message) [\(error.firstLine)]"
    case .database(let error): "cannot read the record of migrations: \(error)"
    }
  }
}
