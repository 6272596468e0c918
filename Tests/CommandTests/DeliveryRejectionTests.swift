import Dates
import Hosting
import JSON
import Model
import Operations
import Services
import Synchronization
import TestBank
import TestClient
import Testing

@testable import valence

/// The rejection of a delivery by an operator. The command first sends requests to the bank's
/// system.
struct DeliveryRejectionTests {
  private let lender: Lender
  private let server: TestServer
  private let person: Visitor

  init() throws {
    lender = try Lender()
    (server, person) = try lender.server().withPerson()
  }

  /// Reads the submission until the condition holds. The clock of the services advances before each
  /// read.
  private func until(_ id: String, _ holds: (Visitor.Answer) -> Bool) throws {
    let last = try person.until("/submissions/\(id)", between: { server.pass(.milliseconds(5)) }, holds)
    #expect(holds(last), "\(last.raw.text)")
  }

  @Test(
    "An operator's rejection requires two responses that the submission is unknown",
    arguments: [404, 200])
  func rejectionRequiresTwoUnknowns(second: Int) throws {
    let (server, lender) = (server, lender)
    lender.answer { request, _ in request.line.hasPrefix("POST") ? .lost : .status(404, "{}") }
    let id = try person.loan()
    try until(id) { _ in !lender.got.isEmpty }
    let submission = try #require(SubmissionID(id))
    let deliveries = server.services.deliveries
    try until(id) { _ in (try? deliveries.find(submission)?.fault) != nil }
    let delivery = try #require(try deliveries.find(submission))
    let day = try #require(BankDay(timeZone: "Europe/Moscow"))
    let waits = Mutex<[Duration]>([])
    let questions = DeliveryRejection(server.systems, server.services, day) { time in
      waits.withLock { $0.append(time) }
      server.pass(time)
      // The system executes the delivery during the wait.
      if second == 200 {
        lender.answer { _, _ in .status(200, #"{"state":"DONE","id":"A-9"}"#) }
      }
    }
    if second == 404 {
      let asked = try questions.asked(delivery)
      #expect(asked.submission == submission && asked.status == .waiting)
      #expect(lender.got.count { $0.line.hasPrefix("GET") } >= 2)
    } else {
      let refusal = #expect(throws: OperatorError.self) { try questions.asked(delivery) }
      #expect(refusal?.description.hasPrefix("lender has executed") == true)
    }
    #expect(waits.withLock { !$0.isEmpty })
  }
}
