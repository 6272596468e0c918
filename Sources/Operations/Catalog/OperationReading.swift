import Atoms
import Dispatch
import Synchronization

/// What came of one operation file: it depends on nothing but the file, the fragments and the translations.
struct OperationReading: Sendable {
  /// An operation without faults.
  struct Result: Sendable {
    /// The operation.
    let operation: Operation
    /// What it was compiled from.
    let source: OperationSource
    /// Where it stands.
    let location: Location
  }

  /// The operation; nil where it has faults.
  private(set) var result: Result?
  /// What keeps it from serving.
  private(set) var faults = Diagnostics()
  /// What was found besides.
  private(set) var warnings = Diagnostics()
  /// The names of the files of the fragments that it includes.
  private(set) var included: [String] = []

  /// Reads a file.
  private init(
    _ file: DefinitionFile, _ fragments: [String: Fragment?], _ catalogs: [Language: [String: SourceNode]],
    _ vocabulary: Vocabulary
  ) {
    do throws(Diagnostics) {
      let translations = Translations(catalogs)
      let root = try YAMLFile(file.bytes, name: file.name, translations: translations).root
      var inclusion = Inclusion(fragments)
      let whole = inclusion.expanded(root)
      let files = inclusion.used.values.map(\.file).sorted { $0.name < $1.name }
      included = files.map(\.name)
      faults.append(inclusion.faults)
      if inclusion.isBroken { return }
      func source() -> OperationSource {
        OperationSource(file: file, fragments: files, translations: translations.uses)
      }
      // Which translations it uses shows only while it is compiled.
      let (operation, warnings) = try OperationCompiler.checked(whole, version: source().version, with: vocabulary)
      self.warnings = warnings
      result = Result(operation: operation, source: source(), location: root.location)
    } catch {
      faults.append(error)
    }
  }

  /// Reads files, several at a time, and answers in their order.
  static func all(
    of files: [DefinitionFile], fragments: [String: Fragment?], catalogs: [Language: [String: SourceNode]],
    with vocabulary: Vocabulary
  ) -> [OperationReading] {
    let read = Mutex<[OperationReading?]>(Array(repeating: nil, count: files.count))
    DispatchQueue.concurrentPerform(iterations: files.count) { place in
      let reading = OperationReading(files[place], fragments, catalogs, vocabulary)
      read.withLock { $0[place] = reading }
    }
    return read.withLock { $0.compactMap(\.self) }
  }
}
