package import JSON
package import Platform

/// A request to another system.
package struct OutboundRequest: Sendable {
  /// The error of a request that cannot be sent.
  ///
  /// - The method or the name of a header is empty.
  /// - A part contains CR, LF or NUL.
  /// - The URL contains a space, or its scheme is neither http nor https.
  package struct Malformed: Error, Equatable {}

  let method: String
  /// The absolute URL, http or https.
  let url: String
  /// The headers, in order.
  private(set) var headers: [(name: String, value: String)]
  /// The body; nil for a request without a body.
  let body: [UInt8]?
  /// The time limit of the whole exchange, including the connection.
  package var timeout: Duration = .seconds(2)
  /// The maximum size of the response body, in bytes.
  var bodyLimit = 1 << 20
  /// The maximum size of the response's status line and headers, in bytes.
  var headLimit = 32 << 10
  /// True if the request must not reach the system twice.
  ///
  /// The request then uses a new connection, because libcurl repeats a request if a reused
  /// connection closes before the response.
  package var isOnce = false
  /// Called on the client's thread with each address that the address policy refuses.
  package var onRefusal: (@Sendable (IPAddress) -> Void)?
  /// The TLS settings of this request; nil for the settings of the client.
  package var security: OutboundClient.Settings?

  /// Creates a request; throws `Malformed` if it cannot be sent.
  package init(
    _ method: String, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil
  ) throws(Malformed) {
    guard Self.isOneLine(method), Self.isOneLine(url), !method.isEmpty, !url.contains(" "),
      url.hasPrefix("https://") || url.hasPrefix("http://"),
      headers.allSatisfy({ Self.isOneLine($0.name) && Self.isOneLine($0.value) && !$0.name.isEmpty })
    else { throw Malformed() }
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
  }

  /// Returns the request with an additional header; throws `Malformed` if the header is malformed.
  func adding(_ name: String, _ value: String) throws(Malformed) -> OutboundRequest {
    guard Self.isOneLine(name), Self.isOneLine(value), !name.isEmpty else { throw Malformed() }
    var request = self
    request.headers.append((name, value))
    return request
  }

  private static func isOneLine(_ text: String) -> Bool { text.utf8.allSatisfy { $0 != 13 && $0 != 10 && $0 != 0 } }
}

/// The response of another system.
package struct OutboundResponse: Sendable {
  package let status: Int
  /// The headers, in order, with lower-case names.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]

  /// Creates a response. The names of headers must be in lower case.
  package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Returns true for a success status whose body is a whole document.
  ///
  /// These are 200 to 299, except for 206, a part of a document (RFC 9110, 15.3.7), and 226, a
  /// difference between documents (RFC 3229).
  package static func isWhole(_ status: Int) -> Bool { (200...299).contains(status) && status != 206 && status != 226 }

  /// Returns the value of the first header with this lower-case name; nil if it is absent.
  package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The body as JSON, parsed at each access; nil if it is not JSON.
  ///
  /// A leading byte order mark is ignored, as RFC 8259, section 8.1, allows.
  package var document: Value? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return try? Value(reading: body.starts(with: mark) ? Array(body.dropFirst(mark.count)) : body)
  }
}

/// The reason that a request has no response.
package enum OutboundFailure: String, Error, Sendable, CaseIterable {
  /// The time limit of the exchange was exceeded.
  case timeout
  /// The name of the host could not be resolved.
  case unresolved
  /// The address policy rejected the addresses of the host.
  case refusedAddress = "refused-address"
  /// No connection could be established.
  case unreachable
  /// TLS failed, for example because a certificate was expired or no version was common.
  case tls
  /// The connection closed before the end of the response, or the response violated HTTP.
  case broken
  /// The authorization server returned no access token, or none in time. No request was sent to the
  /// system itself.
  case token
  /// The response exceeded the size limits of its request.
  case tooLarge = "too-large"
  /// A request limit of the system was reached. The request was not sent.
  case overloaded
  /// The circuit breaker was open. The request was not sent.
  case paused
  /// The client was stopped.
  case stopped
}
