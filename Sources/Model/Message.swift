/// A message to a person as its sender gets it. It prints as `[redacted]`, since it may hold a one-time code.
package struct Message: Sendable, CustomStringConvertible, CustomReflectable {
  /// The cause of a message. Each kind has a sender and a queue of its own, so that none delays another.
  package enum Kind: String, Sendable, CaseIterable {
    /// A one-time code.
    case code
    /// A notice of a new deal.
    case notice
  }

  /// The idempotency key: the same one each time that the message is tried.
  package let id: MessageID
  /// The cause.
  package let kind: Kind
  /// The person.
  package let person: PersonID
  /// The telephone number, as the person entered it; nil for a person without one.
  package let phone: String?
  /// The heading; nil for a message without one.
  package let title: String?
  /// The text. For a one-time code it has the code.
  package let text: String
  /// The deal that a notice tells of; nil for any other message.
  package let deal: DealID?

  /// Creates a message.
  package init(
    id: MessageID, kind: Kind, person: PersonID, phone: String?, title: String? = nil, text: String, deal: DealID? = nil
  ) {
    (self.id, self.kind, self.person, self.phone) = (id, kind, person, phone)
    (self.title, self.text, self.deal) = (title, text, deal)
  }

  package var description: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
