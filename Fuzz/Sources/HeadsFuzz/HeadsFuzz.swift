import FuzzedBank
import HTTPServer

/// The entry point of libFuzzer. The input is the bytes that a client sends on a connection before
/// it half-closes.
///
/// The bytes are sent over a socket to a server in this process, which includes libmicrohttpd. The
/// server must respond within the CPU budget and close the connection. The responses must be
/// well-formed, and none may be a 500 or an error page of libmicrohttpd.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  Fuzzed.attempt(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// The server and its open connections.
private enum Fuzzed {
  nonisolated(unsafe) private static var (bank, server) = make()
  nonisolated(unsafe) private static var asked = 0

  private static func make() -> (FuzzedBank, Server) {
    do {
      let bank = try FuzzedBank()
      let application = bank.application
      var configuration = ServerConfiguration()
      (configuration.port, configuration.threads) = (0, 1)
      return (bank, try Server(configuration: configuration) { application.respond(to: $0) })
    } catch {
      fail("cannot start the server: \(error)")
    }
  }

  /// Connections that are still open, because their requests are incomplete.
  nonisolated(unsafe) private static var open: [Wire] = []

  static func attempt(_ bytes: [UInt8]) {
    asked += 1
    if asked % 50_000 == 0 {
      open = []
      server.stop(grace: .zero)
      (bank, server) = make()
    }
    let sent = RightHeads.withToken(bytes, bank.customer)
    var wire: Wire?
    Budget.hold(40, "a head") {
      // Many client addresses, so that ports are not exhausted and limits per address do not apply.
      let begun = Wire(sent, port: server.port, from: asked)
      begun.read(for: 20)
      wire = begun
    }
    if let wire { open.append(wire) }
    inspect()
  }

  /// Checks the closed connections, and fails if a connection is open for more than eight seconds.
  private static func inspect() {
    // Usually skip the check while only few connections are open.
    if open.count > 1, asked % 16 != 0, open.count < 200, open.last?.isClosed == false { return }
    for wire in open where !wire.isClosed { wire.read(for: open.count >= 200 ? 10 : 0) }
    for wire in open {
      if wire.isClosed, let fault = Answers.fault(in: wire.answer, to: wire.sent) {
        fail("\(fault), to\n\(text(wire.sent))\n\(text(wire.answer))")
      }
      if !wire.isClosed, ContinuousClock.now - wire.opened > .seconds(8) {
        fail("connection open for more than eight seconds:\n\(text(wire.sent))")
      }
    }
    open.removeAll(where: \.isClosed)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes.prefix(2000), as: UTF8.self) }
}
