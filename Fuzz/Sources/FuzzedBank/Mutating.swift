/// Applies libFuzzer's own mutation and returns the new length.
@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int

/// Helpers for the mutation callbacks of libFuzzer.
package enum Mutating {
  /// Applies libFuzzer's own mutation to `count` bytes at `start`, and returns the new length.
  package static func bytes(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int {
    mutateBytes(start, count, room)
  }

  /// Writes a mutation to the buffer of libFuzzer, truncated to its size, and returns the length.
  package static func write(_ bytes: [UInt8], to start: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
    let written = bytes.prefix(room)
    for (place, byte) in written.enumerated() { start[place] = byte }
    return written.count
  }
}
