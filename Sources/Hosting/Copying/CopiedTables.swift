import Storage

/// The tables that a bank has on both engines, in an order in which each follows those that it refers to.
package struct CopiedTables {
  /// The tables that one engine alone has, and whose rows follow from those of others: `BankCopy` makes them.
  package static let derived: Set = ["chain_head"]

  /// The tables.
  let all: [TableShape]

  /// Compares the tables of two databases; refuses what only one of them has.
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
        throw OperatorError("only one of both databases has the column \(lonely) of \(name): nothing was copied")
      }
      guard !own.key.isEmpty, own.key == other.key else {
        throw OperatorError(
          "the table \(name) has no primary key, or another one in each database: nothing was copied")
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
          "the tables \(left.keys.sorted().joined(separator: ", ")) refer to each other: nothing was copied")
      }
      ordered += ready.sorted { $0.name < $1.name }
      for table in ready { left[table.name] = nil }
    }
    return ordered
  }
}

extension TableShape.Column {
  /// Its name and the kind of its values.
  fileprivate var described: String { "\(name) (\(kind.rawValue))" }
}
