import CMicroHTTPD

/// What this process keeps of the memory that it has freed.
enum Memory {
  /// Bytes that requests and closed connections must have given back before the arenas are worth trimming.
  static let trimming = 4 * 1024 * 1024

  /// Has large blocks go back to the system when they are freed; done once for the process.
  static let isTuned: Bool = {
    valence_tune_memory()
    return true
  }()

  /// Gives back what is free inside the arenas.
  static func trim() { valence_trim_memory() }
}
