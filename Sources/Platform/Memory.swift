import CPlatform

/// The memory of this process.
package enum Memory {
  /// Has large blocks go back to the system when they are freed; done once for the process.
  package static let isTuned: Bool = {
    valence_memory_tune()
    return true
  }()

  /// Gives pages that hold nothing any more back to the system, after something large was freed. Takes milliseconds.
  package static func giveBack() { valence_memory_trim() }
}
