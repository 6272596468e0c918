package import Essentials

/// Something that the Bank of Russia's directory says against payments to a participant, with its day.
package struct BankRestriction: Equatable, Hashable, Sendable {
  /// The directory's code, such as `URRS`; `PSDL` and `ACDL` where a status says that the participant or its account is
  /// gone.
  package let code: String
  /// Since when; nil where the directory does not say, and then always.
  package let since: CivilDate?

  /// A restriction.
  package init(code: String, since: CivilDate?) {
    self.code = code
    self.since = since
  }

  /// Whether it ends payments: the licence is withdrawn (LWRS), the account is closed (CLRS, ACDL), or the participant is
  /// deleted (PSDL).
  package var closes: Bool { code == "LWRS" || code == "CLRS" || code == "PSDL" || code == "ACDL" }

  /// Whether it hinders nothing: none (NORS), or the details of a branch that became a part of its bank (SDRS).
  package var isHarmless: Bool { code == "NORS" || code == "SDRS" }
}
