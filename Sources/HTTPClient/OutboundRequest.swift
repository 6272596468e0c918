package import JSON

/// A request to another system.
///
///     let request = try OutboundRequest("POST", "https://crm.bank.example/companies", body: json)
///     client.send(request) { result in ... }
package struct OutboundRequest: Sendable {
  /// The request cannot be sent as it is: CR, LF or NUL in a part of it, or a URL of another scheme.
  package struct Malformed: Error, Equatable {}

  /// The method.
  let method: String
  /// The absolute URL, http or https.
  let url: String
  /// The headers in their order.
  private(set) var headers: [(name: String, value: String)]
  /// The body; nil for a request without one.
  let body: [UInt8]?
  /// The time for the whole exchange, with the connection.
  package var timeout: Duration = .seconds(2)
  /// The most bytes of the response's body.
  var bodyLimit = 1 << 20
  /// The most bytes of the response's status line and headers.
  var headLimit = 32 << 10
  /// True if the request must not reach the other side twice.
  ///
  /// It then gets a connection of its own: libcurl repeats a request whose kept connection ended before an answer.
  package var isOnce = false
  /// The parts of TLS for this request; nil for those of the client.
  package var security: OutboundClient.Settings?

  /// Creates a request.
  ///
  /// Throws `Malformed` if a part has CR, LF or NUL, or the URL is neither http nor https.
  package init(
    _ method: String, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil
  ) throws(Malformed) {
    guard Self.isOneLine(method), Self.isOneLine(url), !method.isEmpty, !url.contains(" "),
      url.hasPrefix("https://") || url.hasPrefix("http://"),
      headers.allSatisfy({ Self.isOneLine($0.name) && Self.isOneLine($0.value) && !$0.name.isEmpty })
    else { throw Malformed() }
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
  }

  /// Returns the request with a header more. Throws `Malformed` if it is none.
  func adding(_ name: String, _ value: String) throws(Malformed) -> OutboundRequest {
    guard Self.isOneLine(name), Self.isOneLine(value), !name.isEmpty else { throw Malformed() }
    var request = self
    request.headers.append((name, value))
    return request
  }

  private static func isOneLine(_ text: String) -> Bool { text.utf8.allSatisfy { $0 != 13 && $0 != 10 && $0 != 0 } }
}

/// The response of another system.
///
///     let response = OutboundResponse(status: 429, headers: [("retry-after", "30")], body: [])
///     let seconds = response.header("retry-after").flatMap { Int($0) }  // 30
package struct OutboundResponse: Sendable {
  /// The status.
  package let status: Int
  /// The headers in their order, with names in lower case.
  package let headers: [(name: String, value: String)]
  /// The body.
  package let body: [UInt8]

  /// Creates a response; names of headers are in lower case.
  package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// True for a status of success by which the body is a whole document: 200 to 299, without 206, a part of one (RFC 9110, 15.3.7), and
  /// 226, a difference from one (RFC 3229).
  package static func isWhole(_ status: Int) -> Bool { (200...299).contains(status) && status != 206 && status != 226 }

  /// The value of the first header with that name in lower case; nil without one.
  package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The JSON of the body, made on access; nil if it is none. A byte order mark before it is ignored, as RFC 8259,
  /// section 8.1, allows.
  package var document: Value? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return try? Value(reading: body.starts(with: mark) ? Array(body.dropFirst(mark.count)) : body)
  }
}

/// The reason for which a request has no response.
package enum OutboundFailure: String, Error, Sendable, CaseIterable {
  /// The time of the exchange ended.
  case timeout
  /// The name of the host has no address.
  case unresolved
  /// The host's addresses are not allowed.
  case refusedAddress = "refused-address"
  /// No connection was made.
  case unreachable
  /// TLS failed: an expired or foreign certificate, no common version.
  case tls
  /// The connection ended before the response did, or the response breaks HTTP.
  case broken
  /// The authorization server gave no access token, or none in time; nothing was sent to the system itself.
  case token
  /// The response exceeds the limits of its request.
  case tooLarge = "too-large"
  /// The system is at its request limit.
  case overloaded
  /// The system failed too often in a row, and is left alone for a while.
  case paused
  /// The client was stopped.
  case stopped
}
