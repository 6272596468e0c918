import CSodium

/// What one guess of a password costs (RFC 9106, argon2id with one lane).
package struct PasswordCost: Sendable, Equatable {
  /// Passes over the memory.
  package let passes: Int
  /// Memory in KiB.
  package let memory: Int

  /// A cost; libsodium takes no less than 1 pass and 8 KiB.
  package init(passes: Int, memory: Int) {
    self.passes = max(Int(crypto_pwhash_OPSLIMIT_MIN), passes)
    self.memory = max(Int(crypto_pwhash_MEMLIMIT_MIN) / 1024, memory)
  }

  /// 64 MiB and 2 passes.
  package static let standard = PasswordCost(passes: 2, memory: 65_536)
  /// The least there is: for tests.
  package static let minimum = PasswordCost(passes: 1, memory: 8)
}
