import FuzzedBank
import HTTPServer

/// The entry point of libFuzzer; its input is the bytes that a client sends on a connection, before it closes its side.
///
/// They go over a socket to a whole server of this process, so that libmicrohttpd and all that reads a head behind it is tried.
/// Whatever the bytes, the server answers within its budget of the processor and closes the connection; and what it has sent
/// is answers, each with a head that ends where the next begins, none of them a 500 or a page of the library.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  Fuzzed.attempt(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// The server.
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
      fail("no server: \(error)")
    }
  }

  /// Connections that the server keeps for a while, for their requests are not whole.
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
      // Addresses of its own: their ports are used up slowly, and no limit of an address is reached.
      let begun = Wire(sent, port: server.port, from: asked)
      begun.read(for: 20)
      wire = begun
    }
    if let wire { open.append(wire) }
    inspect()
  }

  /// Judges the connections that are closed, and looks for those that are kept for too long.
  private static func inspect() {
    // Not each time at all of them: few are kept.
    if open.count > 1, asked % 16 != 0, open.count < 200, open.last?.isClosed == false { return }
    for wire in open where !wire.isClosed { wire.read(for: open.count >= 200 ? 10 : 0) }
    for wire in open {
      if wire.isClosed, let fault = Answers.fault(in: wire.answer, to: wire.sent) {
        fail("\(fault), to\n\(text(wire.sent))\n\(text(wire.answer))")
      }
      if !wire.isClosed, ContinuousClock.now - wire.opened > .seconds(8) {
        fail("held for eight seconds:\n\(text(wire.sent))")
      }
    }
    open.removeAll(where: \.isClosed)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes.prefix(2000), as: UTF8.self) }
}
