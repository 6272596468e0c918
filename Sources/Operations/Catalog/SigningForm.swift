package import Atoms
import JSON
package import Model

/// Signing as one more operation: what is signed, read-only, and one code for each challenged cell.
package enum SigningForm {
  /// The operation for a challenge: `signed` is the operation whose submission is signed, `values` what is stored of it.
  package static func operation(
    for challenge: Challenge, of submission: Model.Submission, signed: Operation?, codeLength: Int
  ) throws(Diagnostics) -> Operation {
    let cells = challenge.cells.map { cell in
      [
        ("textInput", DefinitionLiteral.word(cell.rawValue)),
        ("caption", DefinitionLiteral.caption(LocalizedText(ru: "Код из ячейки \(cell)", en: "Code in cell \(cell)"))),
        ("type", DefinitionLiteral.word("code")), ("length", DefinitionLiteral.word(String(codeLength))),
        ("keyboard", DefinitionLiteral.word("digits")),
      ]
    }
    let sign = [
      ("button", DefinitionLiteral.word("sign")),
      ("caption", DefinitionLiteral.caption(LocalizedText(ru: "Подписать", en: "Sign"))),
      ("action", DefinitionLiteral.word("submit")),
    ]
    let definition = DefinitionLiteral(
      operation: "signature", title: LocalizedText(ru: "Подпись", en: "Signature"),
      atoms: StoredValues(submission, of: signed).inscriptions + cells + [sign])
    return try OperationCompiler.compile(definition.root, version: challenge.id.rawValue, with: Vocabulary())
  }
}
