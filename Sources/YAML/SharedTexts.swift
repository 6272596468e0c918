import Synchronization

/// The texts of files that are read together, each once in memory: captions and conditions recur from file to file.
///
///     let texts = SharedTexts()
///     let problem = YAMLEvents.read(first, sharing: texts) { event in ... }
///     let other = YAMLEvents.read(second, sharing: texts) { event in ... }
package final class SharedTexts: Sendable {
  /// A text that equals another one with the same bytes, and not one that only looks the same.
  private struct Written: Hashable {
    let text: String

    static func == (left: Written, right: Written) -> Bool {
      left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
      // Swift's own hash of a text composes its letters first, which takes ten times as long.
      let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
        hasher.combine(bytes: UnsafeRawBufferPointer($0))
      }
      if isHashed == nil { hasher.combine(text.utf8.count) }
    }
  }

  /// The length in UTF-8 bytes up to which a text has no memory of its own.
  private static let longestInline = 15

  private let known = Mutex<Set<Written>>([])

  /// Creates an empty collection.
  package init() {}

  /// Returns the text, in the memory of an equal one that came before.
  func shared(_ text: String) -> String {
    guard text.utf8.count > Self.longestInline else { return text }
    let written = Written(text: text)
    return known.withLock { $0.insert(written).memberAfterInsert.text }
  }
}
