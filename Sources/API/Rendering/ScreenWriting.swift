import Atoms
import HTTP
import JSON
import Operations
import Services

extension Bank {
  /// A screen over what was given to it, by the names of its inputs; `more` adds members.
  func writeScreen(
    _ screen: Screen, from given: [String: String], in flow: FlowLinks? = nil, for call: Call, to writer: inout Writer,
    adding more: (inout Writer) -> Void = { _ in }
  ) throws {
    let catalog = catalog
    let disabled = Set(try services.availability.disabled().map(\.operation))
    let capabilities = try call.capabilities()
    let values = screen.inputs.compactMap { port in
      given[port.name].map { (port.name, port.value(of: $0)) }
    }
    var captions = Evaluation(
      screen.captions, Question(values: Object(values)), in: call.language, surroundings(of: call))
    writer.beginObject()
    writer.member("screen", screen.id)
    writer.member("title", screen.title[call.language])
    writer.member("container", screen.container.rawValue)
    writer.key("transition")
    writer.transition(screen.transition)
    writer.key("modules")
    writer.beginArray()
    for module in screen.modules {
      guard let caption = captions.inscription(module.id) else { continue }
      if case .operation(let id) = module.target.kind, disabled.contains(id) { continue }
      let title = module.hasCaption ? caption : catalog.title(of: module.target.kind)?[call.language] ?? ""
      writer.beginObject()
      writer.module(module, called: title, of: screen, from: given, in: flow)
      if case .operation(let id) = module.target.kind, let operation = catalog[id] {
        writeMark(of: operation, for: capabilities, to: &writer)
      }
      writer.endObject()
    }
    writer.endArray()
    more(&writer)
    writer.endObject()
  }
}

extension Catalog {
  /// What is read above something; nil of what has no title of its own.
  func title(of kind: Target.Kind) -> LocalizedText? {
    switch kind {
    case .operation(let id): self[id]?.title
    case .screen(let id): navigation.screen(id)?.title
    case .flow(let id): navigation.flow(id)?.title
    default: nil
    }
  }
}

extension Writer {
  /// Writes what a client needs of a module: what it is called, where it is and how it is shown.
  fileprivate mutating func module(
    _ module: Module, called title: String, of screen: Screen, from given: [String: String],
    in flow: FlowLinks?
  ) {
    member("id", module.id)
    member("module", module.target.kind.word)
    member("title", title)
    if let size = module.fontSize { member("fontSize", size) }
    if module.hidesEmpty { member("hideEmpty", true) }
    key("input")
    object { writer in
      for (name, value) in module.target.wiring.values(from: given) { writer.member(name, value) }
    }
    key("output")
    object { writer in for port in module.outputs { writer.member(port.name, port.typeName) } }
    key("transition")
    transition(module.target.transition, in: screen.id)
    if module.target.method != "GET" { member("method", module.target.method) }
    if let href = module.target.href(from: given) { member("href", href) }
    if let flow, !module.gives.isEmpty {
      // What is chosen here comes out of the step.
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
    }
  }
}
