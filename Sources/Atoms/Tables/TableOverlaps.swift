import JSON

extension DataTable {
  /// Returns each row that has keys in common with an earlier row, together with that row.
  ///
  /// Rows with equal exact keys are sorted by their first range, so only rows whose first ranges
  /// overlap are compared.
  func overlaps() -> [(row: Int, earlier: Int)] {
    var groups: [[String]: [Int]] = [:]
    for (place, row) in rows.enumerated() {
      groups[Self.exactKey(of: row, columns, keyCount), default: []].append(place)
    }
    var found: [(row: Int, earlier: Int)] = []
    let ranges = columns.indices.prefix(keyCount).filter { columns[$0].isRange }
    for group in groups.values where group.count > 1 {
      guard let first = ranges.first else {
        found += group.dropFirst().map { ($0, group[0]) }
        continue
      }
      let sorted = group.sorted { isLower(rows[$0][first], rows[$1][first], $0 < $1) }
      var open: [Int] = []
      for place in sorted {
        open.removeAll { !meet(rows[$0][first], rows[place][first]) }
        if let other = open.first(where: { other in ranges.allSatisfy { meet(rows[other][$0], rows[place][$0]) } }) {
          found.append((max(other, place), min(other, place)))
        }
        open.append(place)
      }
    }
    return found.sorted { ($0.row, $0.earlier) < ($1.row, $1.earlier) }
  }

  /// Returns true if a range begins before another. `order` decides if both begin at the same
  /// value.
  private func isLower(_ a: Cell, _ b: Cell, _ order: Bool) -> Bool {
    guard case .range(let low, _) = a, case .range(let other, _) = b else { return order }
    switch (low, other) {
    case (nil, nil): return order
    case (nil, _): return true
    case (_, nil): return false
    case (let low?, let other?): return Self.isBelow(low, other) || (!Self.isBelow(other, low) && order)
    }
  }

  /// Returns true if both ranges contain a common value.
  private func meet(_ a: Cell, _ b: Cell) -> Bool {
    guard case .range(let low, let high) = a, case .range(let other, let maximum) = b else { return true }
    let isBefore = if let high, let other { Self.isBelow(high, other) } else { false }
    let isAfter = if let maximum, let low { Self.isBelow(maximum, low) } else { false }
    return !isBefore && !isAfter
  }
}
