import FoundationEssentials
import Secrets
import Testing

@Suite struct HashTests {
  /// The expected digests are from Python's `hashlib.blake2b(message, digest_size=32)`.
  @Test(
    "A digest is the BLAKE2b-256 hash of its message",
    arguments: [
      ("", "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"),
      ("abc", "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"),
    ])
  func computesBLAKE2b256(_ message: String, _ expected: String) {
    #expect(hex(Digest(of: message).bytes) == expected)
  }

  @Test("A digest of fields depends on the boundaries of the fields") func separatesFields() {
    #expect(Digest(ofFields: [[1, 2], [3]]) != Digest(ofFields: [[1], [2, 3]]))
    #expect(Digest(ofFields: [[1], []]) != Digest(ofFields: [[1]]))
    let texts = ["", "ромашка", "abc"]
    #expect(Digest(ofTexts: texts) == Digest(ofFields: texts.map { Array($0.utf8) }))
  }

  /// The expected MAC is `hashlib.blake2b(length + b"abc", digest_size=32, key=bytes(range(32)))`.
  /// `length` has eight bytes.
  @Test("A MAC is keyed BLAKE2b and depends on the boundaries of its texts") func computesKeyedBLAKE2b() throws {
    let key = try #require(SecretKey(id: "k", bytes: Array(0..<32)))
    #expect(hex(key.mac(of: "abc")) == "5b73af91afe1f77d7b5bef28845d1e84042bb4f8ff72b77a01ae8cf3523ce65f")
    #expect(key.mac(of: "a", "bc") != key.mac(of: "ab", "c"))
  }

  @Test(
    "Constant-time comparison returns whether byte arrays are equal",
    arguments: [([], [], true), ([1], [1], true), ([1], [2], false), ([1], [1, 1], false)] as [([UInt8], [UInt8], Bool)]
  )
  func comparesBytes(_ left: [UInt8], _ right: [UInt8], _ isEqual: Bool) {
    #expect(isEqualInConstantTime(left, right) == isEqual)
  }

  @Test(
    "A password hash matches only its password and differs for each computation",
    arguments: ["", "correct horse", "пароль 🔑", String(repeating: "x", count: 5000)])
  func matchesOnlyItsPassword(_ text: String) throws {
    let hash = try #require(PasswordHash(Password(text), cost: .minimum))
    #expect(hash.encoded.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
    #expect(try hash.matches(Password(text)))
    #expect(try !hash.matches(Password(text + " ")))
    #expect(PasswordHash(Password(text), cost: .minimum) != hash)
  }

  @Test("A password hash of another cost needs a rehash") func needsRehashForOtherCost() throws {
    let hash = try #require(PasswordHash(Password("a"), cost: .minimum))
    #expect(!hash.needsRehash(cost: .minimum))
    #expect(hash.needsRehash(cost: PasswordCost(passes: 2, memory: 16)))
  }

  @Test("A malformed password hash matches no password") func malformedHashMatchesNothing() throws {
    #expect(try !PasswordHash(encoded: "").matches(Password("")))
    #expect(try !PasswordHash(encoded: "$argon2id$v=19$m=8").matches(Password("")))
  }

  /// The hash needs 4 TiB. Skipped if the kernel grants every allocation (`vm.overcommit_memory` is
  /// 1).
  @Test(
    "Verification throws if a password hash needs more memory than is available",
    .enabled(if: (try? String(contentsOfFile: "/proc/sys/vm/overcommit_memory", encoding: .utf8))?.first != "1"))
  func throwsOutOfMemory() {
    let salt = String(repeating: "A", count: 22)
    let hash = PasswordHash(
      encoded: "$argon2id$v=19$m=4294967295,t=1,p=1$\(salt)$\(String(repeating: "A", count: 43))")
    #expect(throws: OutOfMemory()) { try hash.matches(Password("a")) }
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
