package import BankSystems
package import Model
package import Services
import Synchronization

/// Invalidates cached answers about persons whose data has changed, in any process.
///
/// A request invalidates the answers about its own caller. The audit log shows the other changes,
/// such as `valence users erase`, or a logout or an acknowledgement by the core on another server
/// of the same database.
package final class ChangedPeople: Sendable {
  private let audit: Audit
  private let systems: BankSystemRegistry
  private let last: Mutex<Int64>

  /// Creates a reader of the audit records after `head`.
  package init(_ audit: Audit, _ systems: BankSystemRegistry, since head: AuditRecord.Head) {
    self.audit = audit
    self.systems = systems
    last = Mutex(head.sequence)
  }

  /// Invalidates the answers about the persons in new audit records.
  package func forget() throws {
    try last.withLock { last in
      let changed = try audit.changed(after: last)
      for person in changed.people { systems.forget(person) }
      last = changed.newest
    }
  }
}
