/// An exact decimal number: a coefficient of at most 38 digits times a power of ten.
///
/// Kept as written (`1.50` prints as `1.50`); compared, hashed and computed by value. An operation whose exact
/// result does not fit answers nil and never rounds, but for division, which says how it rounds.
public struct Decimal: Sendable {
  /// The most significant digits a number may have.
  public static let maximumDigits = 38
  /// The widest exponent, either way, that a number may have.
  public static let maximumExponent = 6144

  // Two words instead of one `Int128`, whose alignment of 16 bytes would make every `Value` half as large again.
  private let high: Int64
  private let low: UInt64
  private let power: Int16

  /// The digits and sign: the number is `coefficient` · 10^`exponent`.
  public var coefficient: Int128 { Int128(high) << 64 | Int128(low) }
  /// The power of ten.
  public var exponent: Int { Int(power) }

  /// The number `coefficient` · 10^`exponent`; nil beyond 38 digits or ±6144.
  public init?(coefficient: Int128, exponent: Int) {
    guard coefficient.magnitude < Self.bound, exponent.magnitude <= Self.maximumExponent else { return nil }
    self.init(unchecked: coefficient, exponent)
  }

  /// A whole number.
  public init(_ integer: Int64) { self.init(unchecked: Int128(integer), 0) }

  private init(unchecked coefficient: Int128, _ exponent: Int) {
    high = Int64(truncatingIfNeeded: coefficient >> 64)
    low = UInt64(truncatingIfNeeded: coefficient)
    power = Int16(exponent)
  }

  /// 10^38, which no coefficient reaches.
  static let bound: UInt128 = powerOfTen(38)

  /// 10^`exponent`, for 0...38.
  static func powerOfTen(_ exponent: Int) -> UInt128 { powers[exponent] }
  private static let powers: [UInt128] = {
    var powers: [UInt128] = [1]
    for place in 0..<38 { powers.append(powers[place] * 10) }
    return powers
  }()
}

extension Decimal: CustomStringConvertible {
  /// Reads `[-+]digits[.digits][(e|E)[-+]digits]`; nil for any other text and beyond the limits of the type.
  public init?(_ text: some StringProtocol) {
    var coefficient: Int128 = 0
    var significant = 0
    var fraction = 0
    var written: (power: Int, digits: Int)?
    var (negative, negativePower) = (false, false)
    var (seenDigit, seenPoint) = (false, false)
    var first = true
    var afterE = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = Int128(byte - UInt8(ascii: "0"))
        if let power = written {
          written = (Swift.min(power.power * 10 + Int(digit), 1_000_000), power.digits + 1)
        } else {
          seenDigit = true
          if significant > 0 || digit != 0 { significant += 1 }
          guard significant <= Self.maximumDigits else { return nil }
          coefficient = coefficient * 10 + digit
          if seenPoint { fraction += 1 }
        }
        afterE = false
      case UInt8(ascii: "-") where first, UInt8(ascii: "+") where first: negative = byte == UInt8(ascii: "-")
      case UInt8(ascii: "-") where afterE, UInt8(ascii: "+") where afterE:
        negativePower = byte == UInt8(ascii: "-")
        afterE = false
      case UInt8(ascii: ".") where !seenPoint && seenDigit && written == nil: seenPoint = true
      case UInt8(ascii: "e") where seenDigit && written == nil, UInt8(ascii: "E") where seenDigit && written == nil:
        if seenPoint && fraction == 0 { return nil }
        written = (0, 0)
        afterE = true
      default: return nil
      }
      first = false
    }
    guard seenDigit, !(seenPoint && fraction == 0), written.map({ $0.digits > 0 }) ?? true else { return nil }
    let power = (written?.power ?? 0) * (negativePower ? -1 : 1)
    self.init(coefficient: negative ? -coefficient : coefficient, exponent: power - fraction)
  }

  /// The number in plain digits where that takes at most 40 characters, else as `digitsE±power`.
  public var description: String {
    let magnitude = String(coefficient.magnitude)
    let sign = coefficient < 0 ? "-" : ""
    if exponent == 0 { return sign + magnitude }
    if exponent > 0 {
      guard magnitude.utf8.count + exponent <= Self.maximumDigits else { return "\(sign)\(magnitude)E+\(exponent)" }
      return coefficient == 0 ? "0" : sign + magnitude + String(repeating: "0", count: exponent)
    }
    let places = -exponent
    guard places <= Self.maximumDigits else { return "\(sign)\(magnitude)E\(exponent)" }
    let padded = String(repeating: "0", count: Swift.max(0, places + 1 - magnitude.utf8.count)) + magnitude
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }

  /// The number with exactly that many decimal places; nil where that would drop a digit that is not zero.
  public func text(places: Int) -> String? {
    let plain = normalized
    guard plain.scale <= places, let digits = plain.coefficient(at: -places) else { return nil }
    return Decimal(coefficient: digits, exponent: -places)?.description
  }

  /// The nearest binary floating-point number.
  public var double: Double { Double("\(coefficient)e\(exponent)") ?? .nan }
}
