import Atoms
import Conditions

/// Everything that can be shown, by kind and id, with what goes in and what comes out.
struct KnownModules {
  /// The operations that could be read.
  var operations: [String: Signature] = [:]
  /// Whether some operations could not: then one that is not known may be there.
  var lacksOperations = false
  /// The screens; nil of one that could not be read.
  var screens: [String: Signature?] = [:]
  /// The flows; nil of one that could not be read.
  var flows: [String: Signature?] = [:]

  /// The words that name what opens something, and what also stands on a screen.
  static let opening = ["operation", "screen", "flow", "result"]

  /// What a word and the name behind it stand for; the signature is nil of what could not be read.
  func module(
    _ word: String, named node: SourceNode, _ faults: inout Diagnostics
  ) -> (kind: Target.Kind, signature: Signature?)? {
    guard let name = node.scalar else {
      faults.error("`\(word)` takes a name, not \(node.noun)", at: node.location)
      return nil
    }
    switch word {
    case "operation":
      if let signature = operations[name] { return (.operation(name), signature) }
      if lacksOperations { return (.operation(name), nil) }
      return unknown(word, name, among: operations.keys.sorted(), node, &faults)
    case "screen":
      if let signature = screens[name] { return (.screen(name), signature) }
      return unknown(word, name, among: screens.keys.sorted(), node, &faults)
    case "flow":
      if let signature = flows[name] { return (.flow(name), signature) }
      return unknown(word, name, among: flows.keys.sorted(), node, &faults)
    case "list":
      if let source = ListSource.named(name) { return (.list(source), source.signature) }
      return unknown(word, name, among: ListSource.all.map(\.name), node, &faults)
    case "result":
      guard name == Signature.submission else {
        faults.error("`result` takes `\(Signature.submission)`: what it shows", at: node.location)
        return nil
      }
      return (.result, Signature(inputs: [Port(Signature.submission, .text, isRequired: true)]))
    default: return (.text, Signature(inputs: []))
    }
  }

  /// The signature of what a word and a name stand for; nil where there is none.
  func signature(_ word: String, _ name: String) -> Signature? {
    var silent = Diagnostics()
    let nowhere = Location(file: SourceFile(name: "", text: ""), line: 1, column: 1)
    return module(word, named: SourceNode(.scalar(name, quoted: false), at: nowhere), &silent)?.signature
  }

  private func unknown(
    _ word: String, _ name: String, among names: [String], _ node: SourceNode, _ faults: inout Diagnostics
  ) -> (kind: Target.Kind, signature: Signature?)? {
    let hint = suggestion(for: name, among: names)
    faults.error(
      "unknown \(word) `\(name)`\(hint.isEmpty && !names.isEmpty ? "; there is \(names.listed)" : hint)",
      at: node.location)
    return nil
  }
}
