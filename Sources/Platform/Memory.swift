import CPlatform

/// The memory of this process.
package enum Memory {
  /// Configures the allocator to return large blocks to the system when they are freed. Takes
  /// effect at the first access.
  package static let isTuned: Bool = {
    valence_memory_tune()
    return true
  }()

  /// Returns free pages to the system. Suitable after a large amount of memory was freed.
  package static func giveBack() { valence_memory_trim() }
}
