import Foundation
import JSON
import Model
import TestBank
import Testing

struct StandingWarningTests {
  private static let loan = """
    operation: trial.loan
    title: {ru: Кредит, en: Loan}
    effect: document
    sign: matrix
    atoms:
      - {textInput: income, caption: {ru: Доход, en: Income}, type: number}
      - {textInput: payment, caption: {ru: Платёж, en: Payment}, type: number}
      - textInput: burden
        caption: {ru: Нагрузка, en: Burden}
        type: number
        value: "100 * $payment / $income"
        check:
          - {check: $burden <= 100, message: {ru: Больше дохода, en: More than the income}}
          - {check: $burden <= 50, message: {ru: "Больше половины {x}", en: "More than half, {$burden} %"}, severity: warning}
      - {button: send, caption: {ru: Да, en: Yes}, action: submit}
    """.replacingOccurrences(of: "половины {x}", with: "половины, {$burden} %")

  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer(serving: [Self.loan]).withStranger()
  }

  @Test("A computed value is validated when one of its inputs is committed")
  func validatesComputedValueOnCommit() throws {
    func burden(_ income: Value) throws -> Value? {
      try person.post(
        "/operations/trial.loan/evaluate",
        ["values": ["income": income, "payment": "104"], "changed": ["income"], "commit": true])["atoms"]?["burden"]
    }
    #expect(try burden("100")?["error"]?["message"] == "More than the income")
    let warned = try burden("200")
    #expect(warned?["error"] == .null && warned?["warning"]?["message"] == "More than half, 52 %")
    #expect(try burden(nil)?["error"] == .null && burden(nil)?["warning"] == .null)
  }

  @Test("A warning on a computed value is stored, shown and signed") func warningIsStoredAndSigned() throws {
    func captions(_ tree: Value?) -> [String] { tree?["atoms"]?.array?.compactMap { $0["caption"]?.string } ?? [] }
    let values: Value = ["income": "200", "payment": "104"]
    let sent = try person.submit(values, to: "trial.loan", key: "one")
    let warning: Value = ["burden": ["code": "check", "message": "More than half, 52 %", "params": [:]]]
    #expect(sent.status == 201 && sent["submission"]?["warnings"] == warning, "\(sent.raw.text)")
    let shown = ["Income: 200", "Payment: 104", "Burden: 52", "Note: More than half, 52 %"]
    #expect(Array(captions(sent["next"]).prefix(4)) == shown)
    // A retry and a later request show the same warning.
    let again = try person.submit(values, to: "trial.loan", key: "one")
    #expect(again.status == 200 && again["submission"]?["warnings"] == warning)
    #expect(try Array(captions(person.asked(sent)).prefix(4)) == shown)
    let id = try sent.submissionID()
    #expect(try person.get("/submissions/\(id)")["warnings"] == warning)
    let signed = try person.sign(sent)
    #expect(signed["submission"]?["status"] == "executed")
    #expect(captions(signed["next"]).contains("Note: More than half, 52 %"))
    try server.expectUnharmed()
  }

  @Test("A submission without warnings has no `warnings` member and no note") func omitsAbsentWarnings() throws {
    let sent = try person.submit(["income": "400", "payment": "104"], to: "trial.loan", key: "one")
    #expect(sent.status == 201 && sent["submission"]?["warnings"] == nil)
    #expect(!sent.raw.text.contains("Note: "))
  }
}
