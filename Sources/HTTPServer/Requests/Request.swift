/// A request, read whole before the application sees it. It is an object, since it is passed on with every step: that
/// costs one reference count, not one for each part.
///
///     let request = Request(method: .get, path: "/operations", headers: Headers([("Accept", "*/*")]), id: "1")
///     request.header("accept")  // "*/*"
package final class Request: Sendable {
  /// The method.
  package let method: Method
  /// The path as it was sent, percent-encoded, without the query; `Router` decodes the segments that it needs.
  package let path: String
  /// Decoded pairs of the query in order; a name without an equals sign has an empty value.
  package let query: [(name: String, value: String)]
  /// The headers in order.
  package let headers: Headers
  /// The content; empty if there is none.
  package let body: [UInt8]
  /// The client's address without the port: the peer's, or the address that a trusted proxy names.
  package let peer: String
  /// The identifier in logs and answers: the client's `X-Request-Id` if that is acceptable, else one made here.
  ///
  /// - Acceptable are 1 to 64 letters, digits, `.`, `_` and `-`.
  /// - An identifier made here is unique to this process and its start.
  package let id: String
  /// Time at which the request line had arrived.
  package let arrived: Moment
  /// The fault that HTTP itself found; nil if there is none. The application answers it and does nothing else.
  package let refusal: RequestRefusal?

  /// Makes a request of these parts, for a test or another front end.
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

  /// Takes the parts of a request that has arrived whole.
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

  /// Returns the same request, refused and without its content.
  func refused(_ refusal: RequestRefusal) -> Request {
    Request(
      method: method, path: path, query: query, headers: headers, peer: peer, id: id, arrived: arrived, refusal: refusal
    )
  }

  /// Returns the value of the first header of this name, in any case; nil if there is none.
  package func header(_ name: StaticString) -> String? { headers.first(name) }

  /// Returns the bytes of the value of the first header of this name, in any case; nil if there is none.
  package func headerBytes(_ name: StaticString) -> ArraySlice<UInt8>? { headers.value(of: name) }
}

/// The parts of a request while they arrive. Not copyable: the parts are moved into the request, and a copy would count
/// a reference to each.
struct RequestBuilder: ~Copyable {
  /// The method.
  var method = Method.get
  /// The path as it was sent.
  var path: String
  /// Decoded pairs of the query.
  var query: [(name: String, value: String)]
  /// The headers.
  var headers = Headers()
  /// Bytes of the content so far.
  var body: [UInt8] = []
  /// The client's address.
  var peer: String
  /// The identifier in logs and answers.
  var id = ""
  /// Time at which the request line had arrived.
  var arrived: Moment

  /// Begins a request whose line is here.
  init(path: String, query: [(name: String, value: String)], peer: String, arrived: Moment) {
    (self.path, self.query, self.peer, self.arrived) = (path, query, peer, arrived)
  }
}

/// Makes request identifiers of five characters each for the process (random at its start), the connection, and the
/// request on that connection. Fifteen bytes fit into a `String` without an allocation, and a log shows the requests of
/// one connection together.
enum RequestIdentifier {
  /// Random bits that tell this process from others and from its own earlier runs.
  private static let process = UInt32.random(in: 0...UInt32.max)

  private static let alphabet: StaticString = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz-"

  /// Returns the identifier of the `request`-th request on the `connection`-th connection.
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

  /// Returns true if the server takes over this `X-Request-Id`: 1 to 64 letters, digits, `.`, `_` and `-`.
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
