/// An account that the Treasury keeps (field 17 of a payment into the budget): 20 digits that start with 0.
///
/// 1 to 5 the kind, 6 to 8 the currency 643, 9 to 16 the municipality, 17 and 18 the body of the Treasury. Rules: the
/// Treasury's order 15n of 01.04.2020 for digits and first digit (confidence high), published requisites for the currency
/// (medium). No key is checked: of eleven published accounts none satisfies the key of bank accounts.
public enum TreasuryAccount {
  /// Why this is no account of the Treasury, or nil.
  public static func verify(_ account: String) -> Finding? {
    if let reason = account.fault(where: { scalar, _ in scalar.isDigit }) ?? account.fault(length: 20) {
      return Finding(reason, .high)
    }
    if !account.hasPrefix("0") { return Finding(.prefix(String(account.prefix(1)), allowed: ["0"]), .high) }
    let currency = String(account.dropFirst(5).prefix(3))
    return currency == "643" ? nil : Finding(.mustBe(currency, expected: ["643"]), .medium)
  }
}
