import Dispatch
import JSON
import Telemetry
import TestBank
import Testing

struct OutcomeMetricsTests {
  @Test("Submissions, signatures and logins are counted by result") func countsResults() throws {
    let (server, person) = try TestServer().withPerson()
    try Visitor(server).login("demo", "a wrong password")
    _ = try person.submit(try person.payment(["account": "1"]), key: "invalid")
    let sent = try person.submit(try person.payment(), key: "1")
    let id = try sent.submissionID()
    let wrong = try person.sign(id, person.codes(for: sent["next"], wrong: true))
    _ = try person.sign(id, person.codes(for: wrong["next"]))
    let text = String(decoding: server.metrics.text, as: UTF8.self)
    for sample in [
      #"valence_submissions_total{outcome="refused",reason="invalid-values"} 1"#,
      #"valence_submissions_total{outcome="awaitingSignature",reason=""} 1"#,
      #"valence_submissions_total{outcome="executed",reason=""} 1"#,
      #"valence_signatures_total{method="matrix",result="wrong-code"} 1"#,
      #"valence_signatures_total{method="matrix",result="signed"} 1"#,
      #"valence_signatures_total{method="code",result="signed"} 0"#,
      #"valence_logins_total{result="wrong-credentials"} 1"#,
    ] { #expect(text.contains(sample + "\n"), "\(sample)") }
  }

  @Test("A login through a form is counted as a login and not as a submission") func countsLoginForms() throws {
    let server = try TestServer()
    let before = String(decoding: server.metrics.text, as: UTF8.self)
    #expect(before.contains(#"valence_logins_total{result="opened"} 0"#))
    let visitor = try Visitor(server)
    let form = ["login": .string("demo"), "password": .string(server.access.password)] as Value
    #expect(try visitor.post("/operations/auth.login/submissions", ["values": form]).status == 200)
    let wrong: Value = ["login": "demo", "password": "a wrong password"]
    #expect(try visitor.post("/operations/auth.login/submissions", ["values": wrong]).status == 422)
    let text = String(decoding: server.metrics.text, as: UTF8.self)
    #expect(text.contains("valence_logins_total{result=\"opened\"} 1\n"))
    #expect(text.contains("valence_logins_total{result=\"invalid-values\"} 1\n"))
    #expect(!text.contains(#"valence_submissions_total{outcome="refused""#))
  }

  @Test("A repeated submission is not counted again") func countsSubmissionOnce() throws {
    let (server, person) = try TestServer().withPerson()
    for _ in 0..<3 { _ = try person.submit(try person.payment(), key: "1") }
    let text = String(decoding: server.metrics.text, as: UTF8.self)
    #expect(text.contains("valence_submissions_total{outcome=\"awaitingSignature\",reason=\"\"} 1\n"))
  }

  @Test("A counter that several threads request first is registered once") func registersCounterOnce() {
    let registry = MetricsRegistry()
    DispatchQueue.concurrentPerform(iterations: 200) { place in
      registry.counter("trial_total", "A trial.", [MetricLabel("kind", "\(place % 10)")]).add()
    }
    let samples = String(decoding: registry.text, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(samples.count == 10)
    #expect(samples.allSatisfy { $0.hasSuffix(" 20") }, "\(samples)")
  }
}
