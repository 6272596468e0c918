package import Model

/// One entry of the Bank of Russia's BIC directory (`BICDirectoryEntry` of ED807).
package struct DirectoryEntry: Equatable, Sendable {
  /// What a file of changes does with an entry.
  package enum Change: String, Sendable {
    /// The entry is new.
    case added = "ADDD"
    /// The entry is another than before.
    case changed = "CHGD"
    /// The entry is as before.
    case unchanged = "NCNG"
    /// The entry is taken out.
    case deleted = "DLTD"
  }

  /// The code.
  package let bic: BIC
  /// The name (`NameP`).
  package let name: String
  /// The kind and name of the town (`Tnp`, `Nnp`), such as `г Москва`.
  package let place: String?
  /// The kind of participant (`PtType`): 20 a bank, 30 a branch, 52 a body of the Treasury, 90 a liquidator.
  package let type: String
  /// The correspondent account: the one of type CRSA that is active (ACAC).
  package let correspondentAccount: AccountNumber?
  /// The single treasury account of a body of the Treasury: the one of type UTRA that is active (ACAC).
  package let treasuryAccount: AccountNumber?
  /// Restrictions on the participant and on its correspondent account.
  package let restrictions: [DirectoryRestriction]
  /// The day from which the participant is out of the directory (`DateOut`).
  package let dateOut: CivilDate?
  /// Whether the participant is marked as deleted (`ParticipantStatus` PSDL).
  package let isDeleted: Bool
  /// What a file of changes does with the entry; nil in a full file.
  package let change: Change?
  /// Where the entry stands.
  package let at: DirectoryPlace

  /// Whether the participant is being liquidated.
  package var isLiquidated: Bool { type == "90" }

  /// Whether payments can go there on that day.
  ///
  /// `ParticipantStatus` is the same in every entry of real files: what tells are the liquidator, the end of the
  /// licence or of the account, and the day of leaving.
  package func status(on day: CivilDate) -> Bank.Status {
    let inForce = restrictions.filter { $0.applies(on: day) }
    if isLiquidated || isDeleted || change == .deleted { return .closed }
    if let dateOut, dateOut <= day { return .closed }
    if inForce.contains(where: \.closes) { return .closed }
    return inForce.allSatisfy(\.isHarmless) ? .active : .restricted
  }

  /// The bank of this entry as it stands on that day.
  package func bank(on day: CivilDate) -> Bank {
    Bank(
      bic: bic, name: name, correspondentAccount: correspondentAccount, place: place, status: status(on: day))
  }
}
