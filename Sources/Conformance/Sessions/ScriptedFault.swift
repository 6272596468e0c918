import JSON

/// A fault between the client and the server.
struct ScriptedFault: Sendable {
  enum Effect: Sendable {
    /// The answer is sent later.
    case delay(Duration)
    /// The answer is sent after another one.
    case delayUntil(ExchangeReference)
    /// The connection is closed without an answer, after or before the server has the request.
    case drop(afterCommit: Bool)
    /// The server does not get the request. The client gets this answer.
    case replace(ReplacedAnswer)
    /// The JSON of the answer, or of each event, is changed (RFC 6902).
    case patch(JSONPatch)
    /// Before the request is forwarded, the operations of this folder replace those in service.
    case version(String)
    /// Before the request is forwarded, its token becomes invalid.
    case endSession
    /// The event stream is closed after this number of events.
    case cut(Int)
  }

  let point: ExchangePoint
  /// The number of the request at its point, from 1; nil for all.
  let number: Int?
  let effect: Effect

  func concerns(_ point: ExchangePoint, _ number: Int) -> Bool {
    self.point == point && (self.number == nil || self.number == number)
  }

  /// The word in reports.
  var word: String {
    switch effect {
    case .delay(let time): "delay of \(time)"
    case .delayUntil(let other): "delay until \(other)"
    case .drop(let afterCommit): afterCommit ? "dropped after the commit" : "dropped before the commit"
    case .replace(let answer): "replaced by \(answer.status)"
    case .patch: "patched"
    case .version(let name): "version \(name)"
    case .endSession: "session ended"
    case .cut(let count): "cut after \(count) events"
    }
  }
}

/// An answer in place of the server's.
struct ReplacedAnswer: Sendable {
  let status: Int
  let headers: [(name: String, value: String)]
  /// The name of the problem.
  let problem: String
  /// Further members of the problem document.
  let members: Object

  /// The problem document (RFC 9457).
  var body: [UInt8] {
    var writer = Writer()
    writer.object { writer in
      writer.member("type", "/problems/\(problem)")
      writer.member("title", problem)
      writer.member("status", status)
      for member in members.members {
        writer.key(member.name)
        writer.value(member.value)
      }
    }
    return writer.bytes
  }
}
