import CMicroHTTPD
import Synchronization

/// A response body with its entity tag, shared by several responses.
///
/// The compressed form and the copy that libmicrohttpd reads are created on first use and then
/// reused.
package final class CachedBody: Sendable {
  private struct Forms {
    /// The compressed form. The outer optional is nil until it is first computed.
    var compressed: [UInt8]??
    /// Address of a copy that libmicrohttpd reads; 0 before the first response. The storage of an
    /// array has no stable address.
    var copy: UInt = 0
  }

  package let bytes: [UInt8]
  /// The entity tag without quotation marks.
  package let tag: String
  private let forms = Mutex(Forms())

  package init(_ bytes: [UInt8], tag: String) { (self.bytes, self.tag) = (bytes, tag) }

  deinit { UnsafeMutableRawPointer(bitPattern: forms.withLock { $0.copy })?.deallocate() }

  /// The gzip form, computed on first use; nil if zlib runs out of memory.
  package var compressed: [UInt8]? {
    if let known = forms.withLock({ $0.compressed }) { return known }
    // Two threads may compress concurrently. Both get the same bytes.
    let made = Gzip.compressed(bytes, level: Gzip.fast)
    forms.withLock { $0.compressed = .some(made) }
    return made
  }

  /// Returns a libmicrohttpd response that retains this body until it is sent; nil if memory runs
  /// out.
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
        // The parameter is optional only on some platforms.
        let context: UnsafeMutableRawPointer? = context
        if let context { Unmanaged<CachedBody>.fromOpaque(context).release() }
      }, held.toOpaque())
    if made == nil { held.release() }
    return made
  }
}
