import Definitions
package import Operations
package import Atoms
package import SourceText
import Platform
package import Services

/// An operation file that an author tries: the compiled operation and the findings. It is not stored.
///
///     let tried = PlaygroundFile(text, among: catalog)
///     tried.operation?.atoms.map(\.id)  // ["bic", "name"]
///     tried.findings.map(\.message)  // []
package struct PlaygroundFile: Sendable {
  /// A finding in the file.
  package struct Finding: Sendable, Equatable {
    /// The severity; an error refuses the file.
    package let severity: Diagnostic.Severity
    /// The line, from 1.
    package let line: Int
    /// The column in Unicode scalars, from 1.
    package let column: Int
    /// The message.
    package let message: String
  }

  /// The maximum file size in bytes.
  package static let maxBytes = 65_536

  /// The operation; nil if the file has errors.
  package let operation: Operation?
  /// The findings in the order of the file: the first 100, then one with the count of the others.
  package let findings: [Finding]

  /// Checks and compiles a file like an operation of a catalog, with its fragments, translations and routes, and with
  /// the names that its service files declare.
  package init(_ text: String, among catalog: Catalog) {
    let file = DefinitionFile(name: Self.name, bytes: Array(text.utf8))
    let files = DefinitionFiles(
      operations: [file], fragments: catalog.files.fragments, locales: catalog.files.locales, isWhole: false)
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

  /// The name of the file in findings.
  private static let name = "(file)"

  /// Returns a finding at its place in the file; for one in a fragment, at the line that includes it.
  ///
  /// Returns nil for a finding elsewhere, which does not concern the author.
  private static func finding(_ diagnostic: Diagnostic) -> Finding? {
    let places = [diagnostic.location] + diagnostic.location.inclusions
    guard let place = places.first(where: { $0.file.name == name }) else { return nil }
    let isInside = diagnostic.location.file.name == name
    let message = isInside ? diagnostic.message : "\(diagnostic.location.described(from: place)): \(diagnostic.message)"
    return Finding(severity: diagnostic.severity, line: place.line, column: place.column, message: message)
  }
}

/// A thread for the files that authors try, one at a time. Thus authors take no thread from the users of the bank.
///
///     desk.work { PlaygroundFile(text, among: catalog) }.start { result in respond(with: result) }
package final class PlaygroundQueue: Sendable {
  private let pool: WorkerPool

  /// Creates a desk with a queue of `waiting` files.
  package init(waiting: Int = 16) { pool = WorkerPool("valence.authoring", width: 1, capacity: waiting) }

  /// Runs `body` on the desk's thread. The result is `Overloaded` if the queue is full.
  package func work<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) -> Deferred<Value> {
    Deferred { [pool] then in
      if !pool.run({ then(Result { try body() }) }) { then(.failure(Overloaded())) }
    }
  }
}
