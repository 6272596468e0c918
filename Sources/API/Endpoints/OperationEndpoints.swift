import Texts
import Atoms
import HTTPServer
import JSON
import Operations
import Services

/// Endpoints that list, render, describe and evaluate operations.
struct OperationEndpoints {
  let forms: OperationForms
  let pages: PageRendering

  static let schemas: [EndpointSchema] = [
    .list("Operations", of: "OperationRow", hasParts: false)
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/operations", .person,
        EndpointDocument(
          tag: "Operations", id: "listOperations",
          summary: "The operations that the person may use; operations that the client cannot open are marked.",
          headers: ClientHeaders.documents,
          answers: [.init(200, "Operations", "The operations."), .init(304, nil, "Not modified.")]),
        handle: list),
      Endpoint(
        .get, "/operations/{id}", .anybody,
        EndpointDocument(
          tag: "Operations", id: "drawOperation",
          summary: "The operation's tree; query parameters are atom ids whose values prefill the inputs.",
          headers: ClientHeaders.documents, freeQuery: true,
          answers: [.init(200, "Tree", "The tree."), .init(304, nil, "Not modified.")],
          problems: [.notFound, .unknownQuery, .kindsNotAccepted, .operationDisabled, .notAvailable]),
        handle: draw),
      Endpoint(
        .get, "/operations/{id}/schema", .anybody,
        EndpointDocument(
          tag: "Operations", id: "getOperationSchema",
          summary:
            "The JSON Schema of the operation's values. Values that it rejects are also rejected in a submission.",
          answers: [.init(200, "ValuesSchema", "The schema."), .init(304, nil, "Not modified.")],
          problems: [.notFound]),
        handle: schema),
      Endpoint(
        .post, "/operations/{id}/evaluate", .anybody,
        EndpointDocument(
          tag: "Operations", id: "evaluateOperation",
          summary: "Evaluates values and returns the states of the atoms; nothing is stored.",
          body: "Question", headers: ClientHeaders.documents, query: [ClearedQuery.document],
          answers: [.init(200, "States", "The requested states.")],
          problems: [.notFound, .outdatedVersion, .kindsNotAccepted, .operationDisabled, .invalidValues]),
        handle: evaluate),
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let capabilities = try call.capabilities()
    let operations = try pages.offered()
    return .now(
      Response.list(operations) { operation, writer in
        writer.object { writer in
          writer.member("id", operation.id)
          writer.member("title", operation.title[call.language])
          writer.member("href", Address.operation(operation.id))
          if !operation.pages.isEmpty, !operation.isPublic {
            writer.key("flow")
            writer.object { writer in
              writer.member("method", "POST")
              writer.member("href", Address.flow(operation.id))
            }
          }
          if let icon = operation.icon { writer.member("icon", icon.rawValue) }
          pages.writeMark(of: operation, for: capabilities, to: &writer)
        }
      }.compressible.tagged(for: call.request))
  }

  @Sendable private func draw(_ call: Call) throws -> Reply {
    let operation = try forms.operation(for: call)
    // All later reads of this request return this state or a newer one.
    let state = try forms.services.dataState()
    try forms.requireEnabled(operation.id, at: state)
    try forms.requireAvailable(operation, call)
    let presentation = try forms.presentation(of: operation, for: call)
    if presentation == nil, call.request.query.isEmpty {
      let tree = try forms.emptyTree(of: operation, for: call, at: state)
      return .now(Response.json(kept: tree))
    }
    var values = Object()
    for pair in call.request.query {
      guard let place = operation.place(of: pair.name), let input = operation.atoms[place].input, !input.isSecret,
        !(input is RepeatKind)
      else {
        throw Problem(
          .unknownQuery, ru: "`\(pair.name)` не поле \(operation.id)",
          en: "`\(pair.name)` is not an input of \(operation.id)")
      }
      let isMultiple = operation.atoms[place].isMultiple
      guard values[pair.name] == nil || isMultiple else {
        throw Problem(
          .unknownQuery, ru: "`\(pair.name)` стоит дважды", en: "`\(pair.name)` is repeated")
      }
      let one = input.posted(pair.value)
      let value = isMultiple ? .array((values[pair.name]?.array ?? []) + [one]) : one
      guard input.read(value) != nil else {
        throw Problem(
          .unknownQuery, ru: "`\(pair.name)`: не значение этого поля",
          en: "`\(pair.name)` has an invalid value for this input")
      }
      // A link does not give a consent.
      if !(input is ConsentKind) { values[pair.name] = value }
    }
    let tree = try forms.tree(of: operation, Question(values: values), as: presentation, for: call)
    forms.failures.note(tree.failures, of: operation, call)
    return .now(Response.json(rendered: tree.json).compressible.tagged(for: call.request))
  }

  @Sendable private func schema(_ call: Call) throws -> Reply {
    let operation = try forms.operation(for: call)
    let document = forms.catalog.dataSchema(
      of: operation, at: Address.schema(of: operation.id), in: call.language)
    return .now(Response.json(rendered: document).compressible.tagged(for: call.request))
  }

  @Sendable private func evaluate(_ call: Call) throws -> Reply {
    try forms.admit(call)
    let body = try call.members()
    let version = try body.text("version")
    let operation = try forms.operation(for: call, drawn: version)
    // Evaluations are frequent and store nothing, so they use memory, which is updated from the
    // database within a second.
    try forms.requireEnabledInMemory(operation.id)
    let presentation = try forms.presentation(of: operation, for: call)
    try forms.requireVersion(version, of: operation, for: call)
    let question = try body.question { ClearedQuery.completed($0, of: operation, call) }
    return .now(try forms.states(of: operation, question, revision: body.revision(), as: presentation, for: call))
  }
}
