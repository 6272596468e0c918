import CZlib

/// A decompressor of gzip content for tests of clients.
package enum Gunzip {
  /// The content is not gzip, or is truncated.
  package struct Malformed: Error {}

  /// Returns the decompressed content. Throws `Malformed` unless the bytes are exactly one gzip
  /// member.
  package static func content(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream = z_stream()
    guard valence_inflate_begin(&stream, 16 + 15) == Z_OK else { throw Malformed() }
    defer { inflateEnd(&stream) }
    var (content, status) = ([UInt8](), Z_OK)
    try bytes.withUnsafeBytes { source in
      stream.next_in = UnsafeMutablePointer(mutating: source.assumingMemoryBound(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(source.count)
      while status == Z_OK {
        let room = 64 * 1024
        let part = [UInt8](unsafeUninitializedCapacity: room) { target, used in
          stream.next_out = target.baseAddress
          stream.avail_out = UInt32(room)
          status = inflate(&stream, Z_NO_FLUSH)
          used = room - Int(stream.avail_out)
        }
        content += part
        if status == Z_OK, part.isEmpty { throw Malformed() }
      }
    }
    guard status == Z_STREAM_END, stream.avail_in == 0 else { throw Malformed() }
    return content
  }
}
