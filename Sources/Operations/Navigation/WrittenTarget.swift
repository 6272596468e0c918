import Atoms

/// A target as it is written, `{screen: account, input: {account: $number}, transition: push}`: read before it is known what
/// there is.
struct WrittenTarget {
  /// The word that says what it is.
  let word: String
  /// The name behind it.
  let name: SourceNode
  /// What goes in.
  let input: SourceNode?
  /// How it is shown; nil where that is not written.
  let transition: Transition?
  /// Where it stands.
  let location: Location

  /// Reads the target's own properties of a line; nil where it does not say what it is.
  init?(_ properties: inout Properties, words: [String], _ faults: inout Diagnostics) {
    location = properties.location
    var found: [(word: String, node: SourceNode)] = []
    for word in words {
      if let node = properties.node(word) { found.append((word, node)) }
    }
    input = properties.node("input")
    transition = properties.node("transition").flatMap { Transition($0, &faults) }
    guard let first = found.first else {
      faults.error("it is not said what is shown: one of \(words.listed)", at: location)
      return nil
    }
    for other in found.dropFirst() {
      faults.error("one thing is shown, found \(first.word) and \(other.word)", at: other.node.location)
    }
    (word, name) = (first.word, first.node)
  }

  /// Reads a mapping that is nothing but a target, called `what` in faults.
  init?(_ node: SourceNode, of what: String, words: [String], _ faults: inout Diagnostics) {
    guard let entries = node.mapping else {
      faults.error("`\(what)` takes {screen: ..., input: ..., transition: ...}, not \(node.noun)", at: node.location)
      return nil
    }
    var properties = Properties(entries, at: node.location)
    self.init(&properties, words: words, &faults)
    properties.refuseTheRest(of: "`\(what)`")
    faults.append(properties.diagnostics)
  }

  /// The target among what there is; `given` is what there is to put in, and `source` where that comes from.
  func target(
    in known: KnownModules, given: [Port], from source: String, otherwise kind: TransitionKind,
    _ faults: inout Diagnostics
  ) -> Target? {
    guard let module = known.module(word, named: name, &faults) else { return nil }
    let wiring: Wiring
    if let signature = module.signature {
      wiring = Wiring(
        input, of: "\(word) `\(name.scalar ?? "")`", inputs: signature.inputs, given: given, from: source,
        at: name.location, &faults)
    } else {
      wiring = .none
    }
    return Target(kind: module.kind, wiring: wiring, transition: transition ?? Transition(kind))
  }
}
