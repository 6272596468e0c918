package import Dates

/// A record of the audit in its stored form. Its texts may be unknown to this release.
package struct AuditRecord: Sendable, Equatable {
  /// A position in the audit with the hash of its record. A copy stored elsewhere proves the
  /// records up to it.
  package struct Head: Sendable, Equatable, CustomStringConvertible {
    /// The sequence number of the record, from 1; 0 for an empty audit.
    package let sequence: Int64
    /// The hash of the record, 32 bytes.
    package let hash: [UInt8]

    package init(sequence: Int64, hash: [UInt8]) { (self.sequence, self.hash) = (sequence, hash) }

    /// The head of an empty audit.
    package static let none = Head(sequence: 0, hash: Array(repeating: 0, count: 32))

    /// The sequence number, a colon and the hash in hexadecimal digits.
    package var description: String {
      let digits = Array("0123456789abcdef")
      return "\(sequence):" + hash.map { String([digits[Int($0 >> 4)], digits[Int($0 & 15)]]) }.joined()
    }
  }

  /// The sequence number, from 1 without gaps.
  package let sequence: Int64
  package let at: Instant
  package let event: String
  package let actor: String
  /// The identifier of the person or of the run of a command; nil for other actors.
  package let actorID: String?
  /// The session of the action, if it is known.
  package let session: String?
  package let subject: String
  package let subjectID: String
  /// The digest of the submitted, signed or moved data; nil if the event has none.
  package let digest: [UInt8]?
  /// The id of the secret key of the hash.
  package let keyID: String
  /// The hash of the previous record; zeros in the first one.
  package let previous: [UInt8]

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
  /// The run of the command that wrote the record; nil for any other actor.
  package var run: CommandRunID? {
    guard actor == AuditActor.Kind.operator.rawValue, session == nil else { return nil }
    return actorID.flatMap { CommandRunID($0) }
  }

  /// The canonical bytes for the hash.
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

/// A canonical encoding for hashes. Different lists of fields produce different bytes.
///
/// The fields have a fixed order. A number has eight bytes, the least significant first. A text or
/// blob follows its length, which is -1 if it is absent.
struct CanonicalBytes {
  private(set) var bytes: [UInt8] = []

  /// Creates an encoding that begins with the name and version of the format.
  init(of name: StaticString) {
    bytes.reserveCapacity(512)
    bytes.append(contentsOf: name.description.utf8)
  }

  mutating func add(_ number: Int64) {
    for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> Int64(8 * place))) }
  }

  /// Adds a text; nil if it is absent.
  mutating func add(_ text: String?) {
    guard let text else { return add(-1) }
    add(Int64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds bytes; nil if they are absent.
  mutating func add(_ blob: [UInt8]?) {
    guard let blob else { return add(-1) }
    add(Int64(blob.count))
    bytes.append(contentsOf: blob)
  }
}
