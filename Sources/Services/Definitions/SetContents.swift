package import Model
import Secrets

/// The files of a set of definitions, by their paths in a configuration directory.
///
///     let contents = SetContents([.init(path: "operations/pay.yaml", bytes: bytes)])
///     contents.hash.short  // the same for the same files, wherever they lie
package struct SetContents: Sendable, Equatable {
  /// A file.
  package struct File: Sendable, Equatable {
    /// The path in the configuration directory, such as `operations/pay.yaml`.
    package let path: String
    /// The content.
    package let bytes: [UInt8]

    /// Creates a file.
    package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

    /// The digest of the content.
    var hash: String { Digest(of: bytes).digits(ofBytes: 32) }
  }

  /// The most files of a set.
  package static let maxFiles = 10_000
  /// The most bytes of a set: 64 MiB.
  package static let maxBytes = 64 << 20

  /// The files, ordered by path.
  package let files: [File]
  /// The digest of the paths and contents.
  package let hash: SetHash

  /// Creates a set of files with different paths.
  package init(_ files: [File]) {
    let ordered = files.sorted { $0.path < $1.path }
    self.files = ordered
    let words = ordered.flatMap { [$0.path, $0.hash] }
    hash = SetHash(rawValue: Digest(ofTexts: ["valence definitions 1"] + words).digits(ofBytes: 32))
  }

  /// The sum of the files' sizes in bytes.
  package var bytes: Int { files.reduce(0) { $0 + $1.bytes.count } }
}
