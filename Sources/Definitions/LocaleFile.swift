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
  /// The top of the file.
  package let location: Location
  private var places: [(text: String, location: Location)] = []

  /// Reads a catalog. Throws all its faults.
  package init(_ file: DefinitionFile) throws(Diagnostics) {
    let root = try YAMLFile(file.bytes, name: file.name).root
    var faults = Diagnostics()
    let known = Language.allCases.filter { $0 != .standard }
    guard let language = known.first(where: { $0.rawValue == file.id }) else {
      let names = known.map { "\($0.rawValue).yaml" }.joined(separator: ", ")
      faults.error(
        .unknownLanguage,
        file.id == Language.standard.rawValue
          ? "definitions are written in `\(file.id)`, so there is nothing to translate"
          : "`\(file.id)` is not a language of translations", remedy: "; catalogs are \(names)",
        at: root.location)
      throw faults
    }
    (self.language, location) = (language, root.location)
    guard let entries = root.mapping else {
      faults.error(
        .wrongShape, "a catalog is a mapping from texts to their translations, not \(root.noun)", at: root.location)
      throw faults
    }
    for entry in entries {
      guard let text = entry.key.scalar else {
        faults.error(
          .wrongShape, "the translated text must be a single value, not \(entry.key.noun)", at: entry.key.location)
        continue
      }
      guard !entry.value.isNull, entry.value.scalar?.isEmpty != true else {
        warnings.warning(
          .missingTranslation, "`\(text)` has an empty translation, which is ignored", at: entry.key.location)
        continue
      }
      guard entry.value.scalar != nil else {
        faults.error(.wrongShape, "a translation is a single text, not \(entry.value.noun)", at: entry.value.location)
        continue
      }
      guard translations.updateValue(entry.value, forKey: text) == nil else {
        faults.error(.duplicate, "`\(text)` is translated twice", at: entry.key.location)
        continue
      }
      places.append((text, entry.key.location))
    }
    guard !faults.hasErrors else { throw faults }
  }

  /// Returns a warning for each translation that is not in `uses`.
  ///
  /// - Parameter untranslated: The locations of texts without a translation. If one of them differs
  ///   from a translated text only in the case of letters, the warning contains it.
  package func unused(besides uses: Set<Translations.Use>, near untranslated: [Location]) -> Diagnostics {
    let used = Set(uses.filter { $0.language == language }.map(\.text))
    let starts = untranslated.prefix(Self.maxCompared).compactMap(Self.text)
    var warnings = Diagnostics()
    for (index, (text, location)) in places.filter({ !used.contains($0.text) }).enumerated() {
      let near = index < Self.maxCompared ? starts.lazy.compactMap { Self.likeness(of: text, in: $0) }.first : nil
      let remedy = near.map { ", did you mean `\($0)`?" } ?? ""
      warnings.warning(.unused, "this translation of `\(text)` is unused", remedy: remedy, at: location)
    }
    return warnings
  }

  /// The maximum number of translations and of texts that are compared.
  private static let maxCompared = 100

  /// Returns the start of a line if it differs from a text only in the case of letters, and a
  /// value of YAML can end there; otherwise nil.
  private static func likeness(of text: String, in line: String) -> String? {
    let start = line.prefix(text.count)
    guard start != text, start.lowercased() == text.lowercased() else { return nil }
    return line.dropFirst(text.count).first.map { ",}]\"' ".contains($0) } ?? true ? String(start) : nil
  }

  /// Returns the line from a location on, without a quotation mark, at most 200 characters.
  private static func text(at location: Location) -> String? {
    location.text.map { line in
      let rest = String(line.unicodeScalars.dropFirst(location.column - 1).prefix(200))
      return String(rest.drop { $0 == "\"" || $0 == "'" })
    }
  }
}
