package import Dates

/// A participant of the payment system, as the BIC directory has it.
///
/// Shared, not copied: a bank is handed on for the price of one reference instead of one for each of its texts.
///
///     let closing = BankRestriction(code: "LWRS", since: day)
///     let bank = Bank(bic: bic, name: "ПАО Сбербанк", restrictions: [closing])
///     let today = bank.status(on: day)  // .closed
///     let before = bank.status(on: CivilDate(daysSinceEpoch: day.daysSinceEpoch - 1))  // .active
package final class Bank: Entity {
  /// The ability of a participant to receive payments.
  package enum Status: String, Sendable, CaseIterable {
    /// In force, without restrictions.
    case active
    /// In force, with a restriction of the Bank of Russia.
    case restricted
    /// Being wound up, closed, or without its licence.
    case closed
  }

  /// The identification code.
  package let bic: BIC
  /// The identification code as a number, for fast comparison.
  package let number: UInt32
  /// The name.
  package let name: String
  /// The account with the Bank of Russia; nil if it has none.
  package let correspondentAccount: AccountNumber?
  /// The account of a body of the Treasury, which stands where a correspondent account would.
  package let treasuryAccount: AccountNumber?
  /// The town with its kind: `г Москва`.
  package let place: String?
  /// The SWIFT code; nil if it has none.
  package let swift: String?
  /// The restrictions of payments, in force yet or not.
  package let restrictions: [BankRestriction]
  /// The kind of participant (`PtType`): 20 a bank, 30 a branch, 52 a body of the Treasury, 90 a liquidator.
  package let type: String
  /// The day from which the participant is out of the payment system.
  package let dateOut: CivilDate?

  private let restrictedFrom: CivilDate?
  private let closedFrom: CivilDate?

  /// Creates a participant; with the first and the second argument alone a bank without restrictions.
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
      .about("the single treasury account, which stands where a correspondent account would")),
    field("place", \.place, .null),
    field("swift", \.swift, .null),
    field(
      "restrictions", \.restrictions, .computed,
      .about("what the directory says against payments, in force yet or not")),
    field("type", \.type, .inner),
    field("dateOut", \.dateOut, .inner),
    make: Bank.init)

  package static func == (left: Bank, right: Bank) -> Bool { entity.areEqual(left, right) }

  /// Returns this participant with other restrictions.
  package func with(_ restrictions: [BankRestriction]) -> Bank {
    Bank(
      bic: bic, name: name, correspondentAccount: correspondentAccount, treasuryAccount: treasuryAccount, place: place,
      swift: swift, restrictions: restrictions, type: type, dateOut: dateOut)
  }

  /// Returns the ability to receive payments on that day.
  ///
  /// The liquidator's type (90), the end of the licence or of the account, and the day of leaving close a participant,
  /// each from its day on. The directory's `PSAC` (active) proves nothing.
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

  /// The first of all days: the beginning of a status without a day.
  private static let always = CivilDate(daysSinceEpoch: .min)
}

/// Something that the Bank of Russia's directory says against payments to a participant, with its day.
package struct BankRestriction: Equatable, Hashable, Sendable {
  /// The directory's code, such as `URRS`; `PSDL` and `ACDL` where a status says that the participant or its account is
  /// gone.
  package let code: String
  /// Since when; nil if the directory does not say, and then always.
  package let since: CivilDate?

  /// Creates a restriction.
  package init(code: String, since: CivilDate?) {
    self.code = code
    self.since = since
  }

  /// True if it ends payments: the licence is withdrawn (LWRS), the account is closed (CLRS, ACDL), or the participant
  /// is deleted (PSDL).
  var closes: Bool { code == "LWRS" || code == "CLRS" || code == "PSDL" || code == "ACDL" }

  /// True if it restricts nothing: none (NORS), or the details of a branch that became a part of its bank (SDRS).
  var isHarmless: Bool { code == "NORS" || code == "SDRS" }
}

/// An edition of the BIC directory: its business day, and its version on that day if the file has one.
package struct DirectoryEdition: Equatable, Sendable {
  /// The day from which it is in force (`BusinessDay`).
  package let businessDay: CivilDate
  /// The version (`DirectoryVersion`).
  package let version: Int?

  /// Creates an edition.
  package init(businessDay: CivilDate, version: Int?) {
    self.businessDay = businessDay
    self.version = version
  }

  /// True if it comes before the other edition; false for two editions of one day if one of them has no version.
  package func isOlder(than other: DirectoryEdition) -> Bool {
    if businessDay != other.businessDay { return businessDay < other.businessDay }
    guard let version, let present = other.version else { return false }
    return version < present
  }
}

extension DirectoryEdition: CustomStringConvertible {
  /// `2023-05-18` or `2023-05-18, version 2`.
  package var description: String { "\(businessDay)" + (version.map { ", version \($0)" } ?? "") }
}
