/// The target of a request line, taken apart: the path as it was sent and the query, decoded.
struct Target {
  /// The path as it was sent, without the query.
  let path: String
  /// Names and values in order, decoded; a name without an equals sign has an empty value.
  let query: [(name: String, value: String)]
  /// Why the target is refused; then `query` is empty.
  let fault: TargetFault?

  /// Takes apart the bytes between method and version.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var fault: TargetFault?
    let end = bytes.position(of: UInt8(ascii: "?")) ?? bytes.count
    if bytes.hasUnprintable, let byte = Target.unsendable(bytes, queryFrom: end) { fault = .rawByte(byte) }
    var path = UnsafeBufferPointer(rebasing: bytes[..<end])
    let isAsterisk = bytes.count == 1 && bytes[0] == UInt8(ascii: "*")
    if path.first != UInt8(ascii: "/") && !isAsterisk {
      if let rest = Target.pathOfAbsoluteForm(path) { path = rest } else { fault = fault ?? .notAPath }
    }
    var query: [(name: String, value: String)] = []
    if fault == nil {
      do throws(TargetFault) {
        if path.position(of: UInt8(ascii: "%")) != nil { _ = try PercentEncoding.decode(path) }
        if end < bytes.count { query = try Target.query(UnsafeBufferPointer(rebasing: bytes[(end + 1)...])) }
      } catch {
        fault = error
      }
    }
    self.path = path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
    self.query = query
    self.fault = fault
  }

  /// The first byte that may not stand where it does. People type queries in their own language (`?q=альфа`), and clients
  /// such as curl send them as they are: in a query UTF-8 stands for itself.
  private static func unsendable(_ bytes: UnsafeBufferPointer<UInt8>, queryFrom end: Int) -> UInt8? {
    for (place, byte) in bytes.enumerated() where byte <= 0x20 || byte == 0x7F || (byte > 0x7F && place < end) {
      return byte
    }
    return nil
  }

  /// The path of `http://authority/path`, the form that a proxy sends (RFC 9112, section 3.2.2).
  private static func pathOfAbsoluteForm(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    for scheme in ["http://", "https://"] where bytes.count > scheme.utf8.count {
      guard zip(bytes, scheme.utf8).allSatisfy({ $0.lowercased == $1 }) else { continue }
      let authority = scheme.utf8.count
      let slash = bytes[authority...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
      return slash == authority ? nil : UnsafeBufferPointer(rebasing: bytes[slash...])
    }
    return nil
  }

  /// The pairs of a query; empty ones between ampersands are left out.
  private static func query(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(TargetFault) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
      if end > start {
        let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "="))
        let name = try PercentEncoding.decode(UnsafeBufferPointer(rebasing: bytes[start..<(equals ?? end)]), plus: true)
        let value =
          if let equals {
            try PercentEncoding.decode(UnsafeBufferPointer(rebasing: bytes[(equals + 1)..<end]), plus: true)
          } else { "" }
        pairs.append((name, value))
      }
      start = end + 1
    }
    return pairs
  }
}
