import Dispatch
import Foundation
import JSON
import TestBank
import TestClient
import Testing

struct DeliveryShareTests {
  private static let service = """
    service: lender
    at: ${PEER}
    timeout: 30
    effects:
      - effect: loan
        takes: {amount: number}
        post: /applications
        body: {sum: $amount}
        executed: {status: 201}
    """
  private static let operation = """
    operation: loan.quick
    title: {ru: Заём, en: Loan}
    effect: loan
    atoms:
      - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: number}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """
  /// The amount of loans for which the lender returns an error.
  private static let bad = "666"

  private let lender: Lender
  private let server: TestServer
  private let bad: Visitor
  private let good: Visitor

  init() throws {
    lender = try Lender()
    server = try TestServer(asking: [Self.service], at: lender.url, serving: [Self.operation])
    bad = try server.person()
    good = try server.stranger()
  }

  private func submit(_ amount: String, by person: Visitor, key: String) throws -> String {
    let sent = try person.submit(["amount": .string(amount)], to: "loan.quick", key: key)
    return try sent.submissionID()
  }

  private var failed: Int { lender.got.count { $0.body.contains(Self.bad) } }

  /// Submits three loans one after another. Each must be executed before the retry delays of
  /// failing loans end.
  private func expectGoodOnesAreExecuted(by person: Visitor) throws {
    for number in 0..<3 {
      let id = try submit("5", by: person, key: "good-\(number)")
      #expect(try eventually(within: 10) { try person.get("/submissions/\(id)")["status"] == "executed" })
    }
  }

  /// Submits loans for which the lender returns an error, and waits until `failures` requests have
  /// failed.
  private func failLoans(_ count: Int, untilFailures failures: Int) throws {
    lender.answer { request, _ in
      request.body.contains(Self.bad) ? .status(500, "{}") : .status(201, #"{"applicationId":"A-1"}"#)
    }
    for number in 0..<count { _ = try submit(Self.bad, by: bad, key: "bad-\(number)") }
    #expect(eventually { failed >= failures })
  }

  @Test("Deliveries are executed while thirty deliveries of another person fail")
  func failuresDoNotDelayOthers() throws {
    try failLoans(30, untilFailures: 12)
    try expectGoodOnesAreExecuted(by: good)
  }

  @Test("A new delivery is sent before the failed deliveries of the same person")
  func sendsNewBeforeFailed() throws {
    try failLoans(12, untilFailures: 12)
    try expectGoodOnesAreExecuted(by: bad)
  }

  @Test("Deliveries are executed while thirty deliveries of another person hang")
  func hangingDeliveriesDoNotDelayOthers() throws {
    let mayEnd = DispatchSemaphore(value: 0)
    defer { for _ in 0..<100 { mayEnd.signal() } }
    lender.answer { request, _ in
      guard request.body.contains(Self.bad) else { return .status(201, #"{"applicationId":"A-1"}"#) }
      mayEnd.wait()
      return .lost
    }
    for number in 0..<30 { _ = try submit(Self.bad, by: bad, key: "bad-\(number)") }
    #expect(eventually { failed >= 1 })
    try expectGoodOnesAreExecuted(by: good)
  }

  @Test("A delivery that has failed ten times is reported by /readyz and the metrics")
  func reportsFailingDelivery() throws {
    lender.answer { request, _ in
      request.body.contains(Self.bad) ? .status(500, "{}") : .status(201, #"{"applicationId":"A-1"}"#)
    }
    _ = try submit(Self.bad, by: bad, key: "bad")
    func failing() throws -> Int64? {
      try good.get("/readyz")["checks"]?["deliveries"]?.array?.first?["failing"]?.integer
    }
    #expect(try eventually { failed >= 1 } && failing() == 0)
    #expect(
      try eventually {
        server.pass(.seconds(30))
        return try failing() == 1
      })
    // The tenth attempt counts when it starts.
    #expect(eventually { failed >= 10 })
    let page = String(decoding: server.metrics.text, as: UTF8.self)
    #expect(page.contains("valence_deliveries_failing{system=\"lender\",effect=\"loan\"} 1\n"))
  }
}
