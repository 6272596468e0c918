/// An exact decimal number: a coefficient of at most 38 digits times a power of ten.
///
/// A number keeps its scale (`1.50` prints as `1.50`), but is compared, hashed and computed by
/// value. An operation returns nil if the exact result does not fit. Only `divided(by:)` and
/// operations that document it round their results.
public struct Decimal: Sendable {
  /// The maximum number of significant digits.
  public static let maximumDigits = 38
  /// The maximum magnitude of the exponent.
  public static let maximumExponent = 6144
  /// The maximum number of digits in plain notation, including zeros before and after the point.
  public static let maximumPlainDigits = 64

  // Two words instead of one `Int128`, whose alignment of 16 bytes would increase the size of
  // `Value` by half.
  private let high: Int64
  private let low: UInt64
  private let power: Int16

  /// The digits and sign: the number is `coefficient` · 10^`exponent`.
  public var coefficient: Int128 { Int128(high) << 64 | Int128(low) }
  /// The power of ten.
  public var exponent: Int { Int(power) }

  /// Creates `coefficient` · 10^`exponent`.
  ///
  /// Returns nil if the coefficient has more than 38 digits or the exponent exceeds ±6144.
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

  /// 10^38. The magnitude of every coefficient is smaller.
  static let bound: UInt128 = powerOfTen(38)

  static func powerOfTen(_ exponent: Int) -> UInt128 { powers[exponent] }
  private static let powers: [UInt128] = {
    var powers: [UInt128] = [1]
    for place in 0..<38 { powers.append(powers[place] * 10) }
    return powers
  }()
}

extension Decimal: CustomStringConvertible {
  /// Parses `[-+]digits[.digits][(e|E)[-+]digits]`.
  ///
  /// Returns nil for any other text, and for a number outside the limits of the type. Digits after
  /// the 38th significant digit must be zeros.
  public init?(_ text: some StringProtocol) {
    var coefficient: Int128 = 0
    var significant = 0
    var fraction = 0
    var written: (power: Int, digits: Int)?
    var (negative, negativePower) = (false, false)
    var (seenDigit, seenPoint, hasFraction) = (false, false, false)
    var first = true
    var afterE = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = Int128(byte - UInt8(ascii: "0"))
        if let power = written {
          // Clamped to a value that no number of leading or trailing zeros in memory can
          // compensate.
          written = (Swift.min(power.power * 10 + Int(digit), 1_000_000_000_000), power.digits + 1)
        } else {
          seenDigit = true
          if seenPoint { hasFraction = true }
          if significant == Self.maximumDigits {
            // Only zeros may follow. A zero before the point raises the exponent. A zero after the
            // point changes nothing.
            guard digit == 0 else { return nil }
            if !seenPoint { fraction -= 1 }
          } else {
            if significant > 0 || digit != 0 { significant += 1 }
            coefficient = coefficient * 10 + digit
            if seenPoint { fraction += 1 }
          }
        }
        afterE = false
      case UInt8(ascii: "-") where first, UInt8(ascii: "+") where first: negative = byte == UInt8(ascii: "-")
      case UInt8(ascii: "-") where afterE, UInt8(ascii: "+") where afterE:
        negativePower = byte == UInt8(ascii: "-")
        afterE = false
      case UInt8(ascii: ".") where !seenPoint && seenDigit && written == nil: seenPoint = true
      case UInt8(ascii: "e") where seenDigit && written == nil, UInt8(ascii: "E") where seenDigit && written == nil:
        if seenPoint && !hasFraction { return nil }
        written = (0, 0)
        afterE = true
      default: return nil
      }
      first = false
    }
    guard seenDigit, seenPoint == hasFraction, written.map({ $0.digits > 0 }) ?? true else { return nil }
    let power = (written?.power ?? 0) * (negativePower ? -1 : 1)
    self.init(coefficient: negative ? -coefficient : coefficient, exponent: power - fraction)
  }

  /// True if plain notation needs at most 64 digits, as required for form values.
  public var isPlain: Bool {
    exponent <= 0
      ? exponent > -Self.maximumPlainDigits : coefficient == 0 || digits + exponent <= Self.maximumPlainDigits
  }

  /// The number in plain notation if 64 digits are sufficient; otherwise `digitsE±power`.
  public var description: String {
    if let digits = UInt64(exactly: coefficient.magnitude), exponent <= 0, exponent > -Self.unitsOf64Bits.count {
      return short(digits)
    }
    let magnitude = String(coefficient.magnitude)
    let sign = coefficient < 0 ? "-" : ""
    guard isPlain else { return "\(sign)\(magnitude)E\(exponent > 0 ? "+" : "")\(exponent)" }
    if exponent >= 0 {
      return coefficient == 0 ? "0" : sign + magnitude + String(repeating: "0", count: exponent)
    }
    let places = -exponent
    let padded = String(repeating: "0", count: Swift.max(0, places + 1 - magnitude.utf8.count)) + magnitude
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }

  /// Returns the number in plain notation. It must have at most 18 decimal places, and `digits`
  /// must be the magnitude of its coefficient.
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
  /// Returns nil if a nonzero digit would be dropped or more than 38 digits are needed.
  public func text(places: Int) -> String? {
    let plain = exponent >= -places ? self : normalized
    guard plain.exponent >= -places, let digits = plain.coefficient(at: -places) else { return nil }
    return Decimal(coefficient: digits, exponent: -places)?.description
  }

  /// Parses a number like `init(_:)`; nil if plain notation needs more than 64 digits.
  public init?(plain text: some StringProtocol) {
    self.init(text)
    guard isPlain else { return nil }
  }

  /// Creates the shortest decimal number that is parsed as `number`, rounded to 63 decimal places.
  ///
  /// Returns nil for infinity, for NaN, and for a number of more than 64 digits.
  public init?(shortest number: Double) {
    guard let exact = Decimal(number.description)?.plain(rounds: true) ?? (abs(number) < 1 ? Decimal(0) : nil) else {
      return nil
    }
    self = exact
  }

  /// The nearest binary floating-point number.
  public var double: Double { Double("\(coefficient)e\(exponent)") ?? .nan }
}
