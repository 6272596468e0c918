/// An IP address of 4 or 16 bytes.
package struct NetworkAddress: Hashable, Sendable {
  /// The bytes in network order.
  package let bytes: [UInt8]

  /// Reads an address such as `192.0.2.1` or `2001:db8::1`; nil for any other text.
  ///
  /// An IPv4-mapped address (`::ffff:192.0.2.1`) becomes the IPv4 address.
  package init?(_ text: String) {
    if let bytes = Self.version4(text[...]) {
      self.bytes = bytes
    } else if let bytes = Self.version6(text) {
      let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    } else {
      return nil
    }
  }

  /// The part that a provider assigns to one subscriber: an IPv4 address, or the first 64 bits of
  /// an IPv6 address.
  package var subscriber: [UInt8] { Array(bytes.prefix(8)) }

  /// The network of the address, which identifies a provider or a town but not a household.
  ///
  /// It has 24 bits of an IPv4 address (`203.0.113.0/24`), or 48 bits of an IPv6 address
  /// (`2001:db8:1::/48`).
  package var neighbourhood: String {
    if bytes.count == 4 { return "\(bytes[0]).\(bytes[1]).\(bytes[2]).0/24" }
    let groups = (0..<3).map { String(UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]), radix: 16) }
    return "\(groups.joined(separator: ":"))::/48"
  }

  private static func version4(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { $0.utf8.count <= 3 && $0.utf8.allSatisfy(isDigit) ? UInt8($0) : nil }
    return parts.count == 4 && bytes.count == 4 ? bytes : nil
  }

  private static func version6(_ text: String) -> [UInt8]? {
    guard let gap = text.firstRange(of: "::") else {
      guard let bytes = groups(text[...]), bytes.count == 16 else { return nil }
      return bytes
    }
    guard let head = groups(text[..<gap.lowerBound]), let tail = groups(text[gap.upperBound...]),
      head.count + tail.count <= 14
    else { return nil }
    return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  /// Returns the bytes of groups that are separated by colons. The last group may be an IPv4
  /// address.
  private static func groups(_ text: Substring) -> [UInt8]? {
    if text.isEmpty { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (place, part) in parts.enumerated() {
      if place == parts.count - 1, let last = version4(part) {
        bytes += last
      } else {
        guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ isDigit($0) || isLetter($0) }),
          let group = UInt16(part, radix: 16)
        else { return nil }
        bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
      }
    }
    return bytes
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x66).contains(byte | 0x20) }
}
