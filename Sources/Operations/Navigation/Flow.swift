package import Atoms
import Conditions
package import Texts
import SourceText
package import JSON
import Secrets

/// A coordinator: steps that lead to one submission, judged as a whole.
package struct Flow: Sendable {
  /// A step.
  package struct Step: Sendable {
    /// The name.
    package let id: String
    /// The operation or screen of the step, with its inputs.
    package let target: Target
    /// The names of the values that come out of it.
    package let gives: [String]
    /// The condition under which it is skipped; nil for never.
    let skipIf: FlowCondition?
    /// The ways to the next step: the first whose condition holds. The last one has no condition.
    let branches: [Branch]
  }

  /// A way to the next step.
  struct Branch: Sendable {
    /// The step; nil for the submission.
    let step: String?
    /// The condition under which it is taken; nil for always.
    let condition: FlowCondition?
  }

  /// The word for the submission among steps.
  static let submit = "submit"
  /// The name in a query that tells how far a person was when a step was drawn.
  package static let revision = "at"

  /// Returns the digest of a stored state, 12 hexadecimal digits, which tells one state from another.
  package static func revision(of state: String) -> String { Digest(of: state).digits(ofBytes: 6) }

  /// The id.
  package let id: String
  /// The title for the person.
  package let title: LocalizedText
  /// The picture that clients draw; nil without one.
  package let icon: Icon?
  /// The operation that is submitted in the end.
  package let operation: String
  /// The inputs.
  package let inputs: [Port]
  /// The steps in the order of the file: at least one.
  package let steps: [Step]

  /// Returns the count of steps after one, if it is the same on all ways to the submission; nil if it is not.
  package func count(after step: String) -> Int? {
    var known: [String: Int?] = [:]
    return count(after: step, &known)
  }

  private func count(after id: String, _ known: inout [String: Int?]) -> Int? {
    if let count = known[id] { return count }
    // A way back to a step that is being counted has no known length.
    known[id] = .some(nil)
    var counts: Set<Int?> = []
    for branch in step(id)?.branches ?? [] {
      guard let next = branch.step else {
        counts.insert(0)
        continue
      }
      let isSure = step(next).map { $0.skipIf == nil } ?? false
      counts.insert(isSure ? count(after: next, &known).map { $0 + 1 } : nil)
    }
    known[id] = .some(counts.count == 1 ? counts.first.flatMap(\.self) : nil)
    return known[id].flatMap(\.self)
  }

  /// The step of that name.
  package func step(_ id: String) -> Step? { steps.first { $0.id == id } }

  /// The step that a person begins with. Throws if a condition on the way cannot be answered at present.
  package func first(
    _ values: Object, _ surroundings: any Environment
  ) throws(BranchCondition.Undecided) -> String {
    try shown(from: steps[0].id, values, surroundings)
  }

  /// The step that comes after one, those left out that are passed over; nil if the submission does.
  ///
  /// Throws if a condition on the way cannot be answered at present.
  package func next(
    after step: String, _ values: Object, _ surroundings: any Environment
  ) throws(BranchCondition.Undecided) -> String? {
    guard let next = try self.step(step)?.way(values, surroundings) else { return nil }
    return try shown(from: next, values, surroundings)
  }

  private func shown(
    from step: String, _ values: Object, _ surroundings: any Environment
  ) throws(BranchCondition.Undecided) -> String {
    var id = step
    // Steps that pass each other over in a circle end where they began.
    for _ in steps {
      guard let found = self.step(id), try found.skipIf?.holds(values, surroundings) == true else { return id }
      // A step before the submission is never skipped, so that there is a step to show.
      guard let next = try found.way(values, surroundings) else { return id }
      id = next
    }
    return id
  }
}

extension Flow.Step {
  /// The step of the first way whose condition holds; nil for the submission.
  fileprivate func way(
    _ values: Object, _ surroundings: any Environment
  ) throws(BranchCondition.Undecided) -> String? {
    for branch in branches {
      guard let condition = branch.condition, try !condition.holds(values, surroundings) else { return branch.step }
    }
    return nil
  }
}

/// A condition over the values of a flow, in the language of all conditions.
struct FlowCondition: Sendable {
  private let condition: BranchCondition
  private let ports: [Port]

  /// Reads a condition over values, facts and verifications; nil, with its faults at their places, where it cannot be
  /// read.
  init?(_ node: SourceNode, over ports: [Port], _ vocabulary: Vocabulary, _ faults: inout Diagnostics) {
    guard let text = node.scalar else {
      faults.error("a condition is a text, not \(node.noun)", at: node.location)
      return nil
    }
    guard faults.isShort(text, at: node.location) else { return nil }
    do {
      condition = try BranchCondition(text, over: ports.map { Field($0.name, $0.type) }, vocabulary)
      self.ports = ports
    } catch {
      for fault in error {
        faults.error(fault.message, at: node.location.inside(text, offset: fault.range.lowerBound))
      }
      return nil
    }
  }

  /// True if it holds; false if it cannot be evaluated. Throws if it cannot be answered at present.
  func holds(_ values: Object, _ surroundings: any Environment) throws(BranchCondition.Undecided) -> Bool {
    try condition.holds(ports.map { port in values[port.name].map { port.kept($0) } ?? .null }, surroundings)
  }
}

extension Port {
  /// A stored value as conditions take it: numbers are stored as their digits.
  fileprivate func kept(_ value: Value) -> Value {
    guard type == .number || type == .integer, let digits = value.string, let number = Decimal(digits) else {
      return value
    }
    return .decimal(number)
  }
}
