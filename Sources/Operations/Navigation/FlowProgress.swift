package import Atoms
package import JSON

/// The progress of a person in a flow.
package protocol FlowProgress {
  /// The visited steps. The last is the current step.
  var path: [String] { get set }
  /// The entered values by name.
  var values: Object { get set }
  /// The steps that the person has seen before a value was changed from the review.
  var seen: [String] { get set }
  /// The inputs with which the flow was started.
  var input: Object { get }
}

extension FlowProgress {
  /// Moves to a step. If the step was already visited, removes the steps after it.
  package mutating func go(to step: String) {
    path.append(step)
    if let place = path.firstIndex(of: step) { path = Array(path[...place]) }
  }

  /// Returns the known values: the inputs of the flow and the outputs of the visited steps.
  ///
  /// Values from steps that the person has left with `back` are omitted.
  package func known(in flow: Flow) -> Object {
    let begun = flow.hasPages ? input.names : flow.inputs.map(\.name)
    let names = Set(begun + path.flatMap { flow.step($0)?.gives ?? [] })
    return Object(unique: values.members.filter { names.contains($0.name) })
  }

  /// Returns the known values as texts, by name.
  package func texts(in flow: Flow) -> [String: String] {
    var texts: [String: String] = [:]
    for member in known(in: flow).members where !member.value.isNull { texts[member.name] = member.value.plainText }
    return texts
  }

  /// Replaces the values of a step. An atom that is missing in `entered` loses its value.
  package mutating func put(_ entered: Object, of operation: Operation) {
    for atom in operation.atoms where operation.place(of: atom.id) != nil { values[atom.id] = entered[atom.id] }
  }

  // MARK: - Changes from the review

  /// Returns true if the person is at the review and the step has values to change.
  package func canChange(_ step: String, in flow: Flow) -> Bool {
    guard flow.hasReview, path.last == FormPage.review, let step = flow.step(step) else { return false }
    return step.role == .step && path.contains(step.id) && !step.gives.isEmpty
  }

  /// Continues from a step whose values were replaced.
  ///
  /// On the way back to the review, steps that the person has seen are passed, unless the values
  /// that they show have changed since `before`.
  package mutating func advance(
    from step: String, in flow: Flow, since before: [String: String], _ surroundings: any Environment
  ) throws(BranchCondition.Undecided) -> Bool {
    let isChange = canChange(step, in: flow)
    let texts = texts(in: flow)
    seen = (isChange ? path : seen).filter { id in
      guard let wiring = flow.step(id)?.target.wiring else { return false }
      return id == step || wiring.values(from: before).map(\.1) == wiring.values(from: texts).map(\.1)
    }
    var next: String?
    if isChange {
      path = []
      next = try flow.first(known(in: flow), surroundings)
    } else {
      next = try flow.next(after: step, known(in: flow), surroundings)
    }
    guard next != nil else { return false }
    while let id = next {
      let isVisited = path.contains(id)
      go(to: id)
      guard !isVisited, seen.contains(id), flow.step(id)?.role == .step else { break }
      next = try flow.next(after: id, known(in: flow), surroundings)
    }
    if path.last == FormPage.review { seen = [] }
    return true
  }
}

extension Object {
  /// Returns the members that are inputs of the operation.
  package func entered(of operation: Operation) -> Object {
    Object(
      unique: members.filter { member in
        operation.place(of: member.name).map { operation.atoms[$0].input != nil } ?? false
      })
  }
}
