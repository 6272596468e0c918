/// A fault of a request, or of the server, that HTTP itself found.
///
/// The application still writes the answer, so that every fault looks alike to a client. The body of such a request is
/// empty, and its connection closes after the answer, except after `unanswered`.
package enum RequestRefusal: Sendable, Hashable {
  /// The body is longer than `limit` bytes, or was announced to be: 413.
  case bodyTooLarge(limit: Int)
  /// Request line and headers together are longer than `limit` bytes: 431.
  case headersTooLarge(limit: Int)
  /// There are more header lines and pairs in `Cookie` than `limit`: 431.
  case tooManyHeaders(limit: Int)
  /// The request line alone is longer than `limit` bytes: 414.
  case targetTooLong(limit: Int)
  /// A version of HTTP other than 1.x: 505.
  case unsupportedVersion
  /// The target is not a path with a query in well-formed percent-encoded UTF-8: 400.
  case badTarget(TargetFault)
  /// The headers leave open where the request ends or which host it is for: 400.
  case badFraming(FramingFault)
  /// A transfer encoding other than `chunked`, as the client sent it: 501.
  case unsupportedTransferEncoding(String)
  /// The server is stopping and takes nothing new: 503.
  case stopping
  /// The server stops, and the application has not answered in the time for that: 503. Nobody knows what became of the request.
  case givenUp
  /// A job was dropped before it answered: 500.
  case unanswered

  /// The status of the answer.
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

/// A fault in the target of a request.
package enum TargetFault: Error, Hashable {
  /// The target does not begin with a slash. An absolute `http://` target is read as its path; `*` is a target of
  /// `OPTIONS`.
  case notAPath
  /// A byte that must be percent-encoded: a blank, a control character or, in the path, a byte above 127.
  case rawByte(UInt8)
  /// A percent sign is not followed by two hexadecimal digits.
  case badPercentEncoding
  /// The decoded bytes are not UTF-8.
  case notUTF8
  /// The path, or a name or value of the query, has U+0000, which no text of the server holds.
  case nul
  /// The path, or a name or value of the query, has more combining marks in a row than `limit`.
  case combiningRun(limit: Int)
}

/// A fault in the head that leaves open how the request is delimited or addressed (RFC 9112, sections 3.2 and 6).
package enum FramingFault: Sendable, Hashable {
  /// A `Content-Length` that is not a number of decimal digits.
  case badContentLength
  /// A header line without a colon.
  case headerWithoutColon
  /// More than one line of a header that has one value: `Authorization`, `Client-Version`, `Content-Type` or
  /// `Idempotency-Key`.
  case repeatedHeader
  /// A part that libmicrohttpd could not read: the size of a chunk, or a head that came in pieces.
  case unreadable
  /// A `Host` that is not a name or an address with at most a port.
  case badHost
  /// More than one `Content-Length`.
  case repeatedContentLength
  /// Both `Content-Length` and `Transfer-Encoding`.
  case lengthAndTransferEncoding
  /// More than one `Transfer-Encoding`.
  case repeatedTransferEncoding
  /// `Transfer-Encoding` in HTTP/1.0, which does not have it.
  case transferEncodingInOldVersion
  /// A request line that is not a method (a token), one blank, a target, one blank, and a version.
  case badRequestLine
  /// A line that ends with a line feed alone.
  case bareLineFeed
  /// A NUL in the head.
  case nul
  /// A control character in a header, such as a carriage return that ends no line.
  case controlCharacter
  /// A header name that is not a token, such as one with a blank before the colon.
  case badHeaderName
  /// A header continued on the next line, a form that senders must not use.
  case foldedHeader
  /// A header with more combining marks in a row than `limit`.
  case combiningRun(limit: Int)
  /// HTTP/1.1 without `Host`.
  case missingHost
  /// More than one `Host`.
  case repeatedHost
}
