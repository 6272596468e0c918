import BankSystems
import Atoms
import HTTPServer
import JSON
import Model
import Operations
import Services

/// Endpoints with which the bank's core reads signed submissions and acknowledges them.
struct CoreEndpoints {
  let feed: CoreFeed
  let process: SubmissionProcess
  let forms: OperationForms
  let errors: ErrorAnswers

  static let schemas: [EndpointSchema] = [
    .entity("HandOver", Submission.document, of: Submission.members.handedOver),
    .page("HandOvers", of: "HandOver", hasParts: false),
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/core/submissions", .core,
        EndpointDocument(
          tag: "Core", id: "listSignedSubmissions",
          summary: "Signed submissions in the order of signing, acknowledged or not. Each is delivered at least once.",
          query: [
            .after("the `sequence` after which the page starts; by default 0, the beginning", .integerSchema(from: 0)),
            .limit,
          ],
          answers: [.init(200, "HandOvers", "A page."), .init(304, nil, "Not modified.")],
          problems: [.unknownQuery]),
        handle: list),
      Endpoint(
        .post, "/core/submissions/{id}/ack", .core,
        EndpointDocument(
          tag: "Core", id: "acknowledgeSubmission",
          summary: "Reports the outcome of a signed submission: executed, or rejected with a reason.",
          body: "Acknowledgement",
          answers: [.init(200, "HandOver", "Acknowledged by this or an earlier request; its current state.")],
          problems: [.notFound, .conflict, .notExecutable]),
        handle: acknowledge),
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let limit = try call.limit()
    let after = try call.query("after").map { text throws(Problem) in
      guard let sequence = Int64(text), sequence >= 0 else {
        throw Problem(
          .unknownQuery, ru: "`after`: нужен номер `sequence`, от 0", en: "`after` must be a `sequence` of at least 0")
      }
      return sequence
    }
    let page = try feed.page(after: after ?? 0, limit: limit)
    return .now(
      try Response.page(page, next: { "/core/submissions?limit=\(limit)&after=\($0)" }) { handOver, writer in
        writer.handOver(handOver, of: try forms.operation(for: handOver.submission), in: call.language)
      }.tagged(for: call.request))
  }

  @Sendable private func acknowledge(_ call: Call) throws -> Reply {
    let id = try call.submission()
    let said = try Acknowledgement(posted: try call.object())
    let (process, forms) = (process, forms)
    let core = AuditActor(try call.caller)
    let taken = feed.acknowledge(id, said, by: core) { try process.effect(of: $0) }
    let counted = taken.map { receipt in
      if receipt.isNew { forms.metrics.count(receipt.handOver) }
      forms.systems.forget(receipt.handOver.submission.person)
      return receipt
    }
    return call.later(counted, failing: errors.response(to: call)) { receipt in
      let operation = try forms.operation(for: receipt.handOver.submission)
      return Response.json { $0.handOver(receipt.handOver, of: operation, in: call.language) }
    }
  }
}

extension Acknowledgement {
  /// The maximum length of the core's message to the person, in characters.
  private static let longestMessage = 500

  /// Reads a body: `{"status": "executed"}`, or `{"status": "rejected", "reason": "...", "message":
  /// ...}`.
  fileprivate init(posted body: Object) throws(Problem) {
    let message = try Self.message(body["message"])
    let reason = try body.text("reason")
    switch (try body.text("status"), reason) {
    case ("executed", nil): self = .executed(message)
    case ("executed", _?):
      throw Problem(
        .malformedRequest, ru: "`reason`: у исполненного причины нет", en: "`reason` is not allowed with executed")
    case ("rejected", let reason?):
      guard (1...64).contains(reason.utf8.count), reason.utf8.allSatisfy(Self.isOfCode) else {
        throw Problem(
          .malformedRequest, ru: "`reason`: нужен код из строчных латинских букв, цифр и `-`, от 1 до 64 знаков",
          en: "`reason` must be a code of 1 to 64 lowercase Latin letters, digits and `-`")
      }
      self = .rejected(reason: reason, message)
    case ("rejected", nil):
      throw Problem(.malformedRequest, ru: "Нет `reason`: кода причины", en: "`reason` is missing: a code")
    default:
      throw Problem(
        .malformedRequest, ru: "`status`: нужно executed или rejected", en: "`status` must be executed or rejected")
    }
  }

  private static func isOfCode(_ unit: UInt8) -> Bool {
    switch unit {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    default: false
    }
  }

  private static func message(_ value: Value?) throws(Problem) -> CoreMessage? {
    switch value {
    case nil, .null: return nil
    case .string(let text) where isMessage(text): return CoreMessage(text)
    case .object(let texts) where texts.members.allSatisfy({ ["ru", "en"].contains($0.name) }):
      guard let text = texts["ru"]?.string, isMessage(text) else { break }
      guard let english = texts["en"] else { return CoreMessage(text) }
      guard let english = english.string, isMessage(english) else { break }
      return CoreMessage(text, english: english)
    default: break
    }
    throw Problem(
      .malformedRequest,
      ru: "`message`: нужен текст до \(longestMessage) знаков без управляющих символов или {ru: ..., en: ...}",
      en: "`message` must be at most \(longestMessage) characters without control characters, or {ru: ..., en: ...}")
  }

  /// The text may contain line feeds.
  private static func isMessage(_ text: String) -> Bool {
    !text.isEmpty && text.count <= longestMessage && CharacterName.misleading(in: text, lines: true) == nil
  }
}
