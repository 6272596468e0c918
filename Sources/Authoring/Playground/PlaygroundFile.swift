import Definitions
package import Operations
package import Atoms
package import SourceText
import Platform
package import Services

/// An operation file that an author tries: the compiled operation and the findings. The file is not
/// stored.
package struct PlaygroundFile: Sendable {
  package struct Finding: Sendable, Equatable {
    /// The severity. A file with an error is rejected.
    package let severity: Diagnostic.Severity
    /// The line, from 1.
    package let line: Int
    /// The column in Unicode scalars, from 1.
    package let column: Int
    package let message: String
  }

  /// The maximum file size in bytes.
  package static let maxBytes = 65_536

  /// The operation; nil if the file has errors.
  package let operation: Operation?
  /// The first 100 findings in the order of the file. If there are more, one further finding
  /// contains their number.
  package let findings: [Finding]

  /// Checks and compiles a file like an operation of `catalog`, with the fragments, translations,
  /// routes and service names of the catalog.
  package init(_ text: String, among catalog: Catalog) {
    let file = DefinitionFile(name: Self.name, bytes: Array(text.utf8))
    var files = DefinitionFiles(
      operations: [file], fragments: catalog.files.fragments, locales: catalog.files.locales, isWhole: false)
    (files.kinds, files.library) = (catalog.files.kinds, catalog.files.library)
    var found = Diagnostics()
    do throws(Catalog.Failure) {
      let tried = try Catalog(files, routes: catalog.navigation.routes, vocabulary: catalog.vocabulary)
      operation = tried.operations.first
      found = tried.warnings
    } catch {
      operation = nil
      if case .faults(let faults) = error { found = faults }
    }
    let (first, more) = found.reported
    var findings = first.compactMap(Self.finding)
    if more > 0, let last = findings.last {
      findings.append(
        Finding(severity: last.severity, line: last.line, column: last.column, message: "and \(more) more findings"))
    }
    self.findings = findings
  }

  /// The file name in findings.
  private static let name = "(file)"

  /// Returns a finding with its position in the file. For a finding in a fragment, this is the line
  /// that includes the fragment.
  ///
  /// Returns nil for a finding in any other file.
  private static func finding(_ diagnostic: Diagnostic) -> Finding? {
    let places = [diagnostic.location] + diagnostic.location.inclusions
    guard let place = places.first(where: { $0.file.name == name }) else { return nil }
    let isInside = diagnostic.location.file.name == name
    let message = isInside ? diagnostic.message : "\(diagnostic.location.described(from: place)): \(diagnostic.message)"
    return Finding(severity: diagnostic.severity, line: place.line, column: place.column, message: message)
  }
}

/// A queue with its own thread for the files that authors try, one at a time. Checking a file
/// therefore never occupies a thread that serves bank customers.
package final class PlaygroundQueue: Sendable {
  private let pool: WorkerPool

  /// Creates a queue with a capacity of `waiting` files.
  package init(waiting: Int = 16) { pool = WorkerPool("valence.authoring", width: 1, capacity: waiting) }

  /// Runs `body` on the thread of the queue. The result is `Overloaded` if the queue is full.
  package func work<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) -> Deferred<Value> {
    Deferred { [pool] then in
      if !pool.run({ then(Result { try body() }) }) { then(.failure(Overloaded())) }
    }
  }
}
