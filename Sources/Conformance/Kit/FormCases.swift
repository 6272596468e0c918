import Atoms
import JSON
import SourceText

/// The steps of form cases: what a person, the server or the judge does.
enum FormSteps {
  /// The names of all steps. Each is a member with its argument.
  static let names = [
    "enter", "leave", "choose", "add", "remove", "fill", "tap", "answer", "fail", "respond", "redraw", "wait", "hide",
    "look", "values", "entries", "displayed",
  ]
}

extension KitReader {
  /// Reads the steps of a form case. Returns the question about them, and the expected result: an
  /// object for each step, empty if the case expects nothing of it.
  mutating func steps(of line: inout Properties, tree common: Value?) -> (given: Object, expected: Object) {
    var tree = common
    if let node = line.node("tree") { tree = Value(node) }
    if tree == nil { line.isMissing("tree", "a form case has a `tree`, or its file has one for all") }
    guard let list = line.node("steps")?.sequence, !list.isEmpty else {
      line.isMissing("steps", "`steps` takes a list of steps")
      return (Object(), Object())
    }
    var (steps, expected): ([Value], [Value]) = ([], [])
    for node in list {
      guard var step = properties(of: node, "a step") else { continue }
      let expectation = step.node("expect")
      if let expectation, expectation.mapping?.isEmpty ?? true {
        step.error(.wrongShape, "`expect` takes an object with at least one member", at: expectation.location)
      }
      let found = FormSteps.names.compactMap { name in step.node(name).map { (name, Value($0)) } }
      if found.count != 1 {
        let names = FormSteps.names.map { "`\($0)`" }.joined(separator: ", ")
        step.error(.missingProperty, "a step has one of \(names)", at: node.location)
      }
      finish(&step, "a step")
      steps.append(.object(Object(found)))
      expected.append(expectation.map { Value($0) } ?? .object(Object()))
    }
    if expected.allSatisfy({ $0.object?.count == 0 }) {
      line.error(.wrongValue, "a case expects something of at least one step", at: line.location)
    }
    return (
      Object([("tree", tree ?? .null), ("steps", .array(steps))]), Object([("steps", .array(expected))])
    )
  }
}
