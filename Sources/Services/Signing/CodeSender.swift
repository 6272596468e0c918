package import Model

/// Carries one-time codes to people: what a bank plugs in.
package protocol CodeSender: Sendable {
  /// Hands a message over, or throws where that failed. Called on a thread of its own, which it may hold for seconds.
  func send(_ message: CodeMessage) throws
}

/// A message with a one-time code: it tells nobody its text unless asked for.
package struct CodeMessage: Sendable, CustomStringConvertible, CustomReflectable {
  /// The telephone number, as the person entered it.
  package let phone: String
  /// What the person reads, the code in it.
  package let text: String

  /// A message to that number.
  package init(phone: String, text: String) { (self.phone, self.text) = (phone, text) }

  package var description: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The text of a message: says a code, the how-manieth of its submission it is, and what it signs.
package typealias CodeText = @Sendable (_ code: String, _ number: Int, _ submission: Submission) -> String
