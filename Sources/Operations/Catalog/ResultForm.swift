package import Atoms
import JSON
package import Model
package import Services

/// What became of a submission, as one more operation that only shows.
package enum ResultForm {
  /// The operation that shows a submission's present state, the business day that it carries where that is another than
  /// `today`, and `shown`, what is shown of it this once.
  package static func operation(
    of submission: Model.Submission, signed: Operation?, today: CivilDate, showing shown: Disclosure? = nil
  ) throws(Diagnostics) -> Operation {
    let status = [
      ("text", DefinitionLiteral.word("status")),
      ("caption", DefinitionLiteral.caption(SubmissionText.sentence(for: submission))),
      ("fontSize", DefinitionLiteral.word("title")),
    ]
    var atoms = [status]
    if let day = submission.businessDay, day != today, [.signed, .executed].contains(submission.status) {
      atoms.append([
        ("text", DefinitionLiteral.word("businessDay")),
        ("caption", DefinitionLiteral.caption(SubmissionText.sentence(forBusinessDay: day))),
      ])
    }
    let definition = DefinitionLiteral(
      operation: "result", title: SubmissionText.title(for: submission.status),
      atoms: atoms + StoredValues(submission, of: signed).inscriptions + (shown.map(matrix) ?? [])
        + (submission.status == .awaitingSignature ? [signing(submission)] : []))
    return try OperationCompiler.compile(definition.root, version: submission.status.rawValue, with: Vocabulary())
  }

  /// What leads to the signature.
  private static func signing(_ submission: Model.Submission) -> [(String, SourceNode)] {
    [
      ("button", DefinitionLiteral.word("sign")),
      ("caption", DefinitionLiteral.caption(LocalizedText(ru: "Подписать", en: "Sign"))),
      ("action", DefinitionLiteral.word("navigate")),
      ("href", DefinitionLiteral.word("/submissions/\(submission.id.rawValue)/signature")),
    ]
  }

  /// A line for each row of a new matrix, each code behind the name of its cell.
  private static func matrix(_ shown: Disclosure) -> [[(String, SourceNode)]] {
    let notice = LocalizedText(
      ru: "Новая матрица показана один раз: сохраните её.", en: "The new matrix is shown once: keep it.")
    let rows = Dictionary(grouping: shown.matrix.keys, by: \.row).sorted { $0.key < $1.key }
    let lines = rows.map { row, cells in
      (
        "matrix\(row + 1)",
        LocalizedText(ru: cells.sorted().map { "\($0) \(shown.matrix[$0] ?? "")" }.joined(separator: "  "), en: nil)
      )
    }
    return ([("matrix", notice)] + lines).map { id, text in
      [("text", DefinitionLiteral.word(id)), ("caption", DefinitionLiteral.caption(text))]
    }
  }
}
