public import Dates

/// Why a value is invalid: a stable code with evidence. The caller words the message for people.
///
/// Every verification of this module takes the value as entered, does not repair it, and returns
/// nil if it is valid. If there are several faults, it returns the first in this order: characters,
/// length, fixed parts, check digits. Positions start at 1.
///
///     let reason = INN.verify("7707083894")
///     reason?.code         // "check-digit"
///     reason?.evidence     // [("position", "10"), ("found", "4"), ("expected", "3")]
///     reason?.description  // "check-digit, position 10, found 4, expected 3"
public indirect enum Reason: Equatable, Sendable {
  /// A character that is not allowed in this position.
  case character(Unicode.Scalar, position: Int)
  /// A length, in characters, outside the allowed ranges.
  case length(Int, allowed: [ClosedRange<Int>])
  /// Only spaces.
  case blank
  /// The first two digits are 00, which is not the code of a tax office.
  case leadingZeros
  /// Only zeros.
  case zeros
  /// A prefix that is not one of the allowed ones.
  case prefix(String, allowed: [String])
  /// A wrong check digit. For a SNILS, LEI or IBAN, a wrong pair of check digits and the position
  /// of the first.
  case checkDigit(position: Int, found: Int, expected: Int)
  /// A Treasury account (first digit 0) with a BIC that does not belong to the Treasury.
  case treasuryAccount(bic: String)
  /// An account that is neither a correspondent account (301..) nor the single treasury account
  /// (40102..).
  case notCorrespondent(balanceAccount: String)
  /// Latin letters instead of the Cyrillic letters that they resemble, such as MC for МС.
  case latinLetters(String, meant: String)
  /// A code or key that no list contains, regardless of the day.
  case unlisted(String)
  /// A code or form that payments must not contain from this day on.
  case expired(String, since: CivilDate)
  /// A code that payments may contain only from this day on.
  case early(String, since: CivilDate)
  /// A text that has none of the expected forms. N, D, M, Q, H and Y represent digits.
  case form(expected: [String])
  /// A number outside its range, such as month 13.
  case range(Int, allowed: ClosedRange<Int>)
  /// A date that does not exist in the calendar.
  case noSuchDay(String)
  /// A value other than the ones that this rule or the payment's other fields require.
  case mustBe(String, expected: [String])
  /// An account number in a name.
  case accountInName(String)
  /// An invalid payment date, so that no dated rule can be selected.
  case undated(String)
  /// Text in a QR code that has no key.
  case stray(String)
  /// A second value for the same key.
  case repeated(String)
  /// A QR code whose encoding differs from the one that its header declares.
  case encoding(declared: QREncoding, found: QREncoding)
  /// An invalid BIC, so that the account cannot be verified.
  case bic(Reason)
}

extension Reason {
  /// The stable name of the reason, such as `check-digit`.
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

  /// The evidence by name, for messages and for the `params` of a response.
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
  /// The code with its evidence, for tools and logs.
  public var description: String {
    ([code] + evidence.map { "\($0.name) \($0.value)" }).joined(separator: ", ")
  }
}

/// The degree of certainty that a rule matches the official one. A caller may reject a value if
/// confidence is high, and warn otherwise.
public enum Confidence: Int, Sendable, Comparable, CaseIterable {
  /// One secondary source, or inference.
  case low
  /// Several independent secondary sources agree.
  case medium
  /// An official text or schema states the rule, or real data confirms it.
  case high

  /// Returns true if the left confidence is lower.
  public static func < (left: Confidence, right: Confidence) -> Bool { left.rawValue < right.rawValue }
}

/// Why a value is invalid, with the confidence of the broken rule.
///
/// Verifications whose rules all have high confidence return only a ``Reason``.
///
///     if let finding = UIN.verify(entered) {
///       finding.confidence == .high ? refuse(finding.reason) : warn(finding.reason)
///     }
public struct Finding: Equatable, Sendable {
  /// Why the value is invalid.
  public let reason: Reason
  /// The confidence of the broken rule.
  public let confidence: Confidence

  /// Creates a finding for a rule with this confidence.
  public init(_ reason: Reason, _ confidence: Confidence) { (self.reason, self.confidence) = (reason, confidence) }
}

extension Optional where Wrapped == Reason {
  /// Returns a finding with this confidence; nil if the reason is nil.
  func by(_ confidence: Confidence) -> Finding? { map { Finding($0, confidence) } }
}
