/// The code of the reason for registration with a tax office: NNNN office, PP reason, XXX serial number.
///
/// Rule: the pattern of the FNS schemas. There is no check digit.
public enum KPP {
  /// Why this is no KPP, or nil; the reason (positions 5 and 6) may have capital Latin letters.
  public static func verify(_ kpp: String) -> Reason? {
    let fault = kpp.fault { scalar, position in
      scalar.isDigit || (scalar.isCapital && (position == 5 || position == 6))
    }
    if let reason = fault ?? kpp.fault(lengths: 9...9) { return reason }
    return kpp.hasPrefix("00") ? .leadingZeros : nil
  }
}
