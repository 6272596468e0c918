extension Workplace {
  /// Creates a folder with one file.
  package convenience init(with text: String, in name: String) throws {
    try self.init()
    try write(text, to: name)
  }

  /// Returns a folder with a copy of the repository's `config` that tests can change.
  package static func withConfiguration() throws -> Workplace {
    let place = try Workplace()
    try place.copyConfiguration()
    return place
  }

  /// Returns a folder with a copy of the repository's `migrations` that tests can change.
  package static func withMigrations() throws -> Workplace {
    let place = try Workplace()
    try place.copyMigrations()
    return place
  }
}
