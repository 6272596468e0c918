package import Model
package import Atoms
import Essentials
package import Services
import Synchronization

/// The catalog that serves, which may be replaced while it does, and the versions that were drawn from before.
package final class Definitions: Sendable {
  private struct Key: Hashable {
    let operation: String
    let version: String
  }

  private let versions: Versions
  /// The time of the last failed reading, if none has succeeded since.
  private let failed = Mutex<Instant?>(nil)
  private let served: Mutex<Catalog>
  /// The compiled operations of earlier versions; nil for one that cannot be compiled.
  private let earlier = Mutex<[Key: Operation?]>([:])

  /// Creates definitions with a catalog in service, and the stored versions.
  package init(_ catalog: Catalog, versions: Versions) {
    served = Mutex(catalog)
    self.versions = versions
  }

  /// The catalog that serves now. Whoever needs it twice for one answer asks once: it may be another the next time.
  package var catalog: Catalog { served.withLock { $0 } }

  /// The time of the last failed reading; nil if the last one succeeded.
  package var reloadFailed: Instant? { failed.withLock { $0 } }

  /// Takes note of how an attempt to read a set anew ended: with a failure at that instant, or well.
  package func noteReload(failedAt instant: Instant?) { failed.withLock { $0 = instant } }

  /// Stores the versions of a catalog and lets it serve from now on; the one before keeps serving where that fails.
  /// Waits for the disk.
  package func serve(_ catalog: Catalog) throws {
    let sources = catalog.operations.compactMap { operation in
      catalog.source(of: operation.id).map {
        Versions.Source(operation: operation.id, version: operation.version, text: $0.json)
      }
    }
    try versions.serve(sources).wait()
    served.withLock { $0 = catalog }
    // Versions that are no longer stored leave the memory; the others are compiled again on use.
    earlier.withLock { $0.removeAll() }
  }

  /// Compiles every earlier version that forms are still judged by; answers those that this engine cannot read, with
  /// the first of the reasons.
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

  /// The operation that a form drawn from a version is judged by: nil where that version is not known, was kept long
  /// enough or is revoked. Asks the database about every version but the serving one, so that a revocation counts at once.
  package func judging(_ id: String, version: String) throws -> Operation? {
    if let current = catalog[id], current.version == version { return current }
    switch try versions.state(id, version) {
    // While a set begins to serve, the database knows of it a moment before `catalog` does.
    case .kept, .serving: return try operation(id, version: version)
    case .expired, .revoked, nil: return nil
    }
  }

  /// Returns the operation in that version, in service or not, for showing and signing its submissions.
  ///
  /// Returns nil if the version is no longer stored, or this engine does not understand it. Throws if the database
  /// cannot be read.
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
      let operation = try source.compiled(as: version, with: catalog.vocabulary)
      earlier.withLock { $0[key] = operation }
      return operation
    } catch {
      earlier.withLock { _ = $0.updateValue(nil, forKey: key) }
      throw error
    }
  }
}

/// The stored source of a version has another form than the catalog writes.
struct UnreadableSource: Error, CustomStringConvertible {
  let description = "what is stored of it is not a definition"
}
