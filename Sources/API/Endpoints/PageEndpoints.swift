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
    try forms.requireAvailable(try forms.operation(flow.operation), call)
    let state = FlowState(path: [], values: input, input: input)
    let form = try pages.paged(flow, state, deciding: true, call)
    let first = form.way.shown.all.first ?? form.operation.pages.all[0]
    return FlowState(path: [first.id], values: input, input: input)
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

  // MARK: - FormPages

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
    let began = Moment.now
    let entered: Object
    do throws(Violations) {
      entered = try CheckedPage(
        operation, page, values: form.values.replacing(operation.inputs(on: page), by: posted),
        before: form.way.later(than: page), against: ShownReport(values: try? body.members("shown")),
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
    state.draft = nil
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
    for id in form.operation.inputs(on: page) { state.values[id] = kept[id] }
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

  /// Returns the state with the values of the last page, if the operation has no review and the
  /// page submits them.
  func completed(_ flow: Flow, _ state: FlowState, _ body: Object, _ call: Call) throws -> FlowState {
    let form = try pages.paged(flow, state, deciding: true, call)
    guard isDrawn(state, call), form.way.shown.exit == nil else { throw try outOfOrder(form, call) }
    switch form.way.current {
    case .review: return state
    case .page(let page):
      guard form.operation.pages.review == nil, form.way.page(after: page) == nil else {
        throw try outOfOrder(form, call)
      }
      return try judged(page, body, in: form, call)
    }
  }

  /// Judges all values of a review. Throws `changed` with the new review if values differ from the
  /// shown ones, and `invalid-values` with the first page that has an error.
  func checked(_ flow: Flow, _ state: FlowState, _ call: Call) throws -> CheckedSubmission {
    let form = try pages.paged(flow, state, deciding: true, call)
    let checked: CheckedSubmission
    do throws(Violations) {
      checked = try pages.judged(form, call)
    } catch {
      let problem = Problem(.invalidValues).violations(error.all, of: form.operation)
      guard !error.all.isEmpty, let page = form.page(with: error) else { throw error }
      throw problem.member("next", try pages.tree(of: page, in: form, judging: true, for: call))
    }
    if let shown = call.query(PagedForm.shownDigest), shown != checked.digest {
      throw Problem(.changed).changes([]).member("next", try pages.review(of: form, checked, for: call))
    }
    return checked
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
