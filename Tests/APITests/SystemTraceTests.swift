import JSON
import Synchronization
import TestBank
import TestClient
import Testing

struct SystemTraceTests {
  /// Sends a request with two queries; returns the `traceparent` of each query.
  private func traces(_ headers: [(String, String)]) throws -> [String] {
    let seen = Mutex<[String]>([])
    let peer = try Peer { link in
      while true {
        let request = link.request()
        if request.isEmpty { return }
        let found = request.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("traceparent:") }
        seen.withLock { $0 += found.map { String($0.split(separator: " ").last ?? "") } }
        link.answer(200, #"{"data": {"name": "ПАО Сбербанк", "head": "Греф", "parent": 7702235133}}"#)
      }
    }
    defer { peer.stop() }
    let person = try TestServer(
      operations: "Tests/APITests/Cases/lookups", asking: [Register.file], at: peer.url("")
    ).person()
    let answer = try person.post(
      "/operations/slow.chain/evaluate", ["values": ["inn": "7707083893"], "commit": true], headers: headers)
    #expect(answer.status == 200)
    return seen.withLock { $0 }
  }

  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

  @Test("The trace id of a client is propagated with a new span id for each query")
  func propagatesTraceWithNewSpans() throws {
    let parts = try traces([("traceparent", "00-\(Self.trace)-00f067aa0ba902b7-01")])
      .map { $0.split(separator: "-").map(String.init) }
    #expect(parts.count == 2)
    for part in parts {
      #expect(part.count == 4 && part[0] == "00" && part[1] == Self.trace && part[3] == "01")
      #expect(part[2].count == 16 && part[2] != "00f067aa0ba902b7")
    }
    #expect(Set(parts.map { $0[2] }).count == 2)
  }

  @Test(
    "Without a valid `traceparent` the queries of a request share a new trace",
    arguments: [
      "", "garbage", "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
    ])
  func startsTraceWithoutValidHeader(header: String) throws {
    let traces = try traces(header.isEmpty ? [] : [("traceparent", header)])
    #expect(traces.count == 2)
    for trace in traces { #expect(trace.wholeMatch(of: /00-[0-9a-f]{32}-[0-9a-f]{16}-00/) != nil, "\(trace)") }
    #expect(!traces.contains { $0.contains(Self.trace) })
    // Both queries of a request have the same trace id.
    #expect(Set(traces.map { $0.split(separator: "-")[1] }).count == 1)
  }
}
