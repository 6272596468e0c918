import CMicroHTTPD
import Platform

/// A check of the loaded libmicrohttpd, run once per process before the first server listens.
///
/// `RequestHead` reads requests in libmicrohttpd's memory, because the API reports neither the end
/// of the head nor dropped bytes. That memory layout is not documented, and a distribution may
/// update the library without rebuilding the server. The check therefore sends requests over socket
/// pairs and compares the parsed results with the expected ones. A library that fails is rejected:
/// with it, the server and a proxy in front of it could disagree about where a request ends.
package enum LibrarySelfTest {
  /// The oldest supported version, in the format of `MHD_get_version`.
  package static let oldest = "0.9.75"

  /// The version of the loaded library, such as `0.9.75`.
  package static let version = String(cString: MHD_get_version())

  package static let outcome: Result<Void, ServerError> = {
    guard !isOlder(version, than: oldest) else {
      return .failure(.unsuitableLibrary(version, "version \(oldest) or later is required"))
    }
    do throws(ServerError) {
      guard let difference = try difference(in: probes) else { return .success(()) }
      return .failure(.unsuitableLibrary(version, difference))
    } catch {
      return .failure(error)
    }
  }()

  /// Returns true if the first version precedes the second in numeric order.
  package static func isOlder(_ version: String, than other: String) -> Bool {
    let (left, right) = (numbers(version), numbers(other))
    return left.lexicographicallyPrecedes(right)
  }

  private static func numbers(_ version: String) -> [Int] {
    version.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
  }

  /// A request and the expected result: its parts, or nil if it must be rejected.
  package typealias Probe = (request: String, seen: String?)

  /// Requests that cover each inferred position: the ends of the request line, of each header and
  /// of the head; NULs, bare line feeds, spaces and the query.
  ///
  /// Only `Host` is folded, because its folded value is invalid in every version. For other
  /// headers, version 0.9 exposes the folding, and the server rejects it. Version 1.0 replaces the
  /// line break with spaces, as RFC 9112, 5.2 permits.
  package static let probes: [Probe] = [
    ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / [Host=a] "),
    (
      "POST /a%2Fb/%D0%B0?x=1&y HTTP/1.1\r\nHost: a\r\nX-One:  b  c \r\nX-Two:\r\nContent-Length: 2\r\n\r\nok",
      "POST /a%2Fb/%D0%B0 x=1;y= [Host=a,X-One=b  c,X-Two=,Content-Length=2] ok"
    ),
    ("GET / HTTP/1.0\r\n\r\n", "GET / [] "),
    ("GET / HTTP/1.1\r\nHost: a\r\nCookie: a; b\r\n\r\n", "GET / [Host=a,Cookie=a; b] "),
    ("GET / HTTP/1.1\nHost: a\r\n\r\n", nil),
    ("GET / HTTP/1.1\r\nHost: a\n\r\n", nil),
    ("GET / HTTP/1.1\r\nHost: a\r\n\n", nil),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: b\u{0}c\r\n\r\n", nil),
    ("GET /\u{0} HTTP/1.1\r\nHost: a\r\n\r\n", nil),
    ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", nil),
    ("GET /  HTTP/1.1\r\nHost: a\r\n\r\n", nil),
    ("GET / HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n", nil),
    ("GET / HTTP/1.1\r\nHost: a \t\nX: b\r\n\r\n", nil),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n", nil),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: b\u{1}c\r\n\r\n", nil),
    ("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", nil),
    ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nb", nil),
  ]

  /// Sends each request on its own connection. Returns a description of the first unexpected
  /// result; nil if all results are as expected.
  package static func difference(in probes: [Probe]) throws(ServerError) -> String? {
    var configuration = ServerConfiguration()
    configuration.threads = 1
    let core = try ServerState(configuration: configuration, respond: answer)
    let loops = try EventLoop.start(core)
    defer { EventLoop.stop(loops) }
    for (request, seen) in probes {
      let answer = try exchange(request, with: loops[0], of: core)
      guard seen.map({ answer.hasSuffix("\r\n\r\n" + $0) }) ?? !answer.hasPrefix("HTTP/1.1 2") else {
        let fault = seen.map { "did not return \($0.debugDescription)" } ?? "was not rejected"
        return "self-test request \(request.debugDescription) \(fault)"
      }
    }
    return nil
  }

  private static func answer(_ request: Request) -> Reply {
    if let refusal = request.refusal { return .now(Response(status: refusal.status)) }
    let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
    let headers = request.headers.all.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    let body = String(decoding: request.body, as: UTF8.self)
    let text =
      "\(request.method.name) \(request.path)\(query.isEmpty ? "" : " \(query)") [\(headers)] \(body)"
    return .now(Response(status: 200, body: Array(text.utf8)))
  }

  /// Returns all bytes that the server sends until it closes the connection or is silent for five
  /// seconds.
  private static func exchange(
    _ request: String, with loop: EventLoop, of core: ServerState
  ) throws(ServerError) -> String {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Libc.closedOnExecStreamSocket, 0, &ends) == 0 else {
      throw .system(call: "socketpair", errno: errno)
    }
    defer { close(ends[0]) }
    // Half-closing is valid here, because the requests are complete.
    Socket.write(Array(request.utf8), to: ends[0])
    Socket.endWriting(ends[0])
    var address = sockaddr_storage()
    address.ss_family = sa_family_t(AF_UNIX)
    let site = ClientNetwork("unknown", trusting: [])
    core.quota.take(site)
    loop.take(
      PendingConnection(
        descriptor: ends[1], address: address, length: socklen_t(MemoryLayout<sockaddr>.size), peer: "unknown",
        site: site,
        came: CoarseClock.now, deadline: .max))
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while true {
      let count = recv(ends[0], &buffer, buffer.count, 0)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
