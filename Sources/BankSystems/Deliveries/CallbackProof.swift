import FoundationEssentials
package import Dates
import Model
import Secrets

/// The signature data of a callback by Standard Webhooks: its id, timestamp and signatures.
///
/// See https://www.standardwebhooks.com.
package struct CallbackProof {
  /// The maximum difference between the timestamp of a callback and the current time, in seconds.
  static let tolerance: Int64 = 300

  private let id: String
  private let timestamp: String
  private let at: Int64
  private let signatures: [[UInt8]]

  /// Parses the headers; nil if one is missing, malformed or too long.
  ///
  /// An id with a dot is rejected, because the signed text `id.timestamp.body` would be ambiguous.
  package init?(id: String?, timestamp: String?, signature: String?) {
    guard let id, (1...255).contains(id.utf8.count), !id.utf8.contains(UInt8(ascii: ".")), let timestamp,
      (1...19).contains(timestamp.utf8.count),
      timestamp.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let at = Int64(timestamp), let signature,
      signature.utf8.count <= 2_048
    else { return nil }
    (self.id, self.timestamp, self.at) = (id, timestamp, at)
    signatures = signature.split(separator: " ").compactMap { part in
      part.hasPrefix("v1,") ? Data(base64Encoded: String(part.dropFirst(3))).map { Array($0) } : nil
    }
  }

  /// Returns true if one of the keys signed the callback and its timestamp is within the tolerance.
  package func holds(for body: [UInt8], by keys: [[UInt8]], at now: Instant) -> Bool {
    let seconds = now.microseconds / 1_000_000
    guard (seconds - Self.tolerance...seconds + Self.tolerance).contains(at) else { return false }
    return WebhookSignature.isRight(signatures, of: body, id: id, timestamp: timestamp, by: keys)
  }
}
