import Secrets
import Testing

@Suite struct TokenTests {
  @Test("A secret token is read from its text") func readsTokenFromText() throws {
    let token = SecretToken()
    #expect(token.secretText.utf8.count == 43)
    let read = try #require(SecretToken(token.secretText))
    #expect(read.digest == token.digest)
    #expect(SecretToken().digest != token.digest)
  }

  @Test(
    "Malformed text of a secret token is rejected",
    arguments: [
      "", "abc", String(repeating: "A", count: 42), String(repeating: "A", count: 44),
      String(repeating: "A", count: 42) + "=", String(repeating: "A", count: 42) + "+",
      String(repeating: "A", count: 42) + "B", String(repeating: "A", count: 42) + " ",
      String(repeating: "Я", count: 43),
    ])
  func rejectsMalformedToken(_ text: String) {
    #expect(SecretToken(text) == nil)
  }

  @Test("Tokens, passwords, hashes and keys print as redacted") func printsSecretsAsRedacted() throws {
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

  @Test("Random numbers are below their bound, and random bytes differ") func limitsRandomNumbers() {
    var seen = Set<Int>()
    for _ in 0..<1000 { seen.insert(Randomness.number(below: 3)) }
    #expect(seen == [0, 1, 2])
    #expect(Randomness.bytes(0) == [])
    #expect(Randomness.bytes(16) != Randomness.bytes(16))
  }
}
