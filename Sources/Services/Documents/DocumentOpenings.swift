import Model
import Storage
import Synchronization

/// The openings of documents that people consent to, which the audit records.
package final class DocumentOpenings: Sendable {
  private struct Opening: Hashable {
    let session: SessionID
    let digest: [UInt8]
  }

  /// The openings of sessions that this process has recorded, in two generations.
  private let recorded = Mutex<(new: Set<Opening>, old: Set<Opening>)>(([], []))
  /// The maximum number of openings in a generation.
  private static let maximum = 4096

  private let store: any Store
  private let audit: Audit

  init(store: any Store, audit: Audit) { (self.store, self.audit) = (store, audit) }

  /// Records that a caller has opened the document with a SHA-256 digest. Returns nil if this
  /// process has recorded it for the same session.
  package func record(_ digest: [UInt8], by caller: Caller) -> Deferred<Void>? {
    let opening = Opening(session: caller.session, digest: digest)
    let isKnown = recorded.withLock { $0.new.contains(opening) || $0.old.contains(opening) }
    if isKnown { return nil }
    return store.deferredWrite(locking: []) { [audit] transaction in
      try audit.record(
        .documentOpened, by: AuditActor(caller), of: .person(caller.person), digest: digest, transaction)
    }
  }

  /// Notes that the opening is in the database, so that it is not recorded again.
  package func note(_ digest: [UInt8], by caller: Caller) {
    let opening = Opening(session: caller.session, digest: digest)
    recorded.withLock { recorded in
      if recorded.new.count >= Self.maximum { recorded = ([], recorded.new) }
      recorded.new.insert(opening)
    }
  }
}
