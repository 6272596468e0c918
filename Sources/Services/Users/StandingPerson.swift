import Model
import DataAccess
import Storage

/// The data of the person have been erased: nothing is stored in their name any more.
package struct PersonErased: Error, Equatable {
  /// Creates the refusal.
  package init() {}
}

extension Transaction {
  /// Throws `PersonErased` if the person's data have been erased.
  ///
  /// A server takes notice of an erasure by another process within two seconds, and its sessions hold meanwhile. What is
  /// written then would stay for good: so each write of a person's own data asks first, under the person's lock. What is
  /// signed asks by the signature, which an erased person cannot give.
  func requireNotErased(_ person: PersonID) throws {
    if try PersonDAO(self).isErased(person) { throw PersonErased() }
  }
}
