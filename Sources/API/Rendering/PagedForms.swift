import Model
import Atoms
import Dates
import Texts
import HTTPServer
import JSON
import Operations
import Services

/// The stored state of a person in an operation with pages, and the way through them.
struct PagedForm {
  let flow: Flow
  let state: FlowState
  /// The values of the visited pages.
  let values: Object
  let way: PageWay

  var operation: Operation { way.operation }
}

extension PageRendering {
  /// Returns the way of a person through the pages with this state.
  func paged(_ flow: Flow, _ state: FlowState, deciding: Bool = false, _ call: Call) throws -> PagedForm {
    let operation = try forms.operation(flow.operation)
    let state = state.asking(operation)
    let values = state.known(in: flow)
    let shown = ShownPages(operation, values, in: call.language, forms.surroundings(of: call, deciding: deciding))
    if deciding, let reason = shown.undecided { throw BranchCondition.Undecided(reason) }
    guard !shown.all.isEmpty else {
      throw Problem(
        .notAvailable, ru: "Ни одна страница этой формы вас не касается.", en: "No page of this form concerns you.")
    }
    return PagedForm(flow: flow, state: state, values: values, way: PageWay(operation, path: state.path, shown: shown))
  }

  /// Returns the JSON of the step at which the person is.
  func step(of form: PagedForm, for call: Call) throws -> [UInt8] {
    switch form.way.current {
    case .page(let page): return try tree(of: page, in: form, for: call)
    case .review:
      let checked: CheckedSubmission
      do throws(Violations) { checked = try judged(form, call) } catch {
        guard let page = form.page(with: error) else { throw error }
        return try tree(of: page, in: form, judging: true, for: call)
      }
      return try review(of: form, checked, for: call)
    }
  }

  /// Judges all values, as a submission does.
  func judged(_ form: PagedForm, _ call: Call) throws(Violations) -> CheckedSubmission {
    try process.validated(form.values.entered(of: form.operation), of: form.operation, call)
  }

  /// Returns the tree of a page.
  ///
  /// - Parameters:
  ///   - entered: Values of the page that are not stored; nil uses the draft of the page, or the
  ///     stored values.
  ///   - judging: True to include the errors of the values.
  func tree(
    of page: FormPage, in form: PagedForm, entering entered: Object? = nil, judging: Bool = false, for call: Call
  ) throws -> [UInt8] {
    try forms.requireEnabled(form.operation.id)
    let draft = form.state.draft.flatMap { $0.page == page.id ? $0 : nil }
    var question = Question(
      values: form.values.replacing(form.operation.inputs(on: page), by: entered ?? draft?.values ?? form.state.values),
      commit: judging)
    question.page = page
    var links = links(of: page, in: form)
    if let draft { links = links.keeping(draft.tag) }
    let tree = try forms.tree(
      of: form.operation, question, links: links, as: try forms.presentation(of: form.operation, for: call), for: call
    ) { writer in
      writer.key("flow")
      writer.progress(of: form, at: page, in: call.language)
    }
    forms.failures.note(tree.failures, of: form.operation, call)
    return tree.json
  }

  /// The query parameter with the page whose values a request has.
  static let pageParameter = ParameterDocument(
    "page", "of a page: its id; the stored values of the other pages are used", .targetSchema)

  /// Returns the posted values; on the page in the query, together with the stored values of the
  /// other pages.
  func values(_ posted: Object, of operation: Operation, _ call: Call) throws -> Object {
    guard let page = call.query("page").flatMap({ operation.pages[$0] }), call.identity != nil,
      let flow = forms.catalog.navigation.flow(operation.id), let state = try state(of: flow, call)
    else { return posted }
    return state.known(in: flow).replacing(operation.inputs(on: page), by: posted)
  }

  private func links(of page: FormPage, in form: PagedForm) -> Links {
    let step = Address.page(page.id, of: form.flow.id)
    let query = "\(Flow.revision)=\(form.state.revision)"
    var actions: [ButtonKind.Action: Links.Action] = [.cancel: Links.Action("DELETE", Address.flow(form.flow.id))]
    if !page.isExit {
      let submits = form.operation.pages.review == nil && form.way.page(after: page) == nil
      actions[submits ? .submit : .next] =
        submits
        ? Links.Action("POST", "\(Address.flow(form.flow.id))/submissions?\(query)")
        : Links.Action("POST", "\(step)?\(query)")
    }
    if form.way.isChange(page) || form.way.shown.all.first !== page {
      actions[.back] = Links.Action("POST", "\(step)/back?\(query)")
    }
    return Links(
      evaluate: "\(step)/evaluate", draft: page.isExit ? nil : "\(step)/draft?\(query)",
      search: Address.options(searchedIn: form.operation, on: page),
      rows: Address.rows(pastedInto: form.operation).map { "\($0)?page=\(page.id)" }, routes: Address.routes,
      documents: Address.documents,
      actions: actions)
  }

  /// Returns the review: every value once, by page.
  func review(of form: PagedForm, _ checked: CheckedSubmission, for call: Call) throws -> [UInt8] {
    let revision = form.state.revision
    let parts = form.way.shown.all.map { page in
      ReviewForm.Part(
        page.id, page.title, at: "\(Address.page(page.id, of: form.flow.id))?\(Flow.revision)=\(revision)",
        changing: form.operation.inputs(on: page))
    }
    let title = form.operation.pages.review ?? form.operation.title
    return try review(of: checked, parts, titled: title, in: form.flow, at: revision, for: call) { writer in
      writer.key("flow")
      writer.progress(of: form, at: nil, in: call.language)
    }
  }

  /// Returns the JSON of a review of these values.
  func review(
    of checked: CheckedSubmission, _ parts: [ReviewForm.Part], titled title: LocalizedText, in flow: Flow,
    at revision: String, for call: Call, adding progress: (inout Writer) -> Void
  ) throws -> [UInt8] {
    let preview = Submission(previewOf: checked, by: try call.caller.person, in: call.language)
    let values = try SubmittedValues(preview, of: checked.operation, in: call.language)
    let review = ReviewForm.form(of: values, parts, titled: title, version: checked.operation.version)
    let query = "\(Flow.revision)=\(revision)&\(PagedForm.shownDigest)=\(checked.digest)"
    let links = Links(
      evaluate: nil,
      actions: [
        .submit: Links.Action("POST", "\(Address.flow(flow.id))/submissions?\(query)"),
        .back: Links.Action(
          "POST", "\(Address.page(FormPage.review, of: flow.id))/back?\(Flow.revision)=\(revision)"),
        .cancel: Links.Action("DELETE", Address.flow(flow.id)),
      ])
    return try forms.tree(of: review, links: links, for: call, adding: progress)
  }
}

extension FlowState {
  /// Returns the state in which consents to earlier versions of documents are asked for again.
  fileprivate func asking(_ operation: Operation) -> FlowState {
    guard version != operation.version else { return self }
    var state = self
    for page in operation.pages.all {
      let consents = operation.consents(on: page)
      guard !consents.isEmpty else { continue }
      for id in consents { state.values[id] = nil }
      state.path.removeAll { $0 == page.id }
    }
    return state
  }
}

extension CheckedSubmission {
  /// A digest of the form, its values and the texts that a review shows.
  var digest: String {
    let warnings = warnings.map { Value.string("\($0.atom) \($0.text(in: .standard))") }
    return EntityTag.of(
      Value.array([.string(operation.version), .object(storable), .object(captions), .array(warnings)]).canonical)
  }
}

extension PagedForm {
  /// The query parameter with the digest of the values that a review has shown.
  static let shownDigest = "shown"

  /// Returns the first shown page with one of these violations; nil without such a page.
  func page(with faults: Violations) -> FormPage? {
    way.shown.all.first { page in faults.all.contains { operation.page(atPath: $0.atom) === page } }
  }
}

extension Address {
  static func flow(_ id: String) -> String { "/flows/\(id)" }
  static func page(_ page: String, of flow: String) -> String { "/flows/\(flow)/steps/\(page)" }
}

extension Object {
  /// Returns the values in which these inputs have the values of `others`, or none.
  func replacing(_ names: [String], by others: Object) -> Object {
    let names = Set(names)
    let own = others.members.filter { names.contains($0.name) }
    return Object(unique: members.filter { !names.contains($0.name) } + own)
  }
}

extension Writer {
  /// Writes the progress of a person. `page` is nil for the review.
  fileprivate mutating func progress(of form: PagedForm, at page: FormPage?, in language: Language) {
    // A page at which the way ends is not announced.
    let pages = form.way.shown.all.filter { !$0.isExit || $0 === page }
    let present = page.flatMap { page in pages.firstIndex { $0 === page } } ?? pages.count
    let hasReview = form.operation.pages.review != nil && form.way.shown.exit == nil
    object { writer in
      writer.member("id", form.flow.id)
      writer.member("title", form.flow.title[language])
      writer.member("step", page?.id ?? FormPage.review)
      writer.member("place", present + 1)
      writer.member("href", Address.flow(form.flow.id))
      writer.key("steps")
      writer.array { writer in
        for (place, page) in pages.enumerated() {
          writer.step(page.id, page.title[language], place - present)
        }
        if hasReview {
          writer.step(
            FormPage.review, (form.operation.pages.review ?? form.flow.title)[language], pages.count - present)
        }
      }
      writer.member("count", pages.count + (hasReview ? 1 : 0))
    }
  }

  private mutating func step(_ name: String, _ title: String, _ distance: Int) {
    object { writer in
      writer.member("name", name)
      writer.member("title", title)
      writer.member("state", distance == 0 ? "current" : distance < 0 ? "done" : "ahead")
    }
  }
}
