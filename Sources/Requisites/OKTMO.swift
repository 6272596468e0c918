/// The code of a municipality (field 105): 8 digits, or 11 for a settlement in it.
///
/// The classifier's control number is no part of the code, so nothing is checked by arithmetic. Rules: the UFEBS schemas
/// allow 11 characters at most (confidence high), banks take 8 or 11 digits that are not all zeros (medium). The `0` that
/// stands for none is no code: see `BudgetPayment`.
public enum OKTMO {
  /// Why this is no OKTMO, or nil.
  public static func verify(_ oktmo: String) -> Finding? {
    if let reason = oktmo.fault(where: { scalar, _ in scalar.isDigit }) { return Finding(reason, .medium) }
    if let reason = oktmo.fault(lengths: 8...8, 11...11) {
      return Finding(reason, oktmo.utf8.count > 11 ? .high : .medium)
    }
    return oktmo.isZeros ? Finding(.zeros, .medium) : nil
  }
}
