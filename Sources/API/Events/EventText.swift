import JSON
import Model
import Services

/// The text of server-sent events (HTML standard, 9.2.6), each followed by an empty line.
enum EventText {
  /// Returns the `retry` field that sets the reconnection time.
  static func retry(after seconds: Int) -> [UInt8] { retry(afterMilliseconds: seconds * 1000) }

  /// Returns the `retry` field with a time in milliseconds.
  static func retry(afterMilliseconds milliseconds: Int) -> [UInt8] { Array("retry: \(milliseconds)\n\n".utf8) }

  /// Returns a comment with the position after which a client continues. Clients store the id but
  /// receive no event.
  static func place(_ id: String) -> [UInt8] { Array(":\nid: \(id)\n\n".utf8) }

  /// Returns an event. Its data has its name too, so that schemas distinguish the events.
  static func event(_ name: String, id: String, _ write: (inout Writer) -> Void) -> [UInt8] {
    var writer = Writer(capacity: 128)
    writer.object { writer in
      writer.member("event", name)
      write(&writer)
    }
    return Array("event: \(name)\nid: \(id)\ndata: ".utf8) + writer.bytes + Array("\n\n".utf8)
  }

  /// Returns the `reset` event: events may have been lost, and the client must reload all data.
  static func reset(id: String) -> [UInt8] { event("reset", id: id) { _ in } }

  /// Returns the event for a new status of a submission.
  static func submission(_ submission: SubmissionID, _ status: Submission.Status, id: String) -> [UInt8] {
    event("submission", id: id) { writer in
      writer.member("submission", submission.rawValue)
      writer.member("status", status.rawValue)
      writer.member("href", Address.submission(submission))
    }
  }

  /// Returns the event for money that moved on an account without a submission of the person.
  static func account(_ number: AccountNumber, id: String) -> [UInt8] {
    event("account", id: id) { writer in
      writer.member("account", number.rawValue)
      writer.member("href", "/accounts/\(number)")
    }
  }

  /// Returns the event for a deal that was added, changed or ended, or has begun.
  static func deal(_ deal: DealID, _ state: Deal.State, id: String) -> [UInt8] {
    event("deal", id: id) { writer in
      writer.member("deal", deal.rawValue)
      writer.member("ended", state == .ended)
      writer.member("href", Address.deal(deal))
    }
  }

  /// Returns the event for the end of the stream's session.
  static func sessionEnded(_ session: SessionID, id: String) -> [UInt8] {
    event("session", id: id) { writer in
      writer.member("session", session.rawValue)
      writer.member("ended", true)
    }
  }
}
