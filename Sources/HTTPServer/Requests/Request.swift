/// A complete request. It is a class, so that passing it on copies one reference.
package final class Request: Sendable {
  package let method: Method
  /// The percent-encoded path without the query. `Router` decodes the segments that it needs.
  package let path: String
  /// The decoded pairs of the query in order. A name without an equals sign has an empty value.
  package let query: [(name: String, value: String)]
  package let headers: Headers
  package let body: [UInt8]
  /// The client's address without the port: the address of the peer, or the one reported by a
  /// trusted proxy.
  package let peer: String
  /// The identifier in logs and responses: the client's `X-Request-Id` if it is acceptable, or a
  /// generated one.
  ///
  /// - An acceptable identifier has 1 to 64 letters, digits, `.`, `_` and `-`.
  /// - A generated identifier begins with a random per-process number, so identifiers from
  ///   different processes and restarts rarely collide.
  package let id: String
  /// Arrival time of the request line.
  package let arrived: Moment
  /// The reason why the HTTP layer rejects the request; nil for a valid request. The application
  /// must only produce the error response.
  package let refusal: RequestRefusal?

  /// Creates a request from its parts, for a test or another front end.
  package init(
    method: Method, path: String, query: [(name: String, value: String)] = [], headers: Headers = Headers(),
    body: [UInt8] = [], peer: String = "127.0.0.1", id: String, arrived: Moment = .now,
    refusal: RequestRefusal? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.peer = peer
    self.id = id
    self.arrived = arrived
    self.refusal = refusal
  }

  /// Creates a request from parts that have arrived completely.
  init(_ arrival: consuming RequestBuilder, refusal: RequestRefusal?) {
    method = arrival.method
    path = arrival.path
    query = arrival.query
    headers = arrival.headers
    body = arrival.body
    peer = arrival.peer
    id = arrival.id
    arrived = arrival.arrived
    self.refusal = refusal
  }

  /// Returns a copy with a refusal and without the body.
  func refused(_ refusal: RequestRefusal) -> Request {
    Request(
      method: method, path: path, query: query, headers: headers, peer: peer, id: id, arrived: arrived, refusal: refusal
    )
  }

  /// Returns the value of the first header with this name (case-insensitive); nil if it is absent.
  package func header(_ name: StaticString) -> String? { headers.first(name) }

  /// Returns the bytes of the value of the first header with this name (case-insensitive); nil if
  /// it is absent.
  package func headerBytes(_ name: StaticString) -> ArraySlice<UInt8>? { headers.value(of: name) }
}

/// The parts of a request during its arrival. Not copyable, so that they are moved into the
/// request.
struct RequestBuilder: ~Copyable {
  var method = Method.get
  var path: String
  var query: [(name: String, value: String)]
  var headers = Headers()
  var body: [UInt8] = []
  var peer: String
  var id = ""
  /// Arrival time of the request line.
  var arrived: Moment

  /// Begins a request whose request line has arrived.
  init(path: String, query: [(name: String, value: String)], peer: String, arrived: Moment) {
    (self.path, self.query, self.peer, self.arrived) = (path, query, peer, arrived)
  }
}

/// Generates request identifiers of three parts with five characters each: the process (random at
/// its start), the connection, and the request on that connection.
///
/// Fifteen bytes fit into a `String` without an allocation. In a log, requests of one connection
/// share a prefix.
enum RequestIdentifier {
  /// A random number that distinguishes this process from others and from earlier runs.
  private static let process = UInt32.random(in: 0...UInt32.max)

  private static let alphabet: StaticString = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz-"

  /// Returns the identifier of request number `request` on connection number `connection`.
  static func make(connection: UInt32, request: UInt32) -> String {
    String(unsafeUninitializedCapacity: 15) { bytes in
      for (part, number) in [process, connection, request].enumerated() {
        var rest = number
        for position in (0..<5).reversed() {
          bytes[part * 5 + position] = alphabet.utf8Start[Int(rest & 63)]
          rest >>= 6
        }
      }
      return 15
    }
  }

  /// Returns true if an `X-Request-Id` is acceptable: 1 to 64 letters, digits, `.`, `_` and `-`.
  static func isAcceptable(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard (1...64).contains(name.count) else { return false }
    return name.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
  }
}
