import CMicroHTTPD
import Platform

/// A response: a final status, headers in order, and a complete body or a stream.
///
/// - The server sets `Content-Length`, `Date`, `Connection` and `Transfer-Encoding`. The
///   application cannot override them.
/// - For a `HEAD` request, return the response to `GET`. The server sends its length without the
///   body.
/// - An invalid response, such as one with a line feed in a header, is replaced by an empty 500.
package struct Response: Sendable {
  package var status: Int
  /// Names and values in the order of sending. A value must not be empty or contain control
  /// characters.
  package var headers: [(String, String)]
  package var body: [UInt8] { didSet { kept = nil } }
  /// For a 304, the length of the body that a 200 would have had. libmicrohttpd always sends a
  /// length, and a 304 must not state another one (RFC 9110, 8.6).
  package var omitted = 0
  /// True if the body contains no secret and may be compressed.
  ///
  /// The length of a compressed body reveals secrets in it to an attacker who controls other parts
  /// of the body (BREACH). Compression is therefore off unless an endpoint enables it.
  package var isCompressible = false
  /// The shared body if the response was created with one; nil after `body` is changed.
  package private(set) var kept: CachedBody?
  /// The outcome of the request, for the access log and the metrics; nil if nothing is reported.
  package var note: (any ResponseNote)?
  /// The reference to the stream that replaces `body`; nil for a complete body.
  let hold: StreamReference?

  package init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
    hold = nil
  }

  /// Creates a response with a shared body.
  package init(status: Int, headers: [(String, String)], kept: CachedBody) {
    self.init(status: status, headers: headers, body: kept.bytes)
    self.kept = kept
  }

  /// Creates a response whose body is a stream, sent in chunks without occupying a thread.
  ///
  /// A stream serves one response. The stream is released if the response is not sent or is the
  /// response to a `HEAD` request.
  package init(status: Int, headers: [(String, String)] = [], stream: BodyStream) {
    (self.status, self.headers, body) = (status, headers, [])
    hold = StreamReference(stream)
  }

  /// The stream that replaces `body`; nil for a complete body.
  package var stream: BodyStream? { hold?.stream }
}

/// The outcome of a request, for the access log and the metrics. It is not sent.
package protocol ResponseNote: AnyObject, Sendable {
  /// The fields for the access line. A value contains no space, quote or control character.
  var fields: [(name: StaticString, value: String)] { get }
  /// True if the access line has the level `notice`.
  var isNotable: Bool { get }
}

// An invalid header or status is a programming error. It never reaches a client.
extension Response {
  var hasFinalStatus: Bool { (200...599).contains(status) }

  /// Returns true if the name is a token and the value is not empty and contains no control
  /// characters.
  static func isSendable(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
    !name.isEmpty && !value.isEmpty && name.isToken && !value.hasControls
  }

  /// Returns true for common names that need no check: they are valid tokens, and the server does
  /// not set them.
  private static func isUsual(_ name: String) -> Bool {
    switch name.utf8.count {
    case 4: name == "ETag" || name == "Vary"
    case 12: name == "Content-Type" || name == "X-Request-Id"
    case 13: name == "Cache-Control"
    case 15: name == "Referrer-Policy"
    case 16: name == "Content-Language"
    case 22: name == "X-Content-Type-Options"
    case 23: name == "Content-Security-Policy"
    default: false
    }
  }

  /// Returns true if only the server sets the header `name`.
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

/// A header that the server adds to every response. Its name and value are literals and are not
/// validated.
package struct FixedHeader: Sendable {
  package let name: StaticString
  package let value: StaticString

  /// Creates a header. `name` must be a token, and `value` must not contain control characters.
  init(_ name: StaticString, _ value: StaticString) { (self.name, self.value) = (name, value) }

  /// HSTS (RFC 6797): browsers must use TLS for one year.
  static let strictTransport = FixedHeader("Strict-Transport-Security", "max-age=31536000")

  /// Adds the header to a response. Literals end with the NUL that libmicrohttpd needs.
  func add(to response: OpaquePointer) {
    MHD_add_response_header(
      response, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
      UnsafeRawPointer(value.utf8Start).assumingMemoryBound(to: CChar.self))
  }
}

extension Response {
  /// Returns the serialized response for a connection that closes after it; an empty 500 if the
  /// response is invalid.
  func bytes(isHead: Bool, with fixed: [FixedHeader]) -> [UInt8] {
    guard hasFinalStatus && headers.allSatisfy({ Response.isSendable($0, $1) }) else {
      return Response(status: 500).bytes(isHead: isHead, with: fixed)
    }
    let phrase = MHD_get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? "Unknown"
    var head = "HTTP/1.1 \(status) \(phrase)\r\nDate: \(Response.date())\r\nConnection: close\r\n"
    for header in fixed { head += "\(header.name): \(header.value)\r\n" }
    for (name, value) in headers where !Response.isSetByServer(name) { head += "\(name): \(value)\r\n" }
    // RFC 9110, 8.6: a 204 or a stream has no length. A 304 has the length of the 200.
    if status != 204, hold == nil { head += "Content-Length: \(status == 304 ? omitted : body.count)\r\n" }
    return Array((head + "\r\n").utf8) + (isHead || status == 304 ? [] : body)
  }

  private static func isSendable(_ name: String, _ value: String) -> Bool {
    var (name, value) = (name, value)
    return name.withUTF8 { name in value.withUTF8 { value in isSendable(name, value) } }
  }

  /// Returns the current time in the format of RFC 9110, 5.6.7.
  private static func date() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }
}

extension Response {
  /// Queues the response with `fixed` in libmicrohttpd, or an empty 500 if the response is invalid.
  /// `delivery` reads the body of a stream.
  func queue(
    on connection: OpaquePointer, with fixed: [FixedHeader], closing: Bool, reading delivery: StreamDelivery?
  ) -> MHD_Result {
    guard let made = make(delivery) else {
      guard let bare = MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) else { return .NO }
      defer { MHD_destroy_response(bare) }
      for header in fixed { header.add(to: bare) }
      return MHD_queue_response(connection, 500, bare)
    }
    defer { MHD_destroy_response(made) }
    for header in fixed { header.add(to: made) }
    if closing { MHD_add_response_header(made, "Connection", "close") }
    // A response with `Upgrade` must also name it in `Connection` (RFC 9110, 7.8).
    if status == 426 { MHD_add_response_header(made, "Connection", "Upgrade") }
    return MHD_queue_response(connection, UInt32(status), made)
  }

  private func make(_ delivery: StreamDelivery?) -> OpaquePointer? {
    guard hasFinalStatus else { return nil }
    let made: OpaquePointer? =
      if let delivery {
        delivery.response()
      } else if status == 304 {
        Response.ofLength(omitted)
      } else if let kept {
        kept.response()
      } else {
        body.withUnsafeBytes { bytes in
          MHD_create_response_from_buffer(
            bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
        }
      }
    guard let made else { return nil }
    for (name, value) in headers {
      let isUsual = Response.isUsual(name)
      if !isUsual, Response.isSetByServer(name) { continue }
      guard Response.add(name, value, isUsual, to: made) else {
        MHD_destroy_response(made)
        return nil
      }
    }
    return made
  }

  /// Returns a response that declares a length and has no body. For a 304, libmicrohttpd neither
  /// reads nor sends a body.
  private static func ofLength(_ length: Int) -> OpaquePointer? {
    MHD_create_response_from_callback(UInt64(length), 1024, { _, _, _, _ in valence_MHD_end_of_content }, nil, nil)
  }

  private static func add(_ name: String, _ value: String, _ isUsual: Bool, to response: OpaquePointer) -> Bool {
    let isAdded = name.utf8.withContiguousStorageIfAvailable { name in
      value.utf8.withContiguousStorageIfAvailable { value in
        (isUsual ? !value.isEmpty && !value.hasControls : isSendable(name, value)) && add(name, value, to: response)
      }
    }
    if let isAdded = isAdded ?? nil { return isAdded }
    var (name, value) = (name, value)
    name.makeContiguousUTF8()
    value.makeContiguousUTF8()
    return add(name, value, isUsual, to: response)
  }

  /// Adds a header through a buffer on the stack. libmicrohttpd needs NUL-terminated text and
  /// copies it.
  private static func add(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, to response: OpaquePointer
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: name.count + value.count + 2) { text in
      guard let start = text.baseAddress else { return false }
      let bytes = UnsafeMutableRawBufferPointer(text)
      bytes.copyBytes(from: name)
      text[name.count] = 0
      UnsafeMutableRawBufferPointer(rebasing: bytes[(name.count + 1)...]).copyBytes(from: value)
      text[name.count + 1 + value.count] = 0
      return MHD_add_response_header(response, start, start + name.count + 1) == .YES
    }
  }
}
