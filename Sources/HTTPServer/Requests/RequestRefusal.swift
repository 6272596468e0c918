/// The reason why the HTTP layer does not process a request: a fault in the request or the state of
/// the server.
///
/// The application produces the response, so that all errors have the same format. The request has
/// no body. The connection closes after the response, except after `unanswered`.
package enum RequestRefusal: Sendable, Hashable {
  /// 413: the body exceeds `limit` bytes, or its announced length does.
  case bodyTooLarge(limit: Int)
  /// 431: the request line and headers together exceed `limit` bytes.
  case headersTooLarge(limit: Int)
  /// 431: there are more than `limit` header lines and `Cookie` pairs together.
  case tooManyHeaders(limit: Int)
  /// 414: the request line alone exceeds `limit` bytes.
  case targetTooLong(limit: Int)
  /// 505: the HTTP version is not 1.x.
  case unsupportedVersion
  /// 400: the target is not a valid path and query.
  case badTarget(TargetFault)
  /// 400: the request's length or host is ambiguous, or the request is malformed.
  case badFraming(FramingFault)
  /// 501: the transfer encoding is not `chunked`. The associated value is the encoding that the
  /// client sent.
  case unsupportedTransferEncoding(String)
  /// 503: the server is stopping and accepts no new requests.
  case stopping
  /// 503: the server stopped before the application responded. The outcome of the request is
  /// unknown.
  case givenUp
  /// 500: a job was released before it responded.
  case unanswered

  package var status: Int {
    switch self {
    case .badTarget, .badFraming: 400
    case .bodyTooLarge: 413
    case .targetTooLong: 414
    case .headersTooLarge, .tooManyHeaders: 431
    case .unanswered: 500
    case .unsupportedTransferEncoding: 501
    case .stopping, .givenUp: 503
    case .unsupportedVersion: 505
    }
  }
}

package enum TargetFault: Error, Hashable {
  /// The target does not begin with a slash. Two other forms are accepted: an absolute `http://` or
  /// `https://` URL, and `*` with `OPTIONS`.
  case notAPath
  /// A byte that must be percent-encoded: a space, a control character or, in the path, a byte
  /// above 127.
  case rawByte(UInt8)
  /// A percent sign is not followed by two hexadecimal digits.
  case badPercentEncoding
  case notUTF8
  /// The path, or a name or value of the query, contains U+0000.
  case nul
  /// The path, or a name or value of the query, contains more than `limit` consecutive combining
  /// marks.
  case combiningRun(limit: Int)
}

/// A fault in the framing of a request: its length or host is ambiguous, or a part is malformed
/// (RFC 9112, 3.2 and 6).
package enum FramingFault: Sendable, Hashable {
  /// `Content-Length` is not a decimal number.
  case badContentLength
  case headerWithoutColon
  /// A single-valued header is repeated: `Authorization`, `Client-Version`, `Content-Type` or
  /// `Idempotency-Key`.
  case repeatedHeader
  /// libmicrohttpd could not parse a part of the request, such as the size of a chunk.
  case unreadable
  /// `Host` is not a name or address with an optional port.
  case badHost
  case repeatedContentLength
  case lengthAndTransferEncoding
  case repeatedTransferEncoding
  /// `Transfer-Encoding` is present in HTTP/1.0, which does not define it.
  case transferEncodingInOldVersion
  /// The request line is not a method, a target and a version separated by single spaces.
  case badRequestLine
  case bareLineFeed
  case nul
  /// A header contains a control character, such as a bare carriage return.
  case controlCharacter
  /// A header name is not a token, for example because a space precedes the colon.
  case badHeaderName
  /// A header continues on the next line. Senders must not use this obsolete form.
  case foldedHeader
  /// A header contains more than `limit` consecutive combining marks.
  case combiningRun(limit: Int)
  case missingHost
  case repeatedHost
}
