package import Dates
import Platform

/// The identifier of a `Subject`: a UUID.
///
/// Identifiers that the server creates have version 7, so later ones sort after earlier ones.
package struct Identifier<Subject>: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The eight most significant bytes.
  package let high: UInt64
  /// The eight least significant bytes.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a new identifier from the time `instant` and 74 of the random bits (RFC 9562, section
  /// 5.7).
  package init(at instant: Instant, random: (UInt64, UInt64)) {
    let milliseconds = UInt64(clamping: instant.microseconds / 1000)
    high = milliseconds << 16 | 0x7000 | random.0 & 0x0fff
    low = 0x8000_0000_0000_0000 | random.1 >> 2
  }

  /// Reads an identifier of 36 lower-case characters; nil for any other text.
  package init?(_ text: String) {
    guard text.utf8.count == 36 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    var position = 0
    for byte in text.utf8 {
      defer { position &+= 1 }
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte &- UInt8(ascii: "a") &+ 10
      default: return nil
      }
      // The first sixteen digits precede the third dash.
      if position < 18 { words.0 = words.0 &<< 4 | UInt64(digit) } else { words.1 = words.1 &<< 4 | UInt64(digit) }
    }
    (high, low) = words
  }

  /// Creates an identifier with the same value as the identifier of another type of subject.
  package init<Other>(sameAs other: Identifier<Other>) { (high, low) = (other.high, other.low) }

  /// The canonical 36 characters.
  package var description: String { String(identifier: high, low) }

  /// The canonical 36 characters.
  package var rawValue: String { description }

  package static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }
}

package typealias PersonID = Identifier<Person>
/// Identifies one login of a person.
package typealias SessionID = Identifier<SessionRecord>
package typealias SubmissionID = Identifier<Submission>
package typealias ChallengeID = Identifier<Challenge>
/// Identifies one security matrix that was issued to a person.
package typealias MatrixID = Identifier<SecurityMatrix>
package typealias CardID = Identifier<Card>
package typealias DealID = Identifier<Deal>
/// Identifies a message in the queue.
package typealias MessageID = Identifier<Message>
/// Identifies one invitation of a person.
package typealias InvitationID = Identifier<Invitation>
/// Identifies the row of one enrolment. Clients have a secret id instead.
package typealias EnrolmentID = Identifier<Enrolment>
package typealias TemplateID = Identifier<SavedTemplate>
