/// A request, read whole before the application sees it.
package struct Request: Sendable {
  /// The method.
  package var method: Method
  /// The path as it was sent, percent-encoded, without the query; `Router` decodes what it needs.
  package var path: String
  /// The pairs of the query, decoded, in order; a name without an equals sign has an empty value.
  package var query: [(name: String, value: String)]
  /// The headers in order.
  package var headers: Headers
  /// The content; empty where there is none.
  package var body: [UInt8]
  /// The address of the other end of the connection, without the port.
  package var peer: String
  /// What names this request in logs and answers: the client's `X-Request-Id` where that is 1 to 64 characters of
  /// letters, digits, `.`, `_` and `-`, else one made here, unique to this process and its start.
  package var id: String
  /// When the request line had arrived.
  package var arrived: Moment
  /// The fault that HTTP itself found, if it did; the application answers it and does nothing else.
  package var refusal: Refusal?

  /// A request of these parts, as a test or another front might make one.
  package init(
    method: Method, path: String, query: [(name: String, value: String)] = [], headers: Headers = Headers(),
    body: [UInt8] = [], peer: String = "127.0.0.1", id: String, arrived: Moment = .now,
    refusal: Refusal? = nil
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

  /// The same request, refused.
  func refused(_ refusal: Refusal) -> Request {
    var request = self
    request.refusal = refusal
    return request
  }

  /// The value of the first header of this name, in any case.
  package func header(_ name: StaticString) -> String? { headers.first(name) }

  /// The bytes of the value of the first header of this name, in any case.
  package func headerBytes(_ name: StaticString) -> ArraySlice<UInt8>? { headers.value(of: name) }
}
