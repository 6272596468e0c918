import JSON
import Synchronization

/// The texts of files that are read together, each once in memory: captions and conditions recur from file to file.
///
///     let texts = SharedTexts()
///     let problem = YAMLEvents.read(first, sharing: texts) { event in ... }
///     let other = YAMLEvents.read(second, sharing: texts) { event in ... }
package final class SharedTexts: Sendable {
  /// The length in UTF-8 bytes up to which a text has no memory of its own.
  private static let longestInline = 15

  private let known = Mutex<Set<UTF8Name>>([])

  /// Creates an empty collection.
  package init() {}

  /// Returns the text, in the memory of an equal one that came before.
  func shared(_ text: String) -> String {
    guard text.utf8.count > Self.longestInline else { return text }
    return known.withLock { $0.insert(UTF8Name(text: text)).memberAfterInsert.text }
  }
}
