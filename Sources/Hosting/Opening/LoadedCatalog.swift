package import Operations

extension Catalog {
  /// Returns the catalog of a directory. Throws an `OperatorError` that lists the faults.
  package static func loaded(from directory: String) throws -> Catalog {
    do {
      return try Catalog(directory: directory, vocabulary: .bank)
    } catch {
      throw OperatorError(error)
    }
  }
}
