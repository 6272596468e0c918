package import Atoms
import JSON
package import Model

/// What became of a submission, as one more operation that only shows.
package enum ResultForm {
  /// The operation that shows a submission's present state.
  package static func operation(of submission: Model.Submission, signed: Operation?) throws(Diagnostics) -> Operation {
    let status = [
      ("text", DefinitionLiteral.word("status")),
      ("caption", DefinitionLiteral.caption(SubmissionText.sentence(for: submission))),
      ("fontSize", DefinitionLiteral.word("title")),
    ]
    let definition = DefinitionLiteral(
      operation: "result", title: SubmissionText.title(for: submission.status),
      atoms: [status] + StoredValues(submission, of: signed).inscriptions)
    return try OperationCompiler.compile(definition.root, version: submission.status.rawValue, with: Vocabulary())
  }
}
