import Model
import Atoms
import Texts
import HTTPServer
import JSON
import Operations
import Services

extension PageRendering {
  /// A flow that a person has started, and its current step.
  struct BegunFlow {
    let flow: Flow
    let step: String
  }

  /// Returns the flow whose state the draft is; nil for another draft, or if the flow cannot be
  /// continued.
  func begunFlow(of draft: Draft) -> BegunFlow? {
    guard let id = FlowState.flow(of: draft), let flow = forms.catalog.navigation.flow(id),
      let state = FlowState(draft, of: flow)
    else { return nil }
    return BegunFlow(flow: flow, step: state.path.last ?? flow.steps[0].id)
  }

  /// Returns the flow in the path. Throws if its operation is disabled or requires a newer client.
  func flow(_ call: Call) throws -> Flow {
    let flow = try namedFlow(call)
    try require(flow, call)
    return flow
  }

  /// Returns the flow in the path. Throws `not-found` if it is unknown.
  func namedFlow(_ call: Call) throws -> Flow {
    let id = try call.parameter("id")
    guard let flow = forms.found({ $0.navigation.flow(id) }) else { throw Problem(.notFound) }
    return flow
  }

  /// Throws if the operation of the flow is disabled or requires a newer client.
  func require(_ flow: Flow, _ call: Call) throws {
    try forms.requireEnabled(flow.operation)
    guard let operation = forms.catalog[flow.operation] else { return }
    try forms.requireAvailable(operation, call)
    try forms.requireClient(of: call, for: operation)
  }

  /// Returns the caller's progress in a flow; nil if the caller has not started it.
  func state(of flow: Flow, _ call: Call) throws -> FlowState? {
    do {
      let draft = try drafts.find(FlowState.draft(of: flow.id), person: try call.caller.person)
      return FlowState(draft, of: flow)
    } catch DraftError.notFound {
      return nil
    }
  }

  /// Stores the caller's progress.
  ///
  /// Fails with `DraftError.changed` if another device has changed or submitted the flow since the
  /// state was read.
  func keep(_ state: FlowState, of flow: Flow, _ call: Call) throws -> Deferred<Drafts.Receipt> {
    let version = forms.catalog.navigation.version
    if flow.hasPages, let expected = state.kept.map({ FlowState.revision(ofStored: $0) }) {
      // The revision ignores the draft of a page, so a draft stored in between is no conflict.
      return drafts.replace(
        state.text, of: FlowState.draft(of: flow.id), version: version,
        if: { FlowState.revision(ofStored: $0) == expected }, by: try call.caller)
    }
    return drafts.put(
      state.text, of: FlowState.draft(of: flow.id), version: version, replacing: state.kept, by: try call.caller)
  }

  /// True if all required outputs of a screen have values. Always true for an operation.
  private func isChosen(_ step: Flow.Step, _ state: FlowState) -> Bool {
    guard case .screen(let id) = step.target.kind else { return true }
    let outputs = forms.catalog.navigation.screen(id)?.outputs ?? []
    return outputs.allSatisfy { !$0.isRequired || state.values[$0.name] != nil }
  }

  /// Returns the JSON of a step: the tree of its operation, its screen, or the review.
  ///
  /// - Parameters:
  ///   - name: A step whose values are changed from the review; nil for the current step.
  ///   - entered: Values of the step that are not yet in the state; nil uses the values in the
  ///     state.
  func step(
    of flow: Flow, _ state: FlowState, at name: String? = nil, entering entered: Object? = nil, for call: Call
  ) throws -> [UInt8] {
    if flow.hasPages { return try self.step(of: paged(flow, state, call), for: call) }
    guard let name = name ?? state.path.last, let step = flow.step(name) else { throw Problem(.notFound) }
    if step.role == .review { return try review(of: flow, state, for: call) }
    let links = try links(of: step, in: flow, state, for: call)
    let progress = progress(in: flow, state, at: step, for: call)
    let given = step.target.wiring.values(from: state.texts(in: flow))
    switch step.target.kind {
    case .operation(let id):
      let operation = try forms.operation(id)
      try forms.requireEnabled(id)
      var values = Object()
      for (atom, text) in given {
        if let input = operation.place(of: atom).flatMap({ operation.atoms[$0].input }) {
          values[atom] = input.posted(text)
        }
      }
      for member in (entered ?? state.values).members where operation.place(of: member.name) != nil {
        values[member.name] = member.value
      }
      return try forms.tree(
        of: operation, Question(values: values), links: links.ofTree(operation),
        as: try forms.presentation(of: operation, for: call),
        for: call, adding: progress
      ).json
    case .screen(let id):
      guard let screen = forms.catalog.navigation.screen(id) else { throw Problem(.notFound) }
      var writer = Writer(capacity: 4096)
      let texts = Dictionary(given) { first, _ in first }
      try writeScreen(screen, from: texts, in: links, for: call, to: &writer) { writer in
        progress(&writer)
        writer.actions(links, in: call.language)
      }
      return writer.bytes
    default: throw Problem(.notFound)
    }
  }

  private func links(of step: Flow.Step, in flow: Flow, _ state: FlowState, for call: Call) throws -> FlowLinks {
    let isChange = state.path.last != step.id
    // If the next step is unknown, because data is unavailable, the person may still try to
    // continue. The request fails while it remains unknown.
    let isLast = Result { () throws(BranchCondition.Undecided) in
      try flow.isLast(step.id, state.known(in: flow), forms.surroundings(of: call))
    }
    return FlowLinks(
      flow, step, at: state.revision, isChosen: step.role != .exit && isChosen(step, state),
      isFirst: state.path.first == step.id && !isChange, isLast: !isChange && isLast == .success(true))
  }

  /// Returns a function that writes the progress of a person at a step.
  func progress(
    in flow: Flow, _ state: FlowState, at step: Flow.Step, for call: Call
  ) -> (inout Writer) -> Void {
    { writer in
      writer.key("flow")
      writer.object { writer in
        writer.member("id", flow.id)
        writer.member("title", flow.title[call.language])
        writer.member("step", step.id)
        writer.member("place", (state.path.firstIndex(of: step.id) ?? 0) + 1)
        writer.member("href", Address.flow(flow.id))
        writer.steps(flow, state.path, at: step) { self.title(of: $0)[call.language] }
        let isEnd = step.role != .step || state.path.last != step.id
        if let ahead = isEnd ? 0 : flow.count(after: step.id) { writer.member("count", state.path.count + ahead) }
      }
    }
  }

  /// Returns the title of a step of a flow of a file.
  func title(of step: Flow.Step) -> LocalizedText {
    step.title ?? forms.catalog.title(of: step.target.kind) ?? LocalizedText(ru: step.id, en: nil)
  }
}

/// The targets of a step's actions.
struct FlowLinks {
  /// The path of the flow.
  let flow: String
  private let step: String
  /// The revision of the flow's state.
  private let revision: String
  /// True if all required outputs of the screen have values, so that the person can continue.
  private let isChosen: Bool
  private let isFirst: Bool
  private let isLast: Bool

  /// Creates the links of a step. The links of the last step lead to the submission.
  init(_ flow: Flow, _ step: Flow.Step, at revision: String, isChosen: Bool, isFirst: Bool, isLast: Bool) {
    self.flow = "/flows/\(flow.id)"
    self.step = "/flows/\(flow.id)/steps/\(step.id)"
    (self.revision, self.isChosen, self.isFirst, self.isLast) = (revision, isChosen, isFirst, isLast)
  }

  /// The address for the values of the step.
  var next: String { "\(step)?\(query)" }
  private var back: String { "\(step)/back?\(query)" }
  private var query: String { "\(Flow.revision)=\(revision)" }

  /// Returns the links of a step that is an operation.
  func ofTree(_ operation: Operation) -> Links {
    var actions: [ButtonKind.Action: Links.Action] = [
      .next: Links.Action("POST", next), .cancel: Links.Action("DELETE", flow),
    ]
    if !isFirst { actions[.back] = Links.Action("POST", back) }
    return Links(
      evaluate: Address.evaluation(of: operation.id), search: Address.options(of: operation.id),
      rows: Address.rows(pastedInto: operation), actions: actions)
  }

  /// The buttons of a step that is a screen. On the first step the client handles `back` without a
  /// request.
  var ofScreen: [(name: ButtonKind.Action, title: LocalizedText, method: String?, href: String?)] {
    let on: (ButtonKind.Action, LocalizedText, String?, String?) =
      isLast
      ? (.submit, LocalizedText(ru: "Отправить", en: "Send"), "POST", "\(flow)/submissions?\(query)")
      : (.next, LocalizedText(ru: "Далее", en: "Next"), "POST", next)
    return (isChosen ? [on] : []) + [
      (.back, LocalizedText(ru: "Назад", en: "Back"), isFirst ? nil : "POST", isFirst ? nil : back),
      (.cancel, LocalizedText(ru: "Отменить", en: "Cancel"), "DELETE", flow),
    ]
  }
}

extension Writer {
  /// Writes the steps of a flow in order, without the steps that were skipped.
  ///
  /// An exit is not announced, and no step is announced at an exit.
  fileprivate mutating func steps(
    _ flow: Flow, _ path: [String], at current: Flow.Step, titled title: (Flow.Step) -> String
  ) {
    let present = flow.steps.firstIndex { $0.id == path.last } ?? 0
    key("steps")
    array { writer in
      for (place, step) in flow.steps.enumerated() {
        let isOnTheWay = path.contains(step.id)
        let isAhead = place > present && step.role != .exit && current.role != .exit
        guard isOnTheWay || isAhead else { continue }
        writer.object { writer in
          writer.member("name", step.id)
          writer.member("title", title(step))
          writer.member("state", step.id == current.id ? "current" : isOnTheWay ? "done" : "ahead")
        }
      }
    }
  }

  /// Writes the buttons of a screen that is a step.
  fileprivate mutating func actions(_ links: FlowLinks, in language: Language) {
    key("actions")
    array { writer in
      for action in links.ofScreen {
        writer.object { writer in
          writer.member("name", action.name.rawValue)
          writer.member("title", action.title[language])
          writer.member("tone", [.submit, .next].contains(action.name) ? "primary" : "quiet")
          if let method = action.method { writer.member("method", method) }
          if let href = action.href { writer.member("href", href) }
        }
      }
    }
  }
}

/// The progress of a person in a flow. It is stored as a draft until the flow is submitted.
struct FlowState: FlowProgress {
  /// The visited steps. The last is the current step.
  var path: [String]
  /// The entered values by name.
  var values: Object
  let input: Object
  /// The steps that the person has seen before a value was changed from the review. They are not
  /// shown again on the way back to the review.
  var seen: [String] = []
  /// The values of a page that were typed and not judged; nil without any.
  var draft: PageDraft?
  /// The version of the operation that judged the pages last; nil for a flow of a file.
  var version: String?
  /// The stored text that the state was read from; nil if it is not stored.
  private(set) var kept: String?

  /// Creates a state that is not stored.
  init(path: [String], values: Object, input: Object) { (self.path, self.values, self.input) = (path, values, input) }

  /// Reads the state from a draft. Returns nil if it is malformed or the flow no longer contains
  /// its current step.
  init?(_ draft: Draft, of flow: Flow) { self.init(draft.values, of: flow) }

  /// Reads the stored text of a state.
  init?(_ text: String, of flow: Flow) {
    guard let stored = try? Value(reading: text).object,
      let path = stored["path"]?.array?.compactMap(\.string),
      flow.hasPages || path.last.flatMap({ flow.step($0) }) != nil
    else { return nil }
    self.init(
      path: path.filter { flow.step($0) != nil }, values: stored["values"]?.object ?? Object(),
      input: stored["input"]?.object ?? Object())
    seen = stored["seen"]?.array?.compactMap(\.string) ?? []
    self.draft = PageDraft(stored["draft"])
    version = stored["version"]?.string
    kept = text
  }

  /// The state as canonical JSON, the text of its draft.
  var text: String { text(with: draft) }

  private func text(with draft: PageDraft?) -> String {
    let members = Object(
      [("path", Value.array(path.map(Value.string))), ("values", .object(values)), ("input", .object(input))]
        + (seen.isEmpty ? [] : [("seen", .array(seen.map(Value.string)))])
        + (version.map { [("version", .string($0))] } ?? []) + (draft.map { [("draft", $0.value)] } ?? []))
    return String(decoding: Value.object(members).canonical, as: UTF8.self)
  }

  /// The revision of this state. Clients return it, so that a step rendered from an older state is
  /// rejected. The draft of a page does not change it.
  var revision: String { Flow.revision(of: text(with: nil)) }

  /// Returns the revision of a stored state; nil for any other text.
  static func revision(ofStored text: String) -> String? {
    guard let stored = (try? Value(reading: text))?.object else { return nil }
    let others = Object(unique: stored.members.filter { $0.name != "draft" })
    return Flow.revision(of: String(decoding: Value.object(others).canonical, as: UTF8.self))
  }

  /// Returns the name of a flow's draft, which is not a valid operation id.
  static func draft(of flow: String) -> String { prefix + flow }
  /// Returns the id of the flow whose state the draft is; nil for another draft.
  static func flow(of draft: Draft) -> String? {
    isKept(in: draft) ? String(draft.operation.dropFirst(prefix.count)) : nil
  }
  /// True if the draft is the state of a flow.
  static func isKept(in draft: Draft) -> Bool { draft.operation.hasPrefix(prefix) }
  private static let prefix = "flow:"
}

/// The values of a page that were typed and not judged.
struct PageDraft {
  /// The id of the page.
  let page: String
  let values: Object

  init(page: String, values: Object) { (self.page, self.values) = (page, values) }

  /// Reads a stored draft; nil for any other value.
  init?(_ stored: Value?) {
    guard let page = stored?["page"]?.string, let values = stored?["values"]?.object else { return nil }
    self.init(page: page, values: values)
  }

  /// The draft as stored.
  var value: Value { ["page": .string(page), "values": .object(values)] }
  /// The tag of these values, without quotation marks.
  var tag: String { EntityTag.of(value.canonical) }
}
