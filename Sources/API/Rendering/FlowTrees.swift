import Atoms
import HTTP
import JSON
import Model
import Operations
import Services

extension Bank {
  /// The flow that the path names, where the caller can be in it.
  func flow(_ call: Call) throws -> Flow {
    let flow = try namedFlow(call)
    try require(flow, call)
    return flow
  }

  /// The flow that the path names.
  func namedFlow(_ call: Call) throws -> Flow {
    guard let flow = catalog.navigation.flow(try call.parameter("id")) else { throw Problem(.notFound) }
    return flow
  }

  /// Refuses a flow whose operation is taken out, or needs a newer client.
  func require(_ flow: Flow, _ call: Call) throws {
    try requireEnabled(flow.operation)
    guard let operation = catalog[flow.operation] else { return }
    try clients.require(operation.minimumClient, of: ClientHeaders.client(of: call.request))
  }

  /// How far the call's person is in a flow; nil where it is not begun.
  func state(of flow: Flow, _ call: Call) throws -> FlowState? {
    do {
      let draft = try services.drafts.find(FlowState.draft(of: flow.id), person: try call.caller.person)
      return FlowState(draft, of: flow)
    } catch DraftError.notFound {
      return nil
    }
  }

  /// Keeps how far the caller is, unless another device has gone on, or sent it, since the state was read.
  func keep(_ state: FlowState, of flow: Flow, _ call: Call) throws -> Deferred<Drafts.Receipt> {
    let version = catalog.navigation.version
    return services.drafts.put(
      state.text, of: FlowState.draft(of: flow.id), version: version, replacing: state.kept, by: try call.caller)
  }

  /// Whether a step needs nothing to be chosen any more: a row of one of its lists.
  private func isChosen(_ step: Flow.Step, _ state: FlowState) -> Bool {
    guard case .screen(let id) = step.target.kind else { return true }
    let outputs = catalog.navigation.screen(id)?.outputs ?? []
    return outputs.allSatisfy { !$0.isRequired || state.values[$0.name] != nil }
  }

  /// The present step of a flow: the tree of its operation, or its screen.
  func step(of flow: Flow, _ state: FlowState, for call: Call) throws -> [UInt8] {
    guard let name = state.path.last, let step = flow.step(name) else { throw Problem(.notFound) }
    let links = FlowLinks(
      flow, step, at: state.revision, isChosen: isChosen(step, state), isFirst: state.path.count == 1,
      isLast: flow.next(after: name, state.known(in: flow), surroundings(of: call)) == nil)
    let progress: (inout Writer) -> Void = { writer in
      writer.key("flow")
      writer.object { writer in
        writer.member("id", flow.id)
        writer.member("title", flow.title[call.language])
        writer.member("step", name)
        writer.member("place", state.path.count)
        writer.member("href", links.flow)
      }
    }
    let given = step.target.wiring.values(from: state.texts(in: flow))
    switch step.target.kind {
    case .operation(let id):
      guard let operation = catalog[id] else { throw Problem(.notFound) }
      try requireEnabled(id)
      var values = Object()
      for (atom, text) in given {
        if let input = operation.place(of: atom).flatMap({ operation.atoms[$0].input }) {
          values[atom] = input.posted(text)
        }
      }
      for member in state.values.members where operation.place(of: member.name) != nil {
        values[member.name] = member.value
      }
      return try tree(
        of: operation, Question(values: values), links: links.ofTree(operation),
        as: try presentation(of: operation, for: call),
        for: call, adding: progress
      ).json
    case .screen(let id):
      guard let screen = catalog.navigation.screen(id) else { throw Problem(.notFound) }
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
}

/// Where the actions of a step lead.
struct FlowLinks {
  /// Where the flow is.
  let flow: String
  /// Where the step is.
  private let step: String
  /// How far the person is.
  private let revision: String
  /// Whether all is chosen that a screen gives, so that one can go on.
  private let isChosen: Bool
  private let isFirst: Bool
  private let isLast: Bool

  /// The links of a step; the last one leads to the submission.
  init(_ flow: Flow, _ step: Flow.Step, at revision: String, isChosen: Bool, isFirst: Bool, isLast: Bool) {
    self.flow = "/flows/\(flow.id)"
    self.step = "/flows/\(flow.id)/steps/\(step.id)"
    (self.revision, self.isChosen, self.isFirst, self.isLast) = (revision, isChosen, isFirst, isLast)
  }

  /// Where the step is sent.
  var next: String { "\(step)?\(query)" }
  private var back: String { "\(step)/back?\(query)" }
  private var query: String { "\(Flow.revision)=\(revision)" }

  /// The links of a step that is an operation.
  func ofTree(_ operation: Operation) -> Links {
    var actions: [ButtonKind.Action: Links.Action] = [
      .next: Links.Action("POST", next), .cancel: Links.Action("DELETE", flow),
    ]
    if !isFirst { actions[.back] = Links.Action("POST", back) }
    return Links(evaluate: "/operations/\(operation.id)/evaluate", actions: actions)
  }

  /// The buttons of a step that is a screen: what each is called, and where it leads.
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
  /// Writes the buttons below a screen that is a step.
  fileprivate mutating func actions(_ links: FlowLinks, in language: Language) {
    key("actions")
    array { writer in
      for action in links.ofScreen {
        writer.object { writer in
          writer.member("name", action.name.rawValue)
          writer.member("title", action.title[language])
          if let method = action.method { writer.member("method", method) }
          if let href = action.href { writer.member("href", href) }
        }
      }
    }
  }
}
