import Texts
import JSON
import Synchronization

/// The JSON Schemas of operations' values, as they are answered. Each is made when it is first asked for: that compiles its operation once
/// more, which must not be had again with every request.
final class DataSchemas: Sendable {
  private struct Key: Hashable {
    let operation: String
    let language: Language
  }

  private struct Kept {
    var documents: [Key: [UInt8]] = [:]
    var size = 0
  }

  /// The bytes that are kept at most. A full memory is emptied.
  private let maximum: Int
  private let kept = Mutex(Kept())

  /// Creates a memory of that size.
  init(maximum: Int = 16 << 20) { self.maximum = maximum }

  /// Returns the JSON of an operation's document in a language; `make` makes it if it is not kept.
  func document(of operation: String, in language: Language, _ make: () -> Value) -> [UInt8] {
    let key = Key(operation: operation, language: language)
    if let known = kept.withLock({ $0.documents[key] }) { return known }
    // Two may make it at once: the same operation gives the same bytes.
    var writer = Writer()
    writer.value(make())
    let made = writer.bytes
    kept.withLock { kept in
      if kept.size + made.count > maximum { kept = Kept() }
      if made.count <= maximum, kept.documents.updateValue(made, forKey: key) == nil { kept.size += made.count }
    }
    return made
  }
}
