package import BankSystems
package import Model
package import Services
import Synchronization

/// Drops kept answers about each person whose data any process changed.
///
/// A request of this process drops the answers about its caller by itself. The audit tells of the others: `valence users
/// erase`, a logout at another server over the same database, the core's acknowledgement there.
///
///     let changed = ChangedPeople(audit, systems, since: try audit.head())
///     try changed.forget()  // each second
package final class ChangedPeople: Sendable {
  private let audit: Audit
  private let systems: BankSystemRegistry
  private let last: Mutex<Int64>

  /// Creates a reader of the records behind `head`.
  package init(_ audit: Audit, _ systems: BankSystemRegistry, since head: AuditRecord.Head) {
    self.audit = audit
    self.systems = systems
    last = Mutex(head.sequence)
  }

  /// Drops the answers about the people of the new records.
  package func forget() throws {
    try last.withLock { last in
      let changed = try audit.changed(after: last)
      for person in changed.people { systems.forget(person) }
      last = changed.newest
    }
  }
}
