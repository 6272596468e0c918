public import Dates

/// Why a value is not what it claims to be: a stable code with its evidence. The caller words it for people.
///
/// Every verification of this module takes the value as entered, repairs nothing, and returns nil for a right value.
/// Of several faults it reports the first in this order: characters, length, fixed parts, check digits.
/// Positions count from 1.
///
///     let reason = INN.verify("7707083894")
///     reason?.code         // "check-digit"
///     reason?.evidence     // [("position", "10"), ("found", "4"), ("expected", "3")]
///     reason?.description  // "check-digit, position 10, found 4, expected 3"
public indirect enum Reason: Equatable, Sendable {
  /// A character that is not allowed at that position.
  case character(Unicode.Scalar, position: Int)
  /// A character count outside the allowed ranges.
  case length(Int, allowed: [ClosedRange<Int>])
  /// Only spaces.
  case blank
  /// The first two digits are 00, which no tax office has.
  case leadingZeros
  /// Only zeros.
  case zeros
  /// A beginning that is none of the allowed ones.
  case prefix(String, allowed: [String])
  /// A check digit that does not follow from the other digits; both check digits of a SNILS.
  case checkDigit(position: Int, found: Int, expected: Int)
  /// A Treasury account (it starts with 0) under a BIC that is not the Treasury's.
  case treasuryAccount(bic: String)
  /// An account that is neither a correspondent account (301..) nor the single treasury account (40102..).
  case notCorrespondent(balanceAccount: String)
  /// Latin letters in place of the Cyrillic ones that they look like: MC instead of МС.
  case latinLetters(String, meant: String)
  /// A code or key that no list has, whatever the day.
  case unlisted(String)
  /// A code or form that payments may not carry from that day on.
  case expired(String, since: CivilDate)
  /// A code that payments may carry only from that day on.
  case early(String, since: CivilDate)
  /// None of the allowed forms. N, D, M, Q, H and Y stand for digits.
  case form(expected: [String])
  /// A number outside its range, such as month 13.
  case range(Int, allowed: ClosedRange<Int>)
  /// A date that the calendar does not have.
  case noSuchDay(String)
  /// A value other than those that the payment's other fields, or the rule itself, require here.
  case mustBe(String, expected: [String])
  /// An account number inside a name.
  case accountInName(String)
  /// An invalid payment date, by which no dated rule can be chosen.
  case undated(String)
  /// Text of a QR code that belongs to no key.
  case stray(String)
  /// A second value for the same key.
  case repeated(String)
  /// A QR code in another encoding than its header declares.
  case encoding(declared: QREncoding, found: QREncoding)
  /// An invalid BIC, without which the account cannot be judged.
  case bic(Reason)
}

extension Reason {
  /// The stable name of this kind of fault, such as `check-digit`.
  public var code: String {
    switch self {
    case .character: "character"
    case .length: "length"
    case .blank: "blank"
    case .leadingZeros: "leading-00"
    case .zeros: "zeros"
    case .prefix: "prefix"
    case .checkDigit: "check-digit"
    case .treasuryAccount: "treasury-account"
    case .notCorrespondent: "not-correspondent"
    case .latinLetters: "latin-letters"
    case .unlisted: "unlisted"
    case .expired: "expired"
    case .early: "early"
    case .form: "form"
    case .range: "range"
    case .noSuchDay: "no-such-day"
    case .mustBe: "must-be"
    case .accountInName: "account-in-name"
    case .undated: "undated"
    case .stray: "stray"
    case .repeated: "repeated"
    case .encoding: "encoding"
    case .bic: "bic"
    }
  }

  /// The evidence by name, for messages and for the `params` of a reply.
  public var evidence: [(name: String, value: String)] {
    switch self {
    case .character(let scalar, let position): [("character", String(scalar)), ("position", "\(position)")]
    case .length(let length, let allowed):
      [("length", "\(length)"), ("allowed", allowed.map(Self.text).joined(separator: ", "))]
    case .blank, .leadingZeros, .zeros: []
    case .prefix(let found, let allowed): [("found", found), ("allowed", allowed.joined(separator: ", "))]
    case .checkDigit(let position, let found, let expected):
      [("position", "\(position)"), ("found", "\(found)"), ("expected", "\(expected)")]
    case .treasuryAccount(let bic): [("bic", bic)]
    case .notCorrespondent(let balanceAccount): [("balanceAccount", balanceAccount)]
    case .latinLetters(let found, let meant): [("found", found), ("expected", meant)]
    case .unlisted(let found): [("found", found)]
    case .expired(let found, let since), .early(let found, let since): [("found", found), ("since", "\(since)")]
    case .form(let expected): [("expected", expected.joined(separator: ", "))]
    case .range(let found, let allowed): [("found", "\(found)"), ("allowed", Self.text(allowed))]
    case .noSuchDay(let found), .accountInName(let found), .undated(let found), .stray(let found),
      .repeated(let found):
      [("found", found)]
    case .mustBe(let found, let expected): [("found", found), ("expected", expected.joined(separator: ", "))]
    case .encoding(let declared, let found): [("declared", "\(declared.rawValue)"), ("found", "\(found.rawValue)")]
    case .bic(let reason): [("reason", reason.code)] + reason.evidence
    }
  }

  private static func text(_ range: ClosedRange<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
  }
}

extension Reason: CustomStringConvertible {
  /// The code with its evidence, for tools and developers' logs.
  public var description: String {
    ([code] + evidence.map { "\($0.name) \($0.value)" }).joined(separator: ", ")
  }
}

/// The certainty that a rule is the law's. A caller may refuse by certain rules and warn by the others.
public enum Confidence: Int, Sendable, Comparable, CaseIterable {
  /// One secondary source, or inference.
  case low
  /// Several independent secondary sources agree.
  case medium
  /// The official text or schema says so, or it was proved on real data.
  case high

  /// True if the left confidence is the lower one.
  public static func < (left: Confidence, right: Confidence) -> Bool { left.rawValue < right.rawValue }
}

/// Why a value is wrong, with the confidence of the rule that it breaks.
///
/// Verifications whose rules are all of high confidence return the ``Reason`` alone.
///
///     if let finding = UIN.verify(entered) {
///       finding.confidence == .high ? refuse(finding.reason) : warn(finding.reason)
///     }
public struct Finding: Equatable, Sendable {
  /// The fault.
  public let reason: Reason
  /// The confidence of the broken rule.
  public let confidence: Confidence

  /// Creates a fault by a rule of that confidence.
  public init(_ reason: Reason, _ confidence: Confidence) { (self.reason, self.confidence) = (reason, confidence) }
}

extension Optional where Wrapped == Reason {
  /// The finding of a rule of that confidence; nil for nil.
  func by(_ confidence: Confidence) -> Finding? { map { Finding($0, confidence) } }
}
