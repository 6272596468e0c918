import CMicroHTTPD

extension Response {
  /// Hands the response to the library, which sends it with `fixed`; one that cannot be sent becomes a bare 500.
  func queue(on connection: OpaquePointer, with fixed: [FixedHeader], closing: Bool) -> MHD_Result {
    guard let made = make() else {
      guard let bare = MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) else { return .NO }
      defer { MHD_destroy_response(bare) }
      for header in fixed { header.add(to: bare) }
      return MHD_queue_response(connection, 500, bare)
    }
    defer { MHD_destroy_response(made) }
    for header in fixed { header.add(to: made) }
    if closing { MHD_add_response_header(made, "Connection", "close") }
    // Who names protocols in `Upgrade` says so in `Connection` too (RFC 9110, 7.8).
    if status == 426 { MHD_add_response_header(made, "Connection", "Upgrade") }
    return MHD_queue_response(connection, UInt32(status), made)
  }

  private func make() -> OpaquePointer? {
    guard hasFinalStatus else { return nil }
    let made =
      status == 304
      ? Response.ofLength(omitted)
      : body.withUnsafeBytes { bytes in
        MHD_create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
      }
    guard let made else { return nil }
    for (name, value) in headers where !Response.isSetByServer(name) {
      guard Response.add(name, value, to: made) else {
        MHD_destroy_response(made)
        return nil
      }
    }
    return made
  }

  /// A response that tells a length and has no content: with a 304 the library sends none, and asks for none.
  private static func ofLength(_ length: Int) -> OpaquePointer? {
    MHD_create_response_from_callback(UInt64(length), 1024, { _, _, _, _ in valence_MHD_end_of_content }, nil, nil)
  }

  /// Adds a header, unless it must not be sent.
  private static func add(_ name: String, _ value: String, to response: OpaquePointer) -> Bool {
    let isAdded = name.utf8.withContiguousStorageIfAvailable { name in
      value.utf8.withContiguousStorageIfAvailable { value in
        isSendable(name, value) && add(name, value, to: response)
      }
    }
    if let isAdded = isAdded ?? nil { return isAdded }
    var (name, value) = (name, value)
    name.makeContiguousUTF8()
    value.makeContiguousUTF8()
    return add(name, value, to: response)
  }

  /// The library copies both texts; they are put together on the stack, since a short `String` has no terminator and
  /// would be copied to the heap for one.
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
