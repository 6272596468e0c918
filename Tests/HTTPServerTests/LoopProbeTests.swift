import Dispatch
import HTTPServer
import Synchronization
import TestClient
import Testing

/// The probe of the event loops, which feeds a watchdog.
@Suite struct LoopProbeTests {
  private final class Flag: Sendable { let isSet = Atomic(false) }

  @Test("A probe of the event loops ends once a blocked loop runs again") func waitsForBlockedLoop() throws {
    let (entered, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = try server { _ in
      entered.signal()
      release.wait()
      return .now(Response(status: 200, body: []))
    }
    let answered = DispatchSemaphore(value: 0)
    server.whenLoopsRun { answered.signal() }
    #expect(answered.wait(timeout: .now() + .seconds(60)) == .success)
    // The request blocks one of the two loops, which a correct application never does.
    let client = try RawClient(port: server.port)
    try client.send(get("/"))
    entered.wait()
    let (flag, ended) = (Flag(), DispatchSemaphore(value: 0))
    server.whenLoopsRun {
      flag.isSet.store(true, ordering: .sequentiallyConsistent)
      ended.signal()
    }
    let isEarly = flag.isSet.load(ordering: .sequentiallyConsistent)
    #expect(!isEarly)
    release.signal()
    #expect(ended.wait(timeout: .now() + .seconds(60)) == .success)
    server.stop(grace: .seconds(1))
  }
}
