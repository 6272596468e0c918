/// Who carries out what is signed.
package enum Core: String, Sendable, CaseIterable {
  /// The embedded ledger, at once.
  case ledger
  /// The bank's core, which is handed it by a feed and acknowledges it.
  case feed
}

/// Who carries out the submissions of one effect.
package enum Executor: Sendable, Equatable {
  /// Whoever the operator has configured.
  case configured
  /// This server at once, whatever is configured: what it does is nobody else's, such as a person's settings.
  case here
  /// The bank's core, whatever is configured.
  case core
}
