extension Reader {
  /// Parses the number that starts at the next byte. It is exact if it has at most 38 significant
  /// digits.
  mutating func number() throws(SyntaxError) -> Value {
    let start = place
    let negative = bytes[place] == UInt8(ascii: "-")
    if negative { place += 1 }
    // The first 18 digits. Most numbers have fewer.
    var word: UInt64 = 0
    var digits = 0
    if place < bytes.count, bytes[place] == UInt8(ascii: "0") {
      place += 1
      if let byte = next, isDigit(byte) { throw SyntaxError(.malformedNumber, at: place) }
    } else {
      digits = try self.digits(into: &word)
    }
    var fraction = 0
    var power = 0
    var whole = true
    if next == UInt8(ascii: ".") {
      whole = false
      place += 1
      fraction = try self.digits(into: &word)
    }
    if let byte = next, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      whole = false
      place += 1
      power = try exponent()
    }
    guard digits + fraction <= 18 else { return try longNumber(from: start, whole: whole, power: power) }
    let signed = negative ? -Int64(word) : Int64(word)
    if whole { return .integer(signed) }
    guard let decimal = Decimal(coefficient: Int128(signed), exponent: power - fraction) else {
      return try longNumber(from: start, whole: whole, power: power)
    }
    return .decimal(decimal)
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Parses one or more digits, appends the first 18 to `word`, and returns their number.
  private mutating func digits(into word: inout UInt64) throws(SyntaxError) -> Int {
    let start = place
    while let byte = next, isDigit(byte) {
      if word < 100_000_000_000_000_000 { word = word &* 10 &+ UInt64(byte &- UInt8(ascii: "0")) }
      place += 1
    }
    guard place > start else {
      throw SyntaxError(next == nil ? .unexpectedEnd : .malformedNumber, at: place)
    }
    return place - start
  }

  /// Parses the exponent after the `e`. Its magnitude is clamped to 10^12, which no number of zeros
  /// in memory can compensate.
  private mutating func exponent() throws(SyntaxError) -> Int {
    let negative = next == UInt8(ascii: "-")
    if negative || next == UInt8(ascii: "+") { place += 1 }
    let start = place
    var power = 0
    while let byte = next, isDigit(byte) {
      power = min(power * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000_000_000)
      place += 1
    }
    guard place > start else {
      throw SyntaxError(next == nil ? .unexpectedEnd : .malformedNumber, at: place)
    }
    return negative ? -power : power
  }

  /// Returns the number between `start` and the next byte, if it has more than 18 digits or a large
  /// exponent.
  private func longNumber(from start: Int, whole: Bool, power: Int) throws(SyntaxError) -> Value {
    var coefficient: UInt128 = 0
    var significant = 0
    // Zeros are added only when another digit follows, so trailing zeros cost no precision.
    var zeros = 0
    var fraction = 0
    var afterPoint = false
    scan: for byte in bytes[start..<place] {
      switch byte {
      case UInt8(ascii: "-"): continue
      case UInt8(ascii: "."): afterPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): break scan
      case UInt8(ascii: "0"):
        if coefficient != 0 { zeros += 1 }
        if afterPoint { fraction += 1 }
      default:
        significant += zeros + 1
        guard significant <= Decimal.maximumDigits else { return try float(from: start) }
        coefficient = coefficient * Decimal.powerOfTen(zeros + 1) + UInt128(byte - UInt8(ascii: "0"))
        zeros = 0
        if afterPoint { fraction += 1 }
      }
    }
    let signed = bytes[start] == UInt8(ascii: "-") ? -Int128(coefficient) : Int128(coefficient)
    if significant + zeros <= Decimal.maximumDigits {
      let padded = signed * Int128(Decimal.powerOfTen(zeros))
      if whole, let integer = Int64(exactly: padded) { return .integer(integer) }
      if let decimal = Decimal(coefficient: padded, exponent: power - fraction) { return .decimal(decimal) }
    }
    var place = power - fraction + zeros
    if coefficient == 0 { place = min(max(place, -Decimal.maximumExponent), Decimal.maximumExponent) }
    guard let decimal = Decimal(coefficient: signed, exponent: place) else {
      throw SyntaxError(.numberOutOfRange, at: start)
    }
    return .decimal(decimal)
  }

  /// Returns the nearest binary floating-point number, for more than 38 significant digits.
  ///
  /// Throws if the writer cannot write that number, because it needs more than 64 digits or 63
  /// decimal places.
  private func float(from start: Int) throws(SyntaxError) -> Value {
    guard let number = Double(String(decoding: bytes[start..<place], as: UTF8.self)), number.isFinite, number != 0,
      Decimal(shortest: number)?.double == number
    else {
      throw SyntaxError(.numberOutOfRange, at: start)
    }
    return .float(number)
  }
}
