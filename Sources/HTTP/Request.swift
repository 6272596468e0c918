/// A request, read whole before the application sees it. It is handed on with every step to its answer: as an object it
/// costs one count of a reference, not one for each of its parts.
package final class Request: Sendable {
  /// The method.
  package let method: Method
  /// The path as it was sent, percent-encoded, without the query; `Router` decodes what it needs.
  package let path: String
  /// The pairs of the query, decoded, in order; a name without an equals sign has an empty value.
  package let query: [(name: String, value: String)]
  /// The headers in order.
  package let headers: Headers
  /// The content; empty where there is none.
  package let body: [UInt8]
  /// The address of the other end of the connection, without the port.
  package let peer: String
  /// What names this request in logs and answers: the client's `X-Request-Id` where that is 1 to 64 characters of
  /// letters, digits, `.`, `_` and `-`, else one made here, unique to this process and its start.
  package let id: String
  /// When the request line had arrived.
  package let arrived: Moment
  /// The fault that HTTP itself found, if it did; the application answers it and does nothing else.
  package let refusal: Refusal?

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

  /// The request that has arrived, now whole.
  init(_ arrival: consuming Arrival, refusal: Refusal?) {
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

  /// The same request, refused, without its content.
  func refused(_ refusal: Refusal) -> Request {
    Request(
      method: method, path: path, query: query, headers: headers, peer: peer, id: id, arrived: arrived, refusal: refusal
    )
  }

  /// The value of the first header of this name, in any case.
  package func header(_ name: StaticString) -> String? { headers.first(name) }

  /// The bytes of the value of the first header of this name, in any case.
  package func headerBytes(_ name: StaticString) -> ArraySlice<UInt8>? { headers.value(of: name) }
}
