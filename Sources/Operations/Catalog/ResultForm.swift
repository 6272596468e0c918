package import Atoms
import JSON
package import Model

/// What became of a submission, as one more operation that only shows.
package enum ResultForm {
  /// The operation that shows a submission's present state, and the business day that it carries where that is another
  /// than `today`.
  package static func operation(
    of submission: Model.Submission, signed: Operation?, today: CivilDate
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
      atoms: atoms + StoredValues(submission, of: signed).inscriptions)
    return try OperationCompiler.compile(definition.root, version: submission.status.rawValue, with: Vocabulary())
  }
}
