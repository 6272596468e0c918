import Storage

/// The tables that both engines have, ordered so that each table follows the tables that it
/// references.
package struct CopiedTables {
  /// Tables of one engine only, with rows derived from other tables. `BankCopy` creates these rows.
  package static let derived: Set = ["chain_head"]

  let all: [TableShape]

  /// Compares the tables of two databases. Throws if a table or column is missing in one of them.
  init(from source: [TableShape], to target: [TableShape]) throws {
    let (ours, theirs) = (Self.named(source), Self.named(target))
    for (name, side) in ours.keys.filter({ theirs[$0] == nil }).map({ ($0, "the source") })
      + theirs.keys.filter({ ours[$0] == nil }).map({ ($0, "the target") })
    {
      throw OperatorError("only \(side) has the table \(name): nothing was copied")
    }
    for (name, own) in ours {
      guard let other = theirs[name] else { continue }
      let (mine, others) = (Set(own.columns.map(\.described)), Set(other.columns.map(\.described)))
      if let lonely = mine.symmetricDifference(others).min() {
        throw OperatorError("only one of the two databases has the column \(lonely) of \(name): nothing was copied")
      }
      guard !own.key.isEmpty, own.key == other.key else {
        throw OperatorError(
          "the table \(name) has no primary key or different primary keys in the two databases: nothing was copied")
      }
    }
    all = try Self.ordered(ours, theirs)
  }

  private static func named(_ tables: [TableShape]) -> [String: TableShape] {
    Dictionary(tables.filter { !derived.contains($0.name) }.map { ($0.name, $0) }) { first, _ in first }
  }

  private static func ordered(
    _ ours: [String: TableShape], _ theirs: [String: TableShape]
  ) throws -> [TableShape] {
    var ordered: [TableShape] = []
    var left = ours
    while !left.isEmpty {
      let ready = left.values.filter { table in
        let referred = table.referred.union(theirs[table.name]?.referred ?? []).subtracting([table.name])
        return referred.allSatisfy { left[$0] == nil }
      }
      if ready.isEmpty {
        throw OperatorError(
          "the tables \(left.keys.sorted().joined(separator: ", ")) reference each other: nothing was copied")
      }
      ordered += ready.sorted { $0.name < $1.name }
      for table in ready { left[table.name] = nil }
    }
    return ordered
  }
}

extension TableShape.Column {
  /// The name and the type of its values.
  fileprivate var described: String { "\(name) (\(kind.rawValue))" }
}
