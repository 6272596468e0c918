/// `, did you mean `name`?` for the closest of the names, or nothing where none is near.
package func suggestion(for word: String, among names: some Sequence<String>) -> String {
  let near = names.map { (name: $0, distance: distance(word.lowercased(), $0.lowercased())) }
    .filter { $0.distance <= max(1, word.count / 3) && $0.distance < $0.name.count }
    .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
  return near.map { ", did you mean `\($0.name)`?" } ?? ""
}

/// How many insertions, deletions, replacements and swaps of neighbours lead from one word to the other.
private func distance(_ first: String, _ second: String) -> Int {
  let (a, b) = (Array(first.unicodeScalars.prefix(64)), Array(second.unicodeScalars.prefix(64)))
  var rows = [Array(0...b.count)]
  for (i, character) in a.enumerated() {
    var row = [i + 1]
    for (j, other) in b.enumerated() {
      var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (character == other ? 0 : 1))
      if i > 0, j > 0, character == b[j - 1], a[i - 1] == other { best = min(best, rows[i - 1][j - 1] + 1) }
      row.append(best)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
