/// What answers a request: a status from 200 to 599, headers in order, and the whole body.
///
/// `Content-Length`, `Date` and `Connection` are set by the server. A `HEAD` request is answered with the same
/// response as `GET`: its length is sent and its body is not.
package struct Response: Sendable {
  /// The status code.
  package var status: Int
  /// Names and values in the order in which they are sent; a value has no control characters and is not empty.
  package var headers: [(String, String)]
  /// The bytes of the content.
  package var body: [UInt8]
  /// The length of the content that a 200 would have had in the place of a 304: the only length that a 304 may tell (RFC
  /// 9110, 8.6), and libmicrohttpd tells one always.
  package var omitted = 0

  /// A response of these parts.
  package init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

// A header that could end its line early, or a status that is not a final one, is a fault of the program: it never
// reaches a client.
extension Response {
  /// Whether the status ends an exchange.
  var hasFinalStatus: Bool { (200...599).contains(status) }

  /// Whether a header can be sent as it stands.
  static func isSendable(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
    !name.isEmpty && !value.isEmpty && name.isToken && !value.hasControls
  }

  /// Whether the server alone sets the header of this name.
  static func isSetByServer(_ name: String) -> Bool {
    switch name.utf8.count {
    case 4: name.lowercased() == "date"
    case 10: name.lowercased() == "connection"
    case 14: name.lowercased() == "content-length"
    case 17: name.lowercased() == "transfer-encoding"
    default: false
    }
  }
}
