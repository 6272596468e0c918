import CZlib

/// Compression of a content in the format gzip (RFC 1952) by zlib, on the thread that asks.
///
///     let content = Array(#"{"count": 0, "data": []}"#.utf8)
///     guard let short = Gzip.compressed(content, level: Gzip.fast) else { return content }
///     return short.count < content.count ? short : content
package enum Gzip {
  /// The level for a content that is compressed once for each answer.
  ///
  /// Measured on the largest form of the demo, 12,524 bytes: level 1 gives 3,734 bytes in 38 µs, level 3 3,472 in 37 µs, level 6
  /// 3,184 in 75 µs. What is sent once is not worth the time of level 6.
  package static let fast = 3
  /// The level for a content that is compressed once and sent often.
  package static let small = 9

  /// Returns the compressed content; nil if zlib has no memory for it, or for one above 2 GiB.
  ///
  /// - `level` is from 1, the fastest, to 9, the smallest.
  /// - The same content always gives the same bytes: they name no time.
  package static func compressed(_ content: [UInt8], level: Int) -> [UInt8]? {
    guard content.count <= Int(Int32.max) else { return nil }
    var stream = z_stream()
    let window = windowBits(of: content.count)
    // zlib's tables need not be larger than the window: clearing them would cost more than a short content itself.
    guard valence_deflate_begin(&stream, Int32(level), 16 + window, min(8, window - 6)) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, UInt(content.count)))
    var isWhole = false
    let made = content.withUnsafeBytes { source in
      [UInt8](unsafeUninitializedCapacity: room) { target, used in
        // zlib reads through this pointer and never writes.
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

  /// Returns the base-two logarithm of the window for a content: 9 to 15, as zlib takes it.
  private static func windowBits(of count: Int) -> Int32 {
    Int32(min(15, max(9, Int.bitWidth - max(1, count).leadingZeroBitCount)))
  }
}
