import Atoms
import HTTPServer
import JSON
import Operations

/// The review at the end of a flow of a file, and the changes of its values.
extension PageRendering {
  /// Returns the JSON of the review: every value once, by step.
  ///
  /// If the values are wrong now, returns the first step with a wrong value.
  func review(of flow: Flow, _ state: FlowState, for call: Call) throws -> [UInt8] {
    guard let step = flow.steps.last, step.role == .review else { throw Problem(.notFound) }
    let operation = try forms.operation(flow.operation)
    let checked: CheckedSubmission
    do throws(Violations) { checked = try reviewed(operation, flow, state, call) } catch {
      let changed = state.path.filter { state.canChange($0, in: flow) }
      let wrong = self.place(of: error, on: changed, in: flow).map { changed[$0] } ?? changed.last
      guard !error.all.isEmpty, let wrong else { throw error }
      return try self.step(of: flow, state, at: wrong, for: call)
    }
    let parts = state.path.compactMap(flow.step).filter { state.canChange($0.id, in: flow) }
    var inputs = Set<String>()
    // A value of several steps is changed at the last one.
    let last = parts.reversed().map { part in
      let own = part.gives.filter { inputs.insert($0).inserted }
      let href = "\(Address.page(part.id, of: flow.id))?\(Flow.revision)=\(state.revision)"
      return ReviewForm.Part(part.id, title(of: part), at: href, changing: own)
    }
    return try review(
      of: checked, last.reversed(), titled: title(of: step), in: flow, at: state.revision, for: call,
      adding: progress(in: flow, state, at: step, for: call))
  }

  /// Judges the values of the visited steps, as a submission does.
  func reviewed(
    _ operation: Operation, _ flow: Flow, _ state: FlowState, _ call: Call
  ) throws(Violations) -> CheckedSubmission {
    try process.validated(state.known(in: flow).entered(of: operation), of: operation, call)
  }

  /// Returns the index of the first of these steps that can correct one of the faults; nil without
  /// such a step.
  ///
  /// A step contains an atom if its operation has the atom, or if its screen outputs the value.
  func place(of faults: Violations, on path: [String], in flow: Flow) -> Int? {
    path.firstIndex { name in
      guard let step = flow.step(name), step.role == .step else { return false }
      switch step.target.kind {
      case .operation(let id):
        guard let entered = forms.catalog[id] else { return false }
        return faults.all.contains { entered.atom(at: $0.atom) != nil }
      case .screen(let id):
        let outputs = forms.catalog.navigation.screen(id)?.outputs ?? []
        return faults.all.contains { fault in outputs.contains { $0.name == fault.atom } }
      default: return false
      }
    }
  }
}

extension FlowState {
  /// Returns true if the person is at the review and the step has values to change.
  func canChange(_ step: String, in flow: Flow) -> Bool {
    guard flow.hasReview, path.last == FormPage.review, let step = flow.step(step) else { return false }
    return step.role == .step && path.contains(step.id) && !step.gives.isEmpty
  }

  /// Continues from a step whose values were replaced.
  ///
  /// On the way back to the review, steps that the person has seen are passed, unless the values
  /// that they show have changed since `before`.
  mutating func advance(
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
