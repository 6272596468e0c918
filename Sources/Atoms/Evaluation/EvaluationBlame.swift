import Conditions
import JSON

/// The input whose missing value leaves a computed value without a result.
enum MissingSource {
  /// The cause has a violation of its own.
  case reported
  /// The input is empty and cannot be filled in, because its preset or options are unknown.
  case unknown(UnknownReason)
  /// The input is empty and optional; its path and index.
  case empty(String, Int)
}

extension Evaluation {
  /// Returns true if all entries that a computed value requires exist, in each item of the lists
  /// that it reads.
  ///
  /// Without this check, a sum over empty lines would be validated too early. Outside of items the
  /// results are cached, because a chain of n running totals would otherwise take O(n²) steps.
  mutating func isComplete(_ place: Int) -> Bool {
    guard here.template == nil else { return areSourcesComplete(of: place, among: [:]) != nil }
    if let known = completeness[place] { return known }
    guard let complete = areSourcesComplete(of: place, among: completeness) else {
      completeness[place] = false
      return false
    }
    for node in complete { completeness[node] = true }
    return true
  }

  /// Returns the computed nodes that were visited if everything that they read is complete;
  /// otherwise nil.
  ///
  /// - Parameter known: The results for nodes that were visited before.
  private func areSourcesComplete(of place: Int, among known: [Int: Bool]) -> Set<Int>? {
    var (waiting, computed, seen): ([Int], Set<Int>, Set<Int>) = ([place], [place], [place])
    while let next = waiting.popLast() {
      let reads = operation.sources(of: next)
      guard StepBudget.take(reads.count) else { return nil }
      for slot in reads where slot < operation.atoms.count || operation.namedValue(in: slot) != nil {
        guard seen.insert(slot).inserted else { continue }
        if slot < operation.atoms.count {
          let read = operation.atoms[slot]
          if let template = read.template {
            if !marks[slot].contains(.hidden), !areComplete(input.values[slot].array ?? [], of: template) { return nil }
            continue
          }
          guard read.computed != nil else {
            if input.values[slot].isNull, !read.isOptional, read.requireIf == nil, !marks[slot].contains(.hidden) {
              return nil
            }
            continue
          }
        }
        switch known[slot] {
        case true?: break
        case false?: return nil
        case nil:
          computed.insert(slot)
          waiting.append(slot)
        }
      }
    }
    return computed
  }

  /// Returns true if there are items and each has all required entries.
  private func areComplete(_ items: [Value], of template: ItemTemplate) -> Bool {
    var needed: [Atom] = []
    for place in template.atoms {
      let atom = operation.atoms[place]
      guard atom.position.owner == template.place, atom.input != nil, atom.template == nil else { continue }
      if atom.computed == nil, atom.requireIf == nil, !atom.isOptional { needed.append(atom) }
    }
    guard !items.isEmpty, StepBudget.take(items.count * needed.count) else { return false }
    return items.allSatisfy { item in needed.allSatisfy { !(item[$0.id] ?? .null).isNull } }
  }

  /// Returns the cause if a required computed atom has no value; nil if no input is the cause.
  ///
  /// - Follows computed values, named values and lookups with all their keys to the inputs that
  ///   they read, outside of items or in the same item.
  /// - Ignores hidden and locked inputs, because the person cannot fill them in.
  mutating func missingSource(of violation: Violation, at place: Int, _ atom: Atom) -> MissingSource? {
    guard atom.computed != nil || atom.circle != nil, violation.code == "required" else { return nil }
    if let circle = atom.circle, !marks[place].contains(.follows) {
      return isRequiredElsewhere(place, in: circle) ? .reported : nil
    }
    var (waiting, seen): ([Int], Set<Int>) = ([place], [place])
    var empty: MissingSource?
    var isCarried = false
    while let next = waiting.popLast() {
      let call = operation.lookup(at: next)
      let reads = call.map { [$0.subject] + $0.others.flatMap(\.reads.outer) } ?? operation.sources(of: next)
      guard StepBudget.take(reads.count) else { return nil }
      for source in reads where source < operation.firstFact {
        // The lookup found nothing for an existing value, so that value has a violation.
        if let call = operation.lookup(at: source), isHere(operation.atoms[call.subject]),
          marks[source].contains(.empty)
        {
          return .reported
        }
        guard source < operation.atoms.count else {
          if operation.lookup(at: source)?.isPrevious == true { isCarried = isCarried || followsEnteredRow }
          if seen.insert(source).inserted { waiting.append(source) }
          continue
        }
        let read = operation.atoms[source]
        let isHere = isHere(read)
        guard seen.insert(source).inserted, isHere, read.input != nil, read.template == nil,
          input.values[source].isNull
        else { continue }
        if read.computed != nil || marks[source].contains(.follows) {
          waiting.append(source)
          continue
        }
        guard marks[source].isDisjoint(with: [.hidden, .disabled, .locked]) else { continue }
        if !marks[source].contains(.unreadable), let reason = obstacle(to: read, at: source) { return .unknown(reason) }
        let isRequired = read.requireIf == nil ? !read.isOptional : holds(read.requireIf, of: read, "requireIf")
        if isRequired || marks[source].contains(.unreadable) { return .reported }
        if empty == nil { empty = .empty((read.position.owner == nil ? "" : here.prefix) + read.id, source) }
      }
    }
    // The previous row has the cause, or its own previous row has it.
    return empty ?? (isCarried ? .reported : nil)
  }

  /// True if the current item has a previous row that people enter.
  private var followsEnteredRow: Bool {
    guard let template = here.template, let index = here.indexes.last else { return false }
    return !template.kind.isCounted && index > 0
  }

  /// Returns the reason why an empty input cannot be filled in: its preset or options are unknown.
  private mutating func obstacle(to atom: Atom, at place: Int) -> UnknownReason? {
    let outer = doubt
    defer { doubt = outer }
    doubt = nil
    learnFacts(of: atom)
    noteDoubt(ofWhatFills: atom, at: place)
    _ = options(of: atom)
    return doubt
  }

  /// Adds a doubt if the preset of an empty input, or the fact that a search uses, is unknown.
  mutating func noteDoubt(ofWhatFills atom: Atom, at place: Int) {
    if let preset = atom.presetFrom, posted(for: atom, at: place) != nil {
      _ = value(of: preset, for: atom, "defaultFrom")
    }
    if atom.isSearch, let slot = atom.lookup {
      let searched = operation.lookups[slot - operation.atoms.count].searchedFact
      if let index = operation.facts.firstIndex(where: { $0.name == searched && $0.query != nil }) {
        learnFact(operation.firstFact + index)
        noteDoubt(of: operation.firstFact + index)
      }
    }
  }

  /// Returns true if the atom is outside of items or in the current item.
  private func isHere(_ atom: Atom) -> Bool {
    atom.position.owner == nil || atom.position.owner == here.template?.place
  }
}

extension Operation {
  /// Returns the slots that a computed atom or a named value reads.
  fileprivate func sources(of node: Int) -> [Int] {
    if node < atoms.count {
      let atom = atoms[node]
      if let circle = atom.circle, let index = circle.places.firstIndex(of: node) {
        return circle.expressions[index].reads.outer
      }
      return atom.computed?.reads.outer ?? []
    }
    return namedValue(in: node)?.expression.reads.outer ?? []
  }

  /// Returns the lookup whose answer is in `slot`; nil for any other slot.
  fileprivate func lookup(at slot: Int) -> LookupCall? {
    guard slot >= atoms.count, slot < firstValue else { return nil }
    let call = lookups[slot - atoms.count]
    return call.isDefinition ? nil : call
  }

  /// Returns the inputs with one value that people enter and these slots depend on, in tree order.
  ///
  /// Computed values, lookups and names are followed to the inputs that they read.
  func enteredInputs(readBy slots: [Int]) -> [Int] {
    var (waiting, seen, found): ([Int], Set<Int>, [Int]) = (slots, [], [])
    while let slot = waiting.popLast() {
      guard slot < firstFact, seen.insert(slot).inserted, StepBudget.take(1) else { continue }
      if let call = lookup(at: slot) {
        waiting += [call.subject] + call.others.flatMap(\.reads.outer)
      } else if slot < atoms.count, atoms[slot].input != nil, atoms[slot].computed == nil, atoms[slot].template == nil {
        found.append(slot)
      } else {
        waiting += sources(of: slot)
      }
    }
    return found.sorted()
  }
}
