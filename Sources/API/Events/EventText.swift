import JSON
import Model
import Services

/// The text of server-sent events (the HTML standard, 9.2.6), each ended by an empty line.
///
///     let bytes = EventText.event("deal", id: id) { writer in writer.member("deal", "…") }
enum EventText {
  /// Returns the line with the milliseconds after which a client that lost the stream asks again.
  static func retry(after seconds: Int) -> [UInt8] { retry(afterMilliseconds: seconds * 1000) }

  /// The same, of milliseconds.
  static func retry(afterMilliseconds milliseconds: Int) -> [UInt8] { Array("retry: \(milliseconds)\n\n".utf8) }

  /// Returns a comment with the place behind which a client goes on. It is no event: clients keep the id, and their users
  /// see nothing.
  static func place(_ id: String) -> [UInt8] { Array(":\nid: \(id)\n\n".utf8) }

  /// Returns an event with JSON as its data.
  static func event(_ name: String, id: String, _ write: (inout Writer) -> Void) -> [UInt8] {
    var writer = Writer(capacity: 128)
    writer.object(write)
    return Array("event: \(name)\nid: \(id)\ndata: ".utf8) + writer.bytes + Array("\n\n".utf8)
  }

  /// Returns the event by which a client learns that it has missed something and must ask for everything anew.
  static func reset(id: String) -> [UInt8] { event("reset", id: id) { _ in } }

  /// Returns the event that a submission has another status.
  static func submission(_ submission: SubmissionID, _ status: Submission.Status, id: String) -> [UInt8] {
    event("submission", id: id) { writer in
      writer.member("submission", submission.rawValue)
      writer.member("status", status.rawValue)
      writer.member("href", Address.submission(submission))
    }
  }

  /// Returns the event that a deal was added, changed or ended, or has begun.
  static func deal(_ deal: DealID, _ state: Deal.State, id: String) -> [UInt8] {
    event("deal", id: id) { writer in
      writer.member("deal", deal.rawValue)
      writer.member("ended", state == .ended)
      writer.member("href", Address.deal(deal))
    }
  }

  /// Returns the event that the session of the stream has ended.
  static func sessionEnded(_ session: SessionID, id: String) -> [UInt8] {
    event("session", id: id) { writer in
      writer.member("session", session.rawValue)
      writer.member("ended", true)
    }
  }
}
