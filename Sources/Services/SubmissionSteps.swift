import Model
import Persistence
import Secrets

extension Submission {
  /// How it is to be seen at `instant`: what nobody signed in time is expired, whether that is stored yet or not.
  func seen(at instant: Instant) -> Submission {
    status == .awaitingSignature && expires <= instant ? with(.expired, at: expires) : self
  }

  /// The digest of everything that is signed, in a fixed order, each field with its length.
  var signedDigest: Digest {
    let fields = [
      "valence submission 1", id.description, person.description, operation, version, values,
      amount?.text ?? "", amount?.currency.rawValue ?? "", String(created.microseconds),
    ]
    return Digest(ofFields: fields.map { Array($0.utf8) })
  }
}
