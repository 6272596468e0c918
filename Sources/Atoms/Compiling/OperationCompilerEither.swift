import Conditions
import JSON
import SourceText

/// The circles of an operation before its graph is sorted.
struct DraftedCircles {
  /// The inputs of each circle with the orders of their evaluation.
  var circles: [(places: [Int], orders: [[Int]])] = []

  /// The other inputs of the circle, by the index of the input.
  var partners: [Int: [Int]] {
    var partners: [Int: [Int]] = [:]
    for circle in circles {
      for place in circle.places { partners[place] = circle.places.filter { $0 != place } }
    }
    return partners
  }

  /// Replaces the reads of the inputs of a circle by their common reads outside of it.
  ///
  /// A circle is then one step of the evaluation, and its inputs form no cycle. A circle with
  /// faults has been reported, so its inputs form no cycle either.
  ///
  /// - Parameter nodes: The number of nodes of the graph.
  func join(_ reads: inout [[Int]], _ atoms: [AtomParts], nodes: Int) {
    let members = Set(atoms.indices.filter { atoms[$0].either != nil })
    for place in members { reads[place].removeAll(where: members.contains) }
    for (places, _) in circles {
      let joined = places.flatMap { place in
        atoms[place].stateReads + (atoms[place].either?.reads.outer ?? []).filter { !places.contains($0) }
      }
      for place in places { reads[place] = Set(joined.filter { $0 < nodes }).sorted() }
    }
  }
}

extension OperationCompiler {
  /// Compiles the expression of `either`; returns nil if it is absent or has faults.
  mutating func either(of draft: AtomDraft, in scope: Scope) -> ConditionExpression? {
    guard let node = draft.either else { return nil }
    if draft.input?.isSecret == true {
      diagnostics.error(
        .secret, "a password or code cannot have `either`: it must be entered each time", at: node.location)
      return nil
    }
    let others = [("value", draft.value), ("default", draft.preset), ("defaultFrom", draft.presetFrom)]
    for (name, other) in others where other != nil {
      diagnostics.error(
        .conflict, "`either` conflicts with `\(name)`: the input is empty until it or another one is entered",
        at: node.location)
    }
    if draft.input?.initial.isNull == false {
      diagnostics.error(
        .conflict, "`either` conflicts with \(withArticle(draft.kind.name)), which is never empty", at: node.location)
      return nil
    }
    return computed(node, "either", of: draft, in: scope)
  }

  /// Returns the circles of inputs that follow each other. Adds an error for each input that is in
  /// none, and for each circle in which an entry does not determine the others.
  mutating func circles(of atoms: [AtomParts]) -> DraftedCircles {
    let members = atoms.indices.filter { atoms[$0].either != nil }
    var drafted = DraftedCircles()
    // An expression with faults has been reported, and the inputs that it reads are unknown.
    guard !members.isEmpty, members.count == drafts.count(where: { $0.either != nil }) else { return drafted }
    var rest = members
    while let first = rest.first {
      let circle = connected(to: first, among: members, atoms)
      rest.removeAll(where: circle.contains)
      if let orders = orders(of: circle, atoms) { drafted.circles.append((circle, orders)) }
    }
    return drafted
  }

  /// Returns the inputs with `either` that read the input or are read by it, directly or
  /// indirectly.
  private func connected(to first: Int, among members: [Int], _ atoms: [AtomParts]) -> [Int] {
    var (found, waiting): (Set<Int>, [Int]) = ([first], [first])
    while let next = waiting.popLast() {
      for other in members
      where !found.contains(other) && (reads(next, other, atoms) || reads(other, next, atoms)) {
        found.insert(other)
        waiting.append(other)
      }
    }
    return found.sorted()
  }

  private func reads(_ place: Int, _ other: Int, _ atoms: [AtomParts]) -> Bool {
    atoms[place].either?.reads.outer.contains(other) == true
  }

  /// Returns the orders of evaluation of a circle; nil after adding an error.
  private mutating func orders(of places: [Int], _ atoms: [AtomParts]) -> [[Int]]? {
    guard !reportParts(of: places, atoms) else { return nil }
    let reads = places.map { place in
      places.indices.filter { places[$0] != place && self.reads(place, places[$0], atoms) }
    }
    var orders: [[Int]] = []
    for entered in places.indices {
      let (order, rest) = EitherCircle.order(after: entered, reads)
      guard rest.isEmpty else {
        let names = rest.map { "`\(drafts[places[$0]].writtenID)`" }
        let ring = (places + places.prefix(1)).map { drafts[$0].writtenID }.joined(separator: " -> ")
        diagnostics.error(
          .cycle,
          "an entry of `\(drafts[places[entered]].writtenID)` does not determine \(names.listed), which read each other",
          remedy: ": each input reads the next one in \(ring)", at: location(of: places[rest[0]]))
        return nil
      }
      orders.append(order)
    }
    return orders
  }

  private func location(of place: Int) -> Location { drafts[place].either?.location ?? drafts[place].idLocation }

  /// Adds errors for inputs that cannot be in one circle. Returns true if there are any.
  private mutating func reportParts(of places: [Int], _ atoms: [AtomParts]) -> Bool {
    let noted = diagnostics.all.count
    if places.count > EitherCircle.mostInputs {
      diagnostics.error(
        .wrongValue, "\(places.count) inputs follow each other by `either`, and at most \(EitherCircle.mostInputs) can",
        at: location(of: places[0]))
    }
    for place in places {
      let name = drafts[place].writtenID
      if reads(place, place, atoms) {
        diagnostics.error(.cycle, "`either` of `\(name)` reads `\(name)` itself", at: location(of: place))
      } else if !places.contains(where: { reads(place, $0, atoms) }) {
        diagnostics.error(
          .missingCompanion, "`either` of `\(name)` reads no other input with `either`",
          remedy: "; write `value` or `defaultFrom` if only `\(name)` follows", at: location(of: place))
      }
      if let other = places.first(where: { drafts[$0].position.owner != drafts[place].position.owner }), place > other {
        diagnostics.error(
          .misplaced,
          "`either` of `\(name)` and of `\(drafts[other].writtenID)` are in different items: they cannot follow each other",
          at: location(of: place))
      }
      if let read = places.first(where: atoms[place].stateReads.contains), read != place {
        diagnostics.error(
          .cycle, "`\(name)` is shown, enabled or converted by `\(drafts[read].writtenID)`, and they follow each other",
          remedy: ": a condition cannot read another input of the circle", at: location(of: place))
      }
    }
    return diagnostics.all.count > noted
  }

  /// Returns the atoms with their circles.
  func withCircles(_ atoms: [AtomParts], _ drafted: DraftedCircles, _ graph: DependencyGraph) -> [AtomParts] {
    var atoms = atoms
    for (places, orders) in drafted.circles {
      guard let leader = places.min(by: { graph.rank[$0] < graph.rank[$1] }) else { continue }
      let circle = EitherCircle(
        places, ids: places.map { atoms[$0].id }, places.compactMap { atoms[$0].either }, orders: orders,
        leader: leader)
      for place in places { atoms[place].circle = circle }
    }
    return atoms
  }
}

extension OperationCompiler {
  /// Returns the remedy for inputs whose `value` or `defaultFrom` reads the next one: `either`.
  /// Empty for any other cycle.
  func eitherRemedy(forValuesOf path: [Int]) -> String {
    guard canBeCircle(path),
      let property = ["value", "defaultFrom"].first(where: { name in
        path.allSatisfy { (name == "value" ? drafts[$0].value : drafts[$0].presetFrom) != nil }
      })
    else { return "" }
    return "; if a person enters any of them and the others follow, write `either` in place of `\(property)`"
  }

  /// Returns the remedy for inputs whose `onChange` sets the next one: `either` of each. Empty for
  /// any other cycle.
  ///
  /// - Parameter path: The inputs, each of which sets the next one. The last one sets the first
  ///   one.
  func eitherRemedy(forChangesOf path: [Int]) -> String {
    guard canBeCircle(path) else { return "" }
    var written: [String] = []
    for (place, next) in zip(path, path.dropFirst() + path.prefix(1)) {
      let sets = drafts[place].onChange?.mapping?.first { $0.key.scalar == "set" }?.value.mapping ?? []
      let name = drafts[next].writtenID
      guard let text = sets.first(where: { $0.key.scalar == name })?.value.scalar else { return "" }
      written.append("`either: \(text)` on `\(name)`")
    }
    return "; if the last entered one decides, write \(written.listed) in place of `onChange`"
  }

  private func canBeCircle(_ path: [Int]) -> Bool {
    (2...EitherCircle.mostInputs).contains(path.count) && path.allSatisfy(drafts.indices.contains)
      && Set(path.map { drafts[$0].position.owner }).count == 1
      && drafts[path[0]].position.owner.map { (drafts[$0].kind as? RepeatKind)?.isCounted == true } != true
      && path.allSatisfy { drafts[$0].input.map { !$0.isSecret && $0.initial.isNull } == true }
  }
}
