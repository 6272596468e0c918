package import Platform

/// The address, limits and timeouts of a server. The defaults are suitable for production.
package struct ServerConfiguration: Sendable {
  /// The address to listen on. Default: loopback.
  package var address: ListeningAddress = .loopback
  /// The TCP port; 0 selects a free one (see `Server.port`). Default: 8080.
  package var port: UInt16 = 8080
  /// The number of event loops, 1 to 1024. Default: the number of processors.
  package var threads: Int = processors
  /// Maximum number of open connections, from `threads` to 1,000,000. Default: 4096.
  ///
  /// At the limit, idle connections are closed to admit new ones. If none is idle, the oldest
  /// stream is closed. Without streams, new connections wait in the kernel's backlog.
  package var connectionLimit: Int = 4096
  /// Maximum number of open connections per address (the first 64 bits of an IPv6 address), up to
  /// 1,000,000; 0 disables the limit. Default: 256. Trusted proxies are exempt.
  ///
  /// The default is a sixteenth of the total limit. It suffices for an office with one address,
  /// because few of its clients have a request in flight and idle connections are closed.
  package var connectionLimitPerAddress: Int = 256
  /// Maximum bytes held in memory for the clients of one address, as unsent responses and
  /// incomplete bodies. At least 64 KiB; default 32 MiB. Above it, the server shuts down
  /// connections of that address, starting with the one whose current phase (receiving, sending or
  /// streaming) began first.
  package var heldLimitPerAddress: Int = 32 * 1024 * 1024
  /// Maximum bytes held in memory for all clients. At least 64 KiB; default 256 MiB.
  package var heldLimit: Int = 256 * 1024 * 1024
  /// Seconds without a byte in either direction before a connection is closed, 1 to 86,400.
  /// Default: 60.
  package var idleTimeout: Int = 60
  /// Time limit, in seconds, for receiving a complete request, and for the client to receive the
  /// response, 1 to 86,400. Default: 30. A client that sends or reads slowly does not extend the
  /// limit.
  ///
  /// After a response on a persistent connection, the next request line must arrive within
  /// `idleTimeout + requestTimeout`.
  package var requestTimeout: Int = 30
  /// Maximum size of the request line and headers together, 1 KiB to 1 MiB. Default: 8 KiB. Longer
  /// heads are rejected.
  package var headerLimit: Int = 8 * 1024
  /// Maximum size of a body in bytes, 0 to 1 GiB. Default: 1 MiB.
  package var bodyLimit: Int = 1024 * 1024
  /// Maximum sizes of bodies for paths with a prefix. The first matching prefix applies, and
  /// `bodyLimit` is an upper bound.
  package var bodyLimits: [(prefix: String, limit: Int)] = []

  /// The certificate and key; nil, the default, serves plain HTTP. With an identity, every
  /// connection uses TLS 1.2 or 1.3, and every response contains HSTS (RFC 6797).
  package var identity: TLSIdentity?
  /// Proxies whose `X-Forwarded-For` header determines the client's address. Empty by default, so
  /// the header is ignored.
  package var trustedProxies: [Network] = []
  package var headers: [FixedHeader] = []

  package init() {}
}

extension ServerConfiguration {
  /// Memory that libmicrohttpd may use for a connection's reads and headers, in bytes.
  ///
  /// libmicrohttpd clears it after each request.
  var connectionMemory: Int { 2 * headerLimit }

  /// Milliseconds between checks for connections past their deadline: a tenth of `requestTimeout`,
  /// at most 1,000.
  var sweepInterval: Int64 { Int64(max(1, min(1000, requestTimeout * 100))) }

  /// Throws `ServerError.badConfiguration` if a value is out of range.
  func check() throws(ServerError) {
    guard (1...1024).contains(threads) else {
      throw .badConfiguration("threads must be between 1 and 1024, not \(threads)")
    }
    guard connectionLimit >= threads && connectionLimit <= 1_000_000 else {
      throw .badConfiguration(
        "connectionLimit must be between \(threads) (the threads) and 1000000, not \(connectionLimit)")
    }
    guard (0...1_000_000).contains(connectionLimitPerAddress) else {
      throw .badConfiguration(
        "connectionLimitPerAddress must be between 0 and 1000000, not \(connectionLimitPerAddress)")
    }
    for (name, bytes) in [("heldLimitPerAddress", heldLimitPerAddress), ("heldLimit", heldLimit)]
    where bytes < 65_536 {
      throw .badConfiguration("\(name) must be at least 65536 bytes, not \(bytes)")
    }
    for (name, seconds) in [("idleTimeout", idleTimeout), ("requestTimeout", requestTimeout)]
    where !(1...86_400).contains(seconds) {
      throw .badConfiguration("\(name) must be between 1 and 86400 seconds, not \(seconds)")
    }
    guard (1024...1_048_576).contains(headerLimit) else {
      throw .badConfiguration("headerLimit must be between 1024 and 1048576 bytes, not \(headerLimit)")
    }
    guard (0...1_073_741_824).contains(bodyLimit) else {
      throw .badConfiguration("bodyLimit must be between 0 and 1073741824 bytes, not \(bodyLimit)")
    }
  }
}

package enum ListeningAddress: Sendable, Hashable {
  /// 127.0.0.1, reachable only from this machine.
  case loopback
  /// Every address of this machine, IPv6 and IPv4. IPv4 only if the kernel does not support IPv6.
  case any
  /// One address, such as `192.0.2.1` or `2001:db8::1`.
  case literal(String)
}

let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
