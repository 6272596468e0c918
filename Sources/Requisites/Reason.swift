/// Why a value is not what it claims to be: a stable code and the evidence; wording for people is the caller's.
///
/// Every verification of this module takes the value as it was entered, repairs nothing, and answers nil where it is right.
/// Of several faults it names the first of: characters, length, fixed parts, check digits. Positions count from 1.
public indirect enum Reason: Equatable, Sendable {
  /// A character that may not stand at that position.
  case character(Unicode.Scalar, position: Int)
  /// That many characters, and how many there may be.
  case length(Int, allowed: [ClosedRange<Int>])
  /// Nothing but spaces.
  case blank
  /// The first two digits are 00, which no tax office has.
  case leadingZeros
  /// Nothing but zeros.
  case zeros
  /// The beginning is none of those that there are.
  case prefix(String, allowed: [String])
  /// A digit that does not follow from the others; of a SNILS two digits.
  case checkDigit(position: Int, found: Int, expected: Int)
  /// An account of the Treasury (it starts with 0) under the BIC of somebody else.
  case treasuryAccount(bic: String)
  /// An account that is neither a correspondent account (301..) nor the single treasury account (40102..).
  case notCorrespondent(balanceAccount: String)
  /// Latin letters where a code has the Cyrillic ones that look like them: MC instead of МС.
  case latinLetters(String, meant: String)
  /// None of the codes that there are or were.
  case unlisted(String)
  /// A code or form that payments may not carry from that day.
  case expired(String, since: Day)
  /// A code that payments may carry only from that day.
  case early(String, since: Day)
  /// None of the forms that a value may have; N, D, M and Y stand for digits.
  case form(expected: [String])
  /// A number that is out of its range, such as month 13.
  case range(Int, allowed: ClosedRange<Int>)
  /// A date that the calendar has not.
  case noSuchDay(String)
  /// Another value is asked for by something else of the payment.
  case mustBe(String, expected: [String])
  /// An account number where a name belongs.
  case accountInName(String)
  /// A date without which a dated rule cannot be chosen is none.
  case undated(String)
  /// Text of a QR code that belongs to no key.
  case stray(String)
  /// A second value for the same key.
  case repeated(String)
  /// A QR code is in another encoding than its header says.
  case encoding(declared: QREncoding, found: QREncoding)
  /// The BIC that the account must be judged by is itself wrong.
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

  /// What was found, by name, for messages and for the `params` of a reply.
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
  /// The code with its evidence, for tools and logs of developers.
  public var description: String {
    ([code] + evidence.map { "\($0.name) \($0.value)" }).joined(separator: ", ")
  }
}
