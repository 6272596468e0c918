package import Model
import Atoms
import Texts

/// The form of a signature: the read-only values to sign, and an input for each code.
package enum SigningForm {
  /// Returns the form for a challenge of a submission.
  package static func form(for challenge: Challenge, of values: SubmittedValues) -> GeneratedForm {
    let words = SigningWords(challenge)
    var lines = values.inscriptions
    lines.reserveCapacity(lines.count + challenge.inputs.count + 4)
    if let notice = words.notice { lines.append(GeneratedForm.Line(.text, "notice", notice)) }
    for input in challenge.inputs {
      lines.append(GeneratedForm.Line(style(ofCode: input.length), input.id, words.caption(of: input)))
    }
    lines.append(signing)
    if let again = words.again { lines.append(GeneratedForm.Line(next, "resend", again)) }
    lines.append(leaving)
    return GeneratedForm(
      "signature", version: challenge.id.rawValue, title: LocalizedText(ru: "Подпись", en: "Signature"), lines: lines)
  }

  /// Returns the form for a submission whose challenge was replaced by a challenge for another
  /// submission.
  ///
  /// A person has at most one open challenge.
  package static func moved(of values: SubmittedValues) -> GeneratedForm {
    let notice = LocalizedText(
      ru: "Коды запрошены теперь для другой отправки. Одновременно подписывается одна.",
      en: "The codes were requested for another submission. Only one can be signed at a time.")
    let again = LocalizedText(ru: "Запросить коды здесь", en: "Request the codes here")
    return GeneratedForm(
      "signature", version: "moved", title: LocalizedText(ru: "Подпись", en: "Signature"),
      lines: values.inscriptions + [
        GeneratedForm.Line(.text, "notice", notice),
        GeneratedForm.Line(next, "ask", again),
        leaving,
      ])
  }

  /// The button that cancels the submission.
  private static let leaving = GeneratedForm.Line(
    GeneratedForm.AtomStyle("button", ("action", "cancel")), "cancel", LocalizedText(ru: "Отменить", en: "Cancel"))
  /// The button that sends the codes.
  private static let signing = GeneratedForm.Line(
    GeneratedForm.AtomStyle("button", ("action", "submit")), "sign", LocalizedText(ru: "Подписать", en: "Sign"))
  private static let next = GeneratedForm.AtomStyle("button", ("action", "next"))
  private static let codes = (0..<10).map(newStyle)

  /// Returns the style of an input for a code of that length.
  private static func style(ofCode length: Int) -> GeneratedForm.AtomStyle {
    codes.indices.contains(length) ? codes[length] : newStyle(ofCode: length)
  }

  private static func newStyle(ofCode length: Int) -> GeneratedForm.AtomStyle {
    GeneratedForm.AtomStyle("textInput", ("type", "code"), ("length", String(length)), ("keyboard", "digits"))
  }
}

private struct SigningWords {
  private let challenge: Challenge

  init(_ challenge: Challenge) { self.challenge = challenge }

  /// The text before the codes; nil if no code was sent.
  var notice: LocalizedText? {
    challenge.question.sentTo.map {
      LocalizedText(ru: "Код отправлен на номер \($0)", en: "The code was sent to \($0)")
    }
  }

  /// The caption of the button that sends another code; nil if no code was sent.
  var again: LocalizedText? {
    challenge.question.sentTo.map { _ in
      LocalizedText(ru: "Прислать другой код", en: "Send another code")
    }
  }

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
