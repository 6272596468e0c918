import Atoms
import Conditions
import JSON
import SourceText

/// Warnings about a flow without faults: steps that accept too much, conditions that never or
/// always hold, and values that are read before a step provides them.
struct FlowReview {
  let flow: [Flow.Step]
  let lines: [FlowLine]
  /// The inputs of the flow.
  let inputs: [Port]
  let values: [Port]
  let operations: [Operation]
  private(set) var findings = Diagnostics()

  init(_ steps: [Flow.Step], _ lines: [FlowLine], inputs: [Port], values: [Port], _ operations: [Operation]) {
    (flow, self.lines, self.inputs, self.values, self.operations) = (steps, lines, inputs, values, operations)
  }

  /// Returns the warnings for a flow that submits `whole`.
  static func findings(
    _ steps: [Flow.Step], _ lines: [FlowLine], inputs: [Port], values: [Port], _ operations: [Operation],
    submitting whole: Operation?
  ) -> Diagnostics {
    var review = FlowReview(steps, lines, inputs: inputs, values: values, operations)
    if let whole {
      review.checkRules(against: whole)
      review.findings.append(review.omissions(from: whole))
    }
    review.checkConditions()
    return review.findings
  }

  // MARK: - Rules

  /// Warns of steps that accept a value that the whole operation rejects.
  ///
  /// A value that several steps provide passes all of them, so one strict step is enough.
  private mutating func checkRules(against whole: Operation) {
    let given = Set(inputs.map(\.name))
    for id in Set(flow.flatMap(\.gives)).subtracting(given).sorted() {
      let givers = flow.indices.filter { flow[$0].gives.contains(id) }
      let steps = givers.compactMap { operation(of: flow[$0]) }
      guard steps.count == givers.count, let first = givers.first else { continue }
      let units = zip(givers, steps).compactMap { place, step in
        whole.currencies(after: step, at: id).map { (place, step, $0) }
      }
      if let (place, step, unit) = units.first {
        findings.warning(
          .mixedCurrencies,
          "step `\(flow[place].id)` requests `\(id)` in \(unit.given), and operation `\(whole.id)` takes it in "
            + "\(unit.taken)", remedy: ": give `\(id)` of `\(step.id)` the same `currency`",
          at: lines[place].target.name.location)
        continue
      }
      let gaps = steps.map { whole.gap(after: $0, at: id) }
      guard let gap = gaps.first.flatMap(\.self), gaps.allSatisfy({ $0?.rule == gap.rule }) else { continue }
      findings.warning(
        .conflict,
        "step `\(flow[first].id)` accepts \(described(gap.value)) as `\(id)`, and operation `\(whole.id)` rejects it "
          + "at the end (`\(gap.rule)`)", remedy: ": give `\(id)` of `\(steps[0].id)` the same rule",
        at: lines[first].target.name.location)
    }
  }

  func operation(of step: Flow.Step) -> Operation? {
    guard case .operation(let id) = step.target.kind else { return nil }
    return operations.first { $0.id == id }
  }

  /// Returns a value as part of a sentence. A long text is described by its length.
  private func described(_ value: Value) -> String {
    if value.isNull { return "no value" }
    let text = value.plainText
    return text.count > 20 ? "a text of \(text.unicodeScalars.count) characters" : "`\(text)`"
  }

  // MARK: - Conditions

  private mutating func checkConditions() {
    let before = earlierSteps
    for (place, step) in flow.enumerated() {
      let known = available(at: before[place])
      for entry in lines[place].target.input?.mapping ?? [] {
        guard let text = entry.value.scalar, text.hasPrefix("$") else { continue }
        noteUnavailable([String(text.dropFirst())], besides: known, at: entry.value.location)
      }
      if let skipIf = step.skipIf { check(skipIf, besides: known) }
      var earlier: [Logic] = []
      for branch in step.branches {
        guard let condition = branch.condition else { continue }
        check(condition, besides: known.union(step.gives), after: earlier)
        earlier.append(condition.condition.logic)
      }
    }
  }

  /// Warns of a condition that reads a value that no step provides yet, or that never or always
  /// holds. `earlier` has the conditions of the preceding branches.
  private mutating func check(_ condition: FlowCondition, besides known: Set<String>, after earlier: [Logic] = []) {
    guard noteUnavailable(condition.reads, besides: known, at: condition.location) else { return }
    for (fault, location) in condition.pointlessComparisons(isFilled) {
      findings.warning(.suspiciousExpression, fault.problem, remedy: fault.ending, at: location)
    }
    let (logic, limits) = (condition.condition.logic, limits(of: condition.reads))
    let negated = earlier.map(\.negated)
    if Verdict.of([logic] + limits) == false {
      findings.warning(.neverHolds, "this condition can never hold, whatever is entered", at: condition.location)
    } else if Verdict.of([logic.negated] + limits) == false {
      findings.warning(.alwaysHolds, "this condition always holds, whatever is entered", at: condition.location)
    } else if !negated.isEmpty, Verdict.of(negated + [logic] + limits) == false {
      findings.warning(
        .unreachable, "this entry never applies: whenever its condition holds, an entry before it applies",
        at: condition.location)
    }
  }

  /// Returns true if a value is a text that is never empty: only operations provide it, and an
  /// empty input has no value.
  private func isFilled(_ name: String) -> Bool {
    let givers = flow.filter { $0.gives.contains(name) }
    guard inputs[name] == nil, !givers.isEmpty else { return false }
    return givers.allSatisfy { step in
      guard let operation = operation(of: step), let place = operation.place(of: name) else { return false }
      return operation.atoms[place].input?.type == .text
    }
  }

  /// Returns the limits of these values as formulas: `$sum` has no value, or one that the step
  /// accepts.
  func limits(of names: [String]) -> [Logic] {
    names.flatMap { name -> [Logic] in
      let givers = flow.filter { $0.gives.contains(name) }
      guard inputs[name] == nil, let giver = givers.first, givers.count == 1, let operation = operation(of: giver),
        let input = operation.place(of: name).flatMap({ operation.atoms[$0].input }),
        let slot = values.firstIndex(where: { $0.name == name })
      else { return [] }
      let scope = Scope(variables: [name: Binding(slot: .outer(slot), type: values[slot].type)])
      return input.limitConditions(on: name).compactMap { limit in
        try? Condition("$\(name) == nil OR (\(limit))", in: scope).logic
      }
    }
  }

  // MARK: - Order

  /// For each step, the indexes of the steps from which a path leads to it.
  private var earlierSteps: [Set<Int>] {
    let places = Dictionary(flow.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let following = flow.map { step in step.branches.compactMap { $0.step.flatMap { places[$0] } } }
    var before = [Set<Int>](repeating: [], count: flow.count)
    for start in flow.indices {
      var waiting = following[start]
      while let next = waiting.popLast() {
        if before[next].insert(start).inserted { waiting += following[next] }
      }
    }
    return before
  }

  /// Returns the names of the values that these steps and the start of the flow provide.
  private func available(at earlier: Set<Int>) -> Set<String> {
    Set(inputs.map(\.name) + earlier.flatMap { flow[$0].gives })
  }

  /// Warns of a value that only later steps provide. Returns false if there is one.
  @discardableResult
  private mutating func noteUnavailable(
    _ names: [String], besides known: Set<String>, at location: Location
  ) -> Bool {
    guard let name = names.first(where: { !known.contains($0) }),
      let giver = flow.first(where: { $0.gives.contains(name) })
    else { return true }
    findings.warning(
      .unseenValue, "`$\(name)` never has a value here: step `\(giver.id)`, which provides it, comes later",
      at: location)
    return false
  }
}
