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
