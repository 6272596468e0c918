/// How sure it is that a rule is the law's: a caller may warn where it is not sure, and refuse where it is.
public enum Confidence: Int, Sendable, Comparable, CaseIterable {
  /// One secondary source, or inference.
  case low
  /// Several independent secondary sources agree.
  case medium
  /// The official text or schema says so, or it was proved on real data.
  case high

  /// Whether the first is less sure.
  public static func < (left: Confidence, right: Confidence) -> Bool { left.rawValue < right.rawValue }
}

/// Why a value is wrong, and how sure the rule is that says so.
///
/// Verifications whose rules are all of high confidence answer with the `Reason` alone.
public struct Finding: Equatable, Sendable {
  /// Why.
  public let reason: Reason
  /// How sure the broken rule is.
  public let confidence: Confidence

  /// A reason by a rule of that confidence.
  public init(_ reason: Reason, _ confidence: Confidence) { (self.reason, self.confidence) = (reason, confidence) }
}

extension Optional where Wrapped == Reason {
  /// The finding of a rule of that confidence.
  func by(_ confidence: Confidence) -> Finding? { map { Finding($0, confidence) } }
}
