import CMicroHTTPD
import Platform

/// The answer to a request: a status from 200 to 599, headers in order, and the whole body or a stream.
///
///     Response(status: 200, headers: [("Content-Type", "text/plain")], body: Array("hello".utf8))
///
/// - The server sets `Content-Length`, `Date` and `Connection`; a response cannot.
/// - A `HEAD` request gets the response to `GET`: its length is sent, its body is not.
/// - A response that cannot be sent, for example with a line feed in a header, becomes a bare 500.
package struct Response: Sendable {
  /// Status code, 200 to 599.
  package var status: Int
  /// Names and values in the order in which they are sent. A value has no control characters and is not empty.
  package var headers: [(String, String)]
  /// Bytes of the content.
  package var body: [UInt8] { didSet { kept = nil } }
  /// For a 304, the length of the content that a 200 would have had. A 304 may state no other length (RFC 9110, 8.6),
  /// and libmicrohttpd always states one.
  package var omitted = 0
  /// True if the body holds nothing that must stay secret, so that it may be compressed.
  ///
  /// The length of a compressed body tells of its parts: somebody who has other parts chosen guesses a secret beside them
  /// (BREACH). So nothing is compressed unless whoever writes the answer says so.
  package var isCompressible = false
  /// The kept form of `body`, whose compressed form is made once; nil for a body of this response alone.
  package private(set) var kept: CachedBody?
  /// The body that goes on, in the place of `body`; nil for a whole body.
  let hold: StreamReference?

  /// Makes a response of these parts.
  package init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
    hold = nil
  }

  /// Makes a response whose body is kept for other responses.
  package init(status: Int, headers: [(String, String)], kept: CachedBody) {
    self.init(status: status, headers: headers, body: kept.bytes)
    self.kept = kept
  }

  /// Makes a response whose body is a stream. It is sent in chunks, and holds no thread.
  ///
  /// The stream serves this response alone. A response that is not sent, or that answers `HEAD`, ends it.
  package init(status: Int, headers: [(String, String)] = [], stream: BodyStream) {
    (self.status, self.headers, body) = (status, headers, [])
    hold = StreamReference(stream)
  }

  /// The body that goes on; nil for a whole body.
  package var stream: BodyStream? { hold?.stream }
}

// A header that could end its line early, or a status that is not final, is a fault of the program: it never reaches a
// client.
extension Response {
  /// True if the status is final, 200 to 599.
  var hasFinalStatus: Bool { (200...599).contains(status) }

  /// Returns true if the name is a token and the value is not empty and has no control characters.
  static func isSendable(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
    !name.isEmpty && !value.isEmpty && name.isToken && !value.hasControls
  }

  /// True for the names that nearly every answer has, which are tokens and no header of the server's own.
  private static func isUsual(_ name: String) -> Bool {
    // By length: comparing texts that differ costs more.
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

/// A header that the server puts on every answer. Its texts are literals of the program, so they are not checked for
/// each answer.
///
///     configuration.headers = [FixedHeader("X-Content-Type-Options", "nosniff")]
package struct FixedHeader: Sendable {
  /// The name.
  package let name: StaticString
  /// The value.
  package let value: StaticString

  /// Makes a header; `name` must be a token, and `value` a text without control characters.
  package init(_ name: StaticString, _ value: StaticString) { (self.name, self.value) = (name, value) }

  /// Tells browsers to come by TLS only for a year from now (HSTS, RFC 6797).
  static let strictTransport = FixedHeader("Strict-Transport-Security", "max-age=31536000")

  /// Adds the header to a response. The texts are literals, which end with the NUL that libmicrohttpd needs.
  func add(to response: OpaquePointer) {
    MHD_add_response_header(
      response, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
      UnsafeRawPointer(value.utf8Start).assumingMemoryBound(to: CChar.self))
  }
}

extension Response {
  /// Returns the response as bytes for a connection that ends with it; a bare 500 if it cannot be sent.
  func bytes(isHead: Bool, with fixed: [FixedHeader]) -> [UInt8] {
    guard hasFinalStatus && headers.allSatisfy({ Response.isSendable($0, $1) }) else {
      return Response(status: 500).bytes(isHead: isHead, with: fixed)
    }
    let phrase = MHD_get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? "Unknown"
    var head = "HTTP/1.1 \(status) \(phrase)\r\nDate: \(Response.date())\r\nConnection: close\r\n"
    for header in fixed { head += "\(header.name): \(header.value)\r\n" }
    for (name, value) in headers where !Response.isSetByServer(name) { head += "\(name): \(value)\r\n" }
    // RFC 9110, 8.6: no length with a 204 or a stream; the length of the 200 with a 304.
    if status != 204, hold == nil { head += "Content-Length: \(status == 304 ? omitted : body.count)\r\n" }
    return Array((head + "\r\n").utf8) + (isHead || status == 304 ? [] : body)
  }

  private static func isSendable(_ name: String, _ value: String) -> Bool {
    var (name, value) = (name, value)
    return name.withUTF8 { name in value.withUTF8 { value in isSendable(name, value) } }
  }

  /// Returns the present time in the format of RFC 9110, section 5.6.7.
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
  /// Hands the response to libmicrohttpd, which sends it with `fixed`; a bare 500 if it cannot be sent. `delivery` reads
  /// the body of a stream.
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
    // A response with `Upgrade` must name it in `Connection` too (RFC 9110, 7.8).
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

  /// Returns a response that states a length and has no content: for a 304 libmicrohttpd sends none and asks for none.
  private static func ofLength(_ length: Int) -> OpaquePointer? {
    MHD_create_response_from_callback(UInt64(length), 1024, { _, _, _, _ in valence_MHD_end_of_content }, nil, nil)
  }

  /// Adds a header; returns false if it must not be sent.
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

  /// Adds a header whose texts are put together on the stack. libmicrohttpd copies both, and a short `String` has no
  /// terminator: it would be copied to the heap for one.
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
