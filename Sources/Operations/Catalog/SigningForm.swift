package import Atoms
package import Model

/// Signing as one more operation: what is signed, read-only, and one code for each that is asked.
package enum SigningForm {
  /// The operation for a challenge: `signed` is the operation whose submission is signed.
  package static func operation(
    for challenge: Challenge, of submission: Model.Submission, signed: Operation?
  ) throws(Diagnostics) -> Operation {
    let words = SigningWords(challenge)
    let codes = challenge.inputs.map { input in
      [
        ("textInput", DefinitionLiteral.word(input.id)),
        ("caption", DefinitionLiteral.caption(words.caption(of: input))), ("type", DefinitionLiteral.word("code")),
        ("length", DefinitionLiteral.word(String(input.length))), ("keyboard", DefinitionLiteral.word("digits")),
      ]
    }
    let buttons = [button("sign", LocalizedText(ru: "Подписать", en: "Sign"), "submit")]
    let definition = DefinitionLiteral(
      operation: "signature", title: LocalizedText(ru: "Подпись", en: "Signature"),
      atoms: StoredValues(submission, of: signed).inscriptions + notice(words.notice) + codes + buttons
        + (words.again.map { [button("resend", $0, "next")] } ?? []))
    return try OperationCompiler.compile(definition.root, version: challenge.id.rawValue, with: Vocabulary())
  }

  private static func button(_ id: String, _ caption: LocalizedText, _ action: String) -> [(String, SourceNode)] {
    [
      ("button", DefinitionLiteral.word(id)), ("caption", DefinitionLiteral.caption(caption)),
      ("action", DefinitionLiteral.word(action)),
    ]
  }

  private static func notice(_ text: LocalizedText?) -> [[(String, SourceNode)]] {
    text.map { [[("text", DefinitionLiteral.word("notice")), ("caption", DefinitionLiteral.caption($0))]] } ?? []
  }
}

/// What a person reads of a challenge.
private struct SigningWords {
  private let challenge: Challenge

  init(_ challenge: Challenge) { self.challenge = challenge }

  /// What stands before the codes; nil where nothing has to.
  var notice: LocalizedText? {
    challenge.question.sentTo.map {
      LocalizedText(ru: "Код отправлен на номер \($0)", en: "The code was sent to \($0)")
    }
  }

  /// What asks for another code; nil where nothing is sent.
  var again: LocalizedText? {
    challenge.question.sentTo.map { _ in
      LocalizedText(ru: "Прислать другой код", en: "Send another code")
    }
  }

  /// What a code is called.
  func caption(of input: Challenge.Input) -> LocalizedText {
    switch challenge.method {
    case .matrix: LocalizedText(ru: "Код из ячейки \(input.id)", en: "Code in cell \(input.id)")
    case .code:
      LocalizedText(
        ru: "Код № \(input.id.dropFirst("code".count)) из сообщения",
        en: "Code no. \(input.id.dropFirst("code".count)) from the message")
    }
  }
}
