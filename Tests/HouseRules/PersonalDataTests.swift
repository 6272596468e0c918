import Foundation
import SQLiteStorage
import Storage
import Support
import Testing

/// The registry of personal data covers each column that refers to a person in both schemas.
@Suite struct PersonalDataTests {
  /// Columns that contain the id of a person without a foreign key.
  private static let named: Set = ["actor_id", "last", "person", "author", "operator"]
  private static let tablesWithLast: Set = ["deal_round"]

  private struct Column: Hashable, CustomStringConvertible {
    let table: String
    let name: String
    var description: String { "\(table).\(name)" }
  }

  /// Returns the columns that refer to a person in the migrations of an engine.
  ///
  /// They have a foreign key to `person` or a name of `named`.
  private static func columns(_ engine: String) throws -> Set<Column> {
    let folder = Repository.root.appending(path: "migrations/\(engine)")
    var found: Set = [Column(table: "person", name: "id")]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasSuffix(".sql") {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for table in text.matches(of: /CREATE TABLE (\w+) \((?s:(.*?))\n\)/) {
        // A migration that rebuilds a table fills a new one, which gets the name of the old one.
        let name = table.1.hasSuffix("_rebuilt") ? String(table.1.dropLast(8)) : String(table.1)
        for line in table.2.split(separator: "\n") {
          if let column = column(in: line, of: name) { found.insert(column) }
        }
      }
      for added in text.matches(of: /ALTER TABLE (\w+) ADD COLUMN (.*)/) {
        if let column = column(in: added.2, of: String(added.1)) { found.insert(column) }
      }
    }
    return found
  }

  private static func column(in line: Substring, of table: String) -> Column? {
    guard let name = line.firstMatch(of: /^ *"?(\w+)"? (?i:text|integer|bigint|blob|bytea)\b/)?.1 else { return nil }
    let refers = line.contains(/REFERENCES person\b/)
    guard refers || named.contains(String(name)) else { return nil }
    if name == "last", !tablesWithLast.contains(table) { return nil }
    return Column(table: table, name: String(name))
  }

  @Test("Each column that refers to a person has an entry", arguments: ["sqlite", "postgresql"])
  func registersEachColumn(_ engine: String) throws {
    let columns = try Self.columns(engine)
    #expect(columns.count > 15)
    let registered = PersonalData.all.map { Column(table: $0.table, name: $0.column) }
    #expect(Set(registered).count == registered.count)
    let missing = columns.subtracting(registered).map(\.description).sorted()
    #expect(missing == [], "add these columns to PersonalData")
    let unknown = Set(registered).subtracting(columns).map(\.description).sorted()
    #expect(unknown == [], "PersonalData lists columns that do not exist")
  }

  @Test("A foreign key or a name identifies a column that refers to a person")
  func recognizesColumns() {
    let cases: [(String, Bool)] = [
      ("  owner TEXT NOT NULL REFERENCES person (id),", true), ("  person text COLLATE \"C\" NOT NULL,", true),
      ("  amount INTEGER,", false), ("  -- person TEXT", false), ("  last INTEGER,", false),
    ]
    for (line, isFound) in cases { #expect((Self.column(in: line[...], of: "note") != nil) == isFound, "\(line)") }
  }
}
