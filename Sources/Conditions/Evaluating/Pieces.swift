import JSON

/// The UTF-8 of a text or of a part of it; valid only during the call that receives it.
private typealias Bytes = UnsafeBufferPointer<UInt8>

/// Comparison of texts that functions produce, piece by piece and without allocating them.
///
/// It handles only short texts, for which neither the function nor the comparison charges steps. It
/// has no result for nil, for other kinds of values, and where a function throws; the caller then
/// evaluates both sides.
extension Program {
  /// Returns true if a text equals another text or one of several; nil if a full evaluation is
  /// needed.
  @inline(never)
  func equal(_ node: Int32, _ expected: Int32, _ input: ConditionInput, _ locals: [Value]) -> Bool? {
    var isEqual = false
    if case .constants(let first, let count) = textNodes[Int(expected)] {
      let isKnown = withText(node, input, locals) { bytes in
        isEqual = (first..<first + count).contains { place in
          withBytes(of: texts[Int(place)]) { $0.count == bytes.count && bytes.isStart(of: $0) }
        }
        return true
      }
      return isKnown ? isEqual : nil
    }
    let isKnown = withText(expected, input, locals) { wanted in
      var (place, count, differs) = (0, 0, false)
      let isComplete = eachPiece(node, input, locals) { piece in
        count += piece.count
        if !differs {
          let rest = Bytes(rebasing: wanted[place...])
          differs = piece.count > rest.count || !piece.isStart(of: rest)
          if !differs { place += piece.count }
        }
        return count <= Self.maxBytes
      }
      isEqual = !differs && place == wanted.count
      return isComplete
    }
    return isKnown ? isEqual : nil
  }

  /// Maximum size in UTF-8 bytes of a text for which no steps are charged.
  private static let maxBytes = StepBudget.minimum * StepBudget.bytesOfElement - 1

  /// Calls `body` with each piece of a text, from left to right, until it returns false.
  ///
  /// Returns false if `body` did, or if the text is not available.
  private func eachPiece(_ node: Int32, _ input: ConditionInput, _ locals: [Value], _ body: (Bytes) -> Bool) -> Bool {
    switch textNodes[Int(node)] {
    case .pair(let a, let b): return eachPiece(a, input, locals, body) && eachPiece(b, input, locals, body)
    case .list(let slot, let separator):
      return withText(separator, input, locals) { between in
        guard slot < input.values.count, case .array(let elements) = input.values[Int(slot)],
          elements.count < StepBudget.minimum
        else { return false }
        var isFirst = true
        for element in elements where !element.isNull {
          guard isFirst || body(between), withBytes(of: element, body) else { return false }
          isFirst = false
        }
        return true
      }
    case .replaced(let text, let target, let replacement):
      return withText(target, input, locals) { wanted in
        withText(replacement, input, locals) { other in
          withText(text, input, locals) { bytes in bytes.eachPiece(replacing: wanted, by: other, body) }
        }
      }
    case .padded(let text, let length, let fill, let before):
      return withText(fill, input, locals) { unit in
        withText(text, input, locals) { bytes in
          if !before, !body(bytes) { return false }
          return unit.eachPiece(filling: Int(length) - bytes.characters, body) && (!before || body(bytes))
        }
      }
    case .cased(let text, let upper):
      return eachPiece(text, input, locals) { piece in piece.withCased(upper: upper, body) }
    case .number(let slot, let places):
      guard slot < input.values.count else { return false }
      return withDigits(of: input.values[Int(slot)], places: Int(places), body)
    case .slot, .constant, .operand, .substring, .trimmed, .part: return withText(node, input, locals, body)
    case .constants: return false
    }
  }

  /// Calls `body` with a whole text and returns its result; false if the text is not available.
  private func withText(_ node: Int32, _ input: ConditionInput, _ locals: [Value], _ body: (Bytes) -> Bool) -> Bool {
    switch textNodes[Int(node)] {
    case .slot(let slot): return slot < input.values.count && withBytes(of: input.values[Int(slot)], body)
    case .constant(let place): return withBytes(of: texts[Int(place)], body)
    case .operand(let place):
      // The full evaluation throws the same error.
      guard let value = try? value(Int(place), input, locals) else { return false }
      return withBytes(of: value, body)
    case .substring(let text, let start, let count):
      return withText(text, input, locals) { bytes in body(bytes.dropping(start).taking(count)) }
    case .trimmed(let text): return withText(text, input, locals) { bytes in body(bytes.trimmed) }
    case .part(let text, let separator, let index):
      return withText(separator, input, locals) { between in
        withText(text, input, locals) { bytes in
          guard let part = bytes.part(at: Int(index), between: between) else { return false }
          return body(part)
        }
      }
    case .constants: return false
    case .pair, .list, .replaced, .padded, .cased, .number:
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.maxBytes) { buffer in
        var count = 0
        let isComplete = eachPiece(node, input, locals) { piece in
          guard count + piece.count <= Self.maxBytes else { return false }
          for byte in piece {
            buffer[count] = byte
            count += 1
          }
          return true
        }
        return isComplete && body(Bytes(rebasing: buffer[..<count]))
      }
    }
  }

  @inline(__always)
  private func withBytes(of value: Value, _ body: (Bytes) -> Bool) -> Bool {
    guard case .string(let text) = value else { return false }
    return withBytes(of: text, body)
  }

  @inline(__always)
  private func withBytes(of text: String, _ body: (Bytes) -> Bool) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in bytes.count <= Self.maxBytes && body(bytes) } ?? false
  }

  /// Calls `body` with a number in digits, rounded half away from zero.
  ///
  /// Returns false for any other value, and for more than 18 digits or decimal places.
  private func withDigits(of value: Value, places: Int, _ body: (Bytes) -> Bool) -> Bool {
    var (digits, exponent) = (Int64(0), 0)
    switch value {
    case .integer(let number): digits = number
    case .decimal(let number):
      guard let short = Int64(exactly: number.coefficient) else { return false }
      (digits, exponent) = (short, number.exponent)
    default: return false
    }
    let maximum = 18
    guard (-maximum...0).contains(exponent), places <= maximum, digits.magnitude < Self.powers[maximum] else {
      return false
    }
    var magnitude = digits.magnitude
    if -exponent > places {
      let unit = Self.powers[-exponent - places]
      let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: unit)
      magnitude = whole + (rest >= unit - rest ? 1 : 0)
      exponent = -places
    }
    let isNegative = digits < 0 && magnitude != 0
    let zeros = places + exponent
    // At most 19 digits, 19 zeros, a point and a sign.
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 40) { buffer in
      var (place, written) = (40, 0)
      while written <= places || magnitude != 0 {
        if written == places, places > 0 {
          place -= 1
          buffer[place] = UInt8(ascii: ".")
        }
        place -= 1
        buffer[place] = UInt8(ascii: "0")
        if written >= zeros {
          let (rest, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
          buffer[place] += UInt8(digit)
          magnitude = rest
        }
        written += 1
      }
      if isNegative {
        place -= 1
        buffer[place] = UInt8(ascii: "-")
      }
      return body(Bytes(rebasing: buffer[place...]))
    }
  }

  private static let powers: [UInt64] = (0..<18).reduce(into: [1]) { powers, place in powers.append(powers[place] * 10)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns true if `other`, which must not be shorter, begins with these bytes.
  @inline(__always)
  fileprivate func isStart(of other: Self) -> Bool {
    for place in indices where self[place] != other[place] { return false }
    return true
  }

  fileprivate var characters: Int {
    var count = 0
    for byte in self where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// Returns the bytes after that many characters.
  fileprivate func dropping(_ characters: Int) -> Self { Self(rebasing: self[end(of: characters)...]) }

  /// Returns the bytes of at most that many characters.
  fileprivate func taking(_ characters: Int) -> Self { Self(rebasing: self[..<end(of: characters)]) }

  /// Returns the offset after that many characters, or the end.
  private func end(of characters: Int) -> Int {
    guard characters < count else { return count }
    var (place, left) = (0, characters)
    while left > 0, place < count {
      let byte = self[place]
      place += byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      left -= 1
    }
    return place
  }

  /// The text without leading and trailing whitespace.
  fileprivate var trimmed: Self {
    var (start, end) = (0, count)
    while start < end {
      let length = blank(at: start)
      if length == 0 { break }
      start += length
    }
    while start < end {
      var before = end - 1
      while before > start, self[before] & 0xC0 == 0x80 { before -= 1 }
      if blank(at: before) == 0 { break }
      end = before
    }
    return Self(rebasing: self[start..<end])
  }

  /// Returns the size in bytes of the whitespace at an offset; 0 for any other character.
  private func blank(at place: Int) -> Int {
    let byte = self[place]
    if byte < 0x80 { return TextFunctions.isBlank(Unicode.Scalar(byte)) ? 1 : 0 }
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    guard place + length <= count else { return 0 }
    var value = UInt32(byte) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(self[place + offset] & 0x3F) }
    return Unicode.Scalar(value).map(TextFunctions.isBlank) == true ? length : 0
  }

  /// Returns the offset of the first occurrence of `wanted`, which must not be empty; nil if none.
  @inline(__always)
  private func place(of wanted: Self, from start: Int) -> Int? {
    var place = start
    let (first, last) = (wanted[0], count - wanted.count)
    while place <= last {
      if self[place] == first, wanted.isStart(of: Self(rebasing: self[place...])) { return place }
      place += 1
    }
    return nil
  }

  /// Returns the part at `index`; nil if it does not exist or the separator is empty.
  fileprivate func part(at index: Int, between separator: Self) -> Self? {
    guard !separator.isEmpty else { return nil }
    var start = 0
    for _ in 0..<index {
      guard let place = place(of: separator, from: start) else { return nil }
      start = place + separator.count
    }
    return Self(rebasing: self[start..<(place(of: separator, from: start) ?? count)])
  }

  /// Calls `body` with the pieces of the text in which each occurrence of `target` is replaced.
  fileprivate func eachPiece(replacing target: Self, by replacement: Self, _ body: (Self) -> Bool) -> Bool {
    guard !target.isEmpty else { return false }
    var rest = 0
    while let place = place(of: target, from: rest) {
      guard place == rest || body(Self(rebasing: self[rest..<place])), body(replacement) else { return false }
      rest = place + target.count
    }
    return rest == count || body(Self(rebasing: self[rest...]))
  }

  /// Calls `body` with these bytes repeatedly, until they add up to that many characters.
  fileprivate func eachPiece(filling characters: Int, _ body: (Self) -> Bool) -> Bool {
    guard !isEmpty else { return false }
    guard characters > 0 else { return true }
    let (times, rest) = characters.quotientAndRemainder(dividingBy: self.characters)
    for _ in 0..<times { guard body(self) else { return false } }
    return rest == 0 || body(taking(rest))
  }

  /// Calls `body` with the text in upper or lower case; returns false if a character is not ASCII.
  fileprivate func withCased(upper: Bool, _ body: (Self) -> Bool) -> Bool {
    let first: UInt8 = upper ? UInt8(ascii: "a") : UInt8(ascii: "A")
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      for place in indices {
        let byte = self[place]
        if byte >= 0x80 { return false }
        buffer[place] = byte &- first < 26 ? byte ^ 0x20 : byte
      }
      return body(Self(rebasing: buffer[..<count]))
    }
  }
}
