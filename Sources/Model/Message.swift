/// A message to a person, for its sender. Prints as `[redacted]`, because it may contain a one-time
/// code.
package struct Message: Sendable, CustomStringConvertible, CustomReflectable {
  /// The cause of a message. Each kind has its own sender and queue, so that kinds do not delay
  /// each other.
  package enum Kind: String, Sendable, CaseIterable {
    case code
    /// A notice of a new deal.
    case notice
  }

  /// The idempotency key, which is the same for all attempts.
  package let id: MessageID
  package let kind: Kind
  package let person: PersonID
  /// The telephone number, as entered; nil for a person without one.
  package let phone: String?
  /// The heading; nil for a message without one.
  package let title: String?
  /// The text, including a one-time code.
  package let text: String
  /// The deal of a notice; nil for any other message.
  package let deal: DealID?

  package init(
    id: MessageID, kind: Kind, person: PersonID, phone: String?, title: String? = nil, text: String, deal: DealID? = nil
  ) {
    (self.id, self.kind, self.person, self.phone) = (id, kind, person, phone)
    (self.title, self.text, self.deal) = (title, text, deal)
  }

  package var description: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
