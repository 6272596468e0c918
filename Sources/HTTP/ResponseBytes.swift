import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Response {
  /// The response as it is written on a connection that ends with it.
  func bytes(isHead: Bool, with fixed: [FixedHeader]) -> [UInt8] {
    guard hasFinalStatus && headers.allSatisfy({ Response.isSendable($0, $1) }) else {
      return Response(status: 500).bytes(isHead: isHead, with: fixed)
    }
    let phrase = MHD_get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? "Unknown"
    var head = "HTTP/1.1 \(status) \(phrase)\r\nDate: \(Response.date())\r\nConnection: close\r\n"
    for header in fixed { head += "\(header.name): \(header.value)\r\n" }
    for (name, value) in headers where !Response.isSetByServer(name) { head += "\(name): \(value)\r\n" }
    // RFC 9110, 8.6: none with a 204, and with a 304 that of the 200.
    if status != 204 { head += "Content-Length: \(status == 304 ? omitted : body.count)\r\n" }
    return Array((head + "\r\n").utf8) + (isHead || status == 304 ? [] : body)
  }

  private static func isSendable(_ name: String, _ value: String) -> Bool {
    var (name, value) = (name, value)
    return name.withUTF8 { name in value.withUTF8 { value in isSendable(name, value) } }
  }

  /// The present time as RFC 9110, section 5.6.7, writes it.
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
