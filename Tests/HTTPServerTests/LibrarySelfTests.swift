import HTTPServer
import Testing

@Suite struct LibrarySelfTests {
  @Test("The installed libmicrohttpd passes the compatibility check") func acceptsInstalledLibrary() throws {
    try LibrarySelfTest.outcome.get()
    #expect(try LibrarySelfTest.difference(in: LibrarySelfTest.probes) == nil)
  }

  @Test("Library versions are compared numerically") func comparesVersionsNumerically() {
    #expect(LibrarySelfTest.isOlder("0.9.9", than: "0.9.75"))
    #expect(LibrarySelfTest.isOlder("0.9.74", than: LibrarySelfTest.oldest))
    for version in ["0.9.75", "0.9.77-git", "1.0.1"] { #expect(!LibrarySelfTest.isOlder(version, than: "0.9.75")) }
  }

  @Test("The compatibility check reports a request that the library parses differently")
  func reportsDifferentlyParsedRequest() throws {
    let other = LibrarySelfTest.probes + [("GET /a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /b [Host=a] ")]
    let difference = try LibrarySelfTest.difference(in: other)
    #expect(difference == "the test request \"GET /a HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n\" had an unexpected result")
    let error = ServerError.unsuitableLibrary("1.9.0", try #require(difference))
    #expect(error.description.hasPrefix("libmicrohttpd 1.9.0 cannot be used: the test request"))
  }
}
