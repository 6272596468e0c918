import CPlatform

/// The memory of this process.
package enum Memory {
  /// Gives pages that hold nothing any more back to the system, after something large was freed. Takes milliseconds.
  package static func giveBack() { valence_memory_trim() }
}
