import Atoms
import Conditions
package import SourceText
import JSON
import Model
import HTTPClient

/// A sender that a service file declares: the request by which a system of the bank takes a message to a person.
///
///     senders:
///       - {sender: sms, post: /messages, body: {to: $phone, text: $text}, sent: 202}
package struct DeclaredSender: Sendable {
  /// The values that the request may read, in the order of their slots.
  static let keys = [
    Field("phone", .text), Field("text", .text), Field("title", .text), Field("kind", .text), Field("id", .text),
    Field("deal", .text),
  ]

  /// The name, which the configuration chooses.
  package let name: String
  /// The name of the system.
  package let system: String
  let request: SystemRequest
  /// The statuses that mean that the system took the message.
  let sent: [Int]
  /// The statuses that mean that no try will succeed, such as for a number that nobody has.
  let refused: [Int]
  /// True if the request reads the telephone number, so that nobody without one gets a message.
  let needsPhone: Bool
  /// The limits of the system, which a message shares with everything else that it is asked.
  let limits: SystemLimits
  /// Milliseconds that the system has for an answer.
  let timeout: Int
  /// The place of the declaration.
  package let location: Location

  /// Returns the request for a message, with its id as the idempotency key; `user` is what requests read of the person.
  ///
  /// Throws a fault if a value that the request needs is missing.
  func rendered(_ message: Message, user: Value) throws(SystemRequest.Fault) -> SystemRequest.Rendered {
    if needsPhone, message.phone?.isEmpty ?? true { throw .value }
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
