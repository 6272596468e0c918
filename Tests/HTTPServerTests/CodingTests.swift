import HTTPServer
import TestClient
import Testing

/// The choice of a content coding, and the output of gzip.
@Suite struct CodingTests {
  @Test(
    "Gzip is used only if the Accept-Encoding header permits it",
    arguments: [
      ("gzip", true), ("GZip", true), ("x-gzip", true), ("gzip, deflate, br, zstd", true), ("deflate,gzip", true),
      ("*", true), ("gzip;q=1", true), ("gzip;q=1.000", true), ("gzip ; q=0.001", true), ("gzip;Q=0.5", true),
      ("\t gzip\t;\tq=0.5 ", true), ("br;q=1.0, gzip;q=0.8, *;q=0.1", true), ("identity;q=0.5, gzip;q=0.5", true),
      ("identity;q=0", false), ("identity", false), ("", false), ("br", false), ("gzipped", false), ("gzi", false),
      ("gzip;q=0", false), ("gzip;q=0.000", false), ("*;q=0", false), ("gzip;q=0, *", false), ("gzip, gzip;q=0", false),
      ("identity, gzip;q=0.5", false), ("*, gzip;q=0.5", false), ("*;q=0.5, identity;q=1", false),
      ("gzip;q=2", false), ("gzip;q=1.001", false), ("gzip;q=0.5000", false), ("gzip;q=-1", false), ("gzip;q=", false),
      ("gzip;q", false), ("gzip;", false), ("gzip;q=.5", false), ("gzip;q=0,5", false), ("gzip;q=1e3", false),
      ("gzip;level=9", false), ("gzip;q=1;q=0", false), ("gzip;q=\u{661}", false), (",,,;;;,", false), (";q=1", false),
      ("gzip\u{0}", false), ("q=1", false), ("g zip", false), ("gzip deflate", false),
    ])
  func selectsGzipByAcceptEncoding(_ header: String, _ isTaken: Bool) {
    let request = Request(method: .get, path: "/", headers: Headers([("Accept-Encoding", header)]), id: "1")
    #expect(request.takesGzip == isTaken)
  }

  @Test("Gzip is not used without an Accept-Encoding header") func omitsGzipWithoutHeader() {
    #expect(!Request(method: .get, path: "/", id: "1").takesGzip)
  }

  @Test(
    "Gzip output decompresses to its input, is deterministic and omits time and name",
    arguments: [1, Gzip.fast, Gzip.small])
  func compressesReversibly(level: Int) throws {
    for count in [0, 1, 511, 512, 1024, 4095, 4096, 32_767, 32_768, 200_000] {
      for content in [
        (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }, (0..<count).map { _ in UInt8.random(in: 0...255) },
        Array(repeating: UInt8(ascii: "a"), count: count),
      ] {
        let short = try #require(Gzip.compressed(content, level: level))
        #expect(try Gunzip.content(short) == content)
        #expect(Gzip.compressed(content, level: level) == short)
        // The header contains no timestamp and no file name (RFC 1952, 2.3).
        #expect(short.prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
      }
    }
  }
}
