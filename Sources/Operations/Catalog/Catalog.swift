package import BankSystems
package import Definitions
package import Atoms
package import Texts
package import SourceText
import JSON

/// The operations that serve, by id. A catalog never changes.
///
/// It is loaded and checked as one set with fragments, translations and navigation, so no part serves if one has
/// faults. `ValidSubset` finds the largest set without them.
package final class Catalog: Sendable {
  /// The operations, ordered by id.
  package let operations: [Operation]
  /// The screens, routes, flows and continuations.
  package let navigation: Navigation
  /// The warnings for the authors; the set serves all the same.
  package let warnings: Diagnostics
  /// The duration of reading, checking and compiling.
  package let compileTime: Duration
  /// The systems of the bank that service files declare, in the order of the files.
  package let systems: [BankSystem]
  /// The recorded answers of systems.
  package let recordings: [RecordedSystem]
  /// The names that definitions may use beside their own atoms, with those of the systems and tables.
  package let vocabulary: Vocabulary
  /// The same names without those of the systems and tables: an earlier version brings its own files.
  let ownVocabulary: Vocabulary
  /// The files that the set was read from.
  package let files: DefinitionFiles
  private let byID: [String: Operation]
  /// The reading of what operations share: fragments, translation catalogs, services and tables.
  private let shared: CatalogReading
  /// The readings of the operations, by the names of their files.
  private let readings: [String: OperationReading]
  private let sources: [String: OperationSource]
  private let schemas = DataSchemas()

  /// An error of loading a set of files.
  package typealias Failure = DefinitionFailure

  /// Loads each `.yaml` file of a directory, except hidden files and scenario files.
  ///
  /// For a directory named `operations`, it also loads the other parts, which lie beside it. Throws all faults of all
  /// files.
  package convenience init(directory: String, vocabulary: Vocabulary) throws(Failure) {
    try self.init(DefinitionFiles(directory: directory), vocabulary: vocabulary)
  }

  /// Loads these operation files, with the fragments and translation catalogs of a configuration directory.
  ///
  /// Without `configuration`, it is the configuration directory that holds the first path.
  package convenience init(
    paths: [String], configuration: String? = nil, vocabulary: Vocabulary
  ) throws(Failure) {
    try self.init(DefinitionFiles(paths: paths, configuration: configuration), vocabulary: vocabulary)
  }

  /// Checks and compiles a set of files.
  ///
  /// Continuations of its operations may also lead to the routes of another set, `others`. Throws all faults of all
  /// files.
  ///
  /// - Parameter old: A catalog with the same vocabulary. Operations whose files have not changed since are not
  ///   compiled anew, unless one of the files that operations share has.
  package init(
    _ files: DefinitionFiles, routes others: [Route] = [], over old: Catalog? = nil, vocabulary: Vocabulary
  ) throws(Failure) {
    let began = ContinuousClock.now
    let known = old.flatMap { $0.files.sharesAll(with: files) ? $0 : nil }
    var reading = known?.shared ?? CatalogReading(files)
    ownVocabulary = vocabulary
    let vocabulary =
      known?.vocabulary ?? reading.read(tables: files.tables, over: reading.read(files.services, over: vocabulary))
    shared = reading
    reading.refuseUnread(of: files)
    // An operation that uses a name which cannot be read is not at fault.
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
    warnings = reading.warnings
    byID = Dictionary(uniqueKeysWithValues: reading.operations.map { ($0.operation.id, $0.operation) })
    sources = Dictionary(uniqueKeysWithValues: reading.operations.map { ($0.operation.id, $0.source) })
    compileTime = ContinuousClock.now - began
  }

  /// The service files and the files of recorded answers.
  package var serviceFiles: [DefinitionFile] { files.services }

  /// The operation with that id; nil if there is none.
  package subscript(id: String) -> Operation? { byID[id] }

  /// Returns the input that holds the amount which an operation's effect moves, with its currency if it is always the
  /// same; nil if the effect moves none.
  package func limitedAmount(of operation: Operation) -> (atom: String, currency: String?)? {
    let inputs = operation.effect.flatMap { vocabulary.effects[$0] }?.inputs ?? []
    guard let paid = inputs.first(where: { $0.content == "amount" }) else { return nil }
    let atom = operation.place(of: paid.id).map { operation.atoms[$0] }
    return (paid.id, paid.currency ?? (atom?.kind as? TextInputKind)?.currency)
  }

  /// Returns the JSON Schema of what an operation's values may be, as JSON, which is served at `address`.
  ///
  /// It is made of the conditions' trees, which serve nothing else, so that the operation is compiled once more for the first
  /// request.
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

  /// Returns the source that the operation was compiled from; nil if there is no such operation.
  package func source(of id: String) -> OperationSource? { sources[id] }
}
