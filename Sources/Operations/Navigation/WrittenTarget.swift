import Atoms
import SourceText

/// A target as written, `{screen: account, input: {account: $number}, transition: push}`, before
/// its name is resolved.
struct WrittenTarget {
  /// The keyword of its kind.
  var word: String
  /// The name after the keyword.
  let name: SourceNode
  let input: SourceNode?
  /// The transition; nil if none is written.
  let transition: Transition?
  /// The location of the target.
  let location: Location

  /// Parses the properties of a target in a line; nil, with a fault, if it has no target.
  init?(_ properties: inout Properties, words: [String], _ faults: inout Diagnostics) {
    location = properties.location
    var found: [(word: String, node: SourceNode)] = []
    for word in words {
      if let node = properties.node(word) { found.append((word, node)) }
    }
    input = properties.node("input")
    transition = properties.node("transition").flatMap { Transition($0, &faults) }
    guard let first = found.first else {
      faults.error(.missingProperty, "the target is missing", remedy: ": one of \(words.listed)", at: location)
      return nil
    }
    for other in found.dropFirst() {
      faults.error(
        .conflict,
        "a line must have exactly one target, found "
          + "\(first.word) and \(other.word)", at: other.node.location)
    }
    (word, name) = (first.word, first.node)
  }

  /// Parses a mapping that contains only a target. Faults call it `what`.
  init?(_ node: SourceNode, of what: String, words: [String], _ faults: inout Diagnostics) {
    guard let entries = node.mapping else {
      faults.error(
        .wrongShape, "`\(what)` takes {screen: ..., input: ..., transition: ...}, not \(node.noun)", at: node.location)
      return nil
    }
    var properties = Properties(entries, at: node.location)
    self.init(&properties, words: words, &faults)
    properties.refuseTheRest(of: "`\(what)`")
    faults.append(properties.diagnostics)
  }

  /// Returns the resolved target. `given` contains the values for its inputs, and `source` is their
  /// origin in faults.
  func target(
    in known: KnownModules, given: [Port], from source: String, otherwise kind: TransitionKind,
    _ faults: inout Diagnostics
  ) -> Target? {
    guard let module = known.module(word, named: name, &faults) else { return nil }
    let wiring: Wiring
    if let signature = module.signature {
      wiring = Wiring(
        input, of: "\(word) `\(name.scalar ?? "")`", inputs: signature.inputs, computed: signature.computed,
        given: given, from: source, at: name.location, &faults)
    } else {
      wiring = .none
    }
    return Target(kind: module.kind, wiring: wiring, transition: transition ?? Transition(kind))
  }

  /// Returns the target of a declared list. It receives all inputs of the screen, because its texts
  /// can read them.
  func target(of source: ListSource, given: [Port], _ faults: inout Diagnostics) -> Target {
    let wiring = Wiring(
      input, of: "list `\(source.name)`", inputs: source.signature.inputs, given: given, from: "the screen's input",
      at: name.location, &faults)
    return Target(
      kind: .list(source), wiring: wiring.passing(given), transition: transition ?? Transition(.embed))
  }
}
