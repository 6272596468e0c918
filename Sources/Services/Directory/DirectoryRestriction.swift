package import Model

/// A restriction of the Bank of Russia on a participant or on its correspondent account.
package struct DirectoryRestriction: Equatable, Sendable {
  /// The code, such as `URRS`.
  package let code: String
  /// Since when; nil where the file does not say.
  package let since: CivilDate?

  /// Whether it is in force on that day.
  package func applies(on day: CivilDate) -> Bool { since.map { $0 <= day } ?? true }

  /// Whether it ends payments: the licence is withdrawn (LWRS) or the account is closed (CLRS).
  package var closes: Bool { code == "LWRS" || code == "CLRS" }

  /// Whether it hinders nothing: none (NORS), or the details of a branch that became a part of its bank (SDRS).
  package var isHarmless: Bool { code == "NORS" || code == "SDRS" }
}
