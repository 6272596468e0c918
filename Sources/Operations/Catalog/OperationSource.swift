import BankSystems
package import Definitions
package import Atoms
import Texts
package import SourceText
import Dispatch
import FoundationEssentials
import JSON
import Secrets
import Synchronization
import YAML

/// The complete source of one version of an operation.
///
/// It is stored when the version enters service, and compiled again to evaluate forms of that
/// version.
package struct OperationSource: Sendable, Equatable {
  /// The format of definitions. Increase it if the meaning of an unchanged file changes.
  static let format = 3

  /// The operation's file.
  package let file: DefinitionFile
  /// The included fragments, sorted by file name.
  package let fragments: [DefinitionFile]
  /// The used composed kinds, sorted by file name.
  package let kinds: [DefinitionFile]
  /// The used translations from catalogs, sorted.
  let translations: [Translations.Use]
  /// The service files of the systems that the operation uses, sorted by file name.
  let services: [DefinitionFile]
  /// The digests of its queries, in order. Only a change of their meaning creates another version.
  let queries: [String]
  /// The files of the used tables, sorted by file name. `queries` contains their digests.
  package let tables: [DefinitionFile]
  /// The documents of its consents, sorted by file name. `queries` contains their digests.
  package let documents: [DefinitionFile]
  /// The format of the engine that read the source.
  let format: Int

  /// Creates a source in the current format.
  init(
    file: DefinitionFile, fragments: [DefinitionFile], kinds: [DefinitionFile] = [],
    translations: [Translations.Use], services: [DefinitionFile] = [], queries: [String] = [],
    tables: [DefinitionFile] = [], documents: [DefinitionFile] = []
  ) {
    (self.tables, self.kinds) = (tables, kinds)
    self.documents = documents
    (self.file, self.fragments, self.translations) = (file, fragments, translations)
    (self.services, self.queries, format) = (services, queries, Self.format)
  }

  /// The version: the first 12 hexadecimal digits of a digest of the format and all texts.
  ///
  /// Sources with the same version have the same meaning. File names are not part of it, except the
  /// names of fragments.
  package var version: String {
    var fields = [Array("valence operation \(format)".utf8), file.bytes, Array("\(fragments.count)".utf8)]
    for fragment in fragments { fields += [Array(fragment.id.utf8), fragment.bytes] }
    for use in translations { fields += [use.language.rawValue, use.text, use.translation].map { Array($0.utf8) } }
    fields += queries.map { Array("query \($0)".utf8) }
    for kind in kinds { fields += [Array("kind \(kind.id)".utf8), kind.bytes] }
    return Digest(ofFields: fields).digits(ofBytes: 6)
  }

  /// Compiles the source as a version, with the queries of its own service files. `vocabulary` must
  /// not contain queries of systems.
  ///
  /// Throws the faults if this engine cannot read the source.
  package func compiled(
    as version: String, with vocabulary: Vocabulary, keepingTrees: Bool = false
  ) throws(Diagnostics) -> Operation {
    let root = try expanded()
    var (systems, faults): ([BankSystem], Diagnostics) = ([], Diagnostics())
    for file in services { systems.append(try BankSystem(file, person: vocabulary.person)) }
    var files: [TableFile] = []
    for table in tables { files.append(try TableFile(table, catalogs)) }
    var documents: [DocumentFile] = []
    for document in self.documents { documents.append(try DocumentFile(document)) }
    let words = vocabulary.adding(systems, &faults).adding(files, &faults).adding(documents)
    guard !faults.hasErrors else { throw faults }
    return try OperationCompiler.checked(root, version: { _ in version }, with: words, keepingTrees: keepingTrees)
      .operation
  }

  /// Returns the operation's file with its fragments included and its translations attached.
  func expanded() throws(Diagnostics) -> SourceNode {
    var known: [String: Fragment?] = [:]
    for file in fragments {
      let fragment = try Fragment(file)
      known.updateValue(fragment, forKey: file.id)
      // Earlier versions named a fragment by its file name up to the first dot.
      if known[file.stem] == nil { known.updateValue(fragment, forKey: file.stem) }
    }
    let root = try YAMLFile(file.bytes, name: file.name, translations: Translations(catalogs)).root
    var ofKinds: [String: KindFile?] = [:]
    for file in kinds {
      let kind = try KindFile(file)
      ofKinds.updateValue(kind, forKey: kind.name)
    }
    var inclusion = Inclusion(known, kinds: ofKinds)
    let whole = inclusion.expanded(root)
    guard !inclusion.faults.hasErrors else { throw inclusion.faults }
    return whole
  }

  /// The translations as catalogs.
  private var catalogs: [Language: [String: SourceNode]] {
    var catalogs: [Language: [String: SourceNode]] = [:]
    let place = Location(file: SourceFile(name: "(stored)", text: ""), line: 1, column: 1)
    for use in translations {
      catalogs[use.language, default: [:]][use.text] = SourceNode(.scalar(use.translation, quoted: true), at: place)
    }
    return catalogs
  }
}

extension OperationSource {
  /// The source as JSON.
  package var json: String {
    var writer = Writer(capacity: 4096)
    writer.beginObject()
    writer.member("format", format)
    writer.key("file")
    writer.file(file)
    writer.key("fragments")
    writer.array { writer in for fragment in fragments { writer.file(fragment) } }
    if !kinds.isEmpty {
      writer.key("kinds")
      writer.array { writer in for kind in kinds { writer.file(kind) } }
    }
    if !services.isEmpty {
      writer.key("services")
      writer.array { writer in for service in services { writer.file(service) } }
    }
    if !services.isEmpty || !tables.isEmpty || !documents.isEmpty {
      writer.key("queries")
      writer.array { writer in for query in queries { writer.string(query) } }
    }
    if !tables.isEmpty {
      writer.key("tables")
      writer.array { writer in for table in tables { writer.file(table) } }
    }
    if !documents.isEmpty {
      writer.key("documents")
      writer.array { writer in for document in documents { writer.file(document) } }
    }
    writer.key("translations")
    writer.array { writer in
      for use in translations {
        writer.object { writer in
          writer.member("language", use.language.rawValue)
          writer.member("text", use.text)
          writer.member("translation", use.translation)
        }
      }
    }
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Parses a source from the JSON of `json`; nil for any other text.
  package init?(json: String) {
    guard let value = try? Value(reading: Array(json.utf8), limits: Limits(size: .max)),
      let format = value["format"]?.integer,
      let file = DefinitionFile(value["file"]), let fragments = value["fragments"]?.array,
      let translations = value["translations"]?.array
    else { return nil }
    self.format = Int(format)
    self.file = file
    self.fragments = fragments.compactMap { DefinitionFile($0) }
    kinds = (value["kinds"]?.array ?? []).compactMap { DefinitionFile($0) }
    services = (value["services"]?.array ?? []).compactMap { DefinitionFile($0) }
    tables = (value["tables"]?.array ?? []).compactMap { DefinitionFile($0) }
    documents = (value["documents"]?.array ?? []).compactMap { DefinitionFile($0) }
    queries = (value["queries"]?.array ?? []).compactMap(\.string)
    self.translations = translations.compactMap { use in
      guard let language = use["language"]?.string.flatMap(Language.init(rawValue:)), let text = use["text"]?.string,
        let translation = use["translation"]?.string
      else { return nil }
      return Translations.Use(text, into: language, translation)
    }
    guard self.fragments.count == fragments.count, self.translations.count == translations.count else { return nil }
  }
}

extension Writer {
  /// Writes a file with its name and text. The content of a PDF document is in Base64.
  fileprivate mutating func file(_ file: DefinitionFile) {
    beginObject()
    member("name", file.name)
    if let text = String(validating: file.bytes, as: UTF8.self) {
      member("text", text)
    } else {
      member("base64", Data(file.bytes).base64EncodedString())
    }
    endObject()
  }
}

extension DefinitionFile {
  /// Parses a file from the JSON of `Writer.file`; nil for any other value.
  fileprivate init?(_ value: Value?) {
    guard let name = value?["name"]?.string else { return nil }
    if let text = value?["text"]?.string {
      self.init(name: name, bytes: Array(text.utf8))
    } else if let data = value?["base64"]?.string.flatMap({ Data(base64Encoded: $0) }) {
      self.init(name: name, bytes: Array(data))
    } else {
      return nil
    }
  }
}

/// The result of reading one operation file. It depends only on the file, the fragments,
/// kinds, translations, services and tables.
struct OperationReading: Sendable {
  /// An operation without faults.
  struct Result: Sendable {
    let operation: Operation
    let source: OperationSource
    /// The location of the operation.
    let location: Location
  }

  /// The operation; nil if it has faults.
  private(set) var result: Result?
  /// The faults. An operation with faults cannot be served.
  private(set) var faults = Diagnostics()
  private(set) var warnings = Diagnostics()
  /// The file names of the included fragments, one for each prefix.
  private(set) var included: [String] = []

  /// Reads files in parallel. Returns the results in the order of the files.
  static func all(
    of files: [DefinitionFile], inclusion: Inclusion, catalogs: [Language: [String: SourceNode]],
    systems: [BankSystem] = [], tables: [TableFile] = [], documents: [DocumentFile] = [],
    with vocabulary: Vocabulary
  ) -> [OperationReading] {
    let texts = SharedTexts()
    let read = Mutex<[OperationReading?]>(Array(repeating: nil, count: files.count))
    DispatchQueue.concurrentPerform(iterations: files.count) { place in
      let reading = OperationReading(
        files[place], texts, inclusion, catalogs, systems, tables, documents, vocabulary)
      read.withLock { $0[place] = reading }
    }
    return read.withLock { $0.compactMap(\.self) }
  }

  private init(
    _ file: DefinitionFile, _ texts: SharedTexts, _ inclusion: Inclusion,
    _ catalogs: [Language: [String: SourceNode]],
    _ systems: [BankSystem], _ tables: [TableFile], _ documents: [DocumentFile], _ vocabulary: Vocabulary
  ) {
    do throws(Diagnostics) {
      let translations = Translations(catalogs)
      let root = try YAMLFile(file.bytes, name: file.name, translations: translations, sharing: texts).root
      var inclusion = inclusion
      let whole = inclusion.expanded(root)
      let files = inclusion.used.values.map(\.file).sorted { $0.name < $1.name }
      let kinds = inclusion.usedKinds.values.map(\.file).sorted { $0.name < $1.name }
      included = inclusion.inclusions.compactMap(\.first)
      faults.append(inclusion.faults)
      if inclusion.isBroken { return }
      func source(_ queries: [any SystemQuery]) -> OperationSource {
        let asked = Set(queries.map(\.system))
        let used = tables.filter { table in queries.contains { $0 === table.table } }
        let shown = documents.filter { document in queries.contains { $0 === document.document } }
        let uses = used.reduce(into: Set(translations.uses)) { $0.formUnion($1.uses) }
        return OperationSource(
          file: file, fragments: files, kinds: kinds, translations: uses.sorted(),
          services: systems.filter { asked.contains($0.name) }.map(\.file).sorted { $0.name < $1.name },
          queries: queries.map { "\($0.name) \($0.digest)" },
          tables: used.map(\.file).sorted { $0.name < $1.name },
          documents: shown.map(\.file).sorted { $0.name < $1.name })
      }
      // The used translations and queries are known only after compiling, so `version` is a
      // closure.
      let (operation, warnings) = try OperationCompiler.checked(
        whole, version: { source($0).version }, with: vocabulary, keepingTrees: false)
      self.warnings = warnings
      result = Result(
        operation: operation,
        source: source(
          operation.queries + [operation.delivery].compactMap(\.self) + operation.tables + operation.consentDocuments),
        location: root.location)
    } catch {
      faults.append(error)
    }
  }
}
