import Model
import Atoms
import Essentials
import HTTP
import JSON
import Operations
import Services

/// Endpoints for drafts: forms that the person has begun and not sent yet.
struct DraftEndpoints {
  let bank: ServedBank
  let errors: ErrorAnswers
  let failures: ConditionFailures

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/drafts", .person,
        EndpointDocument(
          tag: "Drafts", id: "listDrafts", summary: "The person's drafts, newest first.",
          answers: [.init(200, "Drafts", "The drafts."), .init(304, nil, "Not modified.")]),
        handle: list),
      Endpoint(
        .get, "/drafts/{operation}", .person,
        EndpointDocument(
          tag: "Drafts", id: "resumeDraft",
          summary:
            "A draft, and in `next` the operation's tree with its values; `carried` where the version has changed.",
          headers: ClientHeaders.documents,
          answers: [.init(200, "ResumedDraft", "The draft."), .init(304, nil, "Not modified.")],
          problems: [.notFound, .kindsNotAccepted, .operationDisabled]),
        handle: resume),
      Endpoint(
        .put, "/drafts/{operation}", .person,
        EndpointDocument(
          tag: "Drafts", id: "keepDraft",
          summary: "Keeps values in the place of the earlier draft of the operation; passwords and codes are left out.",
          body: "DraftBody",
          answers: [.init(201, "KeptDraft", "Created."), .init(200, "KeptDraft", "Kept.")],
          problems: [.notFound, .tooManyDrafts]),
        handle: keep),
      Endpoint(
        .delete, "/drafts/{operation}", .person,
        EndpointDocument(
          tag: "Drafts", id: "deleteDraft", summary: "Deletes a draft.", answers: [.init(204, nil, "Deleted.")],
          problems: [.notFound]),
        handle: delete),
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let drafts = try bank.services.drafts.all(try call.caller.person).filter { !FlowState.isKept(in: $0) }
    return .now(
      Response.list(drafts) { draft, writer in
        writer.object { writer in
          writer.draft(draft, in: bank, call.language)
          let question = LocalizedText(ru: "Удалить черновик?", en: "Delete the draft?")
          writer.actions([.deletion(of: Address.draft(of: draft.operation), asking: question)], in: call.language)
        }
      }.withoutSecrets.tagged(for: call.request))
  }

  @Sendable private func resume(_ call: Call) throws -> Reply {
    let draft = try bank.services.drafts.find(try call.parameter("operation"), person: try call.caller.person)
    let current = try operation(call)
    try bank.requireEnabled(current.id)
    let stored = try Value(reading: draft.values).object ?? Object()
    let drawn = try bank.carry(stored, from: draft.version, of: current, call)
    let presentation = try bank.presentation(of: drawn.operation, for: call)
    let tree = try bank.tree(of: drawn.operation, Question(values: drawn.values), as: presentation, for: call)
    failures.note(tree.failures, of: drawn.operation, call)
    return .now(
      Response.json { writer in
        writer.beginObject()
        writer.key("draft")
        writer.beginObject()
        writer.draft(draft, in: bank, call.language)
        writer.key("values")
        writer.value(.object(drawn.values))
        writer.endObject()
        if let carried = drawn.carried { writer.carried(carried, in: call.language) }
        writer.key("next")
        writer.raw(tree.json)
        writer.endObject()
      }.tagged(for: call.request))
  }

  @Sendable private func keep(_ call: Call) throws -> Reply {
    let current = try operation(call)
    try bank.clients.require(current.minimumClient, of: ClientHeaders.client(of: call.request))
    guard current.effect != nil, !current.isPublic else {
      throw Problem(.notFound, ru: "\(current.id) не отправляют", en: "\(current.id) takes no submissions")
    }
    let body = try call.object()
    let values = try Draft.document.object(\.values, of: body)
    // Carrying reports the values that only another version knows. `draftable` would drop them in silence, so it
    // comes second.
    let version = try body.text("version") ?? current.version
    let drawn = try bank.carry(values, from: version, of: current, call)
    let kept = String(decoding: Value.object(drawn.operation.draftable(drawn.values)).canonical, as: UTF8.self)
    let receipt = bank.services.drafts.put(
      kept, of: drawn.operation.id, version: drawn.operation.version, by: try call.caller)
    return call.later(receipt, failing: errors.response(to: call)) { receipt in
      let location = receipt.isNew ? [("Location", Address.draft(of: receipt.draft.operation))] : []
      return Response.json(receipt.isNew ? 201 : 200, headers: location) { writer in
        writer.beginObject()
        writer.key("draft")
        writer.beginObject()
        writer.draft(receipt.draft, in: bank, call.language)
        writer.endObject()
        if let carried = drawn.carried { writer.carried(carried, in: call.language) }
        writer.endObject()
      }
    }
  }

  @Sendable private func delete(_ call: Call) throws -> Reply {
    let deleted = bank.services.drafts.delete(try call.parameter("operation"), by: try call.caller)
    return call.later(deleted, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }

  private func operation(_ call: Call) throws -> Operation {
    guard let operation = bank.catalog[try call.parameter("operation")] else { throw Problem(.notFound) }
    return operation
  }
}
