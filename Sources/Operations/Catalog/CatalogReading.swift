import Atoms

/// A set of definition files while it is read.
struct CatalogReading {
  /// The operations that have no faults, with what each was compiled from.
  private(set) var operations: [(operation: Operation, source: OperationSource)] = []
  /// What was found in all files.
  private(set) var diagnostics = Diagnostics()
  private var fragments: [String: Fragment?] = [:]
  private var locales: [LocaleFile] = []
  private let catalogs: [Language: [String: SourceNode]]
  private var places: [String: Location] = [:]
  private var usedFragments: Set<String> = []
  private var usedTranslations: Set<Translations.Use> = []

  /// Reads the fragments and locales of a set.
  init(_ files: DefinitionFiles) {
    for file in files.fragments {
      do throws(Diagnostics) {
        fragments.updateValue(try Fragment(file), forKey: file.stem)
      } catch {
        diagnostics.append(error)
        fragments.updateValue(nil, forKey: file.stem)
      }
    }
    for file in files.locales {
      do throws(Diagnostics) {
        let locale = try LocaleFile(file)
        diagnostics.append(locale.warnings)
        locales.append(locale)
      } catch {
        diagnostics.append(error)
      }
    }
    catalogs = Dictionary(locales.map { ($0.language, $0.translations) }) { first, _ in first }
  }

  /// Reads an operation.
  mutating func read(_ file: DefinitionFile, with vocabulary: Vocabulary) {
    do throws(Diagnostics) {
      let translations = Translations(catalogs)
      let root = try YAMLFile(file.bytes, name: file.name, translations: translations).root
      var inclusion = Inclusion(fragments)
      let whole = inclusion.expanded(root)
      usedFragments.formUnion(inclusion.used.keys)
      diagnostics.append(inclusion.faults)
      if inclusion.isBroken { return }
      let included = inclusion.used.values.map(\.file).sorted { $0.name < $1.name }
      func source() -> OperationSource {
        OperationSource(file: file, fragments: included, translations: translations.uses)
      }
      // Which translations it uses shows only while it is compiled.
      let operation = try OperationCompiler.compile(whole, version: source().version, with: vocabulary)
      usedTranslations.formUnion(translations.uses)
      diagnostics.append(translations.warnings)
      if let first = places[operation.id] {
        diagnostics.error("operation `\(operation.id)` stands already in \(first.file.name)", at: root.location)
      }
      places[operation.id] = root.location
      operations.append((operation, source()))
    } catch {
      diagnostics.append(error)
    }
  }

  /// Warns of fragments and translations that no operation uses.
  mutating func noteWhatIsUnused() {
    for fragment in fragments.values.compactMap(\.self) where !usedFragments.contains(fragment.name) {
      diagnostics.warning("no operation includes this fragment", at: fragment.location)
    }
    for locale in locales { diagnostics.append(locale.unused(besides: usedTranslations)) }
  }
}
