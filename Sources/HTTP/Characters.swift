#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension UInt8 {
  /// Whether the byte may stand in a token, such as a header name or a method (RFC 9110, section 5.6.2).
  var isTokenCharacter: Bool {
    // One bit for each byte: digits and !#$%&'*+-. below 64, letters and ^_`|~ from there on.
    let tokens: UInt64 = self < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
    return self < 128 && tokens >> UInt64(self & 63) & 1 == 1
  }

  /// Whether the byte may stand in the name of a host (RFC 3986, 3.2.2): what a token may have but `#`, `^`, `|` and the
  /// backquote, and `(),;=`.
  var isNameCharacter: Bool {
    switch self {
    case 0x23, 0x5E, 0x60, 0x7C: false
    case 0x28, 0x29, 0x2C, 0x3B, 0x3D: true
    default: isTokenCharacter
    }
  }

  /// The byte with an ASCII capital made small.
  var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  /// The value of a hexadecimal digit, nil for another byte.
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
  /// Whether every byte may stand in a token.
  var isToken: Bool {
    for byte in self where !byte.isTokenCharacter { return false }
    return true
  }

  /// Whether the bytes are a host and at most a port: a name or an IPv4 address, or another address in brackets (RFC 9110,
  /// 7.2; RFC 3986, 3.2.2). An empty one is sent where the target has no authority.
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

  /// Whether any byte is an ASCII control character. Looks at every byte without a branch, many at a time.
  var hasControls: Bool {
    var found: UInt8 = 0
    for byte in self { found |= (byte < 0x20 ? 1 : 0) | (byte == 0x7F ? 1 : 0) }
    return found != 0
  }

  /// Whether any byte is a blank, a control character or above ASCII. Looks at every byte, many at a time.
  var hasUnprintable: Bool {
    var found: UInt8 = 0
    for byte in self { found |= byte &- 0x21 > 0x5D ? 1 : 0 }
    return found != 0
  }

  /// Whether any byte is above ASCII. Looks at every byte, many at a time.
  var hasNonASCII: Bool {
    var found: UInt8 = 0
    for byte in self { found |= byte }
    return found >= 0x80
  }

  /// Where `byte` stands first.
  func position(of byte: UInt8) -> Int? {
    guard let start = baseAddress, let found = memchr(start, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether any byte is an ASCII control character other than the tab and the NUL. Looks at every byte, many at a time.
  var hasBareControls: Bool {
    var found: UInt8 = 0
    for byte in self { found |= (byte &- 1 < 0x1F ? 1 : 0) & (byte != 0x09 ? 1 : 0) | (byte == 0x7F ? 1 : 0) }
    return found != 0
  }
}
