package import JSON
package import Model
package import Services
package import Synchronization
import Testing

/// The telephones of all people. They record every message.
package final class Telephones: CodeSender {
  /// The queue of messages, once the server has set it.
  package let post = Mutex<Messages?>(nil)
  private let kept = Mutex<[String]>([])

  package func send(_ message: Message, within limit: Duration) { kept.withLock { $0.append(message.text) } }

  /// Every message. Waits until pending messages are sent.
  package var messages: [String] {
    post.withLock { $0 }?.finish()
    return kept.withLock { $0 }
  }

  /// Returns the one-time code of the last enrolment.
  package func enrolmentCode() throws -> String {
    let head = "registration: "
    let text = try #require(messages.last { $0.contains(head) })
    return String(try #require(text.split(separator: head, maxSplits: 1).last).prefix(6))
  }

  /// Returns the values that answer the challenge of a tree, from the codes in all messages.
  package func codes(for tree: Value?, wrong: Bool = false) throws -> Object {
    try Self.codes(for: tree, in: messages, wrong: wrong)
  }

  /// Returns the values that answer the challenge of a tree. Each code is from the last message
  /// with the number of its input.
  package static func codes(for tree: Value?, in messages: [String], wrong: Bool = false) throws -> Object {
    var values = Object()
    for atom in tree?["atoms"]?.array ?? [] where atom["type"] == "code" {
      let id = try #require(atom["id"]?.string)
      let head = "Code no. \(id.dropFirst(4)): "
      let text = try #require(messages.last { $0.contains(head) })
      let code = String(try #require(text.split(separator: head, maxSplits: 1).last).prefix(6))
      values[id] = .string(wrong ? (code == "000000" ? "000001" : "000000") : code)
    }
    return values
  }
}
