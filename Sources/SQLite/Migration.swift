import FoundationEssentials

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
