import Secrets

extension PasswordHash {
  /// Whether `password` is the one that was hashed. Throws `Overloaded` when the memory to find out cannot be had: nothing
  /// is known then, so that nothing is counted.
  func isOf(_ password: Password) throws(Overloaded) -> Bool {
    do { return try matches(password) } catch { throw Overloaded(retryAfter: Overloaded.memory) }
  }
}

extension Overloaded {
  /// Seconds until memory may be there again: what takes the most, another hash, is done by then.
  static let memory = 5
}
