import Model
package import BankSystems
package import Atoms
package import Dates
import SourceText
package import Services
import Synchronization

/// The catalog in service, which can be replaced at run time, and the earlier versions of
/// operations.
///
/// Open forms are evaluated with the version that they were created from.
package final class ServingDefinitions: Sendable {
  private struct Key: Hashable {
    let operation: String
    let version: String
  }

  private let served: Mutex<Catalog>
  /// The compiled earlier versions; nil for a version that cannot be compiled.
  private let earlier = Mutex<[Key: Operation?]>([:])
  private let versions: Versions
  private let systems: BankSystemRegistry?
  private let failure = Mutex<ReloadFailure?>(nil)
  /// Activates a newer set from the database. The struct avoids a reabstraction wrapper for the
  /// closure at each access.
  private struct NewerSet {
    let take: @Sendable () -> Bool
  }

  /// Nil if definitions are files.
  private let newer = Mutex<NewerSet?>(nil)

  /// Creates definitions that serve a catalog. Unlike `serve`, it stores no versions and connects
  /// no systems.
  package init(_ catalog: Catalog, versions: Versions, systems: BankSystemRegistry? = nil) {
    served = Mutex(catalog)
    (self.versions, self.systems) = (versions, systems)
  }

  /// The catalog in service. Use one copy for each response, because the next access can return
  /// another catalog.
  package var catalog: Catalog { served.withLock { $0 } }

  /// A reload that did not apply all changes.
  package struct ReloadFailure: Sendable, Equatable {
    package let instant: Instant
    /// The files that keep their previous version; empty if no file was replaced.
    package let held: [String]

    package init(at instant: Instant, held: [String] = []) { (self.instant, self.held) = (instant, held) }
  }

  /// The failure of the last reload; nil after a success and before the first one.
  package var reloadFailure: ReloadFailure? { failure.withLock { $0 } }

  /// Records the result of a reload: its failure, or nil for success.
  package func noteReload(_ failure: ReloadFailure?) { self.failure.withLock { $0 = failure } }

  /// Connects the systems of a catalog, stores its versions, and puts it into service. Blocks until
  /// the versions are on disk.
  ///
  /// Throws `BankSystemRegistry.Unusable`, a database error, or `SetError.superseded` if
  /// `activation` is no longer the current one. Then the previous catalog stays in service.
  package func serve(_ catalog: Catalog, of activation: Int64? = nil) throws {
    try systems?.serve(catalog.systems, catalog.recordings)
    let sources = catalog.operations.compactMap { operation in
      catalog.source(of: operation.id).map {
        Versions.Source(operation: operation.id, version: operation.version, text: $0.json)
      }
    }
    // The first of several servers stores the versions. The others only read.
    if try activation == nil || !versions.areServing(sources) {
      try versions.serve(sources, of: activation).wait()
    }
    served.withLock { $0 = catalog }
    // Remove all earlier versions: some are no longer stored, and the others are compiled again on
    // demand.
    earlier.withLock { $0.removeAll() }
  }

  /// Connects the systems of a catalog with the current values of their settings.
  ///
  /// Throws `BankSystemRegistry.Unusable`. Then the previous connections are kept.
  package func connect(_ catalog: Catalog) throws(BankSystemRegistry.Unusable) {
    try systems?.serve(catalog.systems, catalog.recordings)
  }

  /// Checks that the systems of a catalog could be connected with the current values of their
  /// settings, without connecting them.
  package func check(_ catalog: Catalog) throws(BankSystemRegistry.Unusable) {
    try systems?.check(catalog.systems, catalog.recordings)
  }

  /// Sets the closure that `catchUp` calls. `take` returns true if it has put a newer set from the
  /// database into service.
  package func onSignOfNewer(_ take: @escaping @Sendable () -> Bool) { newer.withLock { $0 = NewerSet(take: take) } }

  /// Activates a newer set that this server has loaded, if it is active in the database. Returns
  /// true if the set is now in service.
  @discardableResult
  package func catchUp() -> Bool { newer.withLock { $0 }?.take() ?? false }

  /// Compiles each earlier version that forms or open submissions need. Returns the versions that
  /// this engine cannot read, each with its first fault.
  ///
  /// Throws database errors.
  package func compileEarlier() throws -> [(operation: String, version: String, reason: String)] {
    var unreadable: [(operation: String, version: String, reason: String)] = []
    for version in try versions.needed() {
      do {
        _ = try compiled(version.operation, version.version)
      } catch {
        let reason = (error as? Diagnostics)?.sorted.first?.headline ?? "\(error)"
        unreadable.append((version.operation, version.version, reason))
      }
    }
    return unreadable
  }

  /// Returns the operation that evaluates a form of a version.
  ///
  /// Nil if the version is unknown, expired or revoked, or if this engine cannot read it. For any
  /// version except the one in service, it queries the database each time, so that a revocation
  /// takes effect immediately. Throws database errors.
  package func judging(_ id: String, version: String) throws -> Operation? {
    if let current = catalog[id], current.version == version { return current }
    switch try versions.state(id, version) {
    case .kept: return try operation(id, version: version)
    case .serving:
      // When a new set is activated, the database has its versions before `catalog` does. Another
      // server may already have created forms from it.
      catchUp()
      return try operation(id, version: version)
    case .expired, .revoked, nil: return nil
    }
  }

  /// Returns the operation in a version, including a revoked or expired one, to display and sign
  /// its submissions.
  ///
  /// Nil if the version is no longer stored or if this engine cannot read it. Throws database
  /// errors.
  package func operation(_ id: String, version: String) throws -> Operation? {
    if let current = catalog[id], current.version == version { return current }
    do {
      return try compiled(id, version)
    } catch is Diagnostics {
      return nil
    } catch is UnreadableSource {
      return nil
    }
  }

  /// Returns a consent to the document with a SHA-256 digest, and the document; nil if there is
  /// none. Searches the operations in service, then earlier versions that forms still use if
  /// `includesEarlier` is true.
  ///
  /// Earlier versions may have to be compiled. Throws database errors.
  package func consent(
    to sha256: String, includesEarlier: Bool
  ) throws -> (ConsentKind, ConsentDocument)? {
    if let found = catalog.consents[sha256] { return found }
    guard includesEarlier else { return nil }
    for version in try versions.needed() {
      if let found = try operation(version.operation, version: version.version)?.consent(to: sha256) { return found }
    }
    return nil
  }

  private func compiled(_ id: String, _ version: String) throws -> Operation? {
    let key = Key(operation: id, version: version)
    if let known = earlier.withLock({ $0[key] }) { return known }
    guard let text = try versions.source(id, version) else { return nil }
    do {
      guard let source = OperationSource(json: text) else { throw UnreadableSource() }
      let operation = try source.compiled(as: version, with: catalog.ownVocabulary)
      earlier.withLock { $0[key] = operation }
      return operation
    } catch {
      earlier.withLock { _ = $0.updateValue(nil, forKey: key) }
      throw error
    }
  }
}

/// The error for a stored source that is not the JSON of an `OperationSource`.
struct UnreadableSource: Error, CustomStringConvertible {
  let description = "the stored source is not a definition"
}
