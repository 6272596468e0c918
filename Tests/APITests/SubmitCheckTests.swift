import JSON
import TestBank
import Testing

/// Checks with `judged: submit` reject a submission and a step of a flow, not a half-filled form.
struct SubmitCheckTests {
  private static let half: Value = ["owners": [["share": "40"]]]
  private static let whole: Value = ["owners": [["share": "40"], ["share": "60"]]]

  private let person: Visitor

  init() throws { person = try TestServer(operations: "Tests/APITests/Cases/shares-flow/operations").person() }

  private func evaluated(_ question: Object) throws -> Value? {
    try person.post("/operations/shares.whole/evaluate", .object(question))["atoms"]?["owners"]?["error"]
  }

  @Test("A check that is judged at a submission reports no error while the form is filled in")
  func judgesSubmissionsOnly() throws {
    let changed: Value = ["owners[0].share"]
    #expect(try evaluated(["values": Self.half, "changed": changed, "commit": true]) == .null)
    // A client judges all values before it asks the person to confirm the submission.
    #expect(try evaluated(["values": Self.half, "commit": true])?["message"] == "Not 100 %")
    let refused = try person.submit(Self.half, to: "shares.whole", key: "half")
    refused.expectProblem(422, "invalid-values")
    #expect(refused["errors"]?.array?.map { $0["atom"] } == ["owners"], "\(refused.raw.text)")
    #expect(try person.submit(Self.whole, to: "shares.whole", key: "whole").status == 201)
  }

  @Test("A check that is judged at a submission is judged at the end of a step")
  func judgesCompletedSteps() throws {
    let step = try person.post("/flows/shares.steps", nil)
    let action = step["atoms"]?.array?.compactMap { $0["action"] }.first { $0["name"] == "next" }
    let next = try #require(action?["href"]?.string)
    let refused = try person.post(next, ["values": Self.half])
    refused.expectProblem(422, "invalid-values")
    #expect(refused["errors"]?.array?.map { $0["atom"] } == ["owners"], "\(refused.raw.text)")
    #expect(try person.post(next, ["values": Self.whole]).status == 200)
  }

  @Test("A form that begins with half-filled values reports no check that is judged at a submission")
  func beginsWithHalfFilledValues() throws {
    let saved = try person.post("/templates", ["operation": "shares.whole", "title": "t", "values": Self.half])
    #expect(saved.status == 201, "\(saved.raw.text)")
    let begun = try person.post("/prefill", ["template": saved["id"] ?? .null])
    #expect(begun["doubtful"] == [] && begun["dropped"] == [], "\(begun.raw.text)")
  }
}
