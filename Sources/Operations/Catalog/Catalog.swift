package import Atoms
import FoundationEssentials
import Secrets

/// The operations that are served, by id: loaded and checked as one set.
package struct Catalog: Sendable {
  /// The operations in the order of their ids.
  package let operations: [Operation]
  /// What the authors of the files should look at although they serve.
  package let warnings: Diagnostics
  private let byID: [String: Operation]

  /// Why a set of definitions cannot serve.
  package enum Failure: Error {
    /// The directory cannot be read.
    case unreadable(path: String, reason: String)
    /// The faults of its files.
    case faults(Diagnostics)
  }

  /// Loads every `.yaml` file of a directory that is not a scenario file; fails with all faults of all files.
  package init(directory: String, vocabulary: Vocabulary) throws(Failure) {
    let files: [String]
    do {
      files = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        .filter { $0.hasSuffix(".yaml") && !$0.hasSuffix(".scenarios.yaml") }
    } catch {
      throw .unreadable(path: directory, reason: "not a directory that can be read")
    }
    try self.init(paths: files.map { "\(directory)/\($0)" }, vocabulary: vocabulary)
  }

  /// Loads these files.
  package init(paths: [String], vocabulary: Vocabulary) throws(Failure) {
    var operations: [Operation] = []
    var faults = Diagnostics()
    var warnings = Diagnostics()
    var places: [String: Location] = [:]
    for path in paths {
      guard let bytes = FileManager.default.contents(atPath: path) else {
        throw .unreadable(path: path, reason: "not a file that can be read")
      }
      do {
        let file = try YAMLFile(Array(bytes), name: path)
        let (operation, found) = try OperationCompiler.checked(
          file.root, version: Self.version(of: file.bytes), with: vocabulary)
        warnings.append(found)
        if let first = places[operation.id] {
          faults.error("operation `\(operation.id)` stands already in \(first.file.name)", at: file.root.location)
        }
        places[operation.id] = file.root.location
        operations.append(operation)
      } catch {
        faults.append(error)
      }
    }
    guard !faults.hasErrors else { throw .faults(faults) }
    self.operations = operations.sorted { $0.id < $1.id }
    self.warnings = warnings
    byID = Dictionary(uniqueKeysWithValues: operations.map { ($0.id, $0) })
  }

  /// The operation of that id.
  package subscript(id: String) -> Operation? { byID[id] }

  /// The first 12 hexadecimal digits of the content's digest.
  private static func version(of bytes: [UInt8]) -> String {
    Digest(of: bytes).bytes.prefix(6).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
