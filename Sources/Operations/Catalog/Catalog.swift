package import BankSystems
package import Definitions
package import Atoms
package import Texts
package import SourceText
import JSON

/// The immutable set of operations in service, by id.
///
/// Operations, fragments, translations and navigation are loaded and checked as one set. If any
/// part has faults, the catalog cannot be created. `ValidSubset` finds the largest valid set.
package final class Catalog: Sendable {
  /// The operations, sorted by id.
  package let operations: [Operation]
  /// The screens, routes, flows and continuations.
  package let navigation: Navigation
  /// The warnings for the authors.
  package let warnings: Diagnostics
  /// The duration of reading, checking and compiling.
  package let compileTime: Duration
  /// The bank systems that service files declare, in the order of the files.
  package let systems: [BankSystem]
  /// The recorded answers of systems.
  package let recordings: [RecordedSystem]
  /// The names that definitions can use in addition to their own atoms, including those of systems
  /// and tables.
  package let vocabulary: Vocabulary
  /// The same names without systems, tables, documents and pictures, because an earlier version of
  /// an operation contains its own files.
  let ownVocabulary: Vocabulary
  /// The files that the set was read from.
  package let files: DefinitionFiles
  /// The consents and their documents, by the SHA-256 digest of the document.
  let consents: [String: (ConsentKind, ConsentDocument)]
  /// The pictures by the name in their addresses.
  package let pictures: [String: (type: String, bytes: [UInt8])]
  private let byID: [String: Operation]
  /// The shared files as they were read: fragments, translation catalogs, services and tables.
  private let shared: CatalogReading
  /// The results of reading the operations, by file name.
  private let readings: [String: OperationReading]
  private let sources: [String: OperationSource]
  private let schemas = DataSchemas()

  package typealias Failure = DefinitionFailure

  /// Loads each `.yaml` file in a directory, except hidden files and scenario files.
  ///
  /// If the directory is named `operations`, also loads the other parts from its sibling
  /// directories. Throws all faults of all files.
  package convenience init(directory: String, vocabulary: Vocabulary) throws(Failure) {
    try self.init(DefinitionFiles(directory: directory), vocabulary: vocabulary)
  }

  /// Loads operation files, with the fragments, translation catalogs, services and tables of a
  /// configuration directory.
  ///
  /// If `configuration` is nil, the configuration directory is derived from the first path.
  package convenience init(
    paths: [String], configuration: String? = nil, vocabulary: Vocabulary
  ) throws(Failure) {
    try self.init(DefinitionFiles(paths: paths, configuration: configuration), vocabulary: vocabulary)
  }

  /// Checks and compiles a set of files. Throws all faults of all files.
  ///
  /// - Parameters:
  ///   - others: Routes of another set. Continuations and links of the operations can lead to them
  ///     too.
  ///   - old: A catalog with the same vocabulary. Operations with unchanged files are not compiled
  ///     again, unless a shared file has changed.
  package init(
    _ files: DefinitionFiles, routes others: [Route] = [], over old: Catalog? = nil, vocabulary: Vocabulary
  ) throws(Failure) {
    let began = ContinuousClock.now
    let known = old.flatMap { $0.files.sharesAll(with: files) ? $0 : nil }
    var reading = known?.shared ?? CatalogReading(files)
    ownVocabulary = vocabulary
    let vocabulary =
      known?.vocabulary ?? reading.names(of: files, over: vocabulary)
    shared = reading
    reading.refuseUnread(of: files)
    // An operation that uses an unreadable name is not at fault.
    if reading.isVague { throw .faults(reading.faults.unique) }
    reading.read(files.operations, with: vocabulary, keeping: known?.readings ?? [:])
    readings = reading.readings
    let navigation = reading.navigation(of: files, routes: others, with: vocabulary)
    guard !reading.faults.hasErrors else { throw .faults(reading.faults.unique) }
    self.navigation = navigation
    (systems, recordings) = (reading.systems, reading.recordings)
    if files.isWhole { reading.noteWhatIsUnused() }
    self.vocabulary = vocabulary
    self.files = files
    operations = reading.operations.map(\.operation).sorted { $0.id < $1.id }
    consents = Dictionary(
      operations.flatMap(\.documentConsents).map { ($0.1.sha256, $0) }, uniquingKeysWith: { first, _ in first })
    pictures = Dictionary(reading.pictures.map { ($0.name, ($0.type, $0.bytes)) }) { first, _ in first }
    warnings = reading.warnings
    byID = Dictionary(uniqueKeysWithValues: reading.operations.map { ($0.operation.id, $0.operation) })
    sources = Dictionary(uniqueKeysWithValues: reading.operations.map { ($0.operation.id, $0.source) })
    compileTime = ContinuousClock.now - began
  }

  /// The service files and the files of recorded answers.
  package var serviceFiles: [DefinitionFile] { files.services }

  package subscript(id: String) -> Operation? { byID[id] }

  /// Returns the input that contains the amount of an operation's effect, with its currency if it
  /// is fixed.
  ///
  /// Nil if the effect has no amount.
  package func limitedAmount(of operation: Operation) -> (atom: String, currency: String?)? {
    let inputs = operation.effect.flatMap { vocabulary.effects[$0] }?.inputs ?? []
    guard let paid = inputs.first(where: { $0.content == "amount" }) else { return nil }
    let atom = operation.place(of: paid.id).map { operation.atoms[$0] }
    return (paid.id, paid.currency ?? (atom?.kind as? TextInputKind)?.currency)
  }

  /// Returns the JSON Schema of an operation's values as JSON. `address` is the schema's address.
  ///
  /// The schema requires the syntax trees of the conditions, which a compiled operation does not
  /// keep. The first request therefore compiles the operation again.
  package func dataSchema(of operation: Operation, at address: String, in language: Language) -> [UInt8] {
    guard byID[operation.id] === operation, let source = sources[operation.id] else {
      var writer = Writer()
      writer.value(DataSchema(operation).document(at: address, in: language))
      return writer.bytes
    }
    return schemas.document(of: operation.id, in: language) {
      let whole = try? source.compiled(as: operation.version, with: ownVocabulary, keepingTrees: true)
      return DataSchema(whole ?? operation).document(at: address, in: language)
    }
  }

  /// Returns the source of the operation; nil for an unknown operation.
  package func source(of id: String) -> OperationSource? { sources[id] }
}
