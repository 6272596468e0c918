import Atoms
import JSON
import SourceText

extension KitReader {
  /// Reads a drawing case: the tree and language of the question, and the expected outline.
  mutating func drawing(_ line: inout Properties) -> (given: Object, expected: Object) {
    let (given, expected) = call(&line)
    if given["tree"]?.object == nil { line.error(.wrongShape, "`given` has a `tree`", at: line.location) }
    if given["language"]?.string == nil { line.error(.wrongShape, "`given` has a `language`", at: line.location) }
    guard let node = line.node("expected"), var result = properties(of: node, "`expected`") else {
      return (given, expected)
    }
    if let lines = result.node(Outline.name)?.sequence {
      for node in lines { checkLine(node) }
    } else {
      result.error(.wrongShape, "a drawing case expects an `outline`", at: node.location)
    }
    finish(&result, "the result of `draw`")
    return (given, expected)
  }

  /// Checks the members, the role and the states of a line of an outline.
  private mutating func checkLine(_ node: SourceNode) {
    guard var line = properties(of: node, "a line of an outline") else { return }
    for name in Outline.members { _ = line.node(name) }
    check(line.node("role"), "role", among: Outline.roles, of: &line)
    for state in line.node("states")?.sequence ?? [] { check(state, "state", among: Outline.states, of: &line) }
    finish(&line, "a line of an outline")
  }

  private func check(_ node: SourceNode?, _ noun: String, among words: [String], of line: inout Properties) {
    guard let word = node?.scalar else {
      line.error(.wrongShape, "a line of an outline has a \(noun)", at: node?.location ?? line.location)
      return
    }
    guard !words.contains(word) else { return }
    line.error(
      .unknownName, "unknown \(noun) `\(word)`", remedy: suggestion(for: word, among: words),
      at: node?.location ?? line.location)
  }
}
