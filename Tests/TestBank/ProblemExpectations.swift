import JSON
import Services
import TestClient
package import Testing

extension Visitor.Answer {
  /// Expects a problem document of this status and type, with the members that all problems have.
  package func expectProblem(_ status: Int, _ type: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(self.status == status, sourceLocation: sourceLocation)
    #expect(raw["content-type"] == "application/problem+json", sourceLocation: sourceLocation)
    #expect(self["type"] == .string("/problems/\(type)"), sourceLocation: sourceLocation)
    #expect(self["status"] == .integer(Int64(status)), sourceLocation: sourceLocation)
    #expect(self["title"]?.string?.isEmpty == false, sourceLocation: sourceLocation)
    #expect(self["requestId"]?.string == raw["x-request-id"], sourceLocation: sourceLocation)
    #expect(raw["x-request-id"]?.isEmpty == false, sourceLocation: sourceLocation)
    if status == 401 { #expect(raw["www-authenticate"]?.hasPrefix("Bearer") == true, sourceLocation: sourceLocation) }
  }
}

extension TestServer {
  /// Expects a server without damage: no logged error, a sound ledger, no faults in the database. A
  /// new payment must succeed.
  package func expectUnharmed(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let before = try services.inspection.ledger()
    #expect(before.isSound, sourceLocation: sourceLocation)
    let person = try person()
    let sent = try person.waitingPayment(key: "afterwards", sourceLocation: sourceLocation).sent
    let signed = try person.sign(sent, sourceLocation: sourceLocation)
    #expect(signed["submission"]?["status"] == "executed", sourceLocation: sourceLocation)
    let after = try services.inspection.ledger()
    #expect(after.isSound && after.movements == before.movements + 1, sourceLocation: sourceLocation)
    #expect(try services.inspection.faults() == [], sourceLocation: sourceLocation)
    #expect(logged.filter { $0.hasPrefix("error") } == [], sourceLocation: sourceLocation)
  }
}
