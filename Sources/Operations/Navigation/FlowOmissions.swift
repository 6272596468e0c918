import Atoms
import Conditions
import SourceText

extension FlowReview {
  /// Returns warnings of required values of the submitted operation that a path omits, because it
  /// skips the only step that provides them.
  func omissions(from whole: Operation) -> Diagnostics {
    var found = Diagnostics()
    let given = Set(inputs.map(\.name))
    let needed = whole.atoms.filter { $0.mustBeEntered && whole.place(of: $0.id) != nil && !given.contains($0.id) }
    let names = Set(needed.map(\.id))
    var givers: [String: Int] = [:]
    for name in flow.flatMap({ Set($0.gives) }) { givers[name, default: 0] += 1 }
    for (place, step) in flow.enumerated() {
      let name = step.gives.first { names.contains($0) && givers[$0] == 1 }
      guard let name, ways(without: place, judging: true).isSubmitted else { continue }
      found.warning(
        .missingInput,
        "a path skips step `\(step.id)`, which provides `\(name)`, and operation `\(whole.id)` requires it at the end",
        remedy: ": let every path lead through the step, or give `\(name)` of `\(whole.id)` a `requireIf`",
        at: step.skipIf?.location ?? lines[place].target.name.location)
    }
    return found
  }

  /// Returns the steps on the paths that skip a step, and whether one of them leads to the
  /// submission.
  ///
  /// The step itself is in the result if a path leads to it.
  ///
  /// - Parameter judging: Excludes the branches whose condition cannot hold on such a path, and
  ///   follows the path through the step if its `skipIf` can hold.
  private func ways(without skipped: Int, judging: Bool) -> (steps: Set<Int>, isSubmitted: Bool) {
    let places = Dictionary(flow.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var (steps, isSubmitted): (Set<Int>, Bool) = ([], false)
    var waiting = flow.isEmpty ? [] : [0]
    while let place = waiting.popLast() {
      guard steps.insert(place).inserted else { continue }
      if place == skipped {
        guard judging, let skipIf = flow[place].skipIf,
          canHold([skipIf.condition.logic], reading: skipIf.reads, before: place, without: skipped)
        else { continue }
      }
      var (earlier, reads): ([Logic], [String]) = ([], [])
      for branch in flow[place].branches {
        let condition = branch.condition
        reads += condition?.reads ?? []
        let all = earlier + (condition.map { [$0.condition.logic] } ?? [])
        if !judging || canHold(all, reading: reads, after: place, without: skipped) {
          if let next = branch.step { waiting += places[next].map { [$0] } ?? [] } else { isSubmitted = true }
        }
        guard let condition else { break }
        earlier.append(condition.condition.logic.negated)
      }
    }
    return (steps, isSubmitted)
  }

  /// Returns true if the conditions can hold together on a path that omits the values of the step
  /// `skipped`, before or after the step at a place.
  private func canHold(
    _ conditions: [Logic], reading names: [String], before: Int? = nil, after: Int? = nil, without skipped: Int
  ) -> Bool {
    guard !conditions.isEmpty else { return true }
    let facts = Set(names).compactMap { name -> Logic? in
      guard inputs[name] == nil else { return nil }
      let givers = flow.indices.filter { flow[$0].gives.contains(name) }
      guard givers.count == 1, let giver = givers.first else { return nil }
      if giver == skipped { return fact("$\(name) == nil", of: name) }
      guard flow[giver].skipIf == nil, giver != before, let operation = operation(of: flow[giver]),
        let atom = operation.place(of: name), operation.atoms[atom].mustBeEntered
      else { return nil }
      let isPassed = giver == after || !ways(without: giver, judging: false).steps.contains(before ?? after ?? 0)
      return isPassed ? fact("$\(name) != nil", of: name) : nil
    }
    return Verdict.of(conditions + facts + limits(of: names)) != false
  }

  /// Returns a condition about one value of the flow; nil if it does not fit the value's type.
  private func fact(_ text: String, of name: String) -> Logic? {
    guard let slot = values.firstIndex(where: { $0.name == name }) else { return nil }
    let scope = Scope(variables: [name: Binding(slot: .outer(slot), type: values[slot].type)])
    return try? Condition(text, in: scope).logic
  }
}
