/// An exact decimal number: a coefficient of at most 38 digits times a power of ten.
///
///     let price = Decimal("1.50")!
///     price == Decimal("1.5")!  // true, and price.description is "1.50"
///     price.adding(Decimal("0.2")!)  // 1.70
///     Decimal(1).divided(by: Decimal(3))  // 0.3333333333333333333333333333, 28 digits
///
/// Keeps its spelling (`1.50` prints as `1.50`); compares, hashes and computes by value. An operation whose exact
/// result does not fit returns nil and never rounds, except `divided(by:)` and the `...Rounded` operations, which
/// document their rounding.
public struct Decimal: Sendable {
  /// The greatest count of significant digits.
  public static let maximumDigits = 38
  /// The greatest magnitude of the exponent.
  public static let maximumExponent = 6144

  // Two words instead of one `Int128`, whose alignment of 16 bytes would make every `Value` half as large again.
  private let high: Int64
  private let low: UInt64
  private let power: Int16

  /// The digits and sign: the number is `coefficient` · 10^`exponent`.
  public var coefficient: Int128 { Int128(high) << 64 | Int128(low) }
  /// The power of ten.
  public var exponent: Int { Int(power) }

  /// Creates `coefficient` · 10^`exponent`.
  ///
  /// Returns nil for more than 38 digits, or for an exponent beyond ±6144.
  public init?(coefficient: Int128, exponent: Int) {
    guard coefficient.magnitude < Self.bound, exponent.magnitude <= Self.maximumExponent else { return nil }
    self.init(unchecked: coefficient, exponent)
  }

  /// Creates a whole number.
  public init(_ integer: Int64) { self.init(unchecked: Int128(integer), 0) }

  private init(unchecked coefficient: Int128, _ exponent: Int) {
    high = Int64(truncatingIfNeeded: coefficient >> 64)
    low = UInt64(truncatingIfNeeded: coefficient)
    power = Int16(exponent)
  }

  /// 10^38: every coefficient is less in magnitude.
  static let bound: UInt128 = powerOfTen(38)

  /// Returns 10^`exponent`, for an exponent of 0 to 38.
  static func powerOfTen(_ exponent: Int) -> UInt128 { powers[exponent] }
  private static let powers: [UInt128] = {
    var powers: [UInt128] = [1]
    for place in 0..<38 { powers.append(powers[place] * 10) }
    return powers
  }()
}

extension Decimal: CustomStringConvertible {
  /// Reads `[-+]digits[.digits][(e|E)[-+]digits]`.
  ///
  /// Returns nil for any other text, and for a number beyond the limits of the type.
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
          // Clamped where no count of zeros that memory holds makes up for it.
          written = (Swift.min(power.power * 10 + Int(digit), 1_000_000_000_000), power.digits + 1)
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

  /// The number in plain digits, or as `digitsE±power`.
  ///
  /// Plain digits need at most 38 decimal places or, for a positive exponent, at most 38 digits with the added zeros.
  public var description: String {
    if let digits = UInt64(exactly: coefficient.magnitude), exponent <= 0, exponent > -Self.unitsOf64Bits.count {
      return short(digits)
    }
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

  /// Returns the number in plain digits, if 64 bits hold its digits and it has at most 18 decimal places.
  private func short(_ digits: UInt64) -> String {
    var text = coefficient < 0 ? "-" : ""
    if exponent == 0 {
      text += String(digits)
      return text
    }
    let unit = Self.unitsOf64Bits[-exponent]
    let (whole, fraction) = digits.quotientAndRemainder(dividingBy: unit)
    text += String(whole)
    text += "."
    var place = unit / 10
    while place > 1, fraction < place {
      text += "0"
      place /= 10
    }
    text += String(fraction)
    return text
  }

  /// The powers of ten from 0 to 18.
  private static let unitsOf64Bits: [UInt64] = powers.prefix(19).map { UInt64($0) }

  /// Returns the number with exactly `places` decimal places.
  ///
  /// Returns nil when that would drop a nonzero digit, or when more than 38 digits are needed.
  public func text(places: Int) -> String? {
    let plain = exponent >= -places ? self : normalized
    guard plain.exponent >= -places, let digits = plain.coefficient(at: -places) else { return nil }
    return Decimal(coefficient: digits, exponent: -places)?.description
  }

  /// The nearest binary floating-point number.
  public var double: Double { Double("\(coefficient)e\(exponent)") ?? .nan }
}
