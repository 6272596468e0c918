import CMicroHTTPD
import Synchronization

/// A body that several responses have, with its entity tag. Its compressed form is made once, and sending it copies nothing.
///
///     let body = CachedBody(rendered, tag: "3f0c9a51d2b7e846")
///     let response = Response(status: 200, headers: headers, kept: body)
package final class CachedBody: Sendable {
  private struct Forms {
    /// The compressed form; nil if nobody has asked for it.
    var short: [UInt8]??
    /// Address of a copy that libmicrohttpd reads; 0 before the first response. An array's own bytes have no lasting address.
    var copy: UInt = 0
  }

  /// The bytes.
  package let bytes: [UInt8]
  /// The entity tag without quotation marks.
  package let tag: String
  private let forms = Mutex(Forms())

  /// Keeps a body with that entity tag.
  package init(_ bytes: [UInt8], tag: String) { (self.bytes, self.tag) = (bytes, tag) }

  deinit { UnsafeMutableRawPointer(bitPattern: forms.withLock { $0.copy })?.deallocate() }

  /// The body as `Gzip` compresses it for one answer, made at the first call; nil if zlib has no memory for it.
  package var compressed: [UInt8]? {
    if let known = forms.withLock({ $0.short }) { return known }
    // Two may compress at once: the same content gives the same bytes.
    let made = Gzip.compressed(bytes, level: Gzip.fast)
    forms.withLock { $0.short = .some(made) }
    return made
  }

  /// Returns libmicrohttpd's response with this body, which it holds until the response is sent; nil if it has no memory for one.
  func response() -> OpaquePointer? {
    let address = forms.withLock { forms in
      if forms.copy == 0 {
        let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
        bytes.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count) }
        forms.copy = UInt(bitPattern: copy)
      }
      return forms.copy
    }
    let held = Unmanaged.passRetained(self)
    let made = MHD_create_response_from_buffer_with_free_callback_cls(
      bytes.count, UnsafeMutableRawPointer(bitPattern: address),
      { context in
        // The parameter is optional on some systems only.
        let context: UnsafeMutableRawPointer? = context
        if let context { Unmanaged<CachedBody>.fromOpaque(context).release() }
      }, held.toOpaque())
    if made == nil { held.release() }
    return made
  }
}
