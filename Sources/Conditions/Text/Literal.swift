import JSON

/// A value that is written out in a condition.
enum Literal: Sendable, Hashable {
  /// `NULL` or `NIL`.
  case null
  /// `TRUE`, `YES`, `FALSE`, `NO`.
  case bool(Bool)
  /// A whole number of 64 bits.
  case integer(Int64)
  /// A fixed-point number, exact; also a whole number beyond 64 bits.
  case decimal(Decimal)
  /// A number with an exponent, or one of more than 38 digits.
  case float(Double)
  /// Text, its escapes read.
  case text(String)

  /// The value at run time.
  var value: Value {
    switch self {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .integer(let number): .integer(number)
    case .decimal(let number): .decimal(number)
    case .float(let number): .float(number)
    case .text(let text): .string(text)
    }
  }
}
