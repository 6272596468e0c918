/// The code of budget classification (field 104): 20 digits.
///
/// 1 to 3 who administers the income, 4 to 13 its kind, 14 to 17 its subtype, 18 to 20 the analytic group. Rules: the
/// length by the UFEBS schemas (confidence high); that it has digits only and is not all zeros by banks' rules (medium).
/// There is no check digit.
public enum KBK {
  /// Why this is no KBK, or nil.
  public static func verify(_ kbk: String) -> Finding? {
    if let reason = kbk.fault(where: { scalar, _ in scalar.isDigit }) { return Finding(reason, .medium) }
    if let reason = kbk.fault(length: 20) { return Finding(reason, .high) }
    return kbk.isZeros ? Finding(.zeros, .medium) : nil
  }

  /// Whether the customs administer the income: 153.
  static func isOfCustoms(_ kbk: String) -> Bool { kbk.hasPrefix("153") }
}
