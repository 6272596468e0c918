/// The number of a payment order (field 3): 1 to 6 digits that are not all zeros.
///
/// Rule: Regulation 762-P and the UFEBS schemas. Confidence: high.
public enum DocumentNumber {
  /// Why this is no number of a payment order, or nil.
  public static func verify(_ number: String) -> Reason? {
    if let reason = number.fault(where: { scalar, _ in scalar.isDigit }) ?? number.fault(lengths: 1...6) {
      return reason
    }
    return number.isZeros ? .zeros : nil
  }
}
