import CCurl
package import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The addresses that requests may be sent to.
///
/// The policy is asked with the address of the socket, so that neither a name nor a redirection can evade it. Private
/// networks (RFC 1918, RFC 4193) are allowed. The machine itself and its link are not, unless a network is named.
///
///     let policy = AddressPolicy(allowing: [Network("127.0.0.0/8")!])
///     policy.allows(IPAddress("127.0.0.1")!)       // true
///     policy.allows(IPAddress("169.254.169.254")!) // false: the metadata of cloud machines
package struct AddressPolicy: Sendable {
  private let named: [Network]

  /// Creates the policy that also allows these networks.
  package init(allowing named: [Network] = []) { self.named = named }

  /// True if requests may be sent to the address.
  package func allows(_ address: IPAddress) -> Bool {
    if named.contains(where: { $0.contains(address) }) { return true }
    guard let inner = Self.embedded(in: address) else { return !Self.isRefused(v6: address) }
    return !Self.isRefused(v4: inner)
  }

  /// Returns the IPv4 address in an IPv6 address: mapped, compatible (RFC 4291, 2.5.5) or translated (RFC 6052, 2.1).
  private static func embedded(in address: IPAddress) -> UInt32? {
    let isMapped = address.isV4
    let isCompatible = address.high == 0 && address.low >> 32 == 0 && address.low > 1
    let isTranslated = address.high == 0x0064_FF9B_0000_0000 && address.low >> 32 == 0
    return isMapped || isCompatible || isTranslated ? UInt32(truncatingIfNeeded: address.low) : nil
  }

  /// This host (0/8), loopback (127/8), link-local (169.254/16), multicast and reserved addresses (224/3).
  private static func isRefused(v4 address: UInt32) -> Bool {
    address >> 24 == 0 || address >> 24 == 127 || address >> 16 == 0xA9FE || address >> 29 == 7
  }

  /// The unspecified address, loopback (::1), link-local (fe80::/10), site-local (fec0::/10) and multicast (ff00::/8).
  private static func isRefused(v6 address: IPAddress) -> Bool {
    (address.high == 0 && address.low <= 1) || address.high >> 55 == 0xFE80 >> 7 || address.high >> 56 == 0xFF
  }
}

extension IPAddress {
  /// Reads the address of a `sockaddr`; nil for another family than IPv4 and IPv6.
  init?(_ address: UnsafePointer<sockaddr>) {
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      var bytes = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
      self = withUnsafeBytes(of: &bytes) { IPAddress(bytes: $0) }
    case AF_INET6:
      var bytes = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      self = withUnsafeBytes(of: &bytes) { IPAddress(bytes: $0) }
    default: return nil
    }
  }
}
