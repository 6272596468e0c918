import Dates
import Model
import Atoms
import Texts
import HTTPServer
import JSON
import Operations
import Services

/// Endpoints for drafts, which are forms that the person has not yet submitted.
struct DraftEndpoints {
  let drafts: Drafts
  let forms: OperationForms
  let pages: PageRendering
  let errors: ErrorAnswers

  static let schemas: [EndpointSchema] = [
    .entity("Draft", Draft.document),
    .list("Drafts", of: "Draft"),
    .list("DraftCopies", of: "DraftCopy", hasParts: false),
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/drafts", .person,
        EndpointDocument(
          tag: "Drafts", id: "listDrafts", summary: "The person's drafts and started flows, newest first.",
          answers: [.init(200, "Drafts", "The drafts."), .init(304, nil, "Not modified.")]),
        handle: list),
      Endpoint(
        .get, "/drafts/{operation}", .person,
        EndpointDocument(
          tag: "Drafts", id: "resumeDraft",
          summary:
            "A draft, and in `next` the operation's tree with its values; `carried` if the version has changed.",
          headers: ClientHeaders.documents, query: [ClearedQuery.document],
          answers: [.init(200, "ResumedDraft", "The draft."), .init(304, nil, "Not modified.")],
          problems: [.notFound, .kindsNotAccepted, .operationDisabled, .notAvailable]),
        handle: resume),
      Endpoint(
        .put, "/drafts/{operation}", .person,
        EndpointDocument(
          tag: "Drafts", id: "keepDraft",
          summary:
            "Saves values as the draft of the operation and replaces the previous draft, without passwords and codes.",
          body: "DraftBody", headers: WriteConditions.documents, query: [ClearedQuery.document],
          answers: [.init(201, "KeptDraft", "Created."), .init(200, "KeptDraft", "Replaced.")],
          problems: [.notFound, .tooManyDrafts, .draftChanged]),
        handle: keep),
      Endpoint(
        .delete, "/drafts/{operation}", .person,
        EndpointDocument(
          tag: "Drafts", id: "deleteDraft", summary: "Deletes a draft and its copies.",
          headers: WriteConditions.documents, query: [ClearedQuery.document],
          answers: [.init(204, nil, "Deleted.")],
          problems: [.notFound, .draftChanged]),
        handle: delete),
      Endpoint(
        .get, "/drafts/{operation}/copies", .person,
        EndpointDocument(
          tag: "Drafts", id: "listDraftCopies",
          summary: "The three newest copies: previous values of the draft, and values rejected because it had changed.",
          answers: [.init(200, "DraftCopies", "The copies, newest first."), .init(304, nil, "Not modified.")],
          problems: [.notFound]),
        handle: copies),
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let drafts = try drafts.all(try call.caller.person).map { draft in
      (draft: draft, begun: pages.begunFlow(of: draft))
    }.filter { $0.begun != nil || !FlowState.isKept(in: $0.draft) }
    return .now(
      Response.list(drafts) { row, writer in
        writer.object { writer in
          writer.draft(row.draft, of: row.begun, in: pages, call.language)
          let question = LocalizedText(ru: "Удалить черновик?", en: "Delete the draft?")
          let href = Address.draft(row.draft, of: row.begun)
          writer.actions([.deletion(of: href, asking: question)], in: call.language)
        }
      }.compressible.tagged(for: call.request))
  }

  @Sendable private func resume(_ call: Call) throws -> Reply {
    let draft = try drafts.find(try call.parameter("operation"), person: try call.caller.person)
    if FlowState.isKept(in: draft) { return try resumeFlow(of: draft, call) }
    let current = try forms.operation(try call.parameter("operation"))
    try forms.requireEnabled(current.id)
    try forms.requireAvailable(current, call)
    let stored = try Value(reading: draft.values).object ?? Object()
    let drawn = try forms.carry(stored, from: draft.version, of: current, call)
    let presentation = try forms.presentation(of: drawn.operation, for: call)
    let tree = try forms.tree(
      of: drawn.operation, Question(values: drawn.values), links: Links(of: drawn.operation).keeping(draft.tag),
      as: presentation, for: call)
    forms.failures.note(tree.failures, of: drawn.operation, call)
    let response = Response.json { writer in
      writer.beginObject()
      writer.key("draft")
      writer.beginObject()
      writer.draft(draft, in: pages, call.language)
      writer.key("values")
      writer.value(.object(drawn.values))
      writer.endObject()
      if let carried = drawn.carried { writer.carried(carried, in: call.language) }
      writer.key("next")
      writer.raw(tree.json)
      writer.endObject()
    }
    // The tree also depends on language, facts and client. `If-Match` compares only the first part,
    // the draft.
    return .now(response.tagged(for: call.request, with: "\(draft.tag).\(EntityTag.of(response.body))"))
  }

  /// Returns a begun flow with its current step in `next`.
  private func resumeFlow(of draft: Draft, _ call: Call) throws -> Reply {
    guard let begun = pages.begunFlow(of: draft), let state = FlowState(draft, of: begun.flow) else {
      throw Problem(.notFound)
    }
    try pages.require(begun.flow, call)
    let step = try pages.step(of: begun.flow, state, for: call)
    let response = Response.json { writer in
      writer.object { writer in
        writer.key("draft")
        writer.object { $0.draft(draft, of: begun, in: pages, call.language) }
        writer.key("next")
        writer.raw(step)
      }
    }
    return .now(response.tagged(for: call.request))
  }

  @Sendable private func keep(_ call: Call) throws -> Reply {
    let current = try forms.operation(try call.parameter("operation"))
    try forms.requireClient(of: call, for: current)
    guard current.effect != nil, !current.isPublic else {
      throw Problem(.notFound, ru: "\(current.id) не отправляют", en: "\(current.id) does not accept submissions")
    }
    let body = try call.object()
    let values = ClearedQuery.completed(try Draft.document.object(\.values, of: body), of: current, call)
    // Convert first, because the conversion reports values that only another version has.
    // `draftable` would drop them silently.
    let version = try body.text("version") ?? current.version
    let drawn = try forms.carry(values, from: version, of: current, call)
    let kept = String(decoding: Value.object(drawn.operation.draftable(drawn.values)).canonical, as: UTF8.self)
    let conditions = WriteConditions(of: call.request)
    let fits: @Sendable (Draft?) -> Bool = { draft in conditions.hold(for: draft.map { [$0.tag] } ?? []) }
    let outcome = drafts.keep(
      kept, of: drawn.operation.id, version: drawn.operation.version, if: conditions.isEmpty ? nil : fits,
      by: try call.caller)
    return call.later(outcome, failing: errors.response(to: call)) { outcome in
      let receipt: Drafts.Receipt
      switch outcome {
      case .kept(let kept): receipt = kept
      case .refused(let current): throw try refusal(of: drawn, in: current, call)
      }
      let location = receipt.isNew ? [("Location", Address.draft(of: receipt.draft.operation))] : []
      let headers = location + [("ETag", "\"\(receipt.draft.tag)\"")]
      return Response.json(receipt.isNew ? 201 : 200, headers: headers) { writer in
        writer.beginObject()
        writer.key("draft")
        writer.beginObject()
        writer.draft(receipt.draft, in: pages, call.language)
        writer.endObject()
        if let carried = drawn.carried { writer.carried(carried, in: call.language) }
        writer.endObject()
      }
    }
  }

  @Sendable private func delete(_ call: Call) throws -> Reply {
    let conditions = WriteConditions(of: call.request)
    let deleted = drafts.delete(
      try call.parameter("operation"), if: { conditions.hold(for: [$0.tag]) }, by: try call.caller)
    return call.later(deleted, failing: errors.response(to: call)) { _ in Response(status: 204) }
  }

  @Sendable private func copies(_ call: Call) throws -> Reply {
    let id = try call.parameter("operation")
    let copies = try drafts.copies(of: id, person: try call.caller.person)
    if copies.isEmpty { _ = try forms.operation(try call.parameter("operation")) }
    return .now(
      try Response.list(copies) { copy, writer in
        try writer.object { writer in
          writer.member("id", "\(copy.number)")
          writer.member("version", copy.version)
          writer.member("keptAt", copy.kept.description)
          writer.key("values")
          writer.value(try Value(reading: copy.values))
        }
      }.tagged(for: call.request))
  }

  /// Returns the problem for values rejected because the draft has changed. It contains the stored
  /// draft and the differences.
  private func refusal(of drawn: OperationForms.CarriedForm, in current: Draft?, _ call: Call) throws -> Problem {
    let mine = drawn.operation.draftable(drawn.values)
    guard let current else {
      return Problem(.draftChanged).member("current", Array("null".utf8)).member("differs", Array("[]".utf8))
    }
    let theirs = try Value(reading: current.values).object ?? Object()
    var shown = Writer()
    var differs = Writer()
    shown.object { writer in
      writer.draft(current, in: pages, call.language)
      writer.key("values")
      writer.value(.object(theirs))
    }
    differs.differences(between: mine, and: theirs, in: drawn.operation, call.language)
    return Problem(.draftChanged).member("current", shown.bytes).member("differs", differs.bytes)
      .header("ETag", "\"\(current.tag)\"")
  }
}
