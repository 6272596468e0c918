import JSON

/// A number in one of its three forms; a Boolean is the number 1 or 0.
enum Number: Sendable {
  case integer(Int64)
  case decimal(Decimal)
  case float(Double)

  /// The value's number; nil for anything else.
  init?(_ value: Value) {
    switch value {
    case .bool(let bool): self = .integer(bool ? 1 : 0)
    case .integer(let number): self = .integer(number)
    case .decimal(let number): self = .decimal(number)
    case .float(let number): self = .float(number)
    case .null, .string, .array, .object: return nil
    }
  }

  /// The number as a value.
  var value: Value {
    switch self {
    case .integer(let number): .integer(number)
    case .decimal(let number): .decimal(number)
    case .float(let number): .float(number)
    }
  }

  /// The nearest binary floating-point number.
  var double: Double {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): number.double
    case .float(let number): number
    }
  }

  /// The exact number; nil for a floating one.
  var exact: Decimal? {
    switch self {
    case .integer(let number): Decimal(number)
    case .decimal(let number): number
    case .float: nil
    }
  }

  /// The whole number of 64 bits that this is; nil for any other.
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
  /// Whether both are the same number.
  static func == (left: Number, right: Number) -> Bool { order(left, right) == 0 }
  /// Whether the first is the smaller; false beside what is not a number.
  static func < (left: Number, right: Number) -> Bool { order(left, right).map { $0 < 0 } ?? false }

  /// -1, 0 or 1; nil beside what is not a number.
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

  /// Exact also where the whole number has no floating-point form of its own.
  private static func order(_ a: Int64, _ b: Double) -> Int? {
    guard !b.isNaN else { return nil }
    guard b < 0x1p63 else { return -1 }
    guard b >= -0x1p63 else { return 1 }
    let floor = Int64(b.rounded(.down))
    if a != floor { return a < floor ? -1 : 1 }
    return b > b.rounded(.down) ? -1 : 0
  }
}
