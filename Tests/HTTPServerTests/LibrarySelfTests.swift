import HTTPServer
import Testing

@Suite struct LibrarySelfTests {
  @Test("The installed libmicrohttpd passes the self-test") func acceptsInstalledLibrary() throws {
    try LibrarySelfTest.outcome.get()
    #expect(try LibrarySelfTest.difference(in: LibrarySelfTest.probes) == nil)
  }

  @Test("Library versions are compared numerically") func comparesVersionsNumerically() {
    #expect(LibrarySelfTest.isOlder("0.9.9", than: "0.9.75"))
    #expect(LibrarySelfTest.isOlder("0.9.74", than: LibrarySelfTest.oldest))
    for version in ["0.9.75", "0.9.77-git", "1.0.1"] { #expect(!LibrarySelfTest.isOlder(version, than: "0.9.75")) }
  }

  @Test("The self-test reports a request that the library parses differently")
  func reportsDifferentlyParsedRequest() throws {
    let other = LibrarySelfTest.probes + [("GET /a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /b [Host=a] ")]
    let difference = try LibrarySelfTest.difference(in: other)
    let expected = #"self-test request "GET /a HTTP/1.1\r\nHost: a\r\n\r\n" did not return "GET /b [Host=a] ""#
    #expect(difference == expected)
    let error = ServerError.unsuitableLibrary("1.9.0", try #require(difference))
    #expect(error.description.hasPrefix("libmicrohttpd 1.9.0 cannot be used: self-test request"))
  }
}
