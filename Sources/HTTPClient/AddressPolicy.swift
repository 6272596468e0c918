import CCurl
package import Platform

/// The addresses to which requests may be sent.
///
/// The policy checks the address of the socket, so neither a host name nor a redirect can bypass
/// it. Private networks (RFC 1918, RFC 4193) are allowed. The machine itself, link-local addresses
/// and the metadata addresses of cloud providers, which serve credentials, are rejected unless the
/// operator names their network.
package struct AddressPolicy: Sendable {
  private let named: [Network]

  /// Creates the policy that also allows the networks in `named`.
  package init(allowing named: [Network] = []) { self.named = named }

  /// Returns true if requests may be sent to the address.
  package func allows(_ address: IPAddress) -> Bool {
    if named.contains(where: { $0.contains(address) }) { return true }
    guard let inner = Self.embedded(in: address) else { return !Self.isRefused(v6: address) }
    return !Self.isRefused(v4: inner)
  }

  /// Returns the network that an operator names to allow a refused address: `127.0.0.0/8` for an
  /// IPv4 loopback address, otherwise only the address.
  package static func network(toAllow address: IPAddress) -> String {
    address.isV4 && address.low >> 24 & 0xFF == 127 ? "127.0.0.0/8" : address.description
  }

  /// Returns the IPv4 address inside an IPv6 address; nil for other IPv6 addresses.
  ///
  /// The forms are mapped and compatible (RFC 4291, 2.5.5), translated (RFC 6052, 2.1; RFC 8215),
  /// and 6to4 (RFC 3056, 2).
  private static func embedded(in address: IPAddress) -> UInt32? {
    if address.high >> 48 == 0x2002 { return UInt32(truncatingIfNeeded: address.high >> 16) }
    let isMapped = address.isV4
    let isCompatible = address.high == 0 && address.low >> 32 == 0 && address.low > 1
    let isTranslated = address.high == 0x0064_FF9B_0000_0000 && address.low >> 32 == 0
    let isTranslatedLocally = address.high >> 16 == 0x0064_FF9B_0001
    return isMapped || isCompatible || isTranslated || isTranslatedLocally
      ? UInt32(truncatingIfNeeded: address.low) : nil
  }

  /// Returns true for this host (0/8), loopback (127/8), link-local (169.254/16), multicast and
  /// reserved (224/3), and metadata addresses.
  private static func isRefused(v4 address: UInt32) -> Bool {
    address >> 24 == 0 || address >> 24 == 127 || address >> 16 == 0xA9FE || address >> 29 == 7
      || isMetadata(v4: address)
  }

  /// Returns true for shared addresses (100.64/10, with Alibaba's 100.100.100.200), protocol
  /// assignments (192.0.0/24, with Oracle's 192.0.0.192), and Azure's 168.63.129.16.
  private static func isMetadata(v4 address: UInt32) -> Bool {
    address >> 22 == 0x6440 >> 6 || address >> 8 == 0xC00000 || address == 0xA83F_8110
  }

  /// Returns true for the unspecified address, loopback (::1), link-local (fe80::/10), site-local
  /// (fec0::/10), multicast (ff00::/8), and metadata addresses: Amazon's fd00:ec2::254 and Google's
  /// fd20:ce::254.
  private static func isRefused(v6 address: IPAddress) -> Bool {
    (address.high == 0 && address.low <= 1) || address.high >> 55 == 0xFE80 >> 7 || address.high >> 56 == 0xFF
      || (address.low == 0x254 && (address.high == 0xFD00_0EC2_0000_0000 || address.high == 0xFD20_00CE_0000_0000))
  }
}

extension IPAddress {
  /// Reads the address of a `sockaddr`; nil if the family is neither IPv4 nor IPv6.
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
