package import Atoms
package import Essentials
import Platform
package import Services

/// An operation file that an author is writing: what it is, or what is wrong with it. It is stored nowhere.
package struct TriedFile: Sendable {
  /// Something found in the file.
  package struct Finding: Sendable, Equatable {
    /// Whether it refuses the file.
    package let severity: Diagnostic.Severity
    /// The line, from 1.
    package let line: Int
    /// The column in Unicode scalars, from 1.
    package let column: Int
    /// What was found.
    package let message: String
  }

  /// The largest file that is tried, in bytes.
  package static let mostBytes = 65_536

  /// The operation; nil where the file has errors.
  package let operation: Operation?
  /// What was found, in the order of the file.
  package let findings: [Finding]

  /// Checks and compiles a file as one among the operations of a catalog: with its fragments, translations, routes and
  /// vocabulary.
  package init(_ text: String, among catalog: Catalog) {
    let file = DefinitionFile(name: Self.name, bytes: Array(text.utf8))
    let files = DefinitionFiles(
      operations: [file], fragments: catalog.shared.fragments, locales: catalog.shared.locales, isWhole: false)
    var found = Diagnostics()
    do throws(Catalog.Failure) {
      let tried = try Catalog(files, beside: catalog.navigation.routes, vocabulary: catalog.vocabulary)
      operation = tried.operations.first
      found = tried.warnings
    } catch {
      operation = nil
      if case .faults(let faults) = error { found = faults }
    }
    let (first, more) = found.told
    var findings = first.compactMap(Self.finding)
    if more > 0, let last = findings.last {
      findings.append(
        Finding(severity: last.severity, line: last.line, column: last.column, message: "and \(more) more findings"))
    }
    self.findings = findings
  }

  /// What the file is called where it is read.
  private static let name = "(file)"

  /// A finding at its place in the file: of one in a fragment, where the file includes it. What lies elsewhere is not the
  /// author's.
  private static func finding(_ diagnostic: Diagnostic) -> Finding? {
    let places = [diagnostic.location] + diagnostic.location.inclusions
    guard let place = places.first(where: { $0.file.name == name }) else { return nil }
    let isInside = diagnostic.location.file.name == name
    let message = isInside ? diagnostic.message : "\(diagnostic.location.told(from: place)): \(diagnostic.message)"
    return Finding(severity: diagnostic.severity, line: place.line, column: place.column, message: message)
  }
}

/// Where files that authors try are compiled: one at a time on a thread of its own, so that whoever tries a file takes
/// nothing from those who use the bank.
package final class AuthoringDesk: Sendable {
  private let pool: WorkerPool

  /// A desk at which so many wait at most.
  package init(waiting: Int = 16) { pool = WorkerPool("valence.authoring", width: 1, capacity: waiting) }

  /// What `body` makes of it, later; `Overloaded` where too many wait already.
  package func work<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) -> Deferred<Value> {
    Deferred { [pool] then in
      if !pool.run({ then(Result { try body() }) }) { then(.failure(Overloaded())) }
    }
  }
}
