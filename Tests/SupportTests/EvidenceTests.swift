import DataAccess
import JSON
import Model
import SQLiteStorage
import Services
import Storage
import Support
import TestBank
import TestDatabases
import Testing

/// Evidence about a signed payment, sound and altered.
@Suite struct EvidenceTests {
  private static func signed(_ server: TestServer) throws -> SubmissionID {
    try #require(SubmissionID(try server.person().signedPayment()))
  }

  private static func evidence(_ server: TestServer, _ id: SubmissionID) throws -> Evidence {
    try #require(try SubmissionRecords(server.services).evidence(id))
  }

  @Test("The evidence of a signed payment has rows, circumstances, movement and sound records")
  func provesPayment() throws {
    let server = try TestServer()
    let id = try Self.signed(server)
    let evidence = try Self.evidence(server, id)
    #expect(evidence.differences == [])
    #expect(evidence.checks.contains { $0.name == "audit chain" && $0.result == .equal })
    #expect(evidence.checks.count { $0.name.hasPrefix("content digest of audit record") } == 2)
    #expect(evidence.checks.contains { $0.name.hasPrefix("movement digest") && $0.result == .equal })
    #expect(evidence.shown[.ru]?.contains { $0.hasSuffix("ООО Ромашка") } == true)
    #expect(evidence.shown[.en]?.contains { $0.contains("044525225") } == true)
    #expect(evidence.signedWith?["peer"] == "127.0.0.1")
    #expect(evidence.records.map(\.record.event) == ["submission-made", "submission-signed", "submission-executed"])
    let json = evidence.json
    #expect(json["values"]?["amount"] == "100.50" && json["movement"]?["minorUnits"] == 10_050)
    #expect(json["audit"]?["records"]?.array?.count == 3)
    let text = evidence.lines(in: .ru).joined(separator: "\n")
    #expect(text.contains("ООО Ромашка") && text.contains("cells ") && !text.contains("FAILED"))
    #expect(try SubmissionRecords(server.services).evidence(SubmissionID(high: 1, low: 1)) == nil)
  }

  /// A change by SQL, and the beginning of the name of each check that fails.
  struct Tampering: Sendable {
    let statements: [StaticString]
    let failing: [String]
  }

  private static let content = ["content digest of audit record", "content digest of the challenge"]

  @Test(
    "A change by SQL is found, and the failing digest or chain is named", .onFile,
    arguments: [
      Tampering(
        statements: [
          "DROP TRIGGER submission_values_are_only_forgotten",
          "UPDATE submission SET \"values\" = replace(\"values\", '100.50', '900.50') WHERE movement IS NOT NULL",
        ], failing: content),
      Tampering(
        statements: [
          "DROP TRIGGER submission_captions_are_only_forgotten",
          "UPDATE submission SET captions = '{\"from\":\"x\"}' WHERE movement IS NOT NULL",
        ], failing: content),
      Tampering(
        statements: [
          "DROP TRIGGER submission_warnings_are_only_forgotten",
          "UPDATE submission SET warnings = '{\"a\":{}}' WHERE movement IS NOT NULL",
        ], failing: content),
      Tampering(
        statements: [
          """
          UPDATE operation_version SET source = replace(source, 'maxLength: 160', 'maxLength: 161')
          WHERE operation = 'pp.quick'
          """
        ], failing: ["definition pp.quick"]),
      Tampering(
        statements: [
          "DROP TRIGGER audit_record_is_not_changed",
          "UPDATE audit_record SET at = at + 1 WHERE event = 'submission-signed'",
        ], failing: ["audit chain, record "]),
      Tampering(
        statements: [
          "DROP TRIGGER ledger_is_not_changed",
          "UPDATE ledger SET purpose = 'x' WHERE submission IS NOT NULL",
        ], failing: ["movement digest"]),
      Tampering(statements: ["UPDATE submission SET \"values\" = '{}' WHERE movement IS NOT NULL"], failing: content),
      Tampering(
        statements: [
          "DROP TRIGGER submission_values_are_only_forgotten",
          "UPDATE submission SET \"values\" = '{a' WHERE movement IS NOT NULL",
        ], failing: content + ["rows"]),
      Tampering(
        statements: [
          "DROP TRIGGER submission_goes_forward",
          "UPDATE submission SET status = 'cancelled' WHERE movement IS NOT NULL",
        ], failing: ["status of the last audit record"]),
      Tampering(
        statements: [
          "DROP TRIGGER audit_record_is_not_deleted",
          "DELETE FROM audit_record WHERE event = 'submission-made'",
        ], failing: ["audit record submission-made", "audit chain, record"]),
    ])
  func findsTampering(_ tampering: Tampering) throws {
    let server = try TestServer()
    let id = try Self.signed(server)
    let connection = try SQLiteConnection(path: server.database.file().path)
    for statement in tampering.statements { try connection.execute(statement) }
    let differences = try Self.evidence(server, id).differences
    for beginning in tampering.failing {
      #expect(differences.contains { $0.name.hasPrefix(beginning) }, "\(beginning): \(differences)")
    }
    #expect(
      differences.allSatisfy { found in tampering.failing.contains { found.name.hasPrefix($0) } }, "\(differences)")
  }

  @Test("A line break in a value adds no line to the document") func keepsLineBreaksInRows() throws {
    let server = try TestServer()
    let visitor = try server.person()
    let form = try visitor.get("/operations/deal.request")
    let deal = form["atoms"]?.array?.first { $0["id"] == "deal" }?["options"]?[0]?["value"]
    let values: Value = [
      "deal": deal ?? .null, "phone": "+79001234567", "time": "day", "comment": "a\ncheck     forged: equal",
    ]
    let sent = try visitor.submit(values, to: "deal.request", key: "1")
    let evidence = try Self.evidence(server, try #require(SubmissionID(try sent.submissionID())))
    let lines = evidence.lines(in: .en)
    #expect(lines.contains { $0.contains("a ⏎ check     forged: equal") }, "\(lines)")
    #expect(lines.allSatisfy { !$0.contains("\n") })
  }

  @Test("Values deleted after their retention are reported as unavailable") func reportsForgottenValues() throws {
    let server = try TestServer()
    let visitor = try server.person()
    let id = try #require(SubmissionID(try visitor.signedPayment()))
    let unsigned = try visitor.submit(visitor.payment(["amount": "2.00"]), key: "second")
    let second = try #require(SubmissionID(try unsigned.submissionID()))
    _ = try server.services.retention.erase(server.access.person.id).wait()
    #expect(try Self.evidence(server, id).isForgotten == false)
    let cancelled = try Self.evidence(server, second)
    #expect(cancelled.differences == [] && cancelled.isForgotten)
    server.pass(.seconds(7 * 366 * 86_400))
    _ = try server.services.retention.sweep().wait()
    let evidence = try Self.evidence(server, id)
    #expect(evidence.differences == [] && evidence.isForgotten && evidence.signedWith == nil)
    #expect(evidence.checks.contains { $0.result == .unavailable })
    #expect(evidence.lines(in: .en).contains { $0.contains("the values were deleted") })
  }
}
