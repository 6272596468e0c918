package import Model
package import Storage

/// The rows that writes lock, in the order of locking. A write that depends on the data of a row
/// locks it first.
extension Lock {
  /// A person. All changes of the person's data hold this lock.
  package static func person(_ id: PersonID) -> Lock { Lock("person", rank: 0, key: id) }

  /// A customer account, debited or credited.
  package static func account(_ number: AccountNumber) -> Lock { Lock("account", rank: 1, key: number) }

  /// A submission, for writes that do not know the person in advance, such as acknowledgements of
  /// the bank's core.
  package static func submission(_ id: SubmissionID) -> Lock { Lock("submission", rank: 2, key: id) }

  /// The count of failed logins of a pair, a login or an address, identified by its digest.
  package static func loginFailures(_ digest: [UInt8]) -> Lock { Lock("login_failure", rank: 3, key: digest) }

  /// A login, while it is assigned to a person or its failures are deleted.
  package static func login(_ login: Login) -> Lock { Lock("login", rank: 3, key: login) }

  /// An id in the bank's other systems, while a person or a customer gets it.
  package static func externalID(_ id: String) -> Lock { Lock("external_id", rank: 3, key: id) }

  /// The versions and the availability of all operations.
  ///
  /// A set of definitions is activated as a whole, so there is one lock for all operations.
  package static let operations = Lock("operation", rank: 4, key: "")

  /// The deals and their order, which a change of one deal can affect.
  package static let deals = Lock("deal", rank: 5, key: "")

  package static func provider(_ id: String) -> Lock { Lock("provider", rank: 6, key: id) }

  /// The outbox of one system, for the process that takes deliveries from it.
  package static func outbox(_ service: String) -> Lock { Lock("outbox", rank: 7, key: service) }

  package static let directory = Lock("directory", rank: 7, key: "")

  /// The binding of the ledger to the audit.
  package static let ledger = Lock("ledger", rank: 8, key: "")

  /// The secret keys, and the servers that hold them.
  package static let keys = Lock("secret_key", rank: 8, key: "")

  /// The rows that retention deletes.
  package static let retention = Lock("retention", rank: 9, key: "")

  /// The queued messages of a kind.
  package static func messages(_ kind: Message.Kind) -> Lock { Lock("message", rank: 10, key: kind.rawValue) }
}

extension LockedTable {
  /// The tables that contain the rows of the locks.
  package static let bank = [
    LockedTable("person", in: "person", by: "id"),
    LockedTable("account", in: "account", by: "number"),
    LockedTable("submission", in: "submission", by: "id"),
  ]
}
