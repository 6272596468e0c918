/// A participant of the payment system, as the BIC directory has it.
///
/// Shared, not copied: a bank is handed on for the price of one reference instead of one for each of its texts.
package final class Bank: Sendable {
  /// Whether payments can go there.
  package enum Status: String, Sendable {
    /// In force, without restrictions.
    case active
    /// In force, with a restriction of the Bank of Russia.
    case restricted
    /// Being wound up, closed, or without its licence.
    case closed
  }

  /// The code.
  package let bic: BIC
  /// The name.
  package let name: String
  /// The town, with its kind: `г Москва`.
  package let place: String?
  /// The kind of participant (`PtType`): 20 a bank, 30 a branch, 52 a body of the Treasury, 90 a liquidator.
  package let type: String
  /// The correspondent account with the Bank of Russia, where it has one.
  package let correspondentAccount: AccountNumber?
  /// The single treasury account, of a body of the Treasury: it stands where a correspondent account would.
  package let treasuryAccount: AccountNumber?
  /// The SWIFT code, where it has one.
  package let swift: String?
  /// What the directory says against payments, whether it is in force yet or not.
  package let restrictions: [BankRestriction]
  /// The day from which the participant is out of the payment system.
  package let dateOut: CivilDate?

  private let restrictedFrom: CivilDate?
  private let closedFrom: CivilDate?

  /// A participant; unless told otherwise a bank against which there is nothing.
  package init(
    bic: BIC, name: String, correspondentAccount: AccountNumber?, place: String?, type: String = "20",
    treasuryAccount: AccountNumber? = nil, swift: String? = nil, restrictions: [BankRestriction] = [],
    dateOut: CivilDate? = nil
  ) {
    (self.bic, self.name, self.place, self.type) = (bic, name, place, type)
    (self.correspondentAccount, self.treasuryAccount, self.swift) = (correspondentAccount, treasuryAccount, swift)
    (self.restrictions, self.dateOut) = (restrictions, dateOut)
    let ends = restrictions.filter(\.closes).map { $0.since ?? Self.always } + [dateOut].compactMap(\.self)
    closedFrom = type == "90" ? Self.always : ends.min()
    restrictedFrom = restrictions.filter { !$0.closes && !$0.isHarmless }.map { $0.since ?? Self.always }.min()
  }

  /// Whether payments can go there on that day.
  ///
  /// A participant that is wound up is told by the liquidator's type (90), the end of the licence or of the account,
  /// and the day of leaving, each from its day on; that it is called active (`PSAC`) says nothing.
  package func status(on day: CivilDate) -> Status {
    if let closedFrom, closedFrom <= day { return .closed }
    if let restrictedFrom, restrictedFrom <= day { return .restricted }
    return .active
  }

  /// Since when the status of that day holds; nil for an active bank and where the directory does not say.
  package func statusSince(on day: CivilDate) -> CivilDate? {
    let since: CivilDate? =
      switch status(on: day) {
      case .active: nil
      case .restricted: restrictedFrom
      case .closed: closedFrom
      }
    return since == Self.always ? nil : since
  }

  /// The first of all days, for what holds without a day.
  private static let always = CivilDate(daysSinceEpoch: .min)
}

extension Bank: Equatable {
  /// Whether the directory says the same of both.
  package static func == (left: Bank, right: Bank) -> Bool {
    left.bic == right.bic && left.name == right.name && left.place == right.place && left.type == right.type
      && left.correspondentAccount == right.correspondentAccount && left.treasuryAccount == right.treasuryAccount
      && left.swift == right.swift && left.restrictions == right.restrictions && left.dateOut == right.dateOut
  }
}
