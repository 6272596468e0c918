/// How a server listens and what it bears. Every limit has a default that holds without tuning.
package struct Configuration: Sendable {
  /// Where connections are taken; default loopback.
  package var address: Address = .loopback
  /// The TCP port; 0 takes a free one (see `Server.port`).
  package var port: UInt16 = 8080
  /// Threads that read, answer and write; default: one for each processor.
  package var threads: Int = processors
  /// Connections at a time, over all threads; then the silent ones make room for new ones, and where none is silent,
  /// new ones wait in the kernel's queue. Default 4096.
  package var connectionLimit: Int = 4096
  /// Connections at a time from one address (the first 64 bits of an IPv6 address); 0 sets no limit. Default 256, a
  /// sixteenth of all: an office behind one address has fewer requests under way, and its silent connections make room for
  /// new ones. The connections of a trusted proxy are not limited.
  package var connectionLimitPerAddress: Int = 256
  /// Bytes that may wait in memory for the clients of one address, as answers that are not taken and bodies that are not
  /// whole; over it, its connections that have waited longest are ended. Default 32 MiB.
  package var heldLimitPerAddress: Int = 32 * 1024 * 1024
  /// Bytes that may wait in memory for all clients. Default 256 MiB.
  package var heldLimit: Int = 256 * 1024 * 1024
  /// Seconds without a byte in either direction after which a connection is closed; default 60.
  package var idleTimeout: Int = 60
  /// Seconds in which a request must have arrived whole, and in which its answer must have been taken by the client,
  /// however steadily bytes trickle; default 30. On a kept-alive connection the wait before the next request counts
  /// as idle: there the bound for the headers is `idleTimeout + requestTimeout` after the answer before.
  package var requestTimeout: Int = 30
  /// Bytes of request line and headers together; default 8 KiB. Longer ones are refused.
  package var headerLimit: Int = 8 * 1024
  /// Bytes of a body; default 1 MiB.
  package var bodyLimit: Int = 1024 * 1024

  /// With an identity every connection is TLS, 1.2 or 1.3, and every answer tells browsers to come by TLS only (HSTS,
  /// RFC 6797); nil, the default, is HTTP in the clear.
  package var identity: TLSIdentity?
  /// The proxies whose `X-Forwarded-For` says who asks; by default none, and the header is not looked at.
  package var trustedProxies: [Network] = []
  /// What every answer carries beside its own headers.
  package var headers: [FixedHeader] = []

  /// The defaults.
  package init() {}
}

extension Configuration {
  /// Memory that a connection may use for its headers in both directions, and for reading. The library wipes it after
  /// each request: with 32 KiB that is a tenth of the time that a small request takes.
  var connectionMemory: Int { 2 * headerLimit }

  /// Milliseconds between two looks for connections past their deadline: a tenth of the time-out, at most a second.
  var sweepInterval: Int64 { Int64(max(1, min(1000, requestTimeout * 100))) }

  /// Fails on values that no server can hold.
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
