import Atoms
import Dates
import HTTPServer
import JSON
import Model
import Operations
import Services
import Texts

/// The endpoints of flows for operations with pages. Their addresses are those of flows.
///
/// One operation judges each page and the whole, so that a page is never weaker than the whole.
struct PageEndpoints {
  let pages: PageRendering
  let forms: OperationForms
  let process: SubmissionProcess
  let errors: ErrorAnswers
  let sender: SubmissionSender

  // MARK: - Start and resumption

  func first(of flow: Flow, with input: Object, _ call: Call) throws -> FlowState {
    var state = FlowState(path: [], values: input, input: input)
    state.version = try forms.operation(flow.operation).version
    let form = try pages.paged(flow, state, deciding: true, call)
    state.path = [form.way.shown.all[0].id]
    return state
  }

  func draw(_ flow: Flow, _ state: FlowState, _ call: Call) throws -> Response {
    Response.json(rendered: try pages.step(of: try pages.paged(flow, state, call), for: call))
  }

  /// Returns the page in the path, which the person has visited: to change a value of a review.
  func drawPage(_ flow: Flow, _ state: FlowState, _ call: Call) throws -> Response {
    let form = try pages.paged(flow, state, call)
    guard let page = form.operation.pages[try call.parameter("step")], form.way.isOpen(page), isDrawn(state, call)
    else {
      if try call.parameter("step") == FormPage.review, case .review = form.way.current {
        return try draw(flow, state, call)
      }
      throw try outOfOrder(form, call)
    }
    return Response.json(rendered: try pages.tree(of: page, in: form, for: call))
  }

  // MARK: - Pages

  /// Judges the values of a page and continues with the next page or the review.
  func complete(_ flow: Flow, _ state: FlowState, _ body: Object, _ call: Call) throws -> Reply {
    let form = try pages.paged(flow, state, deciding: true, call)
    let page = try openPage(in: form, call)
    guard !page.isExit else { throw try outOfOrder(form, call) }
    let judged = try self.judged(page, body, in: form, call)
    let next = try pages.paged(flow, judged, deciding: true, call)
    var state = judged
    state.path = next.way.path(completing: page)
    return try go(flow, state, call)
  }

  /// Judges the posted values of a page and returns the state with them.
  private func judged(_ page: FormPage, _ body: Object, in form: PagedForm, _ call: Call) throws -> FlowState {
    let operation = form.operation
    if let version = try body.text("version"), version != operation.version {
      throw Problem(.outdatedVersion).member("next", try pages.tree(of: page, in: form, for: call))
    }
    let posted = ClearedQuery.completed(try body.members("values") ?? Object(), of: operation, call)
    let strangers = operation.strangers(in: posted, on: page)
    guard strangers.isEmpty else { throw Problem(.invalidValues).violations(strangers) }
    let (began, report) = (Moment.now, ShownReport(values: try body.members("shown")))
    let entered: Object
    do throws(Violations) {
      entered = try CheckedPage(
        operation, page, values: form.values.replacing(operation.inputs(on: page), by: posted),
        before: form.way.later(than: page), against: report,
        in: call.language, forms.surroundings(of: call, deciding: true)
      ).entered
    } catch {
      forms.failures.note(error.failures, of: operation, call)
      guard !error.changes.isEmpty else { throw error }
      throw Problem(.changed).changes(error.changes)
        .member("next", try pages.tree(of: page, in: form, entering: posted, for: call))
    }
    forms.metrics.judging.count(since: began)
    var state = form.state
    for id in operation.inputs(on: page) { state.values[id] = entered[id] }
    if !state.path.contains(page.id) { state.path.insert(page.id, at: 0) }
    (state.draft, state.version) = (nil, operation.version)
    return state
  }

  /// Evaluates the values of a page together with the stored values of the others.
  @Sendable func evaluate(_ call: Call) throws -> Reply {
    let (flow, state) = try begun(call)
    let form = try pages.paged(flow, state, call)
    guard let page = form.operation.pages[try call.parameter("step")], form.way.isOpen(page) else {
      throw try outOfOrder(form, call)
    }
    let body = try call.members()
    try forms.requireEnabledInMemory(form.operation.id)
    let presentation = try forms.presentation(of: form.operation, for: call)
    if let version = try body.text("version"), version != form.operation.version {
      throw Problem(.outdatedVersion).member("next", try pages.tree(of: page, in: form, for: call))
    }
    var question = try body.question { posted in
      form.values.replacing(
        form.operation.inputs(on: page), by: ClearedQuery.completed(posted, of: form.operation, call))
    }
    question.page = page
    if let tapped = question.tapped, form.operation.page(atPath: tapped) !== page {
      throw Problem(.invalidValues).violations([Violation("unknown").at(tapped)])
    }
    return .now(try forms.states(of: form.operation, question, revision: body.revision(), as: presentation, for: call))
  }

  /// Returns to the previous page, or from a page that is changed to the review.
  func back(_ flow: Flow, _ state: FlowState, _ body: Object, _ call: Call) throws -> Reply {
    let form = try pages.paged(flow, state, call)
    var state = state
    state.draft = nil
    if try call.parameter("step") == FormPage.review {
      guard case .review = form.way.current, isDrawn(state, call) else { throw try outOfOrder(form, call) }
      state.path.removeLast()
      return try go(flow, state, call)
    }
    let page = try openPage(in: form, call)
    if form.way.isChange(page) { return try go(flow, state, call) }
    guard let path = form.way.path(leaving: page) else { throw try outOfOrder(form, call) }
    let posted = ClearedQuery.completed(try body.members("values") ?? Object(), of: form.operation, call)
    let kept = form.operation.draftable(posted)
    if body["values"] != nil { for id in form.operation.inputs(on: page) { state.values[id] = kept[id] } }
    state.path = path
    return try go(flow, state, call)
  }

  // MARK: - Drafts of pages

  /// Stores half-typed values of a page, apart from the judged ones.
  @Sendable func keepDraft(_ call: Call) throws -> Reply {
    let (flow, begun) = try begun(call)
    let form = try pages.paged(flow, begun, call)
    guard let page = form.operation.pages[try call.parameter("step")], form.way.isOpen(page) else {
      throw try outOfOrder(form, call)
    }
    guard isDrawn(begun, call) else { throw try outOfOrder(form, call) }
    let body = try call.object()
    let posted = ClearedQuery.completed(try body.members("values") ?? Object(), of: form.operation, call)
    let known = begun.draft.flatMap { $0.page == page.id ? $0 : nil }
    let mine = PageDraft(
      page: page.id, values: Object().replacing(form.operation.inputs(on: page), by: form.operation.draftable(posted)))
    guard WriteConditions(of: call.request).hold(for: known.map { [$0.tag] } ?? []) else {
      throw refusal(of: mine, in: known, form, call)
    }
    var state = begun
    state.draft = mine
    return call.later(try pages.keep(state, of: flow, call), failing: failing(flow, call)) { receipt in
      let location = known == nil ? [("Location", Address.flow(flow.id))] : []
      return Response.json(known == nil ? 201 : 200, headers: location + [("ETag", "\"\(mine.tag)\"")]) { writer in
        writer.object { writer in
          writer.key("draft")
          writer.draft(mine, of: receipt.draft, in: form, pages, call.language)
        }
      }
    }
  }

  /// Returns the problem for a draft that another device has changed since.
  private func refusal(of mine: PageDraft, in known: PageDraft?, _ form: PagedForm, _ call: Call) -> Problem {
    guard let known else {
      return Problem(.draftChanged).member("current", Array("null".utf8)).member("differs", Array("[]".utf8))
    }
    var shown = Writer()
    shown.object { writer in
      writer.member("etag", "\"\(known.tag)\"")
      writer.key("values")
      writer.value(.object(known.values))
    }
    var differs = Writer()
    differs.differences(between: mine.values, and: known.values, in: form.operation, call.language)
    return Problem(.draftChanged).member("current", shown.bytes).member("differs", differs.bytes)
      .header("ETag", "\"\(known.tag)\"")
  }

  // MARK: - Submission

  /// Submits the values of all pages from the review, or from the last page if there is no review.
  ///
  /// `key` and `tap` identify the request.
  func submit(
    _ flow: Flow, _ begun: FlowState, _ body: Object, _ key: IdempotencyKey, _ tap: (key: String, body: String),
    _ call: Call
  ) throws -> Reply {
    let form = try pages.paged(flow, begun, deciding: true, call)
    guard isDrawn(begun, call), form.way.shown.exit == nil else { throw try outOfOrder(form, call) }
    switch form.way.current {
    case .review:
      let checked: CheckedSubmission
      do throws(Violations) { checked = try pages.judged(form, call) } catch {
        return try refuse(error, in: form, key, tap, call)
      }
      // A review without its addresses was not drawn.
      guard call.query(Flow.revision) != nil, call.query(PagedForm.shownDigest) == checked.digest else {
        throw Problem(.changed).changes([]).member("next", try pages.review(of: form, checked, for: call))
      }
      return try send(checked, of: form, tap, call)
    case .page(let page):
      guard form.operation.pages.review == nil, form.way.page(after: page) == nil else {
        throw try outOfOrder(form, call)
      }
      var state = try judged(page, body, in: form, call)
      let judged = try pages.paged(flow, state, deciding: true, call)
      guard judged.way.page(after: page) == nil else {
        // With these values the page is not the last one.
        state.path = judged.way.path(completing: page)
        return call.later(try pages.keep(state, of: flow, call), failing: failing(flow, call)) { [state] _ in
          throw try outOfOrder(try pages.paged(flow, state, call), call)
        }
      }
      let checked: CheckedSubmission
      do throws(Violations) { checked = try pages.judged(judged, call) } catch {
        return try refuse(error, in: judged, key, tap, call)
      }
      return try send(checked, of: judged, tap, call)
    }
  }

  private func send(
    _ checked: CheckedSubmission, of form: PagedForm, _ tap: (key: String, body: String), _ call: Call
  ) throws -> Reply {
    let gathered = (FlowState.draft(of: form.flow.id), form.state.kept ?? "")
    return try sender.send(
      form.operation, checked, tap, by: try call.caller, gathered: gathered, failing: failing(form.flow, call), call)
  }

  /// Stores the state and rejects the submission, with the first page that has an error in `next`.
  private func refuse(
    _ error: Violations, in form: PagedForm, _ key: IdempotencyKey, _ tap: (key: String, body: String), _ call: Call
  ) throws -> Reply {
    // Another server may have executed this request since the key was looked up.
    if let known = try process.known(key, of: form.flow.operation, by: try call.caller) {
      return try sender.send(known, nil, tap, by: try call.caller, call)
    }
    guard !error.all.isEmpty, let page = form.page(with: error) else { throw error }
    let problem = Problem(.invalidValues).violations(error.all, of: form.operation)
    return call.later(
      try pages.keep(form.state, of: form.flow, call), failing: failing(form.flow, call)
    ) { _ in
      let now = try pages.paged(form.flow, form.state, call)
      throw problem.member("next", try pages.tree(of: page, in: now, judging: true, for: call))
    }
  }

  // MARK: - State

  private func begun(_ call: Call) throws -> (Flow, FlowState) {
    let flow = try pages.flow(call)
    guard flow.hasPages, let state = try pages.state(of: flow, call) else { throw Problem(.notFound) }
    return (flow, state)
  }

  /// Returns the page in the path. Throws `step-out-of-order` if the person cannot complete it now.
  private func openPage(in form: PagedForm, _ call: Call) throws -> FormPage {
    guard let page = form.operation.pages[try call.parameter("step")], form.way.isOpen(page), isDrawn(form.state, call)
    else { throw try outOfOrder(form, call) }
    return page
  }

  private func isDrawn(_ state: FlowState, _ call: Call) -> Bool {
    call.query(Flow.revision).map { $0 == state.revision } ?? true
  }

  private func outOfOrder(_ form: PagedForm, _ call: Call) throws -> Problem {
    Problem(.stepOutOfOrder).member("next", try pages.step(of: form, for: call))
  }

  private func go(_ flow: Flow, _ state: FlowState, _ call: Call) throws -> Reply {
    call.later(try pages.keep(state, of: flow, call), failing: failing(flow, call)) { _ in
      try draw(flow, state, call)
    }
  }

  /// Returns the function that converts a failure to a response. If another device has changed the
  /// state first, the response is `step-out-of-order` with the current step.
  func failing(_ flow: Flow, _ call: Call) -> @Sendable (any Error) -> Response {
    let failed = errors.response(to: call)
    return { error in
      guard case DraftError.changed = error else { return failed(error) }
      do {
        guard let state = try pages.state(of: flow, call) else { return failed(Problem(.notFound)) }
        return failed(try outOfOrder(try pages.paged(flow, state, call), call))
      } catch { return failed(error) }
    }
  }
}

extension Writer {
  /// Writes the draft of a page. `stored` is the state that contains it.
  fileprivate mutating func draft(
    _ draft: PageDraft, of stored: Draft, in form: PagedForm, _ pages: PageRendering, _ language: Language
  ) {
    object { writer in
      writer.member("id", stored.operation)
      writer.member("operation", form.operation.id)
      writer.member("version", form.operation.version)
      writer.member("title", form.operation.title[language])
      writer.member("createdAt", stored.created.description)
      writer.member("changedAt", stored.changed.description)
      writer.member("expiresAt", pages.drafts.expiry(of: stored).description)
      writer.member("href", Address.flow(form.flow.id))
      writer.member("flow", form.flow.id)
      writer.member("step", draft.page)
      writer.member("etag", "\"\(draft.tag)\"")
    }
  }
}
