import FuzzedBank
import HTTP

/// What libFuzzer calls with each input: the bytes that a client sends on a connection, before it closes its side.
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
      var configuration = Configuration()
      (configuration.port, configuration.threads) = (0, 1)
      return (bank, try Server(configuration: configuration) { application.respond(to: $0) })
    } catch {
      fail("no server: \(error)")
    }
  }

  static func attempt(_ bytes: [UInt8]) {
    asked += 1
    if asked % 50_000 == 0 {
      server.stop(grace: .zero)
      (bank, server) = make()
    }
    let sent = RightHeads.withToken(bytes, bank.customer)
    var answer: [UInt8] = []
    Budget.hold(40, "a head") {
      // Addresses of its own: their ports are used up slowly, and no limit of an address is reached.
      guard let all = Wire.exchange(sent, port: server.port, from: asked) else {
        fail("the connection is not closed within five seconds")
      }
      answer = all
    }
    if let fault = Answers.fault(in: answer, to: sent) {
      fail("\(fault): \(String(decoding: answer.prefix(2000), as: UTF8.self))")
    }
  }
}
