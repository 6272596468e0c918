package import Dates

/// A participant of the payment system, as listed in the BIC directory.
///
/// A class, so that copies share one instance.
package final class Bank: Entity {
  /// The ability of a participant to receive payments.
  package enum Status: String, Sendable, CaseIterable {
    /// In operation, without restrictions.
    case active
    /// In operation, with a restriction by the Bank of Russia.
    case restricted
    /// In liquidation, closed, or without a licence.
    case closed
  }

  package let bic: BIC
  /// The identification code as a number.
  package let number: UInt32
  package let name: String
  /// The account with the Bank of Russia; nil if the participant has none.
  package let correspondentAccount: AccountNumber?
  /// The single treasury account, which a body of the Treasury has instead of a correspondent
  /// account.
  package let treasuryAccount: AccountNumber?
  /// The town with its kind, such as `г Москва`.
  package let place: String?
  /// The SWIFT code; nil if the participant has none.
  package let swift: String?
  /// The restrictions on payments, including future ones.
  package let restrictions: [BankRestriction]
  /// The kind of participant (`PtType`): 20 is a bank, 30 a branch, 52 a body of the Treasury, 90 a
  /// liquidator.
  package let type: String
  /// The day from which the participant is no longer in the payment system.
  package let dateOut: CivilDate?

  private let restrictedFrom: CivilDate?
  private let closedFrom: CivilDate?

  /// Creates a participant; by default a bank without restrictions.
  package init(
    bic: BIC, name: String, correspondentAccount: AccountNumber? = nil, treasuryAccount: AccountNumber? = nil,
    place: String? = nil, swift: String? = nil, restrictions: [BankRestriction] = [], type: String = "20",
    dateOut: CivilDate? = nil
  ) {
    (self.bic, self.name, self.place, self.swift) = (bic, name, place, swift)
    number = bic.numericValue
    (self.correspondentAccount, self.treasuryAccount) = (correspondentAccount, treasuryAccount)
    (self.restrictions, self.type, self.dateOut) = (restrictions, type, dateOut)
    let ends = restrictions.filter(\.closes).map { $0.since ?? Self.always } + [dateOut].compactMap(\.self)
    closedFrom = type == "90" ? Self.always : ends.min()
    restrictedFrom = restrictions.filter { !$0.closes && !$0.isHarmless }.map { $0.since ?? Self.always }.min()
  }

  package static let entity = Fields(
    "bank",
    field("bic", \.bic, .key),
    field("name", \.name),
    field("correspondentAccount", \.correspondentAccount, .null),
    field(
      "treasuryAccount", \.treasuryAccount, .null,
      .about("the single treasury account, used instead of a correspondent account")),
    field("place", \.place, .null),
    field("swift", \.swift, .null),
    field(
      "restrictions", \.restrictions, .computed,
      .about("the restrictions on payments in the directory, including future ones")),
    field("type", \.type, .inner),
    field("dateOut", \.dateOut, .inner),
    make: Bank.init)

  package static func == (left: Bank, right: Bank) -> Bool { entity.areEqual(left, right) }

  /// Returns a copy with these restrictions.
  package func with(_ restrictions: [BankRestriction]) -> Bank {
    Bank(
      bic: bic, name: name, correspondentAccount: correspondentAccount, treasuryAccount: treasuryAccount, place: place,
      swift: swift, restrictions: restrictions, type: type, dateOut: dateOut)
  }

  /// Returns the ability to receive payments on that day.
  ///
  /// A participant is closed from the first of these days on: the liquidator's type (90, always),
  /// the end of the licence or of the account, and the day of leaving. The directory's `PSAC`
  /// (active) has no effect.
  package func status(on day: CivilDate) -> Status {
    if let closedFrom, closedFrom <= day { return .closed }
    if let restrictedFrom, restrictedFrom <= day { return .restricted }
    return .active
  }

  /// Returns the first day of the status on `day`; nil for an active bank, or if the directory
  /// contains no day.
  package func statusSince(on day: CivilDate) -> CivilDate? {
    let since: CivilDate? =
      switch status(on: day) {
      case .active: nil
      case .restricted: restrictedFrom
      case .closed: closedFrom
      }
    return since == Self.always ? nil : since
  }

  /// The first of all days: the beginning of a status without a day.
  private static let always = CivilDate(daysSinceEpoch: .min)
}

/// A restriction on payments to a participant in the directory of the Bank of Russia, with its
/// first day.
package struct BankRestriction: Equatable, Hashable, Sendable {
  /// The code of the directory, such as `URRS`. `PSDL` and `ACDL` are statuses: the participant or
  /// its account was deleted.
  package let code: String
  /// The first day; nil if the directory contains none, which means always.
  package let since: CivilDate?

  package init(code: String, since: CivilDate?) {
    self.code = code
    self.since = since
  }

  /// True if it ends payments: the licence was withdrawn (LWRS), the account was closed (CLRS,
  /// ACDL), or the participant was deleted (PSDL).
  var closes: Bool { code == "LWRS" || code == "CLRS" || code == "PSDL" || code == "ACDL" }

  /// True if it restricts nothing: no restriction (NORS), or the details of a branch that became
  /// part of its bank (SDRS).
  var isHarmless: Bool { code == "NORS" || code == "SDRS" }
}

/// An edition of the BIC directory: its business day, and its version on that day if the file has
/// one.
package struct DirectoryEdition: Equatable, Sendable {
  /// The day from which the edition is valid (`BusinessDay`).
  package let businessDay: CivilDate
  /// The version on that day (`DirectoryVersion`).
  package let version: Int?

  package init(businessDay: CivilDate, version: Int?) {
    self.businessDay = businessDay
    self.version = version
  }

  /// Returns true if this edition precedes the other one. False for two editions of one day if one
  /// of them has no version.
  package func isOlder(than other: DirectoryEdition) -> Bool {
    if businessDay != other.businessDay { return businessDay < other.businessDay }
    guard let version, let present = other.version else { return false }
    return version < present
  }
}

extension DirectoryEdition: CustomStringConvertible {
  package var description: String { "\(businessDay)" + (version.map { ", version \($0)" } ?? "") }
}
