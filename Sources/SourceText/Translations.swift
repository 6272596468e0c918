package import Texts
import Synchronization

/// The translation catalogs for reading one operation, with a record of the translations that it uses.
///
/// The operation's version covers the used translations, and the author is warned of those that no operation uses.
///
///     let translations = Translations(catalogs)
///     let root = try YAMLFile(file.bytes, name: file.name, translations: translations).root
///     // Compile `root`; only then are the used translations known.
///     translations.uses
package final class Translations: Sendable {
  /// A translation that was used.
  package struct Use: Sendable, Hashable, Comparable {
    /// The language that the text was translated into.
    package let language: Language
    /// The text in the default language.
    package let text: String
    /// The text in `language`.
    package let translation: String

    /// Creates a record of one translation.
    package init(_ text: String, into language: Language, _ translation: String) {
      (self.text, self.language, self.translation) = (text, language, translation)
    }

    package static func < (a: Use, b: Use) -> Bool {
      (a.language.rawValue, a.text) < (b.language.rawValue, b.text)
    }
  }

  private let catalogs: [Language: [String: SourceNode]]
  private let used = Mutex<Set<Use>>([])

  /// Takes catalogs by language: each text in the default language with the node of its translation.
  package init(_ catalogs: [Language: [String: SourceNode]]) { self.catalogs = catalogs }

  /// The used translations, by language and text.
  package var uses: [Use] { used.withLock { $0.sorted() } }

  /// Returns the translation of a text and records its use; nil when there is none.
  func translation(of text: String, into language: Language) -> SourceNode? {
    guard let node = catalogs[language]?[text], let translation = node.scalar else { return nil }
    _ = used.withLock { $0.insert(Use(text, into: language, translation)) }
    return node
  }
}
