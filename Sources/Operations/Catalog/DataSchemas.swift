import Texts
import JSON
import Synchronization

/// A cache of the JSON Schemas of operations. A schema is created at the first request, because it
/// requires that the operation is compiled again.
final class DataSchemas: Sendable {
  private struct Key: Hashable {
    let operation: String
    let language: Language
  }

  private struct Kept {
    var documents: [Key: [UInt8]] = [:]
    var size = 0
  }

  /// The maximum size in bytes. A full cache is emptied.
  private let maximum: Int
  private let kept = Mutex(Kept())

  init(maximum: Int = 16 << 20) { self.maximum = maximum }

  /// Returns the JSON of an operation's schema in a language. Calls `make` if it is not cached.
  func document(of operation: String, in language: Language, _ make: () -> Value) -> [UInt8] {
    let key = Key(operation: operation, language: language)
    if let known = kept.withLock({ $0.documents[key] }) { return known }
    // Concurrent calls may create the same schema twice, with the same bytes.
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
