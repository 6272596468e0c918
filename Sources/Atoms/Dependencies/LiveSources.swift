import Conditions

/// The data sources outside of a form that a shown value depends on. Their values can change
/// between an evaluation and the submission.
struct LiveSources: OptionSet, Sendable {
  let rawValue: UInt8
  static let clock = LiveSources(rawValue: 1)
  /// A fact about the person that the server provides.
  static let fact = LiveSources(rawValue: 2)
  /// An answer of a directory of the server.
  static let directory = LiveSources(rawValue: 4)
  /// An answer of a bank system, including facts and verifications that query one.
  static let system = LiveSources(rawValue: 8)
  /// An answer of a directory or of a bank system.
  static let answers: LiveSources = [.directory, .system]
}

extension Atom {
  /// True if a submission compares the atom with the client's report.
  ///
  /// Inputs are compared because the signature lists their values. Any other atom is compared only
  /// if it shows a label and value that depend on an answer. Otherwise a changed date or fact in
  /// it, such as a balance, does not reject a submission.
  var isCompared: Bool {
    if live.isEmpty { return false }
    return input != nil || captionFrom?.shown != nil && !live.isDisjoint(with: .answers)
  }

  /// True if a posted value of the atom counts as shown even if the client reports no values.
  var isAnswered: Bool { computed != nil && live.contains(.system) }
}

extension OperationCompiler {
  /// Returns the atoms with the sources that their values and the captions of texts depend on.
  func withLiveSources(_ atoms: [AtomParts], _ graph: DependencyGraph) -> [AtomParts] {
    let nodes = liveSources(of: atoms, graph)
    return atoms.enumerated().map { place, atom in
      var atom = atom
      if let input = atom.kind as? any InputKind {
        atom.live = input.isSecret ? [] : nodes[place]
        for index in atom.fallbacks.indices where atom.fallbacks[index].kind is any InputKind {
          atom.fallbacks[index].live = atom.live
        }
      } else if atom.kind is TextKind {
        let caption = captionSources(of: atom)
        atom.live = caption.slots.filter(nodes.indices.contains).reduce(nodes[place].union(caption.own)) {
          $0.union(nodes[$1])
        }
      }
      return atom
    }
  }

  /// Returns the sources that the value of each atom, lookup and named value depends on, directly
  /// or indirectly. Includes the sources of the atom's `showIf` and `enableIf`.
  private func liveSources(of atoms: [AtomParts], _ graph: DependencyGraph) -> [LiveSources] {
    var found = atoms.map { atom in
      atom.valueExpressions.reduce(sources(of: atom.valueReads)) { $0.union(sources(of: $1)) }
        .union(atom.currencyFrom?.readsClock == true ? .clock : [])
    }
    found += lookups.map { sources(of: $0, asking: atoms[$0.subject]) }
    found += values.map { sources(of: $0.named.expression.reads) }
    var waiting = found.indices.filter { !found[$0].isEmpty }
    while let node = waiting.popLast() {
      // The inputs of a computed row are also read through the previous row.
      for reader in Array(graph.valueReaders[node]) + (graph.items.previous(of: node).map { [$0] } ?? [])
      where !found[reader].isSuperset(of: found[node]) {
        found[reader].formUnion(found[node])
        waiting.append(reader)
      }
    }
    return found
  }

  private func sources(of call: Operation.LookupCall, asking atom: AtomParts) -> LiveSources {
    var found = call.others.reduce(LiveSources()) { $0.union(sources(of: $1.reads)) }
    if call.isDefinition {
      if let named = call.named { found.formUnion(sources(of: named.expression.reads)) }
    } else if call.isOption {
      found.formUnion(sources(of: atom.optionSlot.map { [$0] } ?? []))
      if let options = atom.optionsFrom { found.formUnion(sources(of: options.reads)) }
    } else if call.isRecord {
      if let list = atom.items?.list { found.formUnion(sources(of: list.reads)) }
    } else if call.query != nil {
      found.insert(.system)
    } else if let fact = call.searchedFact {
      found.formUnion(sources(of: facts.firstIndex { $0.name == fact }.map { [firstFact + $0] } ?? []))
    } else if call.table == nil {
      found.insert(.directory)
    }
    return found
  }

  private func sources(of reads: Reads) -> LiveSources {
    var found = sources(of: reads.outer)
    if reads.readsClock { found.insert(.clock) }
    if reads.functions.contains(where: { vocabulary.verifications[$0]?.query != nil }) { found.insert(.system) }
    return found
  }

  /// Returns the sources of the facts among `slots`.
  private func sources(of slots: [Int]) -> LiveSources {
    slots.reduce([]) { found, slot in
      guard facts.indices.contains(slot - firstFact) else { return found }
      return found.union(facts[slot - firstFact].query == nil ? .fact : .system)
    }
  }

  /// Returns the slots that the caption of a text depends on, and the sources that it reads
  /// directly.
  private func captionSources(of atom: AtomParts) -> (slots: [Int], own: LiveSources) {
    let source = atom.captionFrom
    let expressions =
      [source?.expression].compactMap(\.self) + (source?.shown?.expressions ?? [])
      + (source?.failed?.live?.expressions ?? [])
      + (atom.caption?.live?.expressions ?? [])
    let slots = expressions.flatMap(\.reads.outer) + (source?.lookups.map { drafts.count + $0 } ?? [])
    return (slots, expressions.reduce([]) { $0.union(sources(of: $1.reads)) })
  }
}

extension AtomParts {
  /// The reads of the expressions that determine the value and whether the atom is shown or
  /// enabled.
  fileprivate var valueExpressions: [Reads] {
    [
      showIf?.reads, enableIf?.reads, computed?.reads, presetFrom?.reads, either?.reads, items?.list.reads,
      items?.until?.reads,
    ].compactMap(\.self) + listPresets.map(\.reads)
  }
}

extension CurrencySource {
  fileprivate var readsClock: Bool {
    guard case .expression(let expression) = self else { return false }
    return expression.reads.readsClock
  }
}
