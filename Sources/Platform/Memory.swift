import CPlatform

/// The memory of this process.
///
///     _ = Memory.isTuned  // at the start of the server
///     Memory.giveBack()  // after something large was freed
package enum Memory {
  /// Makes the allocator return large blocks to the system when they are freed; runs once per process.
  package static let isTuned: Bool = {
    valence_memory_tune()
    return true
  }()

  /// Returns free pages to the system, after something large was freed; takes milliseconds.
  package static func giveBack() { valence_memory_trim() }
}
