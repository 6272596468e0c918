package import Model
package import Storage

/// The rows that writes lock, in the order of locking. A write that decides by a row's data holds the row first.
extension Lock {
  /// A person: everything that belongs to one is changed under this lock.
  package static func person(_ id: PersonID) -> Lock { Lock("person", rank: 0, key: id) }

  /// A customer's account, debited or credited.
  package static func account(_ number: AccountNumber) -> Lock { Lock("account", rank: 1, key: number) }

  /// A submission, for the bank's core, which names no person.
  package static func submission(_ id: SubmissionID) -> Lock { Lock("submission", rank: 2, key: id) }

  /// Failed logins of a pair, a login or an address, by the digest under which they are counted.
  package static func loginFailures(_ digest: [UInt8]) -> Lock { Lock("login_failure", rank: 3, key: digest) }

  /// A login that may not be anybody's yet.
  package static func login(_ login: Login) -> Lock { Lock("login", rank: 3, key: login) }

  /// The versions and the availability of all operations. A set of definitions serves or is replaced whole, so that a
  /// change of one operation excludes it too.
  package static let operations = Lock("operation", rank: 4, key: "")

  /// The deals and their order, which a change of one may move.
  package static let deals = Lock("deal", rank: 5, key: "")

  /// A provider.
  package static func provider(_ id: String) -> Lock { Lock("provider", rank: 6, key: id) }

  /// The outbox of one system, for whoever takes deliveries out of it.
  package static func outbox(_ service: String) -> Lock { Lock("outbox", rank: 7, key: service) }

  /// The BIC directory.
  package static let directory = Lock("directory", rank: 7, key: "")

  /// The ledger's binding to the audit.
  package static let ledger = Lock("ledger", rank: 8, key: "")

  /// The secret keys, and the servers that have them.
  package static let keys = Lock("secret_key", rank: 8, key: "")

  /// The rows that are deleted for their age.
  package static let retention = Lock("retention", rank: 9, key: "")

  /// The waiting messages of a kind.
  package static func messages(_ kind: Message.Kind) -> Lock { Lock("message", rank: 10, key: kind.rawValue) }
}

extension LockedTable {
  /// The tables whose rows the kinds of locks mean.
  package static let bank = [
    LockedTable("person", in: "person", by: "id"),
    LockedTable("account", in: "account", by: "number"),
    LockedTable("submission", in: "submission", by: "id"),
  ]
}
