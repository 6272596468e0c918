// The members of `sockaddr`: the compiler may find them in libmicrohttpd's header alone.
import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An IPv4 or IPv6 address.
///
///     IPAddress("192.0.2.1") == IPAddress("::ffff:192.0.2.1")  // true
///     IPAddress("192.0.2.1:80")  // nil
package struct IPAddress: Sendable, Hashable {
  /// First eight bytes of the IPv6 form.
  let high: UInt64
  /// Last eight bytes of the IPv6 form.
  let low: UInt64

  /// Reads an address without a port; nil if `text` is not one.
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

  /// True for an IPv4 address, also one that was written in its mapped IPv6 form.
  var isV4: Bool { high == 0 && low >> 32 == 0xFFFF }

  /// The number that limits count by: an IPv4 address, or the first 64 bits of an IPv6 address. A provider gives one
  /// customer all addresses that share those bits.
  package var site: UInt64 { isV4 ? low : high }
}

/// A range of addresses, or a single address.
///
///     Network("10.0.0.0/8")
///     Network("2001:db8::1")
///     Network("10.0.0.0/33")  // nil
package struct Network: Sendable, Hashable {
  /// The address as IPv6; an IPv4 address in its mapped form (RFC 4291, 2.5.5.2).
  private let address: IPAddress
  /// Prefix length within the IPv6 form, 0 to 128.
  private let bits: Int

  /// Reads an address, or an address, a slash and a prefix length. Returns nil if:
  /// - the address is neither IPv4 nor IPv6,
  /// - the prefix length is not a number, or exceeds 32 for IPv4 or 128 for IPv6.
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

  /// Returns true if the address lies in the network.
  func contains(_ other: IPAddress) -> Bool {
    let high = min(bits, 64)
    return Network.agree(address.high, other.high, high) && Network.agree(address.low, other.low, bits - high)
  }

  private static func agree(_ one: UInt64, _ other: UInt64, _ bits: Int) -> Bool {
    bits == 0 || (one ^ other) >> UInt64(64 - bits) == 0
  }
}

/// Finds the client's address behind proxies that the operator trusts.
///
/// Each proxy appends the address that it was asked from to `X-Forwarded-For`. The list is read from its end up to the
/// first address that is not a trusted proxy's: strangers may have written the entries before it.
enum ForwardedFor {
  /// Returns the client's address of a request that came from `peer`; `peer` itself if that is not a trusted proxy.
  static func client(of headers: Headers, from peer: String, trusting proxies: [Network]) -> String {
    guard trusts(peer, proxies) else { return peer }
    var client = peer
    let hops = headers.all.lazy.filter { $0.name.lowercased() == "x-forwarded-for" }
      .flatMap { $0.value.split(separator: ",", omittingEmptySubsequences: false) }
    for hop in Array(hops).reversed() {
      let text = String(hop.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
      // No trusted proxy writes such an entry, for example a name or an address with a port.
      guard IPAddress(text) != nil else { return client }
      client = text
      if !trusts(text, proxies) { return client }
    }
    return client
  }

  private static func trusts(_ address: String, _ proxies: [Network]) -> Bool {
    guard let address = IPAddress(address) else { return false }
    return proxies.contains { $0.contains(address) }
  }
}

/// The unit of limits per address: one IPv4 address, or the first 64 bits of an IPv6 address. A provider gives one
/// customer all addresses that share those bits.
struct Site: Sendable, Hashable {
  /// The address as a number; nil for a trusted proxy, which many clients share; 0 for an unknown address.
  let place: UInt64?

  /// Reads the site of an address as text.
  init(_ address: String, trusting proxies: [Network]) {
    let address = IPAddress(address)
    place =
      if let address { proxies.contains { $0.contains(address) } ? nil : address.site } else { 0 }
  }
}

/// Returns the address in a `sockaddr` as text without the port; `unknown` for another family than IPv4 and IPv6. An
/// IPv4 address on an IPv6 socket is written as IPv4.
func numericAddress(_ address: UnsafePointer<sockaddr>) -> String {
  var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
  switch Int32(address.pointee.sa_family) {
  case AF_INET:
    address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
      var bytes = address.pointee.sin_addr
      _ = inet_ntop(AF_INET, &bytes, &text, socklen_t(text.count))
    }
  case AF_INET6:
    address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
      var bytes = address.pointee.sin6_addr
      _ = inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count))
    }
  default: return "unknown"
  }
  let end = text.firstIndex(of: 0) ?? text.endIndex
  let written = String(decoding: text[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return written.hasPrefix("::ffff:") && written.contains(".") ? String(written.dropFirst(7)) : written
}
