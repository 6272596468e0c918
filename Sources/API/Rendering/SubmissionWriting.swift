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
    let isOpen = submission.status == .awaitingSignature
    let members = Model.Submission.members
    Model.Submission.document.write(
      submission, history == nil ? (isOpen ? members.openRow : members.row) : (isOpen ? members.open : members.closed),
      to: &self, in: language)
    member("title", operation?.title[language] ?? submission.operation)
    member("subtitle", SubmissionText.title(for: submission.status)[language])
    if let amount = submission.amount { member("trailing", amount.description) }
    if let history {
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
    if isOpen {
      key("signature")
      beginObject()
      member("method", "GET")
      member("href", "\(href)/signature")
      endObject()
      key("cancel")
      beginObject()
      member("method", "POST")
      member("href", "\(href)/cancel")
      endObject()
    }
    endObject()
  }
}

extension CoreMessage {
  /// The text in that language, or in the one there is.
  func text(in language: Language) -> String { language == .en ? english ?? text : text }
}
