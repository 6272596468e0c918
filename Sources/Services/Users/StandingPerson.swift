import Model
import DataAccess
import Storage

/// The person's data have been deleted, so no further data are stored for the person.
package struct PersonErased: Error, Equatable {
  package init() {}
}

/// The bank has blocked the person, who can neither log in nor sign.
package struct PersonBlocked: Error, Equatable {
  package init() {}
}

extension Transaction {
  /// Throws `PersonErased` if the person's data have been deleted.
  ///
  /// A server detects an erasure by another process within two seconds. Until then, the person's
  /// sessions are valid, and data that they write would never be deleted. Each write of a person's
  /// data must therefore call this function under the person's lock. Signed submissions need no
  /// call, because an erased person cannot sign.
  func requireNotErased(_ person: PersonID) throws {
    if try PersonDAO(self).isErased(person) { throw PersonErased() }
  }

  /// Throws `PersonErased` or `PersonBlocked` unless the person can use the bank.
  ///
  /// A server detects a block by another process within two seconds. Until then, the person's
  /// sessions are valid, so each submission must call this function under the person's lock.
  func requireActive(_ person: PersonID) throws {
    guard let access = try PersonDAO(self).access(person) else { return }
    if access.isErased { throw PersonErased() }
    if access.blocked != nil { throw PersonBlocked() }
  }
}
