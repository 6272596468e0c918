package import Dates
import Foundation
import JSON
import Model
import Secrets
import Services
import Synchronization
import TestClient

/// A system of the bank that receives loan applications. It records each request and sends the
/// configured answers.
package final class Lender: Sendable {
  package struct Request: Sendable, Equatable {
    package let line: String
    package let key: String
    package let body: String
  }

  package enum Answer: Sendable {
    case status(Int, String)
    /// The connection ends without a response, although the request is recorded.
    case lost
  }

  /// The state that connections share. A connection can outlive the lender, because the delivery
  /// worker sends until its server stops.
  private final class Desk: Sendable {
    struct Answering {
      let answer: @Sendable (Request, Int) -> Answer
    }

    let requests = Mutex<[Request]>([])
    let answering = Mutex(Answering { _, _ in .status(201, #"{"applicationId":"A-1"}"#) })
  }

  private let desk = Desk()
  private let peer: Peer

  package init() throws {
    peer = try Peer { [desk] link in
      while true {
        let text = link.request()
        guard let line = text.split(separator: "\r\n").first, !line.isEmpty else { return }
        let request = Request(
          line: line.split(separator: " ").prefix(2).joined(separator: " "),
          key: text.firstMatch(of: /\r\n[Ii]dempotency-[Kk]ey: (.*?)\r\n/).map { String($0.1) } ?? "",
          body: text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? "")
        let count = desk.requests.withLock { requests in
          requests.append(request)
          return requests.count
        }
        switch desk.answering.withLock({ $0 }).answer(request, count) {
        case .status(let status, let body): link.answer(status, body)
        case .lost: return
        }
      }
    }
  }

  deinit { peer.stop() }

  /// Replaces the answers to later requests. `answer` receives each request and its number, from 1.
  package func answer(_ answer: @escaping @Sendable (Request, Int) -> Answer) {
    desk.answering.withLock { $0 = .init(answer: answer) }
  }

  /// The received requests, in order.
  package var got: [Request] { desk.requests.withLock { $0 } }
  package var url: String { peer.url("") }

  package static let file = """
    service: lender
    at: ${PEER}
    timeout: 30
    callbacks: {secret: "${HOOK}", former: "${FORMER_HOOK}"}
    effects:
      - effect: loanFee
        takes: {amount: number, from: text, note: optional text}
        post: /applications
        body: {sum: $amount, note: $note, key: submission, by: operation}
        amount: $amount
        currency: RUB
        hold: $from
        moves: {debit: $from, credit: settlement, purpose: "'Комиссия'"}
        executed: {status: 201, keep: {number: text applicationId}}
        rejected: {status: 422, reason: text code, message: text message}
        accepted: {status: 202}
        status: {get: "/applications/{submission}", every: 1, executed: {when: "state == 'DONE'", keep: {number: text id}}, rejected: {when: "state == 'NO'"}, missing: 404, missingAfter: 2}
        callback: {submission: data.key, executed: {when: "type == 'done'", keep: {number: text data.id}}, rejected: {when: "type == 'no'", reason: data.code}}
        reasons: {INCOME: {ru: Доход слишком мал, en: The income is too small}}
        captions: {number: {ru: Номер заявки, en: Application number}}
      - effect: loanOnce
        takes: {amount: number}
        post: /once
        body: {sum: $amount, customer: user.externalId}
        executed: {status: 201}
        callback: {submission: data.key, executed: {when: "type == 'done'"}}
        repeat: never
    """

  /// The operations whose submissions the lender executes.
  package static let operations = [
    """
    operation: loan.fee
    title: {ru: Комиссия, en: Loan fee}
    effect: loanFee
    sign: matrix
    atoms:
      - {accountPicker: from, caption: {ru: Счёт, en: Account}}
      - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: amount, currency: RUB}
      - {textInput: note, caption: {ru: Примечание, en: Note}, optional: true}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """,
    """
    operation: loan.once
    title: {ru: Один раз, en: Once}
    effect: loanOnce
    atoms:
      - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: number}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """,
  ]

  /// A server whose submissions the lender executes.
  package func server() throws -> TestServer {
    try TestServer(asking: [Self.file], at: url, serving: Self.operations)
  }

  /// Returns the headers of a callback with this body, with the signature by `secret`.
  package static func proof(
    of body: String, id: String = "msg_1", at instant: Instant = .systemNow, by secret: String = TestServer.hook
  ) -> [(String, String)] {
    let timestamp = String(instant.microseconds / 1_000_000)
    let mac = WebhookSignature.mac(of: Array(body.utf8), id: id, timestamp: timestamp, Array(secret.utf8))
    return [
      ("webhook-id", id), ("webhook-timestamp", timestamp),
      ("webhook-signature", "v1,\(Data(mac).base64EncodedString())"),
      ("Content-Type", "application/json"),
    ]
  }
}
