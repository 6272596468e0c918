package import Atoms
package import Essentials

/// The operations that are served, by id: loaded and checked as one set with their fragments and translations, and
/// never changed afterwards.
package final class Catalog: Sendable {
  /// The operations in the order of their ids.
  package let operations: [Operation]
  /// The screens, routes and flows.
  package let navigation: Navigation
  /// The warnings for the authors.
  package let warnings: Diagnostics
  /// The names that definitions may refer to.
  let vocabulary: Vocabulary
  /// The fragments and the translations that the operations share, for another operation to be tried with them.
  let shared: DefinitionFiles
  /// The time of reading, checking and compiling the files.
  package let compileTime: Duration
  private let byID: [String: Operation]
  private let sources: [String: OperationSource]

  /// The reason for which a set of definitions is refused.
  package enum Failure: Error {
    /// The directory cannot be read.
    case unreadable(path: String, reason: String)
    /// The faults of its files.
    case faults(Diagnostics)
  }

  /// Loads the `.yaml` files of a directory, without scenario files; beside a directory `operations` also `fragments`
  /// and `locales`.
  ///
  /// Fails with the faults of all files.
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

  /// Checks and compiles a set of files. Its operations may also lead to the routes `beside` it.
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

  /// The source of the operation with that id.
  package func source(of id: String) -> OperationSource? { sources[id] }
}
