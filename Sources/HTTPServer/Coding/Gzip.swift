import CZlib

/// Gzip compression (RFC 1952) with zlib, on the calling thread.
package enum Gzip {
  /// The level for content that is compressed for a single response.
  package static let fast = 3
  /// The level for content that is compressed once and sent often.
  package static let small = 9

  /// Returns the compressed content; nil if zlib runs out of memory or the content exceeds 2 GiB.
  ///
  /// The output is deterministic: its header contains no timestamp.
  ///
  /// - Parameter level: 1 (fastest) to 9 (smallest).
  package static func compressed(_ content: [UInt8], level: Int) -> [UInt8]? {
    guard content.count <= Int(Int32.max) else { return nil }
    var stream = z_stream()
    let window = windowBits(of: content.count)
    // A smaller window needs smaller tables, which zlib clears in each call.
    guard valence_deflate_begin(&stream, Int32(level), 16 + window, min(8, window - 6)) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, UInt(content.count)))
    var isWhole = false
    let made = content.withUnsafeBytes { source in
      [UInt8](unsafeUninitializedCapacity: room) { target, used in
        // zlib only reads through this pointer.
        stream.next_in = UnsafeMutablePointer(mutating: source.assumingMemoryBound(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(clamping: source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(clamping: room)
        isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
        used = isWhole ? Int(stream.total_out) : 0
      }
    }
    return isWhole ? made : nil
  }

  /// Returns the base-two logarithm of the window for this content size, from 9 to 15.
  private static func windowBits(of count: Int) -> Int32 {
    Int32(min(15, max(9, Int.bitWidth - max(1, count).leadingZeroBitCount)))
  }
}
