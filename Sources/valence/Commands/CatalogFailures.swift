import Atoms
import FoundationEssentials
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

  /// The operations of a configuration, in which these files take the place of what they are another version of.
  static func loaded(with files: ChosenFiles) throws -> Catalog {
    do { return try Catalog(files.files, vocabulary: .bank) } catch { throw CommandFailure(error) }
  }

  /// The operation of that id in a configuration, or the one in a file of that path.
  static func operation(_ name: String, in configuration: String) throws -> Operation {
    guard name.hasSuffix(".yaml") else { return try loaded(from: "\(configuration)/operations").operation(name) }
    guard FileManager.default.fileExists(atPath: name) else { throw CommandFailure("there is no file `\(name)`") }
    let chosen = ChosenFiles([name], in: configuration)
    let catalog = try loaded(with: chosen)
    guard let id = chosen.operations.first else { throw CommandFailure("\(name) has no `operation`") }
    return try catalog.operation(id)
  }
}
