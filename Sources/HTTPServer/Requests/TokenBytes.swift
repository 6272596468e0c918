import Platform

extension UInt8 {
  /// True if a token, such as a method or a header name, may contain the byte (RFC 9110, 5.6.2).
  var isTokenCharacter: Bool {
    // One bit per character: digits and !#$%&'*+-. below 64, letters and ^_`|~ from 64.
    let tokens: UInt64 = self < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
    return self < 128 && tokens >> UInt64(self & 63) & 1 == 1
  }

  /// True if a host name may contain the byte (RFC 3986, 3.2.2): a token character other than `#`,
  /// `^`, `|` and the backtick, or one of `(),;=`.
  var isNameCharacter: Bool {
    switch self {
    case 0x23, 0x5E, 0x60, 0x7C: false
    case 0x28, 0x29, 0x2C, 0x3B, 0x3D: true
    default: isTokenCharacter
    }
  }

  /// The byte, with an ASCII capital letter in lower case.
  var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  /// The value of a hexadecimal digit, 0 to 15; nil for other bytes.
  var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// True if every byte is a token character. Also true for an empty buffer.
  var isToken: Bool {
    for byte in self where !byte.isTokenCharacter { return false }
    return true
  }

  /// True if the bytes are a host with an optional port (RFC 9110, 7.2; RFC 3986, 3.2.2). The host
  /// is a name, an IPv4 address or another address in brackets.
  ///
  /// Also true for an empty buffer: clients send an empty `Host` if the target has no authority.
  var isHost: Bool {
    var place = startIndex
    if first == UInt8(ascii: "[") {
      guard let end = position(of: UInt8(ascii: "]")), end > 1 else { return false }
      for byte in self[1..<end] where byte.hexadecimalValue == nil && byte != 0x3A && byte != 0x2E { return false }
      place = end + 1
    } else {
      while place < count, self[place] != 0x3A {
        let byte = self[place]
        guard byte.isNameCharacter else { return false }
        place += 1
      }
    }
    if place == count { return true }
    guard self[place] == 0x3A, count - place <= 6 else { return false }
    for byte in self[(place + 1)...] where !(0x30...0x39).contains(byte) { return false }
    return true
  }

  /// True if any byte is an ASCII control character. The loop has no branches, so it can be
  /// vectorized.
  var hasControls: Bool {
    var found: UInt8 = 0
    for byte in self { found |= (byte < 0x20 ? 1 : 0) | (byte == 0x7F ? 1 : 0) }
    return found != 0
  }

  /// True if any byte is a space, a control character or not ASCII.
  var hasUnprintable: Bool {
    var found: UInt8 = 0
    for byte in self { found |= byte &- 0x21 > 0x5D ? 1 : 0 }
    return found != 0
  }

  /// True if any byte is not ASCII.
  var hasNonASCII: Bool {
    var found: UInt8 = 0
    for byte in self { found |= byte }
    return found >= 0x80
  }

  /// Returns the offset of the first `byte`; nil if it is absent.
  func position(of byte: UInt8) -> Int? {
    guard let start = baseAddress, let found = memchr(start, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }
}

extension UnsafeRawBufferPointer {
  /// True if any byte is an ASCII control character other than tab and NUL.
  var hasBareControls: Bool {
    var found: UInt8 = 0
    for byte in self { found |= (byte &- 1 < 0x1F ? 1 : 0) & (byte != 0x09 ? 1 : 0) | (byte == 0x7F ? 1 : 0) }
    return found != 0
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns true if the bytes equal `name` (case-insensitive). Both must have the same length.
  func isSpelled(_ name: StaticString) -> Bool {
    guard let mine = baseAddress else { return false }
    return strncasecmp(
      UnsafeRawPointer(mine).assumingMemoryBound(to: CChar.self),
      UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self), count) == 0
  }
}
