// With static libraries, the compiler finds the members of `sockaddr` only through this import.
import CMicroHTTPD
import Platform

/// Determines the client's address behind trusted proxies.
///
/// Each proxy appends the address of its peer to `X-Forwarded-For`. The list is read from its end
/// up to the first address that is not a trusted proxy. Earlier entries are ignored because a
/// client can forge them.
enum ForwardedFor {
  /// Returns the client's address for a request from `peer`. Returns `peer` if it is not a trusted
  /// proxy.
  static func client(of headers: Headers, from peer: String, trusting proxies: [Network]) -> String {
    guard trusts(peer, proxies) else { return peer }
    var client = peer
    let hops = headers.all.lazy.filter { $0.name.lowercased() == "x-forwarded-for" }
      .flatMap { $0.value.split(separator: ",", omittingEmptySubsequences: false) }
    for hop in Array(hops).reversed() {
      let text = String(hop.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
      // Trusted proxies write plain addresses. Stop at anything else, such as a name or an address
      // with a port.
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

/// The unit of per-address limits: one IPv4 address, or the first 64 bits of an IPv6 address.
/// Providers usually assign a whole 64-bit prefix to one customer.
struct ClientNetwork: Sendable, Hashable {
  /// The network as a number; nil for a trusted proxy, because many clients share it; 0 if the
  /// address is unknown.
  let place: UInt64?

  /// Creates the network of a textual address; an unparsable address counts as unknown.
  init(_ address: String, trusting proxies: [Network]) {
    let address = IPAddress(address)
    place =
      if let address { proxies.contains { $0.contains(address) } ? nil : address.site } else { 0 }
  }
}

/// Returns the numeric address in a `sockaddr` without the port, or `unknown` for another address
/// family. An IPv4-mapped IPv6 address is written as IPv4.
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
