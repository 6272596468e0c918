package import Atoms
import Conditions
package import Texts
import SourceText
package import JSON
import Secrets

/// A sequence of steps that lead to one submission.
package struct Flow: Sendable {
  package struct Step: Sendable {
    package enum Role: Sendable {
      /// A step that is followed by another one or by the submission.
      case step
      /// A screen at which the way ends without a submission.
      case exit
      /// All values before the submission.
      case review
    }

    /// The name.
    package let id: String
    /// The operation or screen of the step, with its inputs.
    package let target: Target
    package var role = Role.step
    /// The title of a page or of a review; nil for a step with the title of its target.
    package var title: LocalizedText?
    /// The names of the values that the step outputs.
    package let gives: [String]
    /// The condition under which the step is skipped; nil for never.
    let skipIf: FlowCondition?
    /// The branches to the next step. The first one whose condition holds applies. The last one has
    /// no condition. An exit has branches only for the case that it is skipped.
    var branches: [Branch]
  }

  /// A branch to the next step.
  struct Branch: Sendable {
    /// The step; nil for the submission.
    let step: String?
    /// The condition; nil for always.
    let condition: FlowCondition?
  }

  /// The keyword for the submission as the next step.
  package static let submit = "submit"
  /// The name of the query parameter with the revision of the flow's state.
  package static let revision = "at"

  /// Returns the digest of a stored state, 12 hexadecimal digits.
  package static func revision(of state: String) -> String { Digest(of: state).digits(ofBytes: 6) }

  package let id: String
  /// The title for the person.
  package let title: LocalizedText
  /// The icon; nil without one.
  package let icon: Icon?
  /// The operation that the flow submits.
  package let operation: String
  package let inputs: [Port]
  /// The steps in the order of the file: at least one.
  package let steps: [Step]
  /// True for the pages of one operation; false for a flow of a file.
  package let hasPages: Bool
  /// True for a flow of a file that ends with a review of all values.
  package var hasReview: Bool { !hasPages && steps.last?.role == .review }

  /// Returns the number of steps after a step; nil if it differs between branches.
  package func count(after step: String) -> Int? {
    var known: [String: Int?] = [:]
    return count(after: step, &known)
  }

  private func count(after id: String, _ known: inout [String: Int?]) -> Int? {
    if let count = known[id] { return count }
    // While this step is being counted, a branch back to it has an unknown length.
    known[id] = .some(nil)
    var counts: Set<Int?> = []
    for branch in step(id)?.branches ?? [] {
      guard let next = branch.step else {
        counts.insert(0)
        continue
      }
      let following = step(next)
      if following?.role == .exit {
        // Only the ways to the submission are counted.
        if following?.skipIf != nil { counts.insert(count(after: next, &known)) }
        continue
      }
      let isSure = following.map { $0.skipIf == nil } ?? false
      counts.insert(isSure ? count(after: next, &known).map { $0 + 1 } : nil)
    }
    known[id] = .some(counts.count == 1 ? counts.first.flatMap(\.self) : nil)
    return known[id].flatMap(\.self)
  }

  package func step(_ id: String) -> Step? { steps.first { $0.id == id } }

  /// Returns the first step of a person. Throws if a condition cannot be decided now.
  package func first(
    _ values: Object, _ surroundings: any Environment
  ) throws(BranchCondition.Undecided) -> String {
    try shown(from: steps[0].id, values, surroundings)
  }

  /// Returns the next step that is not skipped; nil for the submission.
  ///
  /// Throws if a condition cannot be decided now.
  package func next(
    after step: String, _ values: Object, _ surroundings: any Environment
  ) throws(BranchCondition.Undecided) -> String? {
    guard let next = try self.step(step)?.way(values, surroundings) else { return nil }
    return try shown(from: next, values, surroundings)
  }

  /// Returns true if the flow can be submitted from the step.
  ///
  /// Throws if a condition cannot be decided now.
  package func isLast(
    _ step: String, _ values: Object, _ surroundings: any Environment
  ) throws(BranchCondition.Undecided) -> Bool {
    guard self.step(step)?.role != .exit else { return false }
    return try next(after: step, values, surroundings) == nil
  }

  private func shown(
    from step: String, _ values: Object, _ surroundings: any Environment
  ) throws(BranchCondition.Undecided) -> String {
    var id = step
    // If steps skip each other in a cycle, the loop ends at the start.
    for _ in steps {
      guard let found = self.step(id), try found.skipIf?.holds(values, surroundings) == true else { return id }
      // A step before the submission is never skipped, so that there is a step to show.
      guard let next = try found.way(values, surroundings) else { return id }
      id = next
    }
    return id
  }
}

extension Flow {
  /// Returns the index of the first of these steps that returns a wrong value, so that it can be
  /// corrected there; nil without such a step.
  package func place(of faults: Violations, on path: [String]) -> Int? {
    let wrong = Set(faults.all.map { WrittenPath.root(of: $0.atom) })
    return path.firstIndex { id in
      guard let step = step(id), step.role == .step else { return false }
      return !wrong.isDisjoint(with: step.gives)
    }
  }
}

extension Flow {
  /// A condition of a step: `skipIf`, or one of `next`.
  package struct Condition: Sendable {
    package let step: String
    package let property: String
  }

  /// The conditions of all steps, in the order of the file.
  package var conditions: [Condition] {
    steps.flatMap { step in
      (step.skipIf == nil ? [] : [Condition(step: step.id, property: "skipIf")])
        + step.conditionalBranches.map { Condition(step: step.id, property: $0.name) }
    }
  }

  /// Returns the outcomes of the conditions on the way after a step, or at the start of the flow.
  package func outcomes(
    after step: String?, _ values: Object, _ surroundings: any Environment
  ) -> [(condition: Condition, holds: Bool)] {
    var found: [(condition: Condition, holds: Bool)] = []
    func way(_ step: Step) -> String? {
      for branch in step.conditionalBranches {
        guard let holds = try? branch.condition.holds(values, surroundings) else { return nil }
        found.append((Condition(step: step.id, property: branch.name), holds))
        if holds { return branch.step }
      }
      return step.branches.last { $0.condition == nil }.flatMap(\.step)
    }
    var next = step.map { self.step($0).flatMap(way) } ?? steps[0].id
    for _ in steps {
      guard let step = next.flatMap({ self.step($0) }), let skipIf = step.skipIf,
        let holds = try? skipIf.holds(values, surroundings)
      else { break }
      found.append((Condition(step: step.id, property: "skipIf"), holds))
      guard holds else { break }
      next = way(step)
    }
    return found
  }
}

extension Flow.Step {
  /// The branches with a condition, each with its name in reports.
  fileprivate var conditionalBranches: [(name: String, step: String?, condition: FlowCondition)] {
    let branches = branches.compactMap { branch in branch.condition.map { (branch.step, $0) } }
    return branches.enumerated().map { place, branch in
      (branches.count == 1 ? "next" : "next \(place + 1)", branch.0, branch.1)
    }
  }

  /// Returns the step of the first branch that has no condition or whose condition holds; nil if
  /// the flow continues with the submission.
  fileprivate func way(
    _ values: Object, _ surroundings: any Environment
  ) throws(BranchCondition.Undecided) -> String? {
    for branch in branches {
      guard let condition = branch.condition, try !condition.holds(values, surroundings) else { return branch.step }
    }
    return nil
  }
}

/// A condition over the values of a flow.
struct FlowCondition: Sendable {
  let condition: BranchCondition
  let location: Location
  private let ports: [Port]

  /// The names of the values that the condition reads.
  var reads: [String] { condition.read.map { ports[$0].name } }

  /// Parses a condition over values, facts and verifications. If it is invalid, returns nil and
  /// adds faults with their locations.
  init?(_ node: SourceNode, over ports: [Port], _ vocabulary: Vocabulary, _ faults: inout Diagnostics) {
    guard let text = node.scalar else {
      faults.error(.wrongShape, "a condition must be text, not \(node.noun)", at: node.location)
      return nil
    }
    guard faults.isShort(text, at: node.location) else { return nil }
    do {
      let options = Dictionary(ports.compactMap { port in port.offered.map { (port.name, $0) } }) { first, _ in first }
      condition = try BranchCondition(
        text, over: ports.map { Field($0.name, $0.type) }, options: options, vocabulary)
      (self.ports, location) = (ports, node.location)
    } catch {
      for fault in error {
        let remedy = UnknownVariable.remedy(for: fault.message, among: ports.map(\.name), of: "the flow")
        faults.error(
          fault.adding(remedy: remedy), at: node.location.inside(text, offset: fault.range.lowerBound))
      }
      return nil
    }
  }

  /// Returns the comparisons with an empty text that never or always hold, with their locations.
  ///
  /// - Parameter isFilled: Returns true if the value of a name is a text that is never empty.
  func pointlessComparisons(_ isFilled: (String) -> Bool) -> [(fault: Fault, location: Location)] {
    let faults = condition.pointlessComparisons { ports.indices.contains($0) && isFilled(ports[$0].name) }
    return faults.map { ($0, location.inside(condition.text, offset: $0.range.lowerBound)) }
  }

  /// Returns true if the condition holds, and false if it cannot be evaluated. Throws if it cannot
  /// be decided now.
  func holds(_ values: Object, _ surroundings: any Environment) throws(BranchCondition.Undecided) -> Bool {
    try condition.holds(ports.map { port in values[port.name].map { port.kept($0) } ?? .null }, surroundings)
  }
}

extension Port {
  /// Returns a stored value as conditions read it. Numbers are stored as digits.
  fileprivate func kept(_ value: Value) -> Value {
    guard type == .number || type == .integer, let digits = value.string, let number = Decimal(digits) else {
      return value
    }
    return .decimal(number)
  }
}
