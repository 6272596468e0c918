import HTTPServer
import JSON
import Logging
import Model
import BankSystems
import Operations
import Platform
import Services

/// The endpoint for callbacks, with which systems of the bank report the outcome of a delivered
/// submission.
///
/// A callback has no token. It is signed with the secret in the system's file, as defined by
/// Standard Webhooks (https://www.standardwebhooks.com).
struct CallbackEndpoints {
  /// The prefix of the paths.
  static let prefix = "/callbacks/"
  /// The maximum body length in bytes. The body is read before the signature is verified.
  static let bodyLimit = 64 << 10

  let process: SubmissionProcess
  let systems: BankSystemRegistry
  let deliveries: Deliveries
  let clock: BankClock
  let log: Logger
  let errors: ErrorAnswers
  /// The rates of verified callbacks for each service, and of other callbacks for each address.
  private let limits = (
    proved: RequestBudgets(RequestRate(perSecond: 1_000), now: Moment.now.nanoseconds, bits: 4),
    others: RequestBudgets(RequestRate(perSecond: 10), now: Moment.now.nanoseconds, bits: 10)
  )

  init(
    process: SubmissionProcess, systems: BankSystemRegistry, deliveries: Deliveries, clock: BankClock,
    errors: ErrorAnswers, log: Logger
  ) {
    self.process = process
    self.systems = systems
    self.deliveries = deliveries
    self.clock = clock
    self.errors = errors
    self.log = log
  }

  var all: [Endpoint] {
    [
      Endpoint(
        .post, "/callbacks/{service}", .open,
        EndpointDocument(
          tag: "Callbacks", id: "callBack",
          summary: "Reports the outcome of a submission that was sent to the service; signed with its secret.",
          body: "Callback",
          headers: [
            ParameterDocument("webhook-id", "the id of the message; a repetition has the same id", Self.textSchema),
            ParameterDocument(
              "webhook-timestamp", "seconds since 1970, at most five minutes from the current time", Self.textSchema),
            ParameterDocument(
              "webhook-signature",
              "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`; several are separated by spaces",
              Self.textSchema),
          ],
          anyClient: true, isUnlimited: true, isInLanguage: false,
          answers: [
            .init(200, "CallbackReceipt", "Accepted now or earlier, or the message contains no declared outcome.")
          ],
          problems: [.badSignature, .notFound, .conflict, .tooManyRequests]),
        handle: take)
    ]
  }

  private static let textSchema: Value = ["type": "string"]

  @Sendable private func take(_ call: Call) throws -> Reply {
    let service = try call.parameter("service")
    let request = call.request
    guard let keys = systems.callbackKeys(of: service), !keys.isEmpty else {
      try take(request.peer, from: limits.others, request)
      throw Problem(.notFound)
    }
    guard call.request.body.count <= Self.bodyLimit else {
      throw Problem(RequestRefusal.bodyTooLarge(limit: Self.bodyLimit))
    }
    let proof = CallbackProof(
      id: request.header("webhook-id"), timestamp: request.header("webhook-timestamp"),
      signature: request.header("webhook-signature"))
    guard proof?.holds(for: Array(request.body), by: keys, at: clock.now) == true else {
      try take(request.peer, from: limits.others, request)
      throw Problem(.badSignature)
    }
    try take(service, from: limits.proved, request)
    let document = try call.json()
    guard let (id, effect, word) = try said(document, service) else { return .now(receipt("none")) }
    guard let word else { return .now(receipt("none")) }
    if case .undeclared(let fault, _) = word {
      log.warning(
        "callback lacks a required field",
        metadata: ["submission": "\(id)", "system": "\(service)", "effect": "\(effect)", "reason": "\(fault)"])
      throw Problem(.malformedRequest, ru: "Слово не понято: \(fault).", en: "The outcome is invalid: \(fault).")
    }
    let (process, systems) = (process, systems)
    let noted = deliveries.note(word, of: id, by: .system) { try process.effect(of: $0) }
    let counted = noted.map { receipt in
      process.courier.count(receipt)
      systems.forget(receipt.delivery.person)
      return receipt
    }
    return call.later(counted, failing: errors.response(to: call)) { noted in
      switch noted {
      case .noted(let delivery), .known(let delivery): return receipt(delivery.status.rawValue)
      case .contrary(let delivery):
        throw Problem(
          .conflict, ru: "Уже известно иное: \(delivery.status.rawValue).",
          en: "Another outcome is already stored: \(delivery.status.rawValue)."
        )
      }
    }
  }

  /// Counts a callback against the rate of its service or its address. Throws `too-many-requests`
  /// if the rate is exceeded.
  private func take(_ holder: String, from budgets: RequestBudgets, _ request: Request) throws(Problem) {
    // `hashValue` is seeded randomly in each process, so a client cannot predict which holders
    // share its bucket.
    let number = UInt64(bitPattern: Int64(holder.hashValue))
    guard let wait = budgets.take(number, at: request.arrived.nanoseconds) else { return }
    throw Problem(.tooManyRequests).header("Retry-After", String(max(1, (wait + 999_999_999) / 1_000_000_000)))
  }

  /// Returns the submission of a callback, the effect that declares how to read it, and the
  /// reported outcome.
  ///
  /// Returns nil for a callback that names no submission, such as a ping. Throws `not-found` if the
  /// submission was not sent to that service.
  private func said(
    _ document: Value, _ service: String
  ) throws -> (submission: SubmissionID, effect: String, word: DeliveryOutcome?)? {
    var namesSubmission = false
    for effect in systems.effects(of: service) {
      guard let (id, word) = effect.word(inCallback: document, { clock.day.date(at: $0) }) else { continue }
      namesSubmission = true
      guard let delivery = try deliveries.find(id), delivery.service == service,
        delivery.effect == effect.name, delivery.attempts > 0
      else { continue }
      return (id, effect.name, word)
    }
    if namesSubmission { throw Problem(.notFound) }
    return nil
  }

  private func receipt(_ status: String) -> Response {
    Response.json { writer in writer.object { $0.member("status", status) } }
  }
}
