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

  /// A response of these parts.
  package init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension Response {
  /// Whether the response can be sent as it stands: a header that could end its line early, or a status that is not
  /// a final one, is a fault of the program and never reaches a client.
  var isSendable: Bool {
    (200...599).contains(status)
      && headers.allSatisfy { name, value in
        !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter)
          && !value.isEmpty && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      }
  }
}
