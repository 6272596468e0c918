import Atoms
import HTTP
import JSON
import Services

/// What tells of the server itself.
struct ServerEndpoints {
  let bank: Bank

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/healthz", .open,
        EndpointDocument(
          tag: "Server", id: "getHealth", summary: "Whether the server is alive.", anyClient: true, isUnlimited: true,
          isInLanguage: false,
          answers: [.init(200, "Health", "It is.")]),
        handle: health),
      Endpoint(
        .get, "/readyz", .open,
        EndpointDocument(
          tag: "Server", id: "getReadiness",
          summary:
            "Whether the server can work: its database can be read and written, its operations and its directory "
            + "are there. How the bank's core keeps up stands beside it.",
          anyClient: true, isUnlimited: true, isInLanguage: false,
          answers: [
            .init(200, "Readiness", "It can, whatever the core does."),
            .init(503, "Readiness", "It cannot: the check that is not ok says why."),
          ]),
        handle: readiness),
      Endpoint(
        .get, "/problems/{name}", .open,
        EndpointDocument(
          tag: "Server", id: "getProblem", summary: "What a type of problem means.", anyClient: true,
          answers: [.init(200, "ProblemExplanation", "The explanation.")], problems: [.notFound]),
        handle: problem),
    ]
  }

  @Sendable private func health(_ call: Call) -> Reply {
    .now(Response(status: 200, headers: Self.headers, body: Array(#"{"status":"ok"}"#.utf8)))
  }

  @Sendable private func readiness(_ call: Call) -> Reply { .now(Readiness(bank).response) }

  @Sendable private func problem(_ call: Call) throws -> Reply {
    let name = try call.parameter("name")
    guard let type = ProblemType.all.first(where: { $0.name == name }) else { throw Problem(.notFound) }
    return .now(
      .json { writer in
        writer.beginObject()
        writer.member("type", "/problems/\(type.name)")
        writer.member("status", type.status)
        writer.member("title", type.title[call.language])
        writer.member("explanation", type.explanation[call.language])
        writer.endObject()
      })
  }

  private static let headers = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]
}
