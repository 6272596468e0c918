// The members of `sockaddr`: the compiler may find them in libmicrohttpd's header alone.
import CMicroHTTPD
import Platform

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
struct ClientNetwork: Sendable, Hashable {
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
