import Dates
import JSON
import Model
import Services
import Storage
import Support
import TestBank
import Testing

/// The search for submissions of all people, and the export of a person.
@Suite struct SubmissionRecordTests {
  private static func ids(_ server: TestServer, _ adjust: (inout RecordSearch) -> Void) throws -> [SubmissionID] {
    var search = RecordSearch()
    adjust(&search)
    return try SubmissionRecords(server.services).newest(search, limit: 100).map(\.id)
  }

  @Test("Submissions are found by person, operation, status, request and time") func findsSubmissions() throws {
    let server = try TestServer()
    let person = try server.person()
    let signed = try #require(SubmissionID(try person.signedPayment()))
    let waiting = try person.submit(person.payment(["amount": "2.00"]), key: "second")
    let second = try #require(SubmissionID(try waiting.submissionID()))
    let id = server.access.person.id
    #expect(try Self.ids(server) { $0.person = id } == [second, signed])
    #expect(try Self.ids(server) { $0.person = PersonID(high: 1, low: 1) } == [])
    #expect(try Self.ids(server) { $0.operation = "pp.quick" } == [second, signed])
    #expect(try Self.ids(server) { $0.operation = "pp.full" } == [])
    #expect(try Self.ids(server) { $0.status = .executed } == [signed])
    #expect(try Self.ids(server) { $0.status = .awaitingSignature } == [second])
    let evidence = try #require(try SubmissionRecords(server.services).evidence(signed))
    let request = try #require(evidence.signedWith?["request"]?.string)
    #expect(try Self.ids(server) { $0.request = request } == [signed])
    let created = evidence.submission.created
    #expect(try Self.ids(server) { $0.until = created } == [])
    #expect(try Self.ids(server) { ($0.since, $0.until) = (created, created + .microseconds(1)) }.contains(signed))
    var order: [SubmissionID] = []
    try SubmissionRecords(server.services).forEach(RecordSearch()) { submission in
      order.append(submission.id)
      return true
    }
    #expect(order == [signed, second])
  }

  @Test("The export of a person has every part with its purpose and no secret") func exportsPerson() throws {
    let server = try TestServer()
    let visitor = try server.person()
    try visitor.signedPayment()
    let person = try #require(try server.services.users.find(server.access.person.id))
    let account = try #require(try server.services.accounts.all(person.id).first)
    _ = try server.services.accountRegister.post(
      IncomingMoney(
        id: "E-1", account: account.number, amount: try #require(Money("5.00", .rub)),
        payer: OtherParty(name: "ООО Лютик", account: "40702810138250123017"), purpose: "Зарплата")
    ).wait()
    var writer = Writer()
    try PersonExport(server.services).write(person, to: &writer)
    let parts = try #require(try Value(reading: writer.bytes)["parts"]?.object)
    let names = Set(parts.members.map(\.name))
    #expect(names == Set(PersonalData.all.compactMap(\.part)).union(["entries", "deliveries", "meters"]))
    for member in parts.members {
      #expect(member.value["purpose"]?.string?.isEmpty == false, "\(member.name)")
      #expect(member.value["ground"]?.string?.isEmpty == false && member.value["retention"] != nil, "\(member.name)")
    }
    #expect(parts["submissions"]?["rows"]?.array?.first?["values"]?["amount"] == "100.50")
    #expect(parts["meters"]?["rows"]?.array?.count == 4)
    #expect(parts["deliveries"]?["rows"]?.array?.isEmpty == true)
    #expect(parts["entries"]?["rows"]?.array?.contains { $0["amount"]?.string?.hasPrefix("-100.50") == true } == true)
    let received = try #require(parts["entries"]?["rows"]?.array?.first { $0["other"] != nil })
    #expect(received["other"] == ["name": "ООО Лютик", "account": "40702810138250123017"])
    #expect(parts["entries"]?["purpose"] == "movements of accounts")
    #expect(parts["submissions"]?["retention"] == "5 years after the year of the erasure")
    #expect(parts["drafts"]?["retention"] == "30 days after the last change")
    #expect(parts["sessions"]?["retention"] == "1 day after the expiry")
    #expect(parts["audit"]?["rows"]?.array?.contains { $0["event"] == "submission-signed" } == true)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(!text.contains("$argon2id$") && text.contains(server.access.login))
  }
}
