import JSON

/// A number in one of three forms; a Boolean is the number 1 or 0.
enum Number: Sendable {
  case integer(Int64)
  case decimal(Decimal)
  case float(Double)

  /// Creates a number from a number or a Boolean; nil for any other value.
  init?(_ value: Value) {
    switch value {
    case .bool(let bool): self = .integer(bool ? 1 : 0)
    case .integer(let number): self = .integer(number)
    case .decimal(let number): self = .decimal(number)
    case .float(let number): self = .float(number)
    case .null, .string, .array, .object: return nil
    }
  }

  var value: Value {
    switch self {
    case .integer(let number): .integer(number)
    case .decimal(let number): .decimal(number)
    case .float(let number): .float(number)
    }
  }

  var double: Double {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): number.double
    case .float(let number): number
    }
  }

  /// The exact number; nil for a floating-point number.
  var exact: Decimal? {
    switch self {
    case .integer(let number): Decimal(number)
    case .decimal(let number): number
    case .float: nil
    }
  }

  /// The number as a 64-bit whole number; nil if it has a fraction or does not fit.
  var whole: Int64? {
    switch self {
    case .integer(let number): return number
    case .decimal(let number):
      let plain = number.normalized
      guard plain.exponent >= 0, plain.exponent < 20 else { return nil }
      var digits = plain.coefficient
      for _ in 0..<plain.exponent {
        let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
        guard !overflow else { return nil }
        digits = product
      }
      return Int64(exactly: digits)
    case .float(let number): return Int64(exactly: number)
    }
  }
}

extension Number: Comparable {
  /// Compares by value, in any form.
  static func == (left: Number, right: Number) -> Bool { order(left, right) == 0 }
  /// Compares by value; false if either is NaN.
  static func < (left: Number, right: Number) -> Bool { order(left, right).map { $0 < 0 } ?? false }

  /// Returns -1, 0 or 1; nil if either is NaN. A decimal is compared with a float as the nearest
  /// float.
  static func order(_ left: Number, _ right: Number) -> Int? {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a < b ? -1 : (a == b ? 0 : 1)
    case (.float(let a), .float(let b)): order(a, b)
    case (.integer(let a), .float(let b)): order(a, b)
    case (.float(let a), .integer(let b)): order(b, a).map { -$0 }
    case (.decimal(let a), .float(let b)): order(a.double, b)
    case (.float(let a), .decimal(let b)): order(a, b.double)
    case (.integer(let a), .decimal(let b)): order(Decimal(a), b)
    case (.decimal(let a), .integer(let b)): order(a, Decimal(b))
    case (.decimal(let a), .decimal(let b)): order(a, b)
    }
  }

  private static func order(_ a: Decimal, _ b: Decimal) -> Int { a < b ? -1 : (a == b ? 0 : 1) }

  private static func order(_ a: Double, _ b: Double) -> Int? { a < b ? -1 : (a == b ? 0 : (a > b ? 1 : nil)) }

  /// Compares exactly, even if the whole number has no exact floating-point form.
  private static func order(_ a: Int64, _ b: Double) -> Int? {
    guard !b.isNaN else { return nil }
    guard b < 0x1p63 else { return -1 }
    guard b >= -0x1p63 else { return 1 }
    let floor = Int64(b.rounded(.down))
    if a != floor { return a < floor ? -1 : 1 }
    return b > b.rounded(.down) ? -1 : 0
  }
}

extension Number {
  /// Returns the number rounded to a whole number, in the same form.
  ///
  /// The rule must be `.down`, `.up` or `.towardZero`; any other rule rounds a decimal toward zero.
  func rounded(_ rule: FloatingPointRoundingRule) -> Value {
    switch self {
    case .integer(let number): return .integer(number)
    case .float(let number): return .float(number.rounded(rule))
    case .decimal(let number):
      guard number.exponent < 0 else { return .decimal(number) }
      let plain = number.normalized
      guard plain.exponent < 0 else { return .decimal(plain) }
      var quotient: Int128 = 0
      if plain.exponent > -38 {
        var unit: Int128 = 1
        for _ in 0..<(-plain.exponent) { unit *= 10 }
        quotient = plain.coefficient / unit
      }
      // A normalized number with a negative exponent has a fraction, so truncation changes it.
      if rule == .down, plain.coefficient < 0 { quotient -= 1 }
      if rule == .up, plain.coefficient > 0 { quotient += 1 }
      return .decimal(Decimal(coefficient: quotient, exponent: 0) ?? plain)
    }
  }
}

extension Value {
  /// The whole part of a number, clamped to 64 bits; nil for any other value.
  package var wholePart: Int64? {
    guard let number = Number(self) else { return nil }
    if let whole = Number(number.rounded(.towardZero))?.whole { return whole }
    return number < .integer(0) ? .min : .max
  }
}
