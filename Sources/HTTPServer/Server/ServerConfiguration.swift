package import Platform

/// The address, limits and time-outs of a server. Every limit has a default that holds without tuning.
///
///     var configuration = ServerConfiguration()
///     configuration.port = 0
///     configuration.bodyLimit = 64 * 1024
///     let server = try Server(configuration: configuration) { _ in .now(Response(status: 204)) }
package struct ServerConfiguration: Sendable {
  /// The address to listen on; default loopback.
  package var address: ListeningAddress = .loopback
  /// TCP port, default 8080; 0 takes a free one (see `Server.port`).
  package var port: UInt16 = 8080
  /// Count of threads that read, answer and write, 1 to 1024; default one for each processor.
  package var threads: Int = processors
  /// Maximum open connections over all threads, from `threads` to 1,000,000; default 4096. At the limit silent
  /// connections make room for new ones; if none is silent, new ones wait in the kernel's queue.
  package var connectionLimit: Int = 4096
  /// Maximum open connections from one address (the first 64 bits of an IPv6 address), up to 1,000,000 or 0 for no
  /// limit; default 256. The connections of a trusted proxy are not limited.
  ///
  /// The default is a sixteenth of all: an office behind one address has fewer requests under way, and its silent
  /// connections make room for new ones.
  package var connectionLimitPerAddress: Int = 256
  /// Maximum bytes in memory that wait for the clients of one address, as answers not taken and bodies not whole; at
  /// least 64 KiB, default 32 MiB. Over it the connections of that address that have waited longest are ended.
  package var heldLimitPerAddress: Int = 32 * 1024 * 1024
  /// Maximum bytes in memory that wait for all clients; at least 64 KiB, default 256 MiB.
  package var heldLimit: Int = 256 * 1024 * 1024
  /// Seconds without a byte in either direction after which a connection is closed, 1 to 86,400; default 60.
  package var idleTimeout: Int = 60
  /// Seconds in which a whole request must arrive, and in which the client must take its answer, 1 to 86,400; default
  /// 30. They hold however steadily bytes trickle.
  ///
  /// On a kept-alive connection the wait for the next request counts as idle: its request line must arrive within
  /// `idleTimeout + requestTimeout` after the answer before.
  package var requestTimeout: Int = 30
  /// Maximum bytes of request line and headers together, 1 KiB to 1 MiB; default 8 KiB. Longer ones are refused.
  package var headerLimit: Int = 8 * 1024
  /// Maximum bytes of a body, 0 to 1 GiB; default 1 MiB.
  package var bodyLimit: Int = 1024 * 1024
  /// The most bytes of a body for paths that begin so, where that is less than `bodyLimit`.
  package var bodyLimits: [(prefix: String, limit: Int)] = []

  /// The certificate and key of the server; nil, the default, is HTTP in the clear. With an identity every connection
  /// is TLS 1.2 or 1.3, and every answer tells browsers to come by TLS only (HSTS, RFC 6797).
  package var identity: TLSIdentity?
  /// Proxies whose `X-Forwarded-For` names the client; by default none, and the header is not read.
  package var trustedProxies: [Network] = []
  /// Headers of every answer, beside its own.
  package var headers: [FixedHeader] = []

  /// Makes a configuration of the defaults.
  package init() {}
}

extension ServerConfiguration {
  /// Bytes that libmicrohttpd may use for a connection's headers in both directions and for reading. It wipes them
  /// after each request: with 32 KiB that is a tenth of the time of a small request.
  var connectionMemory: Int { 2 * headerLimit }

  /// Milliseconds between two looks for connections past their deadline: a tenth of `requestTimeout`, at most a second.
  var sweepInterval: Int64 { Int64(max(1, min(1000, requestTimeout * 100))) }

  /// Throws `ServerError.badConfiguration` if a value is out of its range.
  func check() throws(ServerError) {
    guard (1...1024).contains(threads) else { throw .badConfiguration("threads must be 1 to 1024, not \(threads)") }
    guard connectionLimit >= threads && connectionLimit <= 1_000_000 else {
      throw .badConfiguration("connectionLimit must be \(threads) (the threads) to 1000000, not \(connectionLimit)")
    }
    guard (0...1_000_000).contains(connectionLimitPerAddress) else {
      throw .badConfiguration("connectionLimitPerAddress must be 0 to 1000000, not \(connectionLimitPerAddress)")
    }
    for (name, bytes) in [("heldLimitPerAddress", heldLimitPerAddress), ("heldLimit", heldLimit)]
    where bytes < 65_536 {
      throw .badConfiguration("\(name) must be at least 65536 bytes, not \(bytes)")
    }
    for (name, seconds) in [("idleTimeout", idleTimeout), ("requestTimeout", requestTimeout)]
    where !(1...86_400).contains(seconds) {
      throw .badConfiguration("\(name) must be 1 to 86400 seconds, not \(seconds)")
    }
    guard (1024...1_048_576).contains(headerLimit) else {
      throw .badConfiguration("headerLimit must be 1024 to 1048576 bytes, not \(headerLimit)")
    }
    guard (0...1_073_741_824).contains(bodyLimit) else {
      throw .badConfiguration("bodyLimit must be 0 to 1073741824 bytes, not \(bodyLimit)")
    }
  }
}

/// An address to listen on.
///
///     var configuration = ServerConfiguration()
///     configuration.address = .literal("192.0.2.1")  // .loopback for this machine, .any for each of its addresses
///     configuration.port = 8080
package enum ListeningAddress: Sendable, Hashable {
  /// 127.0.0.1: this machine only.
  case loopback
  /// Every address of this machine, IPv6 and IPv4; IPv4 alone if the kernel has no IPv6.
  case any
  /// One address, written as `192.0.2.1` or `2001:db8::1`.
  case literal(String)
}

/// Count of online processors.
let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
