import Atoms
import Definitions
import Operations
import SourceText

extension ScenarioReader {
  /// Reads the action of a step: `tap`, `paste`, `next`, `back`, `change` or `submit`.
  mutating func action(_ properties: inout Properties, of operation: Operation) -> Scenario.Action? {
    var found: [(word: String, action: Scenario.Action, location: Location)] = []
    if let node = properties.node("tap"), let action = tap(node, of: operation) {
      found.append(("tap", action, node.location))
    }
    if let node = properties.node("paste"), let action = paste(&properties, of: operation) {
      found.append(("paste", action, node.location))
    }
    if let node = properties.node("change"), isPaged("change", operation, at: node.location),
      let action = change(node, of: operation)
    {
      found.append(("change", action, node.location))
    }
    for (word, action) in [("next", Scenario.Action.next), ("back", .back), ("submit", .submit)] {
      guard let node = properties.node(word), properties.flag(word) == true else { continue }
      guard word == "submit" || isPaged(word, operation, at: node.location) else { continue }
      found.append((word, action, node.location))
    }
    if found.count > 1 {
      diagnostics.error(
        .conflict, "a step has one action, and this one has \(found.map(\.word).listed)",
        remedy: ": write a step for each", at: found[1].location)
    }
    return found.first?.action
  }

  private mutating func tap(_ node: SourceNode, of operation: Operation) -> Scenario.Action? {
    guard let path = atom(node, of: operation), let atom = definition(of: path, in: operation) else { return nil }
    guard atom.isCommand else {
      diagnostics.error(
        .wrongValue, "`tap` takes a command, and `\(path)` is \(withArticle(atom.kind.name))", at: node.location)
      return nil
    }
    return .tap(path, at: node.location)
  }

  private mutating func paste(_ properties: inout Properties, of operation: Operation) -> Scenario.Action? {
    var texts: [(list: String, text: String)] = []
    for (path, node) in pairs("paste", &properties, of: operation) {
      guard ([operation] + (flow?.operations ?? [])).contains(where: { $0.takesPastedRows(at: path) }) else {
        diagnostics.error(.wrongValue, "`\(path)` is not a list with `paste`", at: node.location)
        continue
      }
      guard let text = node.scalar else {
        diagnostics.error(.wrongShape, "`\(path)` takes the pasted text, not \(node.noun)", at: node.location)
        continue
      }
      texts.append((path, text))
    }
    return texts.isEmpty ? nil : .paste(texts)
  }

  private mutating func change(_ node: SourceNode, of operation: Operation) -> Scenario.Action? {
    guard let path = atom(node, of: operation) else { return nil }
    let isChangeable =
      flow.map { $0.flow.hasReview && $0.returns(path) }
      ?? (operation.pages.review != nil && operation.page(atPath: path) != nil)
    guard isChangeable else {
      diagnostics.error(
        .misplaced, "`change` requires a review, and an atom of a page or step before it", at: node.location)
      return nil
    }
    return .change(path)
  }

  private mutating func isPaged(_ word: String, _ operation: Operation, at location: Location) -> Bool {
    guard operation.pages.isEmpty, flow == nil else { return true }
    diagnostics.error(.misplaced, "`\(word)` requires an operation with pages", at: location)
    return false
  }

  /// Reads `page`, `exit` and `review`: the page after the step, and the lines of a review.
  mutating func pageExpectations(
    _ properties: inout Properties, of operation: Operation, submits: Bool
  ) -> [Scenario.Expectation] {
    var expectations: [Scenario.Expectation] = []
    if let node = properties.node("page") {
      let names =
        flow?.flow.steps.map(\.id)
        ?? operation.pages.all.map(\.id) + (operation.pages.review == nil ? [] : [FormPage.review])
      if let name = node.scalar, names.contains(name) {
        expectations.append(.init(content: .page(name), location: node.location))
      } else {
        unknown("page", node.scalar ?? "", at: node.location, among: names)
      }
    }
    if let node = properties.node("exit"), let isExit = properties.flag("exit"),
      isPaged("exit", operation, at: node.location)
    {
      expectations.append(.init(content: .exit(isExit), location: node.location))
    }
    guard let node = properties.node("review") else { return expectations }
    if !(flow?.flow.hasReview ?? (operation.pages.review != nil)), !submits {
      diagnostics.error(
        .misplaced, "`review` requires an operation with a review, or `submit: true`", at: node.location)
    }
    for (path, line) in pairs("review", &properties, of: operation) {
      guard line.isNull || line.scalar != nil else {
        diagnostics.error(.wrongShape, "`\(path)` takes a text, not \(line.noun)", at: line.location)
        continue
      }
      expectations.append(.init(content: .line(path, line.isNull ? nil : line.scalar), location: line.location))
    }
    return expectations
  }
}
