/// libFuzzer's own mutation, byte by byte; the new length.
@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int

/// The common part of libFuzzer's callbacks for mutations.
package enum Mutating {
  /// Has libFuzzer change `count` bytes at `start` by itself.
  package static func bytes(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int {
    mutateBytes(start, count, room)
  }

  /// Writes a mutation where libFuzzer wants it, cut off if there is no more room.
  package static func write(_ bytes: [UInt8], to start: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
    let written = bytes.prefix(room)
    for (place, byte) in written.enumerated() { start[place] = byte }
    return written.count
  }
}
