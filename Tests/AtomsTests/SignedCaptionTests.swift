import Atoms
import Testing

/// The captions of options in the signature.
struct SignedCaptionTests {
  @Test("A signed caption has the detail of its option only if another option has the same caption")
  func addsDetailToEqualCaptions() throws {
    let operation = try EvaluationTests.operation(
      """
      operation: trial
      title: Trial
      atoms:
        - enum: card
          options:
            - {value: a, caption: {ru: Карта, en: Card}, detail: {ru: для зарплаты, en: salary}}
            - {value: b, caption: {ru: Карта, en: Card}, detail: {ru: для поездок, en: travel}}
            - {value: c, caption: {ru: Счёт, en: Account}, detail: {ru: текущий, en: current}}
      """)
    guard case .literal(let choices) = operation.atoms[0].input?.options else {
      Issue.record("the options are not literal")
      return
    }
    let captions = ["a", "c", "d"].map { choices.signedCaption(of: .string($0)) }
    #expect(captions.map { $0?[.ru] } == ["Карта, для зарплаты", "Счёт", nil])
    #expect(captions.map { $0?[.en] } == ["Card, salary", "Account", nil])
  }
}
