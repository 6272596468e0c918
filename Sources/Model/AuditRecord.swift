/// One row of the audit, as it is stored: its words are what was written, known to this release or not.
package struct AuditRecord: Sendable, Equatable {
  /// A place in the audit with the hash of the record there: kept elsewhere, it proves what stood up to it.
  package struct Head: Sendable, Equatable, CustomStringConvertible {
    /// The record's place, counted from 1; 0 where there is none yet.
    package let sequence: Int64
    /// The record's hash, 32 bytes.
    package let hash: [UInt8]

    /// A place and its hash.
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
  /// When it was done.
  package let at: Instant
  /// What was done.
  package let event: String
  /// What kind of actor did it.
  package let actor: String
  /// Who did it, where that is somebody.
  package let actorID: String?
  /// The login by which it was done, where that is known.
  package let session: String?
  /// What kind of thing it was done to.
  package let subject: String
  /// Which one that is.
  package let subjectID: String
  /// The digest of what was submitted, signed or moved.
  package let digest: [UInt8]?
  /// The secret key that the hash is made with.
  package let keyID: String
  /// The hash of the record before; zeros in the first.
  package let previous: [UInt8]

  /// A record as it is stored.
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

/// Bytes that are hashed: fields in a fixed order, numbers in eight bytes and the others with their lengths before them (-1
/// for what is absent), so that no two lists of fields look alike.
struct CanonicalBytes {
  private(set) var bytes: [UInt8] = []

  /// Bytes that begin by what they are and the version of their encoding.
  init(of name: StaticString) {
    bytes.reserveCapacity(512)
    bytes.append(contentsOf: name.description.utf8)
  }

  /// Adds a number.
  mutating func add(_ number: Int64) {
    for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> Int64(8 * place))) }
  }

  /// Adds a text, or that there is none.
  mutating func add(_ text: String?) {
    guard let text else { return add(-1) }
    add(Int64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds bytes, or that there are none.
  mutating func add(_ blob: [UInt8]?) {
    guard let blob else { return add(-1) }
    add(Int64(blob.count))
    bytes.append(contentsOf: blob)
  }
}
