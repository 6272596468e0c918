extension String {
  /// The first character that the closure does not allow at its position, counted from 1.
  func fault(where allowed: (Unicode.Scalar, Int) -> Bool) -> Reason? {
    var position = 1
    for byte in utf8 {
      guard byte < 0x80 else { return faultBeyondASCII(where: allowed) }
      let scalar = Unicode.Scalar(byte)
      if !allowed(scalar, position) { return .character(scalar, position: position) }
      position += 1
    }
    return nil
  }

  private func faultBeyondASCII(where allowed: (Unicode.Scalar, Int) -> Bool) -> Reason? {
    for (place, scalar) in unicodeScalars.enumerated() where !allowed(scalar, place + 1) {
      return .character(scalar, position: place + 1)
    }
    return nil
  }

  /// The fault of an ASCII text whose length is another.
  func fault(length: Int) -> Reason? {
    utf8.count == length ? nil : .length(unicodeScalars.count, allowed: [length...length])
  }

  /// Whether there is nothing but the digit 0.
  var isZeros: Bool { utf8.allSatisfy { $0 == 0x30 } }

  /// The fault of a text whose length is none of these.
  func fault(lengths: ClosedRange<Int>...) -> Reason? {
    let length = unicodeScalars.count
    return lengths.contains { $0.contains(length) } ? nil : .length(length, allowed: lengths)
  }
}

extension [UInt8] {
  /// Whether these are that many ASCII digits: as most texts are right, this is asked before the first fault is sought.
  func areDigits(count wanted: Int) -> Bool {
    guard count == wanted else { return false }
    var isRight = true
    for byte in self { isRight = isRight && byte &- 0x30 < 10 }
    return isRight
  }
}

extension Unicode.Scalar {
  /// Whether this is one of the ASCII digits; digits of other scripts are none here.
  var isDigit: Bool { value &- 0x30 < 10 }
  /// Whether this is a capital Latin letter.
  var isCapital: Bool { value &- 0x41 < 26 }
}

/// The values of a text that is known to be ASCII digits.
func digits(of text: some StringProtocol) -> [Int] { text.utf8.map { Int($0) - 0x30 } }
