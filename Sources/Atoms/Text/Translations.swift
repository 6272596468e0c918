import Synchronization

/// The catalogs of translations that one operation is read with, and what it needed of them.
package final class Translations: Sendable {
  /// One translation that was used.
  package struct Use: Sendable, Hashable, Comparable {
    /// The language of the translation.
    package let language: Language
    /// The text in the default language.
    package let text: String
    /// The text in that language.
    package let translation: String

    /// A translation of a text.
    package init(_ text: String, into language: Language, _ translation: String) {
      (self.text, self.language, self.translation) = (text, language, translation)
    }

    package static func < (a: Use, b: Use) -> Bool {
      (a.language.rawValue, a.text) < (b.language.rawValue, b.text)
    }
  }

  private let catalogs: [Language: [String: SourceNode]]
  private let used = Mutex<Set<Use>>([])

  /// Catalogs by language: each text in the default language with the node of its translation.
  package init(_ catalogs: [Language: [String: SourceNode]]) { self.catalogs = catalogs }

  /// What was used, in order.
  package var uses: [Use] { used.withLock { $0.sorted() } }

  /// The translation of a text, which is noted as used; nil where there is none.
  func translation(of text: String, into language: Language) -> SourceNode? {
    guard let node = catalogs[language]?[text], let translation = node.scalar else { return nil }
    _ = used.withLock { $0.insert(Use(text, into: language, translation)) }
    return node
  }
}
