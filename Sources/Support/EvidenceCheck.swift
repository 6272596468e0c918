import Model
import Secrets

/// The comparison of stored data with a digest or a chain.
package struct EvidenceCheck: Sendable, Equatable {
  package enum Result: String, Sendable {
    case equal
    case different
    /// The data was deleted after its retention, or is absent.
    case unavailable
  }

  /// The name of the digest or the chain, such as `content digest of the core feed`.
  package let name: String
  package let result: Result

  init(_ name: String, _ result: Result) {
    self.name = name
    self.result = result
  }

  init(_ name: String, isEqual: Bool) { self.init(name, isEqual ? .equal : .different) }
}

/// Returns bytes as hexadecimal digits.
func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
