import Support
import Testing

/// The reasons in the reference are those that the sources create.
struct RejectionReasonTests {
  @Test("The reference lists each reason of a rejection that the sources create") func listsEachReason() throws {
    var codes: Set<String> = []
    for file in try Repository.files() where file.hasPrefix("Sources/Services/") && file.hasSuffix(".swift") {
      let text = try Repository.text(of: file)
      for declared in text.matches(of: /(?:failedReason|let code) = "([a-z-]+)"/) { codes.insert(String(declared.1)) }
      guard text.contains(/: Refusal\b/) else { continue }
      for body in text.matches(of: /var code: String \{\s*(?:"([a-z-]+)"|switch self \{((?s:.*?))\n    \})/) {
        if let only = body.1 { codes.insert(String(only)) }
        for code in (body.2 ?? "").matches(of: /: "([a-z-]+)"/) { codes.insert(String(code.1)) }
      }
    }
    #expect(codes.isSuperset(of: ["insufficient-funds", "signing-failed", "state-changed", "daily-limit"]))
    let command = try Repository.text(of: "Sources/valence/Commands/DeliveriesCommand.swift")
    codes.insert(String(try #require(command.firstMatch(of: /var reasonCode = "([a-z-]+)"/)).1))
    let listed = RejectionReasons.all.map(\.code)
    #expect(listed == codes.sorted())
  }
}
