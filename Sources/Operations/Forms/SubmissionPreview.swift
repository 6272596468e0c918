package import Atoms
import Dates
import JSON
package import Model
package import Texts

extension Submission {
  /// Creates the submission that these values would become, for a review. It is not stored.
  package init(previewOf checked: CheckedSubmission, by person: PersonID, in language: Language) {
    let epoch = Instant(seconds: 0)
    self.init(
      id: SubmissionID(high: 0, low: 0), operation: checked.operation.id, version: checked.operation.version,
      status: .awaitingSignature, reason: nil, message: nil, businessDay: nil, created: epoch, changed: epoch,
      expires: epoch, attemptsLeft: 0,
      values: String(decoding: Value.object(checked.storable).canonical, as: UTF8.self),
      captions: checked.captionsText, warnings: checked.warningsText(in: language), amount: nil, person: person)
  }
}

extension CheckedSubmission {
  /// The captions of the chosen options as canonical JSON; nil for an empty list.
  package var captionsText: String? { Self.text(captions) }

  /// The computed values of `send` as canonical JSON; nil without any.
  package var derivedText: String? { Self.text(derived) }

  /// Returns the warnings as canonical JSON by path; nil for an empty list.
  package func warningsText(in language: Language) -> String? {
    let members = warnings.map { warning in
      let record: Value = [
        "code": .string(warning.code), "message": .string(warning.text(in: language)),
        "params": .object(Object(warning.params)),
      ]
      return Object.Member(name: warning.atom, value: record)
    }
    return Self.text(Object(unique: members))
  }

  private static func text(_ object: Object) -> String? {
    object.count > 0 ? String(decoding: Value.object(object).canonical, as: UTF8.self) : nil
  }
}
