package import Atoms
package import Essentials

/// The operations that are served, by id: loaded and checked as one set with their fragments and translations, and
/// never changed afterwards.
package final class Catalog: Sendable {
  /// The operations in the order of their ids.
  package let operations: [Operation]
  /// Where one can go among them.
  package let navigation: Navigation
  /// What the authors of the files should look at although they serve.
  package let warnings: Diagnostics
  /// What the definitions may refer to.
  let vocabulary: Vocabulary
  /// The fragments and the translations that the operations share, for another operation to be tried with them.
  let shared: DefinitionFiles
  /// How long reading, checking and compiling the files took.
  package let compileTime: Duration
  private let byID: [String: Operation]
  private let sources: [String: OperationSource]

  /// Why a set of definitions cannot serve.
  package enum Failure: Error {
    /// The directory cannot be read.
    case unreadable(path: String, reason: String)
    /// The faults of its files.
    case faults(Diagnostics)
  }

  /// Loads every `.yaml` file of a directory that is not a scenario file, and where that is called `operations` what
  /// lies beside it in `fragments` and `locales`; fails with all faults of all files.
  package convenience init(directory: String, vocabulary: Vocabulary) throws(Failure) {
    try self.init(DefinitionFiles(directory: directory), vocabulary: vocabulary)
  }

  /// Loads these operation files, with the fragments and locales of that configuration directory or, where none is
  /// given, of the one that the first file lies in.
  package convenience init(
    paths: [String], configuration: String? = nil, vocabulary: Vocabulary
  ) throws(Failure) {
    try self.init(DefinitionFiles(paths: paths, configuration: configuration), vocabulary: vocabulary)
  }

  /// Checks and compiles a set of files; its operations may lead on to what stands `beside` it, too.
  package init(_ files: DefinitionFiles, beside others: [Route] = [], vocabulary: Vocabulary) throws(Failure) {
    let began = ContinuousClock.now
    var reading = CatalogReading(files)
    reading.read(files.operations, with: vocabulary)
    let navigation = reading.navigation(of: files, beside: others, with: vocabulary)
    guard !reading.faults.hasErrors else { throw .faults(reading.faults.unique) }
    self.navigation = navigation
    if files.isWhole { reading.noteWhatIsUnused() }
    self.vocabulary = vocabulary
    shared = DefinitionFiles(operations: [], fragments: files.fragments, locales: files.locales)
    operations = reading.operations.map(\.operation).sorted { $0.id < $1.id }
    warnings = reading.warnings
    byID = Dictionary(uniqueKeysWithValues: reading.operations.map { ($0.operation.id, $0.operation) })
    sources = Dictionary(uniqueKeysWithValues: reading.operations.map { ($0.operation.id, $0.source) })
    compileTime = ContinuousClock.now - began
  }

  /// The operation of that id.
  package subscript(id: String) -> Operation? { byID[id] }

  /// What the operation of that id was compiled from.
  package func source(of id: String) -> OperationSource? { sources[id] }
}
