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
      let wrong = flow.place(of: error, on: changed).map { changed[$0] } ?? changed.last
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
}
