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

  /// A text that no catalog translates.
  private struct Lack {
    let text: String
    let language: Language
    let location: Location
  }

  private let catalogs: [Language: [String: SourceNode]]
  private let used = Mutex<Set<Use>>([])
  private let lacking = Mutex<[Lack]>([])

  /// Catalogs by language: each text in the default language with the node of its translation.
  package init(_ catalogs: [Language: [String: SourceNode]]) { self.catalogs = catalogs }

  /// What was used, in order.
  package var uses: [Use] { used.withLock { $0.sorted() } }

  /// A warning for each text that has no translation.
  package var warnings: Diagnostics {
    var warnings = Diagnostics()
    for lack in lacking.withLock({ $0 }) {
      warnings.warning("`\(lack.text)` has no translation into \(lack.language.rawValue)", at: lack.location)
    }
    return warnings
  }

  /// The translation of a text that stands at that place; nil where there is none, which is noted.
  func translation(of text: String, into language: Language, at location: Location) -> SourceNode? {
    guard let node = catalogs[language]?[text], let translation = node.scalar, !translation.isEmpty else {
      if Self.hasWords(text) { lacking.withLock { $0.append(Lack(text: text, language: language, location: location)) } }
      return nil
    }
    _ = used.withLock { $0.insert(Use(text, into: language, translation)) }
    return node
  }

  /// Whether there is a letter outside of what is filled in, such as `{$fee}`; the branches of a plural count.
  private static func hasWords(_ text: String) -> Bool {
    var depth = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "{": depth += 1
      case "}": depth -= 1
      default: if depth != 1, scalar.properties.isAlphabetic { return true }
      }
    }
    return false
  }
}
