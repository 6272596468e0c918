import Atoms
import JSON
import Model
import Operations

extension Writer {
  /// Writes a submission as a list row or, with its history, whole.
  mutating func submission(
    _ submission: Model.Submission, of operation: Operation?, history: [StatusChange]? = nil, in language: Language
  ) {
    let href = "/submissions/\(submission.id.rawValue)"
    beginObject()
    member("id", submission.id.rawValue)
    member("operation", submission.operation)
    member("version", submission.version)
    member("title", operation?.title[language] ?? submission.operation)
    member("subtitle", SubmissionText.title(for: submission.status)[language])
    if let amount = submission.amount { member("trailing", amount.description) }
    member("status", submission.status.rawValue)
    if let reason = submission.reason { member("reason", reason) }
    if let message = submission.message { member("message", message.text(in: language)) }
    if let day = submission.businessDay { member("businessDay", day.description) }
    member("createdAt", submission.created.description)
    member("changedAt", submission.changed.description)
    if submission.status == .awaitingSignature {
      member("expiresAt", submission.expires.description)
      member("attemptsLeft", submission.attemptsLeft)
    }
    if let history {
      key("values")
      raw(submission.values.utf8)
      key("history")
      beginArray()
      for change in history {
        beginObject()
        member("status", change.status.rawValue)
        member("at", change.at.description)
        if let reason = change.reason { member("reason", reason) }
        if let message = change.message { member("message", message.text(in: language)) }
        endObject()
      }
      endArray()
    }
    member("href", href)
    if submission.status == .awaitingSignature {
      key("signature")
      beginObject()
      member("method", "GET")
      member("href", "\(href)/signature")
      endObject()
    }
    endObject()
  }
}

extension CoreMessage {
  /// The text in that language, or in the one there is.
  func text(in language: Language) -> String { language == .en ? english ?? text : text }
}
