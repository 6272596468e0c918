#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where a server listens.
package enum Address: Sendable, Hashable {
  /// 127.0.0.1: this machine only.
  case loopback
  /// Every address of this machine, IPv6 and IPv4 (IPv4 alone where the kernel has no IPv6).
  case any
  /// One address, written as `192.0.2.1` or `2001:db8::1`.
  case literal(String)
}

/// The processors that are online.
let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

/// The text of the address in a `sockaddr`, without the port; an IPv4 address that came over an IPv6 socket is
/// written as IPv4.
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
