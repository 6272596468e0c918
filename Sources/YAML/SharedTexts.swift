import JSON
import Synchronization

/// A pool of strings for files that are read together. Equal texts share memory.
package final class SharedTexts: Sendable {
  /// The longest string, in UTF-8 bytes, that Swift stores inline.
  private static let longestInline = 15

  private let known = Mutex<Set<UTF8Name>>([])

  package init() {}

  /// Returns an equal string from the pool, or adds this one. Inline strings are not pooled.
  func shared(_ text: String) -> String {
    guard text.utf8.count > Self.longestInline else { return text }
    return known.withLock { $0.insert(UTF8Name(text: text)).memberAfterInsert.text }
  }
}
