package import JSON
package import Model
package import Services
package import Synchronization
import Testing

/// The telephones of all people, which keep every message.
package final class Telephones: CodeSender {
  /// The post that sends the messages, once there is one.
  package let post = Mutex<Messages?>(nil)
  private let kept = Mutex<[String]>([])

  package func send(_ message: Message, within limit: Duration) { kept.withLock { $0.append(message.text) } }

  /// Every message, when all that were to be sent have been.
  package var messages: [String] {
    post.withLock { $0 }?.finish()
    return kept.withLock { $0 }
  }

  /// The answer to a tree that asks for a code that was sent.
  package func codes(for tree: Value?, wrong: Bool = false) throws -> Object {
    try Self.codes(for: tree, in: messages, wrong: wrong)
  }

  /// The answer to a tree that asks for a code: the last one of that number in messages.
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
