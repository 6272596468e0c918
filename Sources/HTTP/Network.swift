#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A range of addresses, such as `10.0.0.0/8` or `2001:db8::/32`, or one address.
package struct Network: Sendable, Hashable {
  /// The address as IPv6: an IPv4 address is its mapped form (RFC 4291, 2.5.5.2).
  private let address: IPAddress
  /// How many bits count.
  private let bits: Int

  /// The network that the text writes; nil where it is none.
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

  /// Whether the address lies in the network.
  func contains(_ other: IPAddress) -> Bool {
    let high = min(bits, 64)
    return Network.agree(address.high, other.high, high) && Network.agree(address.low, other.low, bits - high)
  }

  private static func agree(_ one: UInt64, _ other: UInt64, _ bits: Int) -> Bool {
    bits == 0 || (one ^ other) >> UInt64(64 - bits) == 0
  }
}

/// An address of the Internet protocol, of either version.
package struct IPAddress: Sendable, Hashable {
  /// The first eight bytes of its form as IPv6.
  let high: UInt64
  /// The last eight bytes.
  let low: UInt64

  /// The address that the text writes; nil where it is none.
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

  /// Whether it is an IPv4 address.
  var isV4: Bool { high == 0 && low >> 32 == 0xFFFF }

  /// What one customer of a network has: an IPv4 address, or the first 64 bits of an IPv6 address, since whoever has one
  /// of those addresses has them all.
  package var site: UInt64 { isV4 ? low : high }
}
