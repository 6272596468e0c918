import Model
import Atoms
import HTTPServer
import JSON
import Operations
import Services

/// Endpoints for flows, which are several steps that lead to one submission.
///
/// The bank stores the progress, so that the person can continue on another device.
struct FlowEndpoints {
  let pages: PageRendering
  let forms: OperationForms
  let process: SubmissionProcess
  let errors: ErrorAnswers
  let sender: SubmissionSender
  /// The steps of operations with pages.
  let paged: PageEndpoints

  private static let drawn: [ProblemType] = [.notFound, .operationDisabled, .kindsNotAccepted, .notAvailable]
  private static let revision = ParameterDocument(
    Flow.revision,
    "the revision of the rendered step's state; if it has changed, the current step is returned",
    .textSchema("^[0-9a-f]{12}$", example: "0c9d21e4b7aa"))

  private static let shown = ParameterDocument(
    PagedForm.shownDigest,
    "of a review: the digest of the shown values; if they have changed, the new review is returned",
    .textSchema("^[0-9a-f]{16}$", example: "5a1f21e4b7c05a1f"))

  var all: [Endpoint] {
    [
      Endpoint(
        .post, "/flows/{id}", .person,
        EndpointDocument(
          tag: "Flows", id: "startFlow",
          summary:
            "Starts a flow, or continues a flow that was started with the same input; query parameters are its inputs.",
          headers: ClientHeaders.documents, freeQuery: true,
          answers: [
            .init(201, "Step", "Started; the first step."), .init(200, "Step", "Started earlier; the current step."),
          ],
          problems: Self.drawn + [.unknownQuery, .tooManyDrafts, .systemUnavailable]),
        handle: start),
      Endpoint(
        .get, "/flows/{id}", .person,
        EndpointDocument(
          tag: "Flows", id: "resumeFlow", summary: "The current step of a started flow.",
          headers: ClientHeaders.documents,
          answers: [.init(200, "Step", "The step."), .init(304, nil, "Not modified.")], problems: Self.drawn),
        handle: resume),
      Endpoint(
        .delete, "/flows/{id}", .person,
        EndpointDocument(
          tag: "Flows", id: "leaveFlow", summary: "Leaves a flow and deletes the entered values.",
          answers: [.init(204, nil, "Deleted.")], problems: [.notFound, .operationDisabled]),
        handle: leave),
      Endpoint(
        .get, "/flows/{id}/steps/{step}", .person,
        EndpointDocument(
          tag: "Flows", id: "drawStep", summary: "The current step, or from the review a step to change.",
          headers: ClientHeaders.documents, query: [Self.revision],
          answers: [.init(200, "Step", "The step."), .init(304, nil, "Not modified.")],
          problems: Self.drawn + [.stepOutOfOrder]),
        handle: draw),
      Endpoint(
        .post, "/flows/{id}/steps/{step}", .person,
        EndpointDocument(
          tag: "Flows", id: "completeStep",
          summary: "Validates a step and continues with the next; the outputs of a screen are in the query.",
          body: "StepValues", bodyIsOptional: true, headers: ClientHeaders.documents,
          query: [Self.revision, ClearedQuery.document], freeQuery: true,
          answers: [.init(200, "Step", "The next step.")],
          problems: Self.drawn + [
            .unknownQuery, .invalidValues, .changed, .outdatedVersion, .stepOutOfOrder, .tooManyDrafts,
            .systemUnavailable,
          ]),
        handle: complete),
      Endpoint(
        .post, "/flows/{id}/steps/{step}/back", .person,
        EndpointDocument(
          tag: "Flows", id: "leaveStep",
          summary: "Returns to the previous step and keeps the entered values without validation.",
          body: "StepValues", bodyIsOptional: true, headers: ClientHeaders.documents,
          query: [Self.revision, ClearedQuery.document],
          answers: [.init(200, "Step", "The previous step.")],
          problems: Self.drawn + [.stepOutOfOrder, .tooManyDrafts]),
        handle: back),
      Endpoint(
        .post, "/flows/{id}/steps/{step}/evaluate", .person,
        EndpointDocument(
          tag: "Flows", id: "evaluatePage",
          summary:
            "Evaluates the values of a page together with the stored values of the other pages; nothing is stored.",
          body: "Question", headers: ClientHeaders.documents, query: [ClearedQuery.document],
          answers: [.init(200, "States", "The requested states of the page.")],
          problems: Self.drawn + [.outdatedVersion, .stepOutOfOrder]),
        handle: paged.evaluate),
      Endpoint(
        .put, "/flows/{id}/steps/{step}/draft", .person,
        EndpointDocument(
          tag: "Flows", id: "keepPageDraft",
          summary: "Saves the values of a page as its draft, without passwords and codes and without validation.",
          body: "DraftBody", headers: WriteConditions.documents, query: [Self.revision, ClearedQuery.document],
          answers: [.init(201, "KeptDraft", "Created."), .init(200, "KeptDraft", "Replaced.")],
          problems: Self.drawn + [.stepOutOfOrder, .draftChanged]),
        handle: paged.keepDraft),
      Endpoint(
        .post, "/flows/{id}/submissions", .person,
        EndpointDocument(
          tag: "Flows", id: "submitFlow",
          summary: "Validates all entered values, submits them and ends the flow.",
          body: "StepValues", bodyIsOptional: true, headers: [ClientHeaders.document, SubmissionEndpoints.keyDocument],
          query: [Self.revision, Self.shown],
          answers: [
            .init(201, "Progress", "Submitted; `next` requests the signature or shows the result."),
            .init(200, "Progress", "A submission with this key exists; its current state."),
          ],
          problems: Self.drawn + [.stepOutOfOrder] + SubmissionEndpoints.problems),
        handle: submit),
    ]
  }

  // MARK: - Start, resumption and end

  @Sendable private func start(_ call: Call) throws -> Reply {
    let flow = try pages.flow(call)
    if let stray = try entered(call, isNullable: true).members("values")?.members.first {
      throw Problem(
        .malformedRequest, ru: "`\(stray.name)`: входные данные сценария передают в строке запроса",
        en: "`\(stray.name)`: send the inputs of a flow in the query")
    }
    let given = GivenInputs(call.request.query, for: flow.inputs)
    guard given.violations.isEmpty else { throw Problem(.unknownQuery).violations(given.violations) }
    let input = Object(
      flow.inputs.compactMap { port in given.values[port.name].map { (port.name, port.value(of: $0)) } })
    if let begun = try pages.state(of: flow, call), begun.input == input || input.members.isEmpty {
      let step = try pages.step(of: flow, begun, for: call)
      return .now(Response.json(rendered: step))
    }
    let state =
      flow.hasPages
      ? try paged.first(of: flow, with: input, call)
      : FlowState(
        path: [try flow.first(input, forms.surroundings(of: call))], values: input, input: input)
    let begun = pages.drafts.begin(
      state.text, of: FlowState.draft(of: flow.id), version: forms.catalog.navigation.version,
      continuing: { text, isCopy in
        guard let begun = FlowState(text, of: flow) else { return false }
        return begun.input == input || input.members.isEmpty && !isCopy
      }, by: try call.caller)
    return call.later(begun, failing: errors.response(to: call)) { begun in
      switch begun {
      case .begun:
        let step = try pages.step(of: flow, state, for: call)
        return Response.json(201, headers: [("Location", "/flows/\(flow.id)")]) { $0.raw(step) }
      case .continued(let draft):
        guard let state = FlowState(draft, of: flow) else { throw Problem(.notFound) }
        return Response.json(rendered: try pages.step(of: flow, state, for: call))
      }
    }
  }

  @Sendable private func resume(_ call: Call) throws -> Reply {
    let flow = try pages.flow(call)
    let step = try pages.step(of: flow, try begun(flow, call), for: call)
    return .now(Response.json(rendered: step).tagged(for: call.request))
  }

  @Sendable private func leave(_ call: Call) throws -> Reply {
    let flow = try pages.namedFlow(call)
    let left = pages.drafts.delete(FlowState.draft(of: flow.id), by: try call.caller)
    return call.later(left, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }

  // MARK: - Steps

  @Sendable private func draw(_ call: Call) throws -> Reply {
    if let (flow, state) = try begunPages(call) {
      return .now(try paged.drawPage(flow, state, call).tagged(for: call.request))
    }
    let (flow, state, name) = try present(call)
    let step = try pages.step(of: flow, state, at: name, for: call)
    return .now(Response.json(rendered: step).tagged(for: call.request))
  }

  @Sendable private func complete(_ call: Call) throws -> Reply {
    let body = try entered(call)
    if let version = try body.text("version") { try catchUp(to: version, call) }
    if let (flow, state) = try begunPages(call) { return try paged.complete(flow, state, body, call) }
    var (flow, state, name) = try present(call)
    guard let step = flow.step(name), step.role == .step else { throw try outOfOrder(flow, state, call) }
    let before = state.texts(in: flow)
    switch step.target.kind {
    case .operation(let id):
      let operation = try forms.operation(id)
      if let version = try body.text("version"), version != operation.version {
        throw Problem(.outdatedVersion).member("next", try pages.step(of: flow, state, at: name, for: call))
      }
      let values = ClearedQuery.completed(try body.members("values") ?? Object(), of: operation, call)
      let report = ShownReport(values: try body.members("shown"))
      do throws(Violations) {
        let judged = try process.validated(values, of: operation, against: report, call)
        state.put(judged.entered, of: operation)
      } catch {
        guard !error.changes.isEmpty else { throw error }
        throw Problem(.changed).changes(error.changes)
          .member("next", try pages.step(of: flow, state, at: name, entering: values, for: call))
      }
    case .screen(let id):
      // A previous choice is kept unless the query replaces it.
      let query = call.request.query.filter { $0.name != Flow.revision }
      let ports = (forms.catalog.navigation.screen(id)?.outputs ?? []).filter { port in
        state.values[port.name] == nil || query.contains { $0.name == port.name }
      }
      let given = GivenInputs(query, for: ports)
      guard given.violations.isEmpty else { throw Problem(.unknownQuery).violations(given.violations) }
      for port in ports { state.values[port.name] = given.values[port.name].map { port.value(of: $0) } }
    default: throw Problem(.notFound)
    }
    let surroundings = forms.surroundings(of: call, deciding: true)
    guard try state.advance(from: name, in: flow, since: before, surroundings) else {
      throw try outOfOrder(flow, state, call)
    }
    if flow.hasReview, state.path.last == FormPage.review {
      let whole = try forms.operation(flow.operation)
      do throws(Violations) { _ = try pages.reviewed(whole, flow, state, call) } catch {
        guard !error.all.isEmpty else { throw error }
        return try goBack(to: error, of: whole, flow, state, call)
      }
    }
    return try go(flow, state, call)
  }

  @Sendable private func back(_ call: Call) throws -> Reply {
    let body = try entered(call)
    if let (flow, state) = try begunPages(call) { return try paged.back(flow, state, body, call) }
    var (flow, state, name) = try present(call)
    // From a step that is changed the person returns to the review, without the changes.
    if state.path.last != name { return try go(flow, state, call) }
    guard state.path.count > 1 else { throw try outOfOrder(flow, state, call) }
    if let step = flow.step(name), step.role == .step, case .operation(let id) = step.target.kind {
      let operation = try forms.operation(id)
      let values = ClearedQuery.completed(try body.members("values") ?? Object(), of: operation, call)
      state.put(operation.draftable(values), of: operation)
    }
    state.path.removeLast()
    return try go(flow, state, call)
  }

  private func go(_ flow: Flow, _ state: FlowState, _ call: Call) throws -> Reply {
    call.later(try pages.keep(state, of: flow, call), failing: failing(flow, call)) { _ in
      let step = try pages.step(of: flow, state, for: call)
      return Response.json(rendered: step)
    }
  }

  /// Returns the function that converts a failure to a response.
  ///
  /// If another device has changed the state first, the response is `step-out-of-order` with the
  /// current step.
  private func failing(_ flow: Flow, _ call: Call) -> @Sendable (any Error) -> Response {
    let failed = errors.response(to: call)
    return { error in
      guard case DraftError.changed = error else { return failed(error) }
      do { return failed(try outOfOrder(flow, try begun(flow, call), call)) } catch { return failed(error) }
    }
  }

  // MARK: - Submission

  @Sendable private func submit(_ call: Call) throws -> Reply {
    let flow = try pages.namedFlow(call)
    let body = try entered(call)
    let caller = try call.caller
    let key = try IdempotencyKey(call.request.header("Idempotency-Key"))
    // The revision of the rendered step is part of the request, so a request with another revision
    // is not a retry. The shown values are not part of it.
    let drawn = call.query(Flow.revision).map(Value.string) ?? .null
    var reported = body
    reported["shown"] = nil
    let sent = Object([("flow", .string(flow.id)), (Flow.revision, drawn), ("body", .object(reported))])
    let tap = (key.text, String(decoding: Value.object(sent).canonical, as: UTF8.self))
    // Read the state before the key. A concurrent submission with this key deletes the state, and
    // its key is then found.
    let state = try pages.state(of: flow, call)
    // A known key returns its submission, regardless of later changes.
    if let known = try process.known(key, of: flow.operation, by: caller) {
      return try sender.send(known, nil, tap, by: caller, call)
    }
    try pages.require(flow, call)
    guard let state else { throw Problem(.notFound) }
    if flow.hasPages { return try paged.submit(flow, state, body, key, tap, call) }
    let values = state.known(in: flow)
    guard isDrawn(state, call), let last = state.path.last,
      try flow.isLast(last, values, forms.surroundings(of: call, deciding: true))
    else { throw try outOfOrder(flow, state, call) }
    let operation = try forms.operation(flow.operation)
    // The digest of a review covers all shown values.
    let report = flow.hasReview ? nil : ShownReport(values: try body.members("shown"))
    let judged: CheckedSubmission
    do throws(Violations) {
      judged = try process.validated(values.entered(of: operation), of: operation, against: report, call)
    } catch {
      // Another server may have executed this request since the key was looked up.
      if let known = try process.known(key, of: flow.operation, by: caller) {
        return try sender.send(known, nil, tap, by: caller, call)
      }
      if !error.changes.isEmpty { return try takeOver(error.changes, of: operation, flow, state, call) }
      return try goBack(to: error, of: operation, flow, state, call)
    }
    let isShown = call.query(Flow.revision) != nil && call.query(PagedForm.shownDigest) == judged.digest
    guard !flow.hasReview || isShown else {
      throw Problem(.changed).changes([]).member("next", try pages.step(of: flow, state, for: call))
    }
    let gathered = (FlowState.draft(of: flow.id), state.kept ?? "")
    return try sender.send(
      operation, judged, tap, by: caller, gathered: gathered, failing: failing(flow, call), call)
  }

  /// Returns to the first step with an invalid value, and rejects the request with that step in
  /// `next`.
  ///
  /// Without such a step, the problem has no `next`.
  private func goBack(
    to faults: Violations, of operation: Operation, _ flow: Flow, _ state: FlowState, _ call: Call
  ) throws -> Reply {
    let problem = Problem(.invalidValues).violations(faults.all, of: operation)
    guard let place = flow.place(of: faults, on: state.path) else { throw problem }
    var state = state
    if flow.hasReview { state.seen = state.path }
    state.path = Array(state.path[...place])
    return call.later(try pages.keep(state, of: flow, call), failing: failing(flow, call)) { [state] _ in
      let step = try pages.step(of: flow, state, for: call)
      throw problem.member("next", step)
    }
  }

  /// Rejects the submission because values differ from the shown ones, with the current step in
  /// `next`.
  ///
  /// Updates values in the state that earlier steps have computed, so that they count as shown.
  private func takeOver(
    _ changes: [ShownChange], of operation: Operation, _ flow: Flow, _ state: FlowState, _ call: Call
  ) throws -> Reply {
    let judged = try process.validated(state.known(in: flow).entered(of: operation), of: operation, call).storable
    var renewed = state
    for change in changes {
      let name = String(change.atom.prefix { $0 != "[" })
      if state.values[name] != nil { renewed.values[name] = judged[name] }
    }
    return call.later(try pages.keep(renewed, of: flow, call), failing: failing(flow, call)) { [renewed] _ in
      let step = try pages.step(of: flow, renewed, for: call)
      throw Problem(.changed).changes(changes).member("next", step)
    }
  }

  // MARK: - Body and state

  /// Returns the body as an object; empty without a body.
  ///
  /// Throws `malformed-request` for an unknown member, because its value would be ignored silently.
  private func entered(_ call: Call, isNullable: Bool = false) throws -> Object {
    guard !call.request.body.isEmpty else { return Object() }
    if isNullable, try call.json().isNull { return Object() }
    let body = try call.object()
    if let stray = body.members.first(where: { !Self.members.contains($0.name) }) {
      throw Problem(
        .malformedRequest, ru: "`\(stray.name)`: такого здесь нет, есть \(Self.members.listed)",
        en: "`\(stray.name)` is not allowed here. Allowed members: \(Self.members.listed)")
    }
    return body
  }

  /// The members of a step's body. `action` is accepted, although a step has only one submit
  /// button.
  private static let members = ["values", "version", "action", "shown"]

  private func begun(_ flow: Flow, _ call: Call) throws -> FlowState {
    guard let state = try pages.state(of: flow, call) else { throw Problem(.notFound) }
    return state
  }

  /// Returns the flow and the person's state in it if its steps are pages; otherwise nil.
  private func begunPages(_ call: Call) throws -> (Flow, FlowState)? {
    let flow = try pages.flow(call)
    guard flow.hasPages else { return nil }
    return (flow, try begun(flow, call))
  }

  /// Returns the flow, the person's state in it, and the step in the path.
  ///
  /// - Throws:
  ///   - `not-found` if the flow does not contain the step in the path or the person has not
  ///     started it.
  ///   - `step-out-of-order` if another step is current and the step cannot be changed from the
  ///     review, or the client rendered another state.
  private func present(_ call: Call) throws -> (Flow, FlowState, step: String) {
    let flow = try pages.flow(call)
    let name = try call.parameter("step")
    let state = try begun(flow, call)
    guard flow.step(name) != nil else { throw Problem(.notFound) }
    guard state.path.last == name || state.canChange(name, in: flow), isDrawn(state, call) else {
      throw try outOfOrder(flow, state, call)
    }
    return (flow, state, name)
  }

  /// If the step was rendered from a version that is not active here, activates a newer loaded
  /// definition set.
  private func catchUp(to version: String, _ call: Call) throws {
    let step = forms.catalog.navigation.flow(try call.parameter("id"))?.step(try call.parameter("step"))
    guard case .operation(let id) = step?.target.kind, forms.catalog[id]?.version != version else { return }
    forms.definitions.catchUp()
  }

  /// True if the client rendered its step from this state or sends no revision.
  private func isDrawn(_ state: FlowState, _ call: Call) -> Bool {
    call.query(Flow.revision).map { $0 == state.revision } ?? true
  }

  private func outOfOrder(_ flow: Flow, _ state: FlowState, _ call: Call) throws -> Problem {
    Problem(.stepOutOfOrder).member("next", try pages.step(of: flow, state, for: call))
  }
}
