/// An IPv4 or IPv6 address. An IPv4 address equals its mapped IPv6 form.
package struct IPAddress: Sendable, Hashable {
  /// The first eight bytes of the IPv6 form.
  package let high: UInt64
  /// The last eight bytes of the IPv6 form.
  package let low: UInt64

  /// Parses an address without a port; nil if `text` is malformed.
  package init?(_ text: String) {
    var v4 = in_addr()
    var v6 = in6_addr()
    if inet_pton(AF_INET, text, &v4) == 1 {
      (high, low) = (0, 0xFFFF_0000_0000 | UInt64(UInt32(bigEndian: v4.s_addr)))
    } else if inet_pton(AF_INET6, text, &v6) == 1 {
      (high, low) = withUnsafeBytes(of: &v6) { bytes in
        (
          UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
          UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
      }
    } else {
      return nil
    }
  }

  /// Creates an address from 4 or 16 bytes in network order.
  package init(bytes: UnsafeRawBufferPointer) {
    if bytes.count == 4 {
      (high, low) = (0, 0xFFFF_0000_0000 | UInt64(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))))
    } else {
      high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
      low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }

  /// True for an IPv4 address, including one in its mapped IPv6 form.
  package var isV4: Bool { high == 0 && low >> 32 == 0xFFFF }

  /// The key for limits per client: an IPv4 address, or the first 64 bits of an IPv6 address. A
  /// provider assigns all addresses with these bits to one customer.
  package var site: UInt64 { isV4 ? low : high }
}

extension IPAddress: CustomStringConvertible {
  /// The address as text, such as `192.0.2.1` or `2001:db8::1`.
  package var description: String {
    if isV4 {
      return stride(from: 24, through: 0, by: -8).map { String(low >> UInt64($0) & 0xFF) }.joined(separator: ".")
    }
    var bytes = (high.bigEndian, low.bigEndian)
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)) != nil else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A range of addresses, or a single address.
package struct Network: Sendable, Hashable {
  /// The address in its IPv6 form; an IPv4 address is mapped (RFC 4291, section 2.5.5.2).
  private let address: IPAddress
  /// The prefix length within the IPv6 form, from 0 to 128.
  private let bits: Int

  /// Parses an address, or an address, a slash and a prefix length. Returns nil if:
  /// - the address is neither IPv4 nor IPv6
  /// - the prefix length is not a number, or exceeds 32 for IPv4 or 128 for IPv6
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = IPAddress(String(parts[0])) else { return nil }
    self.address = address
    let width = address.isV4 ? 32 : 128
    guard parts.count == 2 else {
      bits = 128
      return
    }
    guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let bits = Int(parts[1]), bits <= width else {
      return nil
    }
    self.bits = bits + 128 - width
  }

  /// Returns true if the network contains the address.
  package func contains(_ other: IPAddress) -> Bool {
    let high = min(bits, 64)
    return Network.agree(address.high, other.high, high) && Network.agree(address.low, other.low, bits - high)
  }

  private static func agree(_ one: UInt64, _ other: UInt64, _ bits: Int) -> Bool {
    bits == 0 || (one ^ other) >> UInt64(64 - bits) == 0
  }
}
