import HTTPServer
import JSON
import Model
import Services

/// The endpoint that streams events to a person.
struct EventEndpoints {
  let events: EventStreams

  var all: [Endpoint] {
    [
      Endpoint(
        .get, Address.events, .person,
        EndpointDocument(
          tag: "Server", id: "listenToEvents",
          summary:
            "Server-sent events for the person: `submission`, `deal`, `session` (which ends the stream), `reset`.",
          headers: [
            ParameterDocument("Last-Event-ID", "the last received id; the stream starts with the events after it")
          ],
          query: [
            ParameterDocument(
              "once", "true for the events up to now, without waiting for more", ["type": "boolean"])
          ],
          isUse: false, isInLanguage: false,
          answers: [
            .init(
              200, "Event", "Events and comments, until the client or the server ends the stream.",
              type: "text/event-stream")
          ],
          problems: [.unknownQuery]),
        handle: listen)
    ]
  }

  @Sendable private func listen(_ call: Call) throws -> Reply {
    let (caller, isOnce) = (try call.caller, try call.isTrue("once"))
    // A HEAD request must not replace a stream.
    if call.request.method == .head {
      return .now(Response(status: 200, headers: EventStreams.headers, stream: BodyStream(gone: {})))
    }
    return .now(try events.open(for: caller, after: call.request.header("Last-Event-ID"), isOnce: isOnce))
  }
}
