import Atoms
import HTTPServer
import JSON
import Model
import Operations
import Services
import Texts

/// Creates submissions and renders the next tree: the signature or the result.
final class SubmissionSender: Sendable {
  private let process: SubmissionProcess
  private let pages: PageRendering
  private let errors: ErrorAnswers

  init(_ process: SubmissionProcess, _ pages: PageRendering, _ errors: ErrorAnswers) {
    self.process = process
    self.pages = pages
    self.errors = errors
  }

  /// Returns a reply that creates a submission, or returns the existing submission with that key.
  ///
  /// - Parameters:
  ///   - checked: The validated values; nil if the key is known.
  ///   - key: The key, and the text of the request, which distinguishes a retry from another
  ///     request.
  ///   - gathered: The draft that the values come from. The submission deletes it, and is rejected
  ///     if it has changed.
  ///   - failing: Creates the response to a failure, unless the effect rejected the submission.
  func send(
    _ operation: Operation, _ checked: CheckedSubmission?, _ key: (key: String, body: String), by caller: Caller,
    gathered: (name: String, text: String)? = nil, failing: (@Sendable (any Error) -> Response)? = nil, _ call: Call
  ) throws -> Reply {
    let (name, effect) = try process.namedEffect(of: operation)
    let stored = checked.map { $0.storable } ?? Object()
    let draft = SubmissionDraft(
      operation: operation.id, version: operation.version,
      values: String(decoding: Value.object(stored).canonical, as: UTF8.self),
      captions: checked?.captionsText, warnings: checked?.warningsText(in: call.language),
      derived: checked?.derivedText, idempotencyKey: key,
      sign: checked?.needsSignature == false ? nil : operation.sign.flatMap(Challenge.Method.init),
      gathered: gathered, kept: operation.keeping.map(RetentionPeriod.init))
    let work = try process.work(of: effect, checked, stored.adding(checked?.derived), by: caller, call)
    let failed = failing ?? errors.response(to: call)
    let refused: @Sendable (any Error) -> Response = { error in
      guard let violation = effect.violation(for: error) ?? Effects.limitViolation(for: error, of: name) else {
        return failed(error)
      }
      // The atoms of a flow are not on the screen of its last step.
      let problem = Problem(.refused)
      return failed(
        gathered == nil ? problem.violations([violation]) : problem.violations([violation], of: operation))
    }
    let (submissions, text) = (process.stored, process.codeText(in: call.language))
    let receipt = work.then { submissions.create(draft, by: caller, effect: $0, text: text) }
    let submissionKey = SubmissionKey(person: caller.person, operation: operation.id, key: key.key)
    // Only new submissions need protection against concurrent repetition.
    let alone = checked == nil ? receipt : process.inProgress.alone(submissionKey, receipt)
    return call.later(alone, failing: refused) { try self.response(to: $0, call) }
  }

  private func response(to receipt: Submissions.Receipt, _ call: Call) throws -> Response {
    let submission = receipt.submission
    let operation = try process.forms.operation(for: submission)
    let next: [UInt8]
    if let challenge = receipt.challenge {
      var values = try SubmittedValues(submission, of: operation, in: call.language)
      if receipt.isNew {
        values = values.written
        process.unsigned.keep(RecentSubmission(values: values, digest: challenge.terms.digest))
      }
      next = try pages.signatureTree(challenge, of: values, for: call)
    } else {
      next = try pages.continuation(of: submission, for: call)
    }
    return Response.progress(
      receipt.isNew ? 201 : 200, submission, of: operation, next: next, isChange: receipt.isNew, call)
  }
}
