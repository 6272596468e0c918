import Model
package import BankSystems
package import Atoms
package import Dates
import SourceText
package import Services
import Synchronization

/// The catalog that serves, which can be replaced at run time, and the earlier versions of operations.
///
/// Open forms are judged by the version that they were drawn from.
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
  /// Takes a newer set that is active in the database. A closure that stood in a lock by itself would be wrapped anew at each look.
  private struct NewerSet {
    let take: @Sendable () -> Bool
  }

  /// nil where definitions are files.
  private let newer = Mutex<NewerSet?>(nil)

  /// Creates definitions that serve a catalog; it stores no version and connects no system, unlike `serve`.
  package init(_ catalog: Catalog, versions: Versions, systems: BankSystemRegistry? = nil) {
    served = Mutex(catalog)
    (self.versions, self.systems) = (versions, systems)
  }

  /// The catalog that serves. Use one copy for one answer: the next access may return another catalog.
  package var catalog: Catalog { served.withLock { $0 } }

  /// A reload that could not take all that had changed.
  package struct ReloadFailure: Sendable, Equatable {
    /// The time of the reload.
    package let instant: Instant
    /// The files that serve as they did while others were replaced; none if nothing was.
    package let held: [String]

    /// Creates a failure of a reload.
    package init(at instant: Instant, held: [String] = []) { (self.instant, self.held) = (instant, held) }
  }

  /// The failure of the last reload; nil if it took everything or there was none.
  package var reloadFailure: ReloadFailure? { failure.withLock { $0 } }

  /// Records the result of a reload: its failure, or nil for success.
  package func noteReload(_ failure: ReloadFailure?) { self.failure.withLock { $0 = failure } }

  /// Connects the systems of a catalog, stores its versions and then lets it serve. Blocks until they are on disk.
  ///
  /// Throws `BankSystemRegistry.Unusable` or an error of the database; the former catalog then keeps serving. So it does with
  /// `SetError.superseded`, if `activation` is given and holds no more.
  package func serve(_ catalog: Catalog, of activation: Int64? = nil) throws {
    try systems?.serve(catalog.systems, catalog.recordings)
    let sources = catalog.operations.compactMap { operation in
      catalog.source(of: operation.id).map {
        Versions.Source(operation: operation.id, version: operation.version, text: $0.json)
      }
    }
    // The first of several servers stores them. The others only look.
    if try activation == nil || !versions.areServing(sources) {
      try versions.serve(sources, of: activation).wait()
    }
    served.withLock { $0 = catalog }
    // Forget all earlier versions: some are no longer stored, and the others are compiled again on demand.
    earlier.withLock { $0.removeAll() }
  }

  /// Connects the systems of a catalog with the present values of their settings.
  ///
  /// Throws `BankSystemRegistry.Unusable`; the former connections then stay.
  package func connect(_ catalog: Catalog) throws(BankSystemRegistry.Unusable) {
    try systems?.serve(catalog.systems, catalog.recordings)
  }

  /// Checks that the systems of a catalog could be connected with the values that their settings have here.
  ///
  /// Throws `BankSystemRegistry.Unusable`; nothing is connected.
  package func check(_ catalog: Catalog) throws(BankSystemRegistry.Unusable) {
    try systems?.check(catalog.systems, catalog.recordings)
  }

  /// Calls `take` where a form or an address shows that the database may have a newer set than this server serves. It
  /// returns true if it has put that set in service.
  package func onSignOfNewer(_ take: @escaping @Sendable () -> Bool) { newer.withLock { $0 = NewerSet(take: take) } }

  /// Takes a newer set that this server has loaded, if it is active in the database; returns true if it serves now.
  @discardableResult
  package func catchUp() -> Bool { newer.withLock { $0 }?.take() ?? false }

  /// Compiles each earlier version that still judges forms, and returns those that this engine cannot read.
  ///
  /// Each comes with its first fault. Throws an error of the database.
  package func compileEarlier() throws -> [(operation: String, version: String, reason: String)] {
    var unreadable: [(operation: String, version: String, reason: String)] = []
    for version in try versions.all() where version.replaced != nil && version.revoked == nil {
      do {
        _ = try compiled(version.operation, version.version)
      } catch {
        let reason = (error as? Diagnostics)?.sorted.first?.headline ?? "\(error)"
        unreadable.append((version.operation, version.version, reason))
      }
    }
    return unreadable
  }

  /// Returns the operation that judges a form drawn from a version.
  ///
  /// Except for the serving version it queries the database each time, so a revocation takes effect at once.
  ///
  /// - Returns nil when the version is unknown, expired or revoked, or when this engine cannot read it.
  /// - Throws an error of the database.
  package func judging(_ id: String, version: String) throws -> Operation? {
    if let current = catalog[id], current.version == version { return current }
    switch try versions.state(id, version) {
    case .kept: return try operation(id, version: version)
    case .serving:
      // While a new set begins to serve, the database has its versions a moment before `catalog` does. Another server
      // may have drawn forms of it, also ones that ask systems which are new.
      catchUp()
      return try operation(id, version: version)
    case .expired, .revoked, nil: return nil
    }
  }

  /// Returns the operation in a version, even a revoked or expired one, to show and sign a submission that it judged.
  ///
  /// - Returns nil when the version is no longer stored, or when this engine cannot read it.
  /// - Throws an error of the database.
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

/// Thrown for a stored source that is not the JSON of an `OperationSource`.
struct UnreadableSource: Error, CustomStringConvertible {
  let description = "the stored source is no definition"
}
