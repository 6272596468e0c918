import FoundationEssentials
package import Dates
import Model
import Secrets

/// The proof of a callback by Standard Webhooks: its id, its time and its signatures.
///
/// See https://www.standardwebhooks.com.
package struct CallbackProof {
  /// The most seconds between the time of a callback and ours.
  static let tolerance: Int64 = 300

  private let id: String
  private let timestamp: String
  private let at: Int64
  private let signatures: [[UInt8]]

  /// Reads the headers; nil if one is missing, malformed or longer than any right one.
  ///
  /// An id with a dot is malformed: of the signed text `id.timestamp.body`, another id and time could be read.
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

  /// Returns true if the callback is signed by one of the keys, and neither too old nor too new.
  package func holds(for body: [UInt8], by keys: [[UInt8]], at now: Instant) -> Bool {
    let seconds = now.microseconds / 1_000_000
    guard (seconds - Self.tolerance...seconds + Self.tolerance).contains(at) else { return false }
    return WebhookSignature.isRight(signatures, of: body, id: id, timestamp: timestamp, by: keys)
  }
}
