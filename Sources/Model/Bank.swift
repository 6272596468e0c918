/// A participant of the payment system, as the BIC directory has it.
///
/// Shared, not copied: a bank is handed on for the price of one reference instead of one for each of its texts.
package final class Bank: Entity {
  /// Whether payments can go there.
  package enum Status: String, Sendable, CaseIterable {
    /// In force, without restrictions.
    case active
    /// In force, with a restriction of the Bank of Russia.
    case restricted
    /// Being wound up, closed, or without its licence.
    case closed
  }

  /// What the directory has.
  package typealias Fields = (
    bic: BIC,
    name: String,
    // With the Bank of Russia, where it has one.
    correspondentAccount: AccountNumber?,
    // Of a body of the Treasury: it stands where a correspondent account would.
    treasuryAccount: AccountNumber?,
    // The town, with its kind: `г Москва`.
    place: String?,
    // The SWIFT code, where it has one.
    swift: String?,
    // What the directory says against payments, whether it is in force yet or not.
    restrictions: [BankRestriction],
    // The kind of participant (`PtType`): 20 a bank, 30 a branch, 52 a body of the Treasury, 90 a liquidator.
    type: String,
    // The day from which the participant is out of the payment system.
    dateOut: CivilDate?
  )
  package let fields: Fields

  /// How a bank is stored and shown.
  package static let entity = Declaration(
    of: Bank.self, "bank",
    [
      .key(\.bic), .computed(\.restrictions), .inner(\.type, \.dateOut),
      .null(\.correspondentAccount, \.treasuryAccount, \.place, \.swift),
      .about(\.treasuryAccount, "the single treasury account, which stands where a correspondent account would"),
      .about(\.restrictions, "what the directory says against payments, in force yet or not"),
    ],
    take: { $0.fields }, make: { ($0, $1, $2, $3, $4, $5, $6, $7, $8) })

  private let restrictedFrom: CivilDate?
  private let closedFrom: CivilDate?

  /// A participant.
  package init(_ fields: Fields) {
    self.fields = fields
    let restrictions = fields.restrictions
    let ends = restrictions.filter(\.closes).map { $0.since ?? Self.always } + [fields.dateOut].compactMap(\.self)
    closedFrom = fields.type == "90" ? Self.always : ends.min()
    restrictedFrom = restrictions.filter { !$0.closes && !$0.isHarmless }.map { $0.since ?? Self.always }.min()
  }

  /// A bank against which there is nothing.
  package convenience init(bic: BIC, name: String, place: String?) {
    self.init(
      (
        bic: bic, name: name, correspondentAccount: nil, treasuryAccount: nil, place: place, swift: nil,
        restrictions: [], type: "20", dateOut: nil
      ))
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
