package import Texts
import Synchronization

/// The translation catalogs for one operation, with a record of the translations that it uses.
///
/// The version of the operation covers the used translations. A warning reports translations that
/// no operation uses.
///
/// `uses` is complete only after the operation is compiled.
package final class Translations: Sendable {
  /// A used translation.
  package struct Use: Sendable, Hashable, Comparable {
    package let language: Language
    /// The text in the default language.
    package let text: String
    /// The text in `language`.
    package let translation: String

    package init(_ text: String, into language: Language, _ translation: String) {
      (self.text, self.language, self.translation) = (text, language, translation)
    }

    package static func < (a: Use, b: Use) -> Bool {
      (a.language.rawValue, a.text) < (b.language.rawValue, b.text)
    }
  }

  private let catalogs: [Language: [String: SourceNode]]
  private let used = Mutex<Set<Use>>([])

  /// Creates the translations from catalogs by language. A catalog maps texts in the default
  /// language to nodes.
  package init(_ catalogs: [Language: [String: SourceNode]]) { self.catalogs = catalogs }

  /// The used translations, ordered by language and text.
  package var uses: [Use] { used.withLock { $0.sorted() } }

  /// Returns the translation of a text and records its use; nil if the text has no translation.
  func translation(of text: String, into language: Language) -> SourceNode? {
    guard let node = catalogs[language]?[text], let translation = node.scalar else { return nil }
    _ = used.withLock { $0.insert(Use(text, into: language, translation)) }
    return node
  }
}
