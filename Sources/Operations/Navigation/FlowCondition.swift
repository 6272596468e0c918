import Atoms
import Conditions
import JSON

/// A condition over what is known in a flow, in the language of all conditions.
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
    let facts = vocabulary.facts.keys.sorted()
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

  /// Whether it holds; what cannot be worked out does not.
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
