/// The nearest of the names to a misspelt one.
package enum Suggestion {
  /// A text such as ", did you mean `length`?", empty where no name is near.
  package static func text(for name: String, among names: some Sequence<String>, prefix: String = "") -> String {
    nearest(to: name, among: names).map { ", did you mean `\(prefix)\($0)`?" } ?? ""
  }

  /// The name that takes the fewest edits, at most a third of its length; the first in order among equals.
  static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(64))
    let limit = max(1, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in names.sorted() where candidate != name {
      let letters = Array(candidate.lowercased().unicodeScalars.prefix(64))
      guard abs(letters.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, letters)
      if distance <= limit, distance < letters.count, distance < (best?.distance ?? .max) {
        best = (candidate, distance)
      }
    }
    return best?.name
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between both.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(previous[j] + (a[i] == b[j] ? 0 : 1), previous[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      (before, previous) = (previous, row)
    }
    return previous[b.count]
  }
}
