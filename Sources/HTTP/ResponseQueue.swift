import CMicroHTTPD

extension Response {
  /// Hands the response to the library, which sends it; one that cannot be sent becomes a bare 500.
  func queue(on connection: OpaquePointer, closing: Bool) -> MHD_Result {
    guard isSendable, let made = make() else {
      guard let bare = MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) else { return .NO }
      defer { MHD_destroy_response(bare) }
      return MHD_queue_response(connection, 500, bare)
    }
    defer { MHD_destroy_response(made) }
    if closing { MHD_add_response_header(made, "Connection", "close") }
    return MHD_queue_response(connection, UInt32(status), made)
  }

  private func make() -> OpaquePointer? {
    let made = body.withUnsafeBytes { bytes in
      MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let made else { return nil }
    for (name, value) in headers where !Response.isSetByServer(name) {
      guard MHD_add_response_header(made, name, value) == .YES else {
        MHD_destroy_response(made)
        return nil
      }
    }
    return made
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
