import Conditions
import SourceText

extension OperationCompiler {
  /// Adds an error for each cycle among the values.
  mutating func report(_ cycles: DependencyGraph.Cycles) {
    for path in cycles.paths {
      let names = path.map(self.path)
      let circle = (names + names.prefix(1)).joined(separator: " -> ")
      let problem =
        names.count == 1 ? "`\(names[0])` depends on itself" : "atoms depend on each other in a cycle: \(circle)"
      // Lookups follow the atoms, so a cycle that starts with a lookup contains no atoms.
      let first = path[0] < drafts.count ? path[0] : lookups[path[0] - drafts.count].subject
      let share = fieldOfWhole(in: path)
      let remedy = share?.remedy ?? throughOthers(in: path) ?? eitherRemedy(forValuesOf: path)
      diagnostics.error(.cycle, problem, remedy: remedy, at: share?.location ?? drafts[first].idLocation)
    }
  }

  /// Returns the remedy for inputs that follow each other through other nodes; nil for any other
  /// cycle.
  private func throughOthers(in path: [Int]) -> String? {
    guard path.contains(where: { drafts.indices.contains($0) && drafts[$0].either != nil }),
      let other = path.first(where: { !drafts.indices.contains($0) || drafts[$0].either == nil })
    else { return nil }
    return ": `either` reads the other inputs themselves, not through `\(self.path(of: other))`"
  }

  /// Returns the remedy for a value in items that is computed from other fields of all items, such
  /// as a share of a total; nil for any other cycle.
  private func fieldOfWhole(in path: [Int]) -> (remedy: String, location: Location)? {
    let following = Array(path.dropFirst() + path.prefix(1))
    guard
      let (list, field) = zip(path, following).first(where: { list, field in
        [list, field].allSatisfy(drafts.indices.contains) && drafts[field].position.owner == list
      }), let node = drafts[field].value
    else { return nil }
    let (id, name) = (drafts[field].writtenID, drafts[list].writtenID)
    // A value that depends on the field itself has no other remedy.
    let texts = path.filter { $0 != list }.map { node in
      drafts.indices.contains(node) ? drafts[node].value?.scalar : namedValue(in: node)?.expression.text
    }
    guard texts.allSatisfy({ $0.map { !Self.mentions(id, in: $0) } ?? false }) else { return nil }
    let remedy =
      ": `\(id)` is a part of `\(name)`, which it reads; show it by a `text` in the items, "
      + "or compute it in another `repeat` with `from: $\(name)`"
    return (remedy, node.location)
  }

  /// Returns true if the text contains the word as a key or in quotes, such as `share` in
  /// `$lines.@sum.share` and `'share'`.
  private static func mentions(_ word: String, in text: String) -> Bool {
    [".\(word)", "'\(word)'", "\"\(word)\"", "$\(word)"].contains { text.contains($0) }
  }
}
