import Atoms
import Operations

/// A flow of a file under test, with the operations of its steps.
struct ScenarioFlow: Sendable {
  let flow: Flow
  /// The operations of the steps, in the order of the file.
  let operations: [Operation]

  init(_ flow: Flow, among operations: [Operation]) {
    self.flow = flow
    self.operations = flow.steps.compactMap { step in
      guard step.role == .step, case .operation(let id) = step.target.kind else { return nil }
      return operations.first { $0.id == id }
    }
  }

  /// Returns the operation of a step; nil for a screen and for the review.
  func operation(of step: Flow.Step) -> Operation? {
    guard step.role == .step, case .operation(let id) = step.target.kind else { return nil }
    return operations.first { $0.id == id }
  }

  /// Returns true if a step returns the value that contains the path.
  func returns(_ path: String) -> Bool {
    let name = WrittenPath.root(of: path)
    return flow.steps.contains { $0.gives.contains(name) }
  }

  /// The parts that scenarios should see: each step, and each condition both ways.
  var parts: [Coverage.Part] {
    flow.steps.map { Self.part(ofStep: $0.id) } + flow.conditions.map(Self.part)
  }

  static func part(ofStep step: String) -> Coverage.Part {
    Coverage.Part(atom: step, property: "step", kind: .page)
  }

  static func part(_ condition: Flow.Condition) -> Coverage.Part {
    Coverage.Part(atom: condition.step, property: condition.property, kind: .condition)
  }
}
