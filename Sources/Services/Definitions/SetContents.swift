package import Model
import Secrets

/// The files of a set of definitions, with their paths in a configuration directory.
package struct SetContents: Sendable, Equatable {
  package struct File: Sendable, Equatable {
    /// The path in the configuration directory, such as `operations/pay.yaml`.
    package let path: String
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

    /// The digest of the content.
    var hash: String { Digest(of: bytes).digits(ofBytes: 32) }
  }

  /// The maximum number of files in a set.
  package static let maxFiles = 10_000
  /// The maximum size of a set in bytes; 64 MiB.
  package static let maxBytes = 64 << 20

  /// The files, ordered by path.
  package let files: [File]
  /// The digest of the paths and contents. It does not depend on the location or the order of the
  /// files.
  package let hash: SetHash

  /// Creates a set. The paths must be unique.
  package init(_ files: [File]) {
    let ordered = files.sorted { $0.path < $1.path }
    self.files = ordered
    let words = ordered.flatMap { [$0.path, $0.hash] }
    hash = SetHash(rawValue: Digest(ofTexts: ["valence definitions 1"] + words).digits(ofBytes: 32))
  }

  /// The total size of the files in bytes.
  package var bytes: Int { files.reduce(0) { $0 + $1.bytes.count } }
}
