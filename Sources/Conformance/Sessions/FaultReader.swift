import Atoms
import Definitions
import JSON
import SourceText

extension SessionParts {
  /// The members that name the effect of a fault.
  private static let effects = ["delay", "delayUntil", "drop", "replace", "patch", "version", "end", "cut"]

  /// Reads a fault: its point, its number and one effect.
  mutating func fault(_ node: SourceNode) -> ScriptedFault? {
    guard var line = properties(of: node, "a fault") else { return nil }
    let place = line.node("at")
    if place == nil { line.isMissing("at", "`at` names the point of a fault") }
    let target = place.flatMap { point($0) }
    let number = line.integer("nth", in: 1...1000)
    let named = (node.mapping ?? []).compactMap { $0.key.scalar }.filter { Self.effects.contains($0) }
    if named.count != 1 {
      line.error(.wrongShape, "a fault has one of \(Self.effects.joined(separator: ", "))", at: node.location)
    }
    let found = named.isEmpty ? nil : effect(named[0], &line, node)
    finish(&line, "a fault")
    guard let target, let found else { return nil }
    return ScriptedFault(point: target, number: number, effect: found)
  }

  private mutating func effect(_ name: String, _ line: inout Properties, _ fault: SourceNode) -> ScriptedFault.Effect? {
    guard let node = line.node(name) else { return nil }
    switch name {
    case "delay": return .delay(seconds(node, at: node.location))
    case "delayUntil":
      guard let reference = reference(node) else { return nil }
      if reference.number == nil {
        diagnostics.error(.wrongValue, "`delayUntil` names one request, such as `evaluate 2`", at: node.location)
      }
      return .delayUntil(reference)
    case "drop":
      return line.word("drop", of: ["beforeCommit", "afterCommit"]).map { .drop(afterCommit: $0 == "afterCommit") }
    case "replace": return replacement(node).map { .replace($0) }
    case "patch": return .patch(JSONPatch(changes: (node.sequence ?? []).compactMap { change($0) }))
    case "version": return line.string("version").map { .version($0) }
    case "end":
      return line.word("end", of: ["session"]).map { _ in .endSession }
    case "cut": return line.integer("cut", in: 0...1000).map { .cut($0) }
    default: return nil
    }
  }

  private mutating func replacement(_ node: SourceNode) -> ReplacedAnswer? {
    guard var line = properties(of: node, "an answer") else { return nil }
    let status = line.integer("status", in: 400...599)
    if status == nil { line.isMissing("status", "`status` takes a number from 400 to 599") }
    let problem = line.string("problem") ?? ""
    if problem.isEmpty { line.isMissing("problem", "`problem` names the problem") }
    let headers = line.node("headers").map { object($0) } ?? Object()
    let members = line.node("members").map { object($0) } ?? Object()
    finish(&line, "an answer")
    return ReplacedAnswer(
      status: status ?? 500, headers: headers.members.map { ($0.name, $0.value.string ?? $0.value.description) },
      problem: problem, members: members)
  }

  /// Reads a change of RFC 6902.
  private mutating func change(_ node: SourceNode) -> JSONPatch.Change? {
    guard var line = properties(of: node, "a change") else { return nil }
    let word = line.word("op", of: ["add", "remove", "replace", "move", "copy", "test"], required: true)
    let path = line.node("path").flatMap { pointer($0) }
    if path == nil { line.isMissing("path", "`path` is missing") }
    let value = line.node("value")
    let source = line.node("from").flatMap { pointer($0) }
    if ["add", "replace", "test"].contains(word), value == nil { line.isMissing("value", "`value` is missing") }
    if ["move", "copy"].contains(word), source == nil { line.isMissing("from", "`from` is missing") }
    finish(&line, "a change")
    guard let word, let path else { return nil }
    switch word {
    case "remove": return .remove(path)
    case "move": return source.map { .move(from: $0, to: path) }
    case "copy": return source.map { .copy(from: $0, to: path) }
    case "test": return value.map { .test(path, Value($0)) }
    case "replace": return value.map { .replace(path, Value($0)) }
    default: return value.map { .add(path, Value($0)) }
    }
  }
}
