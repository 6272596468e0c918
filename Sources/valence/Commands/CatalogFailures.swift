import Atoms
import Operations

extension CommandFailure {
  /// What keeps a set of operations from serving: the path that cannot be read, or every fault with its place.
  init(_ failure: Catalog.Failure) {
    switch failure {
    case .unreadable(let path, let reason): self.init("\(path): \(reason)")
    case .faults(let faults): self.init(faults: faults, of: "the operations")
    }
  }

  /// What keeps files from serving: every fault with its place.
  init(faults: Diagnostics, of what: String, have: String = "have") {
    let (first, more) = faults.told
    let rest = more > 0 ? ["and \(more) more"] : []
    self.init((["\(what) \(have) faults"] + first.map { "\($0)" } + rest).joined(separator: "\n"))
  }
}

extension Catalog {
  /// The operations of a directory; throws a `CommandFailure` that tells of every fault.
  static func loaded(from directory: String) throws -> Catalog {
    do {
      return try Catalog(directory: directory, vocabulary: .bank)
    } catch {
      throw CommandFailure(error)
    }
  }
}
