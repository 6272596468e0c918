import Conditions
import Essentials

extension OperationCompiler {
  /// Compiles `onChange` of an atom's line; returns nil if there is none, and leaves out what has faults.
  mutating func changeEffect(of draft: AtomDraft, in scope: Scope) -> ChangeEffect? {
    guard let node = draft.onChange else { return nil }
    guard let entries = node.mapping, !entries.isEmpty else {
      diagnostics.error(
        "`onChange` takes {reset: [id, ...], set: {id: expression}}, found \(node.mapping == nil ? node.noun : "neither")",
        at: node.location)
      return nil
    }
    if let value = draft.value {
      diagnostics.error("`onChange` conflicts with `value`: nobody changes a computed atom", at: value.location)
    }
    var parts = Properties(entries, at: node.location)
    let (cleared, filled) = (parts.node("reset"), parts.node("set"))
    parts.refuseTheRest(of: "onChange")
    diagnostics.append(parts.diagnostics)
    var resets: [Int] = []
    var sets: [(place: Int, expression: Expression)] = []
    for name in cleared.map({ $0.sequence ?? [$0] }) ?? [] {
      guard let target = target(name, of: draft, besides: resets) else { continue }
      resets.append(target)
    }
    if let filled, filled.mapping == nil {
      diagnostics.error("`set` takes {id: expression}, not \(filled.noun)", at: filled.location)
    }
    for entry in filled?.mapping ?? [] {
      guard let target = target(entry.key, of: draft, besides: resets + sets.map(\.place)) else { continue }
      if let value = computed(entry.value, "set", of: drafts[target], in: scope) { sets.append((target, value)) }
    }
    return resets.isEmpty && sets.isEmpty ? nil : ChangeEffect(resets: resets, sets: sets)
  }

  /// Returns the place of the input that a name in `onChange` means; nil after adding an error if there is none.
  private mutating func target(_ node: SourceNode, of draft: AtomDraft, besides others: [Int]) -> Int? {
    guard let id = node.scalar else {
      diagnostics.error("`onChange` names inputs by their ids, not by \(node.noun)", at: node.location)
      return nil
    }
    let owner = draft.position.owner
    let places = drafts.indices.filter { drafts[$0].position.owner == owner }
    // Of the fragment that names it, then of what includes that.
    let list = owner.map { drafts[$0].idLocation.file }
    let names = sequence(first: node.location.file) { $0.includedFrom?.file }.map { $0.whole(id, upTo: list) }
    let found = names.compactMap { name in places.first { drafts[$0].id == name } }
    guard let place = found.first else {
      if names.contains(where: broken.contains) { return nil }
      let near = suggestion(for: id, among: places.filter { drafts[$0].input != nil }.map { drafts[$0].id })
      let elsewhere = drafts.contains { $0.id == id }
      diagnostics.error(
        elsewhere
          ? "`\(id)` stands in other items: a change reaches inputs beside it, in the same item or outside of items"
          : "there is no input `\(id)` that a change could reach\(near)", at: node.location)
      return nil
    }
    if let why = obstacle(at: place, to: draft) ?? (others.contains(place) ? "is named twice" : nil) {
      diagnostics.error("`\(id)` \(why)", at: node.location)
      return nil
    }
    return place
  }

  /// Returns why a change of another atom cannot change the one at a place; nil if it can.
  private func obstacle(at place: Int, to source: AtomDraft) -> String? {
    let target = drafts[place]
    guard let input = target.input else { return "is a \(target.kind.name), which has no value" }
    if target.id == source.id { return "would change itself: `onChange` clears and fills other inputs" }
    if input is RepeatKind { return "is a list, which `onChange` neither clears nor fills" }
    if target.value != nil { return "is computed: `value` gives it its value, whatever is changed" }
    return input.isSecret ? "is a password or code, which is entered anew each time" : nil
  }

  /// Returns the places of the atoms with effects, each before those that its effect changes.
  ///
  /// Adds an error for each circle: its atoms would be cleared and filled without end.
  mutating func effectOrder(of atoms: [AtomParts]) -> [Int] {
    guard atoms.contains(where: { $0.onChange != nil }) else { return [] }
    var sources = [[Int]](repeating: [], count: atoms.count)
    for (place, atom) in atoms.enumerated() {
      for target in atom.onChange?.targets ?? [] { sources[target].append(place) }
    }
    let none = [[Int]](repeating: [], count: atoms.count)
    do throws(DependencyGraph.Cycles) {
      let graph = try DependencyGraph(reads: sources, appearanceReads: none, checkReads: none)
      return graph.order.filter { atoms[$0].onChange != nil }
    } catch {
      for path in error.paths {
        // Each atom of the path is changed by the next one.
        let way = [path[0]] + path.dropFirst().reversed() + [path[0]]
        diagnostics.error(
          "a change comes back to `\(self.path(of: way[0]))`: \(way.map(self.path).joined(separator: " -> "))",
          at: drafts[way[0]].onChange?.location ?? drafts[way[0]].idLocation)
      }
      return []
    }
  }
}
