import Secrets
import Testing

@Suite struct TokenTests {
  @Test func aTokenIsReadFromItsText() throws {
    let token = SecretToken()
    #expect(token.secretText.utf8.count == 43)
    let read = try #require(SecretToken(token.secretText))
    #expect(read.digest == token.digest)
    #expect(SecretToken().digest != token.digest)
  }

  @Test(arguments: [
    "", "abc", String(repeating: "A", count: 42), String(repeating: "A", count: 44),
    String(repeating: "A", count: 42) + "=", String(repeating: "A", count: 42) + "+",
    String(repeating: "A", count: 42) + "B", String(repeating: "A", count: 42) + " ",
    String(repeating: "Я", count: 43),
  ])
  func garbageIsNoToken(_ text: String) {
    #expect(SecretToken(text) == nil)
  }

  @Test func secretsPrintAsRedacted() throws {
    let token = SecretToken()
    let password = Password("valence")
    let hash = try #require(PasswordHash(password, cost: .minimum))
    let key = SecretKey()
    for text in ["\(token)", "\(password)", "\(hash)", String(reflecting: token), String(reflecting: password)] {
      #expect(text == "[redacted]")
    }
    #expect("\(key)" == "[redacted] (\(key.id))")
    var dumped = ""
    dump(token, to: &dumped)
    dump(password, to: &dumped)
    dump(hash, to: &dumped)
    dump(key, to: &dumped)
    #expect(!dumped.contains("valence") && !dumped.contains("argon2id") && !dumped.contains("UInt8"))
  }

  @Test func randomNumbersStayBelowTheirBound() {
    var seen = Set<Int>()
    for _ in 0..<1000 { seen.insert(Randomness.number(below: 3)) }
    #expect(seen == [0, 1, 2])
    #expect(Randomness.bytes(0) == [])
    #expect(Randomness.bytes(16) != Randomness.bytes(16))
  }
}
