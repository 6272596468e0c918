import Atoms
import Operations
import Services

extension SubmissionProcess {
  /// Returns the operation that validated the person's submission with this key; nil if the key is
  /// new.
  ///
  /// If its version is no longer stored, returns the active version, or nil if the operation is not
  /// active.
  func known(_ key: IdempotencyKey, of operation: String, by caller: Caller) throws -> Operation? {
    try standing(key, of: operation, by: caller).known
  }

  /// Returns the operation of `known`, and true if an operator has disabled the operation. Both are
  /// read at once.
  func standing(
    _ key: IdempotencyKey, of operation: String, by caller: Caller
  ) throws -> (known: Operation?, isStopped: Bool) {
    let found = try stored.standing(of: operation, key: key.text, person: caller.person)
    forms.services.availability.note(operation, isStopped: found.isStopped)
    let known = try found.version.flatMap { try forms.operation(operation, version: $0) }
    return (known, found.isStopped)
  }
}
