import BankSystems
import Definitions
import Atoms
import Texts
import SourceText

/// Reads a set of definition files and collects operations and findings.
struct CatalogReading {
  /// The operations without faults, each with its source.
  private(set) var operations: [(operation: Operation, source: OperationSource)] = []
  /// The results for operations without faults, by file name.
  private(set) var readings: [String: OperationReading] = [:]
  private(set) var systems: [BankSystem] = []
  private(set) var recordings: [RecordedSystem] = []
  /// The faults. A set with faults cannot be served.
  private(set) var faults = Diagnostics()
  /// True if names in a service or table file could not be read. Then operations cannot be checked
  /// yet.
  private(set) var isVague = false
  /// The warnings that are always reported. Warnings in the lines of fragments are in
  /// `fragmentWarnings`.
  private var remarks = Diagnostics()
  private var fragments: [String: Fragment?] = [:]
  /// The composed kinds by name; nil for a kind whose file has faults.
  private(set) var kinds: [String: KindFile?] = [:]
  /// The kinds of the configuration, without the shipped ones.
  private var ownKinds: [KindFile] = []
  /// The names of the fragments, including those with faults.
  var fragmentNames: [String] { fragments.keys.sorted() }
  private var locales: [LocaleFile] = []
  private var tables: [TableFile] = []
  /// The file names of the tables that operations use.
  private var usedTables: Set<String> = []
  private var documents: [DocumentFile] = []
  /// The file names of the documents that operations use.
  private var usedDocuments: Set<String> = []
  private(set) var pictures: [PictureFile] = []
  private let catalogs: [Language: [String: SourceNode]]
  private var places: [String: Location] = [:]
  /// The number of inclusions by the fragment's file name. Each prefix in one operation counts as
  /// an inclusion.
  private var inclusions: [String: Int] = [:]
  /// The warnings in fragments, each with the number of inclusions that have it.
  private var fragmentWarnings: [(warning: Diagnostic, count: Int)] = []
  private var usedTranslations: Set<Translations.Use> = []

  /// Reads the fragments and translation catalogs of a set.
  init(_ files: DefinitionFiles) {
    for file in files.fragments {
      do throws(Diagnostics) {
        let fragment = try Fragment(file)
        remarks.append(fragment.warnings)
        if let first = fragments[file.id]??.file {
          faults.error(
            .duplicate, "fragment `\(file.id)` is already defined in \(first.name)", at: fragment.location)
        }
        fragments.updateValue(fragment, forKey: file.id)
      } catch {
        faults.append(error)
        fragments.updateValue(nil, forKey: file.id)
      }
    }
    for file in files.locales {
      do throws(Diagnostics) {
        let locale = try LocaleFile(file)
        remarks.append(locale.warnings)
        if let first = locales.first(where: { $0.language == locale.language }) {
          faults.error(
            .duplicate, "translations into `\(locale.language.rawValue)` are already in \(first.location.file.name)",
            at: locale.location)
        }
        locales.append(locale)
      } catch {
        faults.append(error)
      }
    }
    catalogs = Dictionary(locales.map { ($0.language, $0.translations) }) { first, _ in first }
    readKinds(of: files)
  }

  /// Reads the kinds of a set. A kind of the configuration replaces one of the library.
  private mutating func readKinds(of files: DefinitionFiles) {
    for file in files.kinds {
      do throws(Diagnostics) {
        let kind = try KindFile(file)
        remarks.append(kind.warnings)
        if let first = kinds[kind.name]??.location {
          faults.error(
            .duplicate, "kind `\(kind.name)` is already defined in \(first.described(from: kind.location))",
            at: kind.location)
        }
        kinds.updateValue(kind, forKey: kind.name)
        ownKinds.append(kind)
      } catch {
        faults.append(error)
        if kinds[file.id] == nil { kinds.updateValue(nil, forKey: file.id) }
      }
    }
    for file in files.library {
      do throws(Diagnostics) {
        let kind = try KindFile(file)
        if kinds[kind.name] == nil { kinds.updateValue(kind, forKey: kind.name) }
      } catch {
        faults.append(error)
      }
    }
  }

  /// Adds a fault for each path that is unreadable, misnamed, or a symbolic link to a file outside
  /// its directory, and a warning for each path that nothing reads.
  mutating func refuseUnread(of files: DefinitionFiles) {
    for path in files.unreadable {
      let start = Location(file: SourceFile(name: path, text: ""), line: 1, column: 1)
      faults.error(.unreadableFile, "the file cannot be read", at: start)
    }
    for (path, remedy) in files.unused {
      let start = Location(file: SourceFile(name: path, text: ""), line: 1, column: 1)
      remarks.warning(.unused, "nothing reads this", remedy: ": \(remedy)", at: start)
      // The faults of a set can follow from it, and are reported without the remarks.
      faults.warning(.unused, "nothing reads this", remedy: ": \(remedy)", at: start)
    }
    for path in files.linkedOut {
      let start = Location(file: SourceFile(name: path, text: ""), line: 1, column: 1)
      faults.error(.unreadableFile, DefinitionFile.isLinkedOut, at: start)
    }
    for path in files.misnamed {
      let start = Location(file: SourceFile(name: path, text: ""), line: 1, column: 1)
      faults.error(
        .fileName, "a definition file's name must end with `.yaml`", remedy: ": rename this file, which is not read",
        at: start)
    }
  }

  /// Reads the services, tables, documents and pictures. Returns the vocabulary with their names.
  mutating func names(of files: DefinitionFiles, over vocabulary: Vocabulary) -> Vocabulary {
    var words = read(
      documents: files.documents, over: read(tables: files.tables, over: read(files.services, over: vocabulary)))
    pictures = PictureFile.all(files.images, &faults)
    words.pictures = Pictures(files: pictures.map(\.name))
    return words
  }

  /// Reads the service files and the recorded answers. Returns the vocabulary with the names of the
  /// systems.
  mutating func read(_ files: [DefinitionFile], over vocabulary: Vocabulary) -> Vocabulary {
    var places: [String: Location] = [:]
    for file in files {
      do throws(Diagnostics) {
        if file.name.hasSuffix(RecordedSystem.ending) {
          recordings.append(try RecordedSystem(file))
        } else {
          var reading = SystemReading(person: vocabulary.person)
          defer { isVague = isVague || reading.isVague }
          let read = reading.system(in: file)
          take(reading.faults)
          guard let system = read else { continue }
          if let first = places[system.name], !system.name.isEmpty {
            faults.error(
              .duplicate, "service `\(system.name)` is already declared in \(first.file.name)", at: system.location)
          }
          places[system.name] = system.location
          systems.append(system)
        }
      } catch {
        faults.append(error)
      }
    }
    refuseSendersTwice()
    let areWhole = !faults.hasErrors
    for recording in recordings where areWhole && places[recording.name] == nil {
      let hint = suggestion(for: recording.name, among: Array(places.keys))
      faults.error(.unknownDefinition, "there is no service `\(recording.name)`", remedy: hint, at: recording.location)
    }
    if areWhole { remarks.append(RecordedReview.findings(of: recordings, against: systems)) }
    let before = faults.all.count
    let words = vocabulary.adding(systems, &faults)
    // An operation that uses a rejected name is not at fault.
    isVague = isVague || faults.all.count > before
    return words
  }

  /// Reads the tables. Returns the vocabulary with them.
  mutating func read(tables files: [DefinitionFile], over vocabulary: Vocabulary) -> Vocabulary {
    for file in files {
      do throws(Diagnostics) {
        let table = try TableFile(file, catalogs)
        remarks.append(table.warnings)
        tables.append(table)
      } catch {
        faults.append(error)
        isVague = true
      }
    }
    let before = faults.all.count
    let words = vocabulary.adding(tables, &faults)
    isVague = isVague || faults.all.count > before
    return words
  }

  /// Reads the documents. Returns the vocabulary with them.
  mutating func read(documents files: [DefinitionFile], over vocabulary: Vocabulary) -> Vocabulary {
    for file in files {
      do throws(Diagnostics) {
        documents.append(try DocumentFile(file))
      } catch {
        faults.append(error)
        isVague = true
      }
    }
    return vocabulary.adding(documents)
  }

  /// Adds a fault for each sender whose name is declared in another service, because the
  /// configuration selects senders by name.
  private mutating func refuseSendersTwice() {
    var places: [String: Location] = [:]
    for sender in systems.flatMap(\.senders) {
      if let first = places[sender.name], first.file.name != sender.location.file.name {
        faults.error(
          .duplicate, "`\(sender.name)` is already declared in \(first.described(from: sender.location))",
          at: sender.location)
      }
      places[sender.name] = sender.location
    }
  }

  /// Reads the operations of the set.
  ///
  /// `known` contains results by file name, for the same fragments, translation catalogs, services
  /// and tables. Results for unchanged files are reused.
  mutating func read(
    _ files: [DefinitionFile], with vocabulary: Vocabulary, keeping known: [String: OperationReading] = [:]
  ) {
    let kept = files.map { file in known[file.name].flatMap { $0.result?.source.file == file ? $0 : nil } }
    var anew = OperationReading.all(
      of: zip(files, kept).compactMap { $1 == nil ? $0 : nil },
      inclusion: Inclusion(fragments, kinds: kinds), catalogs: catalogs,
      systems: systems, tables: tables, documents: documents, with: vocabulary
    ).makeIterator()
    for (file, kept) in zip(files, kept) {
      guard let reading = kept ?? anew.next() else { continue }
      take(reading, of: file)
    }
  }

  private mutating func take(_ reading: OperationReading, of file: DefinitionFile) {
    for fragment in reading.included { inclusions[fragment, default: 0] += 1 }
    faults.append(reading.faults)
    guard let result = reading.result else { return }
    let (operation, source) = (result.operation, result.source)
    usedTranslations.formUnion(source.translations)
    usedTables.formUnion(source.tables.map(\.name))
    usedDocuments.formUnion(source.documents.map(\.name))
    for warning in reading.warnings.all { note(warning) }
    if let first = places[operation.id] {
      faults.error(
        .duplicate, "operation `\(operation.id)` is already defined in \(first.file.name)", at: result.location)
    }
    places[operation.id] = result.location
    operations.append((operation, source))
    if !reading.faults.hasErrors { readings[file.name] = reading }
  }

  /// Adds errors to the faults, and warnings to the remarks.
  private mutating func take(_ findings: Diagnostics) {
    for finding in findings.all {
      if finding.severity == .error { faults.append(finding) } else { remarks.append(finding) }
    }
    for remark in findings.remarks { remarks.append(remark) }
  }

  /// Stores a warning. A warning in a fragment is counted, because it is reported only if all
  /// inclusions have it.
  private mutating func note(_ warning: Diagnostic) {
    guard warning.location.file.includedFrom != nil else { return remarks.append(warning) }
    if let known = fragmentWarnings.firstIndex(where: { $0.warning.headline == warning.headline }) {
      fragmentWarnings[known].count += 1
    } else {
      fragmentWarnings.append((warning, 1))
    }
  }

  /// Reads the navigation between the operations.
  ///
  /// Continuations and links of operations can also lead to `others`, the routes of another set.
  mutating func navigation(
    of files: DefinitionFiles, routes others: [Route], with vocabulary: Vocabulary
  ) -> Navigation {
    let reading = NavigationReading(
      files, operations.map(\.operation), lacksOperations: operations.count < files.operations.count,
      catalogs: catalogs, routes: others, with: vocabulary)
    take(reading.faults)
    remarks.append(reading.warnings)
    usedTranslations.formUnion(reading.usedTranslations)
    if files.isWhole { noteUnsent(besides: Set(reading.flows.map(\.operation))) }
    return Navigation(
      screens: reading.screens, routes: reading.routes, flows: reading.flows,
      continuations: reading.continuations, version: Navigation.version(of: files, using: reading.usedTranslations))
  }

  /// Warns of operations with an effect that no button and none of these flows submit.
  private mutating func noteUnsent(besides submitted: Set<String>) {
    for (operation, _) in operations where operation.submitButtons.isEmpty && !submitted.contains(operation.id) {
      guard let effect = operation.effect, let place = places[operation.id] else { continue }
      remarks.warning(
        .notSubmitted,
        "`\(operation.id)` has the effect `\(effect)`, but no button with `action: submit` and no flow submits it",
        at: place)
    }
  }

  /// Warns of unused fragments, tables, documents and translations.
  mutating func noteWhatIsUnused() {
    for fragment in fragments.values.compactMap(\.self) where inclusions[fragment.file.name] == nil {
      remarks.warning(.unused, "no operation includes this fragment", at: fragment.location)
    }
    for kind in ownKinds where inclusions[kind.file.name] == nil {
      remarks.warning(.unused, "no operation uses the kind `\(kind.name)`", at: kind.location)
    }
    for table in tables {
      usedTranslations.formUnion(table.uses)
      guard !usedTables.contains(table.file.name) else { continue }
      remarks.warning(.unused, "no operation uses the table `\(table.table.name)`", at: table.location)
    }
    for document in documents where !usedDocuments.contains(document.file.name) {
      let start = Location(file: SourceFile(name: document.file.name, text: ""), line: 1, column: 1)
      remarks.warning(.unused, "no operation uses this document", at: start)
    }
    let untranslated = remarks.all.filter { $0.code == .missingTranslation }.map(\.location)
    for locale in locales { remarks.append(locale.unused(besides: usedTranslations, near: untranslated)) }
  }

  /// The warnings. A warning in a fragment is included only if all inclusions have it.
  var warnings: Diagnostics {
    var all = remarks
    for (warning, count) in fragmentWarnings where count >= inclusions[warning.location.file.name] ?? 0 {
      all.append(warning)
    }
    return all.unique.groupingTranslations
  }
}
