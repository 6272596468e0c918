import Dates
import Model
import BankSystems
import Atoms
import Texts
import HTTPServer
import JSON
import Operations
import Services

extension Writer {
  /// Writes a submission: all members if `history` is not nil, otherwise the members of a list row.
  ///
  /// If `times` is not nil, also writes the parts of a list row. A submission that awaits its
  /// signature has the links `signature` and `cancel`.
  mutating func submission(
    _ submission: Submission, of operation: Operation?, history: [StatusChange]? = nil, delivery: Delivery? = nil,
    at times: RowTimes? = nil, in language: Language
  ) {
    let href = Address.submission(submission.id)
    beginObject()
    let isOpen = submission.status == .awaitingSignature
    let members = Submission.members
    Submission.document.write(
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
    if let delivery, delivery.status != .prepared { self.delivery(delivery, of: operation, in: language) }
    member("href", href)
    if let times {
      let recipient = (try? SubmittedValues(submission, of: operation)).flatMap { SubmissionSummary(of: $0).to }
      row(
        RowParts(of: submission, operation, to: recipient, at: times, in: language), badge: .of(submission.status),
        group: times.group(submission.created), icon: Icon(of: submission, operation, to: recipient), in: language)
    }
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

extension RowParts {
  /// Creates the parts of a submission's row: the recipient or the operation, and the amount.
  ///
  /// `recipient` is an account if it is the person's own. It is nil if the values contain no
  /// recipient or cannot be read.
  fileprivate init(
    of submission: Submission, _ operation: Operation?, to recipient: ShownValue?, at times: RowTimes,
    in language: Language
  ) {
    let what = ShownValue.words(operation?.title[language] ?? submission.operation)
    title = recipient ?? what
    subtitle = (recipient == nil ? [] : [what]) + [times.time(submission.created)]
    // The amount is negative, unless the recipient is the person's own account, or the submission
    // was rejected, was cancelled or has expired.
    let isGoing = [.awaitingSignature, .signed, .executed].contains(submission.status)
    let isLeaving = isGoing && recipient?.role != .account
    trailing = submission.amount.map { .money(isLeaving ? Money(minor: -$0.minor, $0.currency) : $0) }
  }
}

extension Icon {
  /// Creates the icon of a submission's row: the operation's icon, or an icon for the kind of
  /// payment.
  fileprivate init(of submission: Submission, _ operation: Operation?, to recipient: ShownValue?) {
    let isOwn = submission.amount != nil && recipient?.role == .account
    self = operation?.icon ?? (submission.amount == nil ? .document : isOwn ? .transfer : .payment)
  }
}

extension Writer {
  /// Writes the state of a delivery in words, and the stored values.
  fileprivate mutating func delivery(_ delivery: Delivery, of operation: Operation?, in language: Language) {
    key("delivery")
    beginObject()
    member("status", delivery.status.rawValue)
    member("text", DeliveryText.title(for: delivery.status)[language])
    let kept = DeliveryText.kept(of: delivery, operation)
    if !kept.isEmpty {
      key("kept")
      array { writer in
        for value in kept {
          writer.object { writer in
            writer.member("caption", value.caption[language])
            writer.member("value", value.value)
          }
        }
      }
    }
    endObject()
  }
}

extension CoreMessage {
  /// Returns the English text if the language is English and the text exists, otherwise the main
  /// text.
  func text(in language: Language) -> String { language == .en ? english ?? text : text }
}

extension Response {
  /// Returns a response with a submission and `next`, the JSON that follows it.
  ///
  /// - A 201 contains `Location`.
  /// - If `isSecret` is true, the response is `no-store`.
  /// - `isChange` is true if this request changed the submission.
  static func progress(
    _ status: Int, _ submission: Submission, of operation: Operation?, next: [UInt8], isSecret: Bool = false,
    isChange: Bool, _ call: Call
  ) -> Response {
    let location = status == 201 ? [("Location", Address.submission(submission.id))] : []
    return .json(status, isSecret: isSecret, headers: location) { writer in
      writer.beginObject()
      writer.document(.progress)
      writer.key("submission")
      writer.submission(submission, of: operation, in: call.language)
      writer.key("next")
      writer.raw(next)
      writer.endObject()
    }.noted(RequestOutcome(nil, submission, isChange: isChange))
  }
}

extension Writer {
  /// Writes a submission for the bank's core, with its sequence number and the link to acknowledge
  /// it.
  mutating func handOver(_ handOver: CoreFeedEntry, of operation: Operation?, in language: Language) {
    let submission = handOver.submission
    beginObject()
    Submission.document.write(submission, Submission.members.handedOver, to: &self, in: language)
    member("sequence", Int(handOver.sequence))
    member("title", operation?.title[language] ?? submission.operation)
    member("subtitle", handOver.person.name)
    if let amount = submission.amount { member("trailing", amount.description) }
    key("person")
    object { writer in
      writer.member("id", submission.person.rawValue)
      writer.party(handOver.person)
    }
    if let account = handOver.account { member("account", account) }
    if let customer = handOver.customer {
      key("customer")
      object { $0.party(customer) }
    }
    member("digest", Self.hexadecimal(handOver.digest))
    if let amount = submission.amount {
      member("amount", amount.text)
      member("currency", amount.currency.rawValue)
    }
    member("signedAt", handOver.signed.description)
    if let acknowledged = handOver.acknowledged { member("acknowledgedAt", acknowledged.description) }
    key("ack")
    beginObject()
    member("method", "POST")
    member("href", "/core/submissions/\(submission.id.rawValue)/ack")
    endObject()
    endObject()
  }

  private mutating func party(_ party: CoreFeedEntry.Party) {
    member("name", party.name)
    if let id = party.externalID { member("externalId", id) }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
