package import Atoms
import Conditions
package import Essentials
package import JSON
import Secrets

/// A coordinator: steps that lead to one submission, judged as a whole.
///
///     let first = flow.steps.first?.id
///     let values = flow.steps.flatMap(\.gives)  // all that the steps ask for, and the submission sends
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
  /// The operation that is submitted in the end.
  package let operation: String
  /// The inputs.
  package let inputs: [Port]
  /// The steps in the order of the file: at least one.
  package let steps: [Step]

  /// The step of that name.
  package func step(_ id: String) -> Step? { steps.first { $0.id == id } }

  /// The step that a person begins with.
  package func first(_ values: Object, _ surroundings: any Surroundings) -> String {
    shown(from: steps[0].id, values, surroundings)
  }

  /// The step that comes after one, those left out that are passed over; nil if the submission does.
  package func next(after step: String, _ values: Object, _ surroundings: any Surroundings) -> String? {
    let branch = self.step(step)?.branches.first { $0.condition?.holds(values, surroundings) ?? true }
    return branch?.step.map { shown(from: $0, values, surroundings) }
  }

  private func shown(from step: String, _ values: Object, _ surroundings: any Surroundings) -> String {
    var id = step
    // Steps that pass each other over in a circle end where they began.
    for _ in steps {
      guard let found = self.step(id), found.skipIf?.holds(values, surroundings) == true else { return id }
      let branch = found.branches.first { $0.condition?.holds(values, surroundings) ?? true }
      // A step before the submission is never skipped, so that there is a step to show.
      guard let next = branch?.step else { return id }
      id = next
    }
    return id
  }
}

/// A condition over the values of a flow, in the language of all conditions.
struct FlowCondition: Sendable {
  private let condition: Condition
  private let ports: [Port]
  private let facts: [String]

  /// Reads a condition over values and facts; nil, with its faults at their places, where it cannot be read.
  init?(_ node: SourceNode, over ports: [Port], _ vocabulary: Vocabulary, _ faults: inout Diagnostics) {
    guard let text = node.scalar else {
      faults.error("a condition is a text, not \(node.noun)", at: node.location)
      return nil
    }
    guard faults.isShort(text, at: node.location) else { return nil }
    // A flow chooses its way at once, so its conditions read nothing that a system of the bank is asked for.
    let facts = vocabulary.facts.keys.filter { vocabulary.factQueries[$0] == nil }.sorted()
    var scope = Scope(variables: [:])
    for (place, port) in ports.enumerated() {
      scope.variables[port.name] = Binding(slot: .outer(place), type: port.type)
    }
    for (place, fact) in facts.enumerated() {
      scope.names[fact] = Binding(slot: .outer(ports.count + place), type: vocabulary.facts[fact] ?? .any)
    }
    do {
      condition = try Condition(text, in: scope)
      (self.ports, self.facts) = (ports, facts)
    } catch {
      for fault in error {
        faults.error(fault.message, at: node.location.inside(text, offset: fault.range.lowerBound))
      }
      return nil
    }
  }

  /// True if it holds; false if it cannot be evaluated.
  func holds(_ values: Object, _ surroundings: any Surroundings) -> Bool {
    var slots = ports.map { port in values[port.name].map { port.kept($0) } ?? .null }
    let read = Set(condition.reads.outer)
    for (place, fact) in facts.enumerated() {
      slots.append(read.contains(ports.count + place) ? surroundings.fact(fact) : .null)
    }
    return (try? condition.holds(in: Input(values: slots, today: surroundings.today))) ?? false
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
