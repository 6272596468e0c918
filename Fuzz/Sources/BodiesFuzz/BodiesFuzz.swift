import FuzzedBank
import HTTPServer
import JSON

/// The entry point of libFuzzer. The input is the number of an endpoint, a byte that selects the
/// caller and headers, and a body.
///
/// For any body, the server must respond within the CPU budget, without a 5xx status other than
/// 503, below the limit for the response size, and with valid JSON if the response is JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count >= 2 else { return 0 }
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let endpoint = RightBodies.all[Int(bytes[0]) % RightBodies.all.count]
  Fuzzed.attempt(endpoint, who: bytes[1], Array(bytes.dropFirst(2)))
  return 0
}

/// Sends requests to the server.
private enum Fuzzed {
  nonisolated(unsafe) private static var bank = make()
  nonisolated(unsafe) private static var asked = 0

  private static func make() -> FuzzedBank {
    do { return try FuzzedBank() } catch { fail("cannot create the server: \(error)") }
  }

  static func attempt(_ endpoint: RightBodies.Endpoint, who: UInt8, _ body: [UInt8]) {
    asked += 1
    if asked % 20_000 == 0 { bank = make() } else if asked % 100 == 0 { bank.renew() }
    let token =
      switch endpoint.role {
      case .customer: bank.customer
      case .operator: bank.operator
      case .core: bank.core
      }
    var headers = [
      ("Host", "a"), ("Content-Type", "application/json"), ("Accept-Language", who & 4 == 0 ? "en" : "ru"),
    ]
    if who & 0x18 != 0x18 { headers.append(("Authorization", "Bearer \(token)")) }
    if who & 0x60 != 0x60 { headers.append(("Idempotency-Key", who & 0x20 == 0 ? "k\(asked)" : "k")) }
    if who & 0x80 != 0 { headers.append(("Accept-Atoms", "text, textInput, button")) }
    let path = bank.filledIn(endpoint.path)
    // Short bodies can contain the placeholder for the id of a submission or a template.
    let text = body.count < 400 ? String(validating: body, as: UTF8.self) : nil
    let filled = text.map { Array(bank.filledIn($0).utf8) } ?? body
    // Each request has its own peer address, so that rate limits per address do not apply.
    let peer = "10.\(asked >> 16 & 255).\(asked >> 8 & 255).\(asked & 255)"
    let request = Request(
      method: endpoint.method, path: path, headers: Headers(headers), body: filled, peer: peer, id: "fuzz-\(asked)")
    Budget.hold(endpoint.milliseconds + Double(body.count) / 200, "\(endpoint.method) \(path)") {
      guard let response = bank.answer(to: request) else { fail("\(path): no response") }
      judge(response, path, body.count)
    }
  }

  private static func judge(_ response: Response, _ path: String, _ size: Int) {
    let text = String(decoding: response.body.prefix(2000), as: UTF8.self)
    if response.status >= 500 && response.status != 503 { fail("\(path): \(response.status) \(text)") }
    if response.body.count >= 512 * 1024 + 16 * size { fail("\(path): \(response.body.count) bytes for \(size)") }
    let isJSON = response.headers.contains { $0.0 == "Content-Type" && $0.1.contains("json") }
    // A response nests the posted values more deeply.
    if isJSON, (try? Value(reading: response.body, limits: Limits(depth: 200))) == nil {
      fail("\(path): not JSON: \(text)")
    }
  }
}
