package import Texts
package import SourceText

/// A translation catalog: `config/locales/en.yaml` maps each text in the default language to
/// English.
package struct LocaleFile {
  /// The language of the translations.
  package let language: Language
  /// The nodes of the translations, by the text in the default language.
  package private(set) var translations: [String: SourceNode] = [:]
  package private(set) var warnings = Diagnostics()
  private var places: [(text: String, location: Location)] = []

  /// Reads a catalog. Throws all its faults.
  package init(_ file: DefinitionFile) throws(Diagnostics) {
    let root = try YAMLFile(file.bytes, name: file.name).root
    var faults = Diagnostics()
    let known = Language.allCases.filter { $0 != .standard }
    guard let language = known.first(where: { $0.rawValue == file.stem }) else {
      let names = known.map { "\($0.rawValue).yaml" }.joined(separator: ", ")
      faults.error(
        file.stem == Language.standard.rawValue
          ? "definitions are written in `\(file.stem)`, so there is nothing to translate; catalogs are \(names)"
          : "`\(file.stem)` is not a language of translations; catalogs are \(names)",
        at: root.location)
      throw faults
    }
    self.language = language
    guard let entries = root.mapping else {
      faults.error("a catalog is a mapping from texts to their translations, not \(root.noun)", at: root.location)
      throw faults
    }
    for entry in entries {
      guard let text = entry.key.scalar else {
        faults.error("the translated text must be a single value, not \(entry.key.noun)", at: entry.key.location)
        continue
      }
      guard !entry.value.isNull, entry.value.scalar?.isEmpty != true else {
        warnings.warning("`\(text)` has an empty translation, which is ignored", at: entry.key.location)
        continue
      }
      guard entry.value.scalar != nil else {
        faults.error("a translation is a single text, not \(entry.value.noun)", at: entry.value.location)
        continue
      }
      guard translations.updateValue(entry.value, forKey: text) == nil else {
        faults.error("`\(text)` is translated twice", at: entry.key.location)
        continue
      }
      places.append((text, entry.key.location))
    }
    guard !faults.hasErrors else { throw faults }
  }

  /// Returns a warning for each translation that is not in `uses`.
  package func unused(besides uses: Set<Translations.Use>) -> Diagnostics {
    let used = Set(uses.filter { $0.language == language }.map(\.text))
    var warnings = Diagnostics()
    for (text, location) in places where !used.contains(text) {
      warnings.warning("this translation of `\(text)` is unused", at: location)
    }
    return warnings
  }
}
