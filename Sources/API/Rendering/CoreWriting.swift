import Atoms
import JSON
import Model
import Operations
import Services

extension Writer {
  /// Writes a submission as the bank's core gets it.
  mutating func handOver(_ handOver: HandOver, of operation: Operation?, in language: Language) {
    let submission = handOver.submission
    beginObject()
    Model.Submission.document.write(submission, Model.Submission.members.handedOver, to: &self, in: language)
    member("sequence", Int(handOver.sequence))
    member("title", operation?.title[language] ?? submission.operation)
    member("subtitle", handOver.personName)
    if let amount = submission.amount { member("trailing", amount.description) }
    key("person")
    beginObject()
    member("id", submission.person.rawValue)
    member("name", handOver.personName)
    endObject()
    member("digest", Self.hexadecimal(handOver.digest))
    if let amount = submission.amount {
      member("amount", amount.text)
      member("currency", amount.currency.rawValue)
    }
    member("signedAt", handOver.signed.description)
    if let acknowledged = handOver.acknowledged { member("acknowledgedAt", acknowledged.description) }
    key("ack")
    beginObject()
    member("method", "POST")
    member("href", "/core/submissions/\(submission.id.rawValue)/ack")
    endObject()
    endObject()
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
