import Model
import Atoms
import Texts
import HTTPServer
import JSON
import Operations
import Services

extension PageRendering {
  /// Writes a screen with its modules. Omits modules whose condition is false, and disabled
  /// operations.
  ///
  /// - Parameters:
  ///   - given: The inputs of the screen as texts, by name.
  ///   - flow: The links of a flow's step; nil outside a flow.
  ///   - carrying: The content to include; nil for none. For tabs only the first module can have
  ///     content.
  ///   - more: Writes further members.
  func writeScreen(
    _ screen: Screen, from given: [String: String], in flow: FlowLinks? = nil, carrying: Carrying? = nil,
    for call: Call, to writer: inout Writer, adding more: (inout Writer) -> Void = { _ in }
  ) throws {
    let catalog = forms.catalog
    let disabled = try forms.disabled()
    let capabilities = try call.capabilities()
    var captions = Evaluation(
      screen.captions, Question(values: screen.values(of: given)), in: call.language, forms.surroundings(of: call))
    writer.beginObject()
    writer.document(.screen)
    writer.member("screen", screen.id)
    writer.member("title", screen.title[call.language])
    writer.member("container", screen.container.rawValue)
    writer.key("transition")
    writer.transition(screen.transition)
    writer.key("modules")
    writer.beginArray()
    var carrying = carrying
    for module in screen.modules {
      guard let caption = captions.inscription(module.id) else { continue }
      if case .operation(let id) = module.target.kind, disabled.contains(id) { continue }
      let title = module.hasCaption ? caption : catalog.title(of: module.target.kind)?[call.language] ?? ""
      writer.beginObject()
      writer.module(module, called: title, of: screen, from: given, in: flow)
      if let icon = module.icon ?? catalog.icon(of: module.target.kind) { writer.member("icon", icon.rawValue) }
      if let pair = captions.pair(module.id) {
        writer.key("pair")
        writer.pair(pair, in: call.language)
      }
      if case .operation(let id) = module.target.kind, let operation = catalog[id] {
        writeMark(of: operation, for: capabilities, to: &writer)
      }
      if let content = carrying?.content(of: module, from: given) {
        writer.key("content")
        writer.raw(content)
      }
      if screen.container == .tabs { carrying = nil }
      writer.endObject()
    }
    writer.endArray()
    captions.writeRetry(to: &writer)
    more(&writer)
    writer.endObject()
  }
}

extension Catalog {
  /// Returns the icon of a target; nil if it has none.
  func icon(of kind: Target.Kind) -> Icon? {
    switch kind {
    case .operation(let id): self[id]?.icon
    case .screen(let id): navigation.screen(id)?.icon
    case .flow(let id): navigation.flow(id)?.icon
    case .scan: .qr
    default: nil
    }
  }

  /// Returns the title of a target; nil if it has none.
  func title(of kind: Target.Kind) -> LocalizedText? {
    switch kind {
    case .operation(let id): self[id]?.title
    case .screen(let id): navigation.screen(id)?.title
    case .flow(let id): navigation.flow(id)?.title
    case .scan: LocalizedText(ru: "Оплата по QR-коду", en: "Pay by QR code")
    default: nil
    }
  }
}

extension Writer {
  /// Writes the members of a module: its title, inputs, outputs, address and transition.
  fileprivate mutating func module(
    _ module: Module, called title: String, of screen: Screen, from given: [String: String],
    in flow: FlowLinks?
  ) {
    member("id", module.id)
    member("module", module.target.kind.word)
    member("title", title)
    if let size = module.fontSize { member("fontSize", size) }
    if module.isWarning { member("severity", "warning") }
    if module.hidesEmpty { member("hideEmpty", true) }
    key("input")
    object { writer in
      for (name, value) in module.target.wiring.values(from: given) { writer.member(name, value) }
    }
    key("output")
    object { writer in for port in module.outputs { writer.member(port.name, port.typeName) } }
    key("transition")
    transition(module.target.transition, in: screen.id)
    if case .scan = module.target.kind {
      // `scan` contains method and address, because a client that does not support scanning would
      // send the request without a code.
      key("scan")
      object { writer in
        writer.member("method", module.target.method)
        if let href = module.target.href(from: given) { writer.member("href", href) }
        writer.member("member", Target.code)
      }
      return
    }
    if module.target.method != "GET" { member("method", module.target.method) }
    if let href = module.target.href(from: given) { member("href", href) }
    if let flow, !module.gives.isEmpty {
      // A row that is chosen here becomes an output of the step.
      key("row")
      object { writer in
        writer.key("transition")
        writer.transition(Transition(.push))
        writer.member("method", "POST")
        writer.member("href", "\(flow.next)&\(module.gives.template)")
      }
      return
    }
    guard let open = module.open, let template = open.template else { return }
    key("row")
    object { writer in
      writer.key("transition")
      writer.transition(open.transition, in: screen.id)
      if open.method != "GET" { writer.member("method", open.method) }
      writer.member("href", template)
      guard let body = open.bodyTemplates else { return }
      writer.key("body")
      writer.object { writer in for (name, value) in body { writer.member(name, value) } }
    }
  }
}

/// The next destination of a client and its transition.
struct NavigationLink {
  /// The route to the destination.
  let route: Route
  /// The title of the destination.
  let title: String?
  /// The inputs of the destination, by name.
  let input: [(name: String, value: String)]
  /// The address of the destination.
  let href: String
  /// A message to show, such as the status of a submission.
  var message: String?
}

extension Writer {
  /// Writes a navigation link.
  mutating func lead(_ lead: NavigationLink) {
    object { writer in
      writer.document(.lead)
      writer.member("route", lead.route.name)
      writer.member("module", lead.route.target.kind.word)
      if let title = lead.title { writer.member("title", title) }
      writer.key("input")
      writer.object { writer in for (name, value) in lead.input { writer.member(name, value) } }
      writer.key("transition")
      writer.transition(lead.route.target.transition)
      writer.member("method", lead.route.target.method)
      writer.member("href", lead.href)
      if let message = lead.message { writer.member("message", message) }
    }
  }
}

extension PageRendering {
  /// Returns the deep link in a text. Throws `malformed-route` if the text is malformed.
  func link(_ url: String) throws(Problem) -> DeepLink {
    guard let link = DeepLink(url) else {
      throw Problem(
        .malformedRoute, ru: "Нужна ссылка вида valence://payments/quick?bic=044525225.",
        en: "A link looks like valence://payments/quick?bic=044525225.")
    }
    return link
  }

  /// Returns the destination of a deep link.
  ///
  /// - Throws:
  ///   - `unknown-route` if no route has its name.
  ///   - `route-parameters` with a violation for each invalid parameter.
  ///   - `operation-disabled` if an operator has disabled the operation.
  func lead(to link: DeepLink, for call: Call) throws -> NavigationLink {
    let catalog = forms.catalog
    guard let route = catalog.navigation.route(link.name) else {
      throw Problem(
        .unknownRoute, ru: "`\(link.name)` никуда не ведёт.", en: "`\(link.name)` leads nowhere.")
    }
    let given = GivenInputs(link.parameters, for: route.parameters)
    guard given.violations.isEmpty else { throw Problem(.routeParameters).violations(given.violations) }
    if case .operation(let id) = route.target.kind { try forms.requireEnabled(id) }
    return NavigationLink(
      route: route, title: catalog.title(of: route.target.kind)?[call.language],
      input: route.target.wiring.values(from: given.values), href: route.target.href(from: given.values) ?? "")
  }
}

extension Catalog {
  /// True if unauthenticated callers may open the target of a route; nil if `route` is nil.
  func isOpen(_ route: Route?) -> Bool? {
    switch route?.target.kind {
    case nil: nil
    case .operation(let id): self[id]?.isPublic == true
    case .screen(let id): navigation.screen(id)?.isPublic == true
    default: false
    }
  }
}
