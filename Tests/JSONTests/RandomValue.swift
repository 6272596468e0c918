import JSON
import SeededRandom

extension Value {
  /// Returns a random value with at most `depth` levels of containers. It contains no `Double`.
  static func random(depth: Int, using random: inout Chance) -> Value {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .integer(Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<64, using: &random))
    case 3: return .decimal(.random(using: &random))
    case 4, 5: return .string(.random(using: &random))
    case 6:
      return .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
    default:
      let count = Int.random(in: 0..<20, using: &random)
      return .object(
        Object((0..<count).map { _ in (.random(using: &random), .random(depth: depth - 1, using: &random)) }))
    }
  }

  /// Returns an equal value with shuffled members and different scales of its numbers.
  func respelled(using random: inout Chance) -> Value {
    switch self {
    case .integer(let number):
      return Decimal(coefficient: Int128(number) * 100, exponent: -2).map(Value.decimal) ?? self
    case .decimal(let number):
      return .decimal(Decimal(coefficient: number.coefficient, exponent: number.exponent)?.normalized ?? number)
    case .array(let elements): return .array(elements.map { $0.respelled(using: &random) })
    case .object(let object):
      return .object(
        Object(object.members.shuffled(using: &random).map { ($0.name, $0.value.respelled(using: &random)) }))
    default: return self
    }
  }
}

extension Decimal {
  /// Returns a random number; 0 if its digits and exponent are out of range.
  static func random(using random: inout Chance) -> Decimal {
    let digits = Int128(Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<64, using: &random))
    let wide = Bool.random(using: &random) ? digits * 10_000_000_000_000_000_000 / 3 : digits
    return Decimal(coefficient: wide, exponent: Int.random(in: -30...30, using: &random)) ?? Decimal(0)
  }
}

extension String {
  /// Returns a random text of up to 11 scalars, with control characters, quotes and combining
  /// marks.
  static func random(using random: inout Chance) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x22, 0x20...0x7F, 0x80...0x24F, 0x300...0x310, 0x400...0x45F, 0xE000...0xFFFF, 0x1F600...0x1F64F,
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      let range = ranges[Int.random(in: ranges.indices, using: &random)]
      if let scalar = UnicodeScalar(UInt32.random(in: range, using: &random)) { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}
