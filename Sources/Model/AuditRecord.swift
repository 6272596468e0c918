package import Dates

/// A row of the audit as it is stored. Its words may be unknown to this release.
package struct AuditRecord: Sendable, Equatable {
  /// A place in the audit with the hash of its record. Kept elsewhere, it proves the records up to it.
  package struct Head: Sendable, Equatable, CustomStringConvertible {
    /// The place of the record, from 1; 0 for an empty audit.
    package let sequence: Int64
    /// The record's hash, 32 bytes.
    package let hash: [UInt8]

    /// Creates a place and its hash.
    package init(sequence: Int64, hash: [UInt8]) { (self.sequence, self.hash) = (sequence, hash) }

    /// Before the first record.
    package static let none = Head(sequence: 0, hash: Array(repeating: 0, count: 32))

    /// The number, a colon and the hash in hexadecimal digits.
    package var description: String {
      let digits = Array("0123456789abcdef")
      return "\(sequence):" + hash.map { String([digits[Int($0 >> 4)], digits[Int($0 & 15)]]) }.joined()
    }
  }

  /// Its place, counted from 1 without gaps.
  package let sequence: Int64
  /// The time of the event.
  package let at: Instant
  /// The event.
  package let event: String
  /// The kind of actor.
  package let actor: String
  /// The identifier of the actor; nil if it is no person.
  package let actorID: String?
  /// The login by which it was done, where that is known.
  package let session: String?
  /// The kind of subject.
  package let subject: String
  /// The identifier of the subject.
  package let subjectID: String
  /// The digest of the submitted, signed or moved data; nil if the event has none.
  package let digest: [UInt8]?
  /// The secret key that the hash is made with.
  package let keyID: String
  /// The hash of the record before; zeros in the first.
  package let previous: [UInt8]

  /// Creates a record as it is stored.
  package init(
    sequence: Int64, at: Instant, event: String, actor: String, actorID: String?, session: String?, subject: String,
    subjectID: String, digest: [UInt8]?, keyID: String, previous: [UInt8]
  ) {
    (self.sequence, self.at, self.event) = (sequence, at, event)
    (self.actor, self.actorID, self.session) = (actor, actorID, session)
    (self.subject, self.subjectID, self.digest) = (subject, subjectID, digest)
    (self.keyID, self.previous) = (keyID, previous)
  }
}

extension AuditRecord {
  /// The bytes that are hashed.
  package var canonical: [UInt8] {
    var bytes = CanonicalBytes(of: "valence audit record 1")
    bytes.add(sequence)
    bytes.add(at.microseconds)
    bytes.add(event)
    bytes.add(actor)
    bytes.add(actorID)
    bytes.add(session)
    bytes.add(subject)
    bytes.add(subjectID)
    bytes.add(digest)
    bytes.add(keyID)
    bytes.add(previous)
    return bytes.bytes
  }
}

/// A canonical encoding for hashing: fields in a fixed order, so that different lists of fields have different bytes.
///
/// A number takes eight bytes. A text or blob follows its length, which is -1 for an absent one.
struct CanonicalBytes {
  private(set) var bytes: [UInt8] = []

  /// Creates an encoding that begins with the name and version of its form.
  init(of name: StaticString) {
    bytes.reserveCapacity(512)
    bytes.append(contentsOf: name.description.utf8)
  }

  /// Adds a number.
  mutating func add(_ number: Int64) {
    for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> Int64(8 * place))) }
  }

  /// Adds a text; nil is an absent one.
  mutating func add(_ text: String?) {
    guard let text else { return add(-1) }
    add(Int64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds bytes; nil is an absent field.
  mutating func add(_ blob: [UInt8]?) {
    guard let blob else { return add(-1) }
    add(Int64(blob.count))
    bytes.append(contentsOf: blob)
  }
}
