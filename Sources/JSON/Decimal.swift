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
