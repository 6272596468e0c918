import CSodium

/// libsodium, made ready once before its first use.
enum Sodium {
  /// Whether the library found its sources of randomness and its fastest code.
  static let isReady = sodium_init() >= 0

  /// Stops the process where the library cannot work: no secret may be made without it.
  static func require() { precondition(isReady, "libsodium cannot be initialised") }
}
