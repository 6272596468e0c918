import FoundationEssentials
import HTTP
import JSON
import Logging
import Model
import Operations
import Secrets
import Services

/// The endpoint by which systems of the bank say what became of a submission that was handed over to them.
///
/// A callback needs no token: it is signed as Standard Webhooks has it (https://www.standardwebhooks.com), by the secret
/// in the system's file.
struct CallbackEndpoints {
  /// The beginning of the paths.
  static let prefix = "/callbacks/"
  /// The most bytes of a body, which are read before the signature is verified.
  static let bodyLimit = 64 << 10
  /// The most seconds between the time of a callback and ours.
  static let tolerance: Int64 = 300

  let bank: ServedBank
  let errors: ErrorAnswers

  var all: [Endpoint] {
    [
      Endpoint(
        .post, "/callbacks/{service}", .open,
        EndpointDocument(
          tag: "Callbacks", id: "callBack",
          summary: "Says what became of a submission that was handed over to the service; signed by its secret.",
          body: "Callback",
          headers: [
            ParameterDocument("webhook-id", "the id of the message, the same when it is repeated", Self.textSchema),
            ParameterDocument(
              "webhook-timestamp", "seconds since 1970, at most five minutes from now", Self.textSchema),
            ParameterDocument(
              "webhook-signature",
              "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`; several are separated by blanks",
              Self.textSchema),
          ],
          anyClient: true, isInLanguage: false,
          answers: [.init(200, "CallbackReceipt", "Taken, now or before; or it says nothing that the file declares.")],
          problems: [.badSignature, .notFound, .conflict]),
        handle: take)
    ]
  }

  private static let textSchema: Value = ["type": "string"]

  @Sendable private func take(_ call: Call) throws -> Reply {
    let service = try call.parameter("service")
    guard let keys = bank.systems.callbackKeys(of: service), !keys.isEmpty else { throw Problem(.notFound) }
    guard call.request.body.count <= Self.bodyLimit else {
      throw Problem(RequestRefusal.bodyTooLarge(limit: Self.bodyLimit))
    }
    try verify(call.request, by: keys)
    let document = try call.json()
    guard let (id, effect, word) = try said(document, service) else { throw Problem(.notFound) }
    guard let word else { return .now(receipt("none")) }
    let (bank, log) = (bank, bank.log)
    let noted = bank.services.deliveries.note(word, of: id, by: .system) { try bank.effect(of: $0) }
    let counted = noted.map { receipt in
      bank.courier.count(receipt)
      bank.systems.forget(receipt.delivery.person)
      if case .contrary = receipt {
        log.error(
          "a callback contradicts what stands",
          metadata: ["submission": "\(id)", "system": "\(service)", "effect": "\(effect)"])
      }
      return receipt
    }
    return call.later(counted, failing: errors.response(to: call)) { noted in
      switch noted {
      case .noted(let delivery), .known(let delivery): return receipt(delivery.status.rawValue)
      case .contrary(let delivery):
        throw Problem(
          .conflict, ru: "Уже известно иное: \(delivery.status.rawValue).",
          en: "It stands otherwise: \(delivery.status.rawValue)."
        )
      }
    }
  }

  /// Throws `bad-signature` unless the request is signed by one of the keys, and not too old or too new.
  private func verify(_ request: Request, by keys: [[UInt8]]) throws(Problem) {
    let now = bank.services.clock().microseconds / 1_000_000
    guard let id = request.header("webhook-id"), (1...255).contains(id.utf8.count),
      let timestamp = request.header("webhook-timestamp"), timestamp.utf8.count <= 20, let at = Int64(timestamp),
      at.distance(to: now).magnitude <= UInt(Self.tolerance),
      let header = request.header("webhook-signature"), header.utf8.count <= 2_048
    else { throw Problem(.badSignature) }
    let given = header.split(separator: " ").compactMap { part -> [UInt8]? in
      guard part.hasPrefix("v1,") else { return nil }
      return Data(base64Encoded: String(part.dropFirst(3))).map { Array($0) }
    }
    guard WebhookSignature.isRight(given, of: request.body, id: id, timestamp: timestamp, by: keys) else {
      throw Problem(.badSignature)
    }
  }

  /// Returns the submission that a callback is about, the effect that declares how it is read, and the word in it.
  ///
  /// Returns nil if no submission of the callback was handed over to that service.
  private func said(
    _ document: Value, _ service: String
  ) throws -> (submission: SubmissionID, effect: String, word: DeliveryWord?)? {
    for effect in bank.systems.effects(of: service) {
      guard let (id, word) = effect.word(inCallback: document, { bank.day.date(at: $0) }),
        let delivery = try bank.services.deliveries.find(id), delivery.service == service,
        delivery.effect == effect.name,
        delivery.attempts > 0
      else { continue }
      return (id, effect.name, word)
    }
    return nil
  }

  private func receipt(_ status: String) -> Response {
    Response.json { writer in writer.object { $0.member("status", status) } }
  }
}
