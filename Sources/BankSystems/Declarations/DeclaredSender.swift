import Atoms
import Conditions
package import SourceText
import JSON
import Model
import HTTPClient

/// A sender that a service file declares: a request that sends a message to a person through a bank
/// system.
///
///     senders:
///       - {sender: sms, post: /messages, body: {to: $phone, text: $text}, sent: 202}
package struct DeclaredSender: Sendable {
  /// The values that the request can read, in the order of their slots.
  static let keys = [
    Field("phone", .text), Field("text", .text), Field("title", .text), Field("kind", .text), Field("id", .text),
    Field("deal", .text),
  ]

  /// The name, which the configuration selects.
  package let name: String
  /// The name of the system.
  package let system: String
  let request: SystemRequest
  /// The statuses of an accepted message.
  let sent: [Int]
  /// The statuses after which no retry can succeed, such as for an unknown number.
  let refused: [Int]
  /// True if the request reads the telephone number. Then a person without a number gets no
  /// messages.
  let needsPhone: Bool
  /// The limits of the system, which messages share with its other requests.
  let limits: SystemLimits
  /// The timeout of the system in milliseconds.
  let timeout: Int
  /// The location of the declaration.
  package let location: Location

  /// Returns the request for a message, with the message's id as the idempotency key.
  ///
  /// `user` is the fact that requests read as `user`. Throws a fault if a required value is
  /// missing.
  func rendered(_ message: Message, user: Value) throws(SystemRequest.Fault) -> SystemRequest.Rendered {
    if needsPhone, message.phone?.isEmpty ?? true { throw .missing("$phone") }
    func text(_ text: String?) -> Value { text.map(Value.string) ?? .null }
    let id = message.id.description
    let rendered = try request.rendered([
      text(message.phone), .string(message.text), text(message.title), .string(message.kind.rawValue), .string(id),
      text(message.deal?.description), user,
    ])
    return SystemRequest.Rendered(
      method: rendered.method, target: rendered.target, headers: rendered.headers + [["Idempotency-Key", id]],
      headerBytes: rendered.headerBytes, body: rendered.body)
  }
}
