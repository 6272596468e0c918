import Model
import Persistence
import Secrets

extension Submission {
  /// How it is to be seen at `instant`: what nobody signed in time is expired, whether that is stored yet or not.
  func seen(at instant: Instant) -> Submission {
    fields.status == .awaitingSignature && fields.expires <= instant ? with(.expired, at: fields.expires) : self
  }

  /// The digest of everything that is signed, in a fixed order, each field with its length.
  var signedDigest: Digest {
    let texts: [String] = [
      "valence submission 1", fields.id.description, fields.person.description, fields.operation, fields.version,
      fields.values, fields.amount?.text ?? "", fields.amount?.currency.rawValue ?? "",
      String(fields.created.microseconds),
    ]
    return Digest(ofFields: texts.map { Array($0.utf8) })
  }
}
