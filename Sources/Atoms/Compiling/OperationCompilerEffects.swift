import Conditions
import SourceText

extension AtomDraft {
  /// The name of the property with the effect, for messages.
  var effectName: String { kind is CommandKind ? "a command" : "`onChange`" }
}

extension OperationCompiler {
  /// Compiles `onChange` of an atom or the effect of a command, without entries that have faults.
  /// Returns nil if nothing remains.
  mutating func changeEffect(of draft: AtomDraft, in scope: Scope) -> ChangeEffect? {
    guard let node = draft.onChange else { return nil }
    guard let entries = node.mapping, !entries.isEmpty else {
      diagnostics.error(
        .wrongShape,
        "`onChange` takes {reset: [id, ...], set: {id: expression}}, found \(node.mapping == nil ? node.noun : "neither")",
        at: node.location)
      return nil
    }
    if let value = draft.value {
      diagnostics.error(
        .conflict, "`onChange` conflicts with `value`: a computed atom cannot be changed", at: value.location)
    }
    var parts = Properties(entries, at: node.location)
    let (cleared, filled) = (parts.node("reset"), parts.node("set"))
    parts.refuseTheRest(of: "onChange")
    diagnostics.append(parts.diagnostics)
    var resets: [Int] = []
    var sets: [ChangeEffect.Filling] = []
    for name in cleared.map({ $0.sequence ?? [$0] }) ?? [] {
      if let use = wholeToReset(name, by: draft, in: scope) {
        resets += inputs(of: use, namedBy: name, toResetBy: draft, besides: resets)
        continue
      }
      guard let target = target(name, of: draft, besides: resets, isReset: true, in: scope) else { continue }
      resets.append(target)
    }
    if let filled, filled.mapping == nil {
      diagnostics.error(.wrongShape, "`set` takes {id: expression}, not \(filled.noun)", at: filled.location)
    }
    for entry in filled?.mapping ?? [] {
      let others = resets + sets.flatMap { $0.targets.map(\.place) }
      if let use = wholeToSet(entry.key, by: draft, in: scope) {
        sets += fillings(of: use, with: entry, by: draft, besides: others, in: scope)
        continue
      }
      guard let target = target(entry.key, of: draft, besides: others, in: scope) else { continue }
      if let value = filling(target, with: entry.value, in: scope) { sets.append(value) }
    }
    return resets.isEmpty && sets.isEmpty ? nil : ChangeEffect(resets: resets, sets: sets)
  }

  /// Compiles the value that an effect fills into the input at an index; nil after adding an error.
  mutating func filling(_ target: Int, with node: SourceNode, in scope: Scope) -> ChangeEffect.Filling? {
    let value =
      drafts[target].kind is RepeatKind
      ? records(node, "set", ofListAt: target, in: scope)
      : computed(node, "set", of: drafts[target], in: scope)
    return value.map { ChangeEffect.Filling(expression: $0, targets: [ChangeEffect.Target(target)]) }
  }

  /// Returns the index of the input that `onChange` refers to; nil after adding an error.
  private mutating func target(
    _ node: SourceNode, of draft: AtomDraft, besides others: [Int], isReset: Bool = false, in scope: Scope
  ) -> Int? {
    guard let id = node.scalar else {
      diagnostics.error(
        .wrongShape, "\(draft.effectName) names inputs by their ids, not by \(node.noun)", at: node.location)
      return nil
    }
    guard let place = self.place(of: id, for: draft, in: view(scope, in: node.location.file)) else {
      if !broken.contains(id) { refuse(id, for: draft, at: node.location) }
      return nil
    }
    if let why = obstacle(at: place, to: draft, isReset: isReset) ?? (others.contains(place) ? "is named twice" : nil) {
      diagnostics.error(.wrongValue, "`\(id)` \(why)", at: node.location)
      return nil
    }
    return place
  }

  /// Returns the index of an input with this id in the same item, or outside of items for an atom
  /// outside of items; nil if absent.
  func place(of id: String, for draft: AtomDraft, in scope: Scope) -> Int? {
    guard case .outer(let place)? = scope.binding(of: id)?.slot, drafts.indices.contains(place) else { return nil }
    return drafts[place].position.owner == draft.position.owner ? place : nil
  }

  /// Adds an error for an id that is not a reachable input. The first errors include what the id
  /// refers to.
  private mutating func refuse(_ id: String, for draft: AtomDraft, at location: Location) {
    let isEarly = diagnostics.all.count < AtomDraft.maxHelped
    let named = isEarly ? drafts.first { $0.id == id || $0.writtenID == id } : nil
    guard let named else {
      let neighbours = isEarly ? drafts.filter { $0.position.owner == draft.position.owner && $0.input != nil } : []
      let wholes = isEarly ? kindUses.filter { $0.owner == draft.position.owner }.map(\.id) : []
      let near = suggestion(for: id, among: neighbours.map(\.id) + wholes)
      return diagnostics.error(
        .unknownDefinition, "unknown input `\(id)` in \(draft.effectName)", remedy: near, at: location)
    }
    diagnostics.error(
      .wrongValue,
      named.input == nil && !kindUses.contains { $0.id == id }
        ? "`\(id)` is \(withArticle(named.kind.name)), which has no value"
        : "`\(id)` is in other items: \(draft.effectName) changes inputs of the same item, or outside of items if the atom is outside of items",
      at: location)
  }

  /// Returns the reason why `onChange` cannot change the atom at `place`; nil if it can.
  func obstacle(at place: Int, to source: AtomDraft, isReset: Bool) -> String? {
    let target = drafts[place]
    if target.id == source.id { return "would change itself: `onChange` clears and fills other inputs" }
    if let items = (target.kind as? RepeatKind)?.items {
      return items.isCount
        ? "has computed rows (`over`), which cannot be changed"
        : "has the items of its list (`from`) and cannot be changed"
    }
    if target.value != nil { return "is computed by `value` and cannot be changed" }
    if target.kind is ConsentKind, !isReset { return "is a consent, which only a person gives" }
    return target.input?.isSecret == true ? "is a password or code, which must be entered each time" : nil
  }

  /// Returns the indexes of the atoms with change effects, each before the atoms that it changes.
  ///
  /// Adds an error for each cycle, because its effects would run endlessly.
  mutating func changeEffectOrder(of atoms: [AtomParts]) -> [Int] {
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
        let remedy = eitherRemedy(forChangesOf: way.dropLast())
        diagnostics.error(
          .cycle,
          "`onChange` effects form a cycle at `\(self.path(of: way[0]))`: \(way.map(self.path).joined(separator: " -> "))",
          remedy: remedy.isEmpty ? "; remove one of them" : remedy,
          at: drafts[way[0]].onChange?.location ?? drafts[way[0]].idLocation)
      }
      return []
    }
  }
}
