import HTTPServer
import Testing

/// Validation of a request head from its bytes, without a connection.
@Suite struct HeadValidationTests {
  private static let whole = "POST /a?b=c HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n"

  @Test("Every proper prefix of a request head is incomplete") func reportsPrefixAsIncomplete() {
    let bytes = Array(Self.whole.utf8)
    for count in 0..<bytes.count {
      #expect(HeadValidation(of: Array(bytes[..<count]), within: HeadLimits()) == .incomplete)
    }
    #expect(HeadValidation(of: bytes, within: HeadLimits()) == .whole(bytes.count))
    #expect(HeadValidation(of: bytes + Array("hello".utf8), within: HeadLimits()) == .whole(bytes.count))
  }

  @Test("Empty lines before the request line are skipped", arguments: [0, 1, 3])
  func skipsLeadingEmptyLines(count: Int) {
    let bytes = Array((String(repeating: "\r\n", count: count) + Self.whole).utf8)
    #expect(HeadValidation(of: bytes, within: HeadLimits()) == .whole(bytes.count))
  }

  @Test("A head of 5000 empty lines is rejected") func refusesEndlessEmptyLines() {
    let bytes = Array(String(repeating: "\r\n", count: 5000).utf8)
    #expect(HeadValidation(of: bytes, within: HeadLimits()) == .refused(.badFraming(.badRequestLine)))
  }

  @Test(
    "A Content-Length of digits with surrounding whitespace is accepted",
    arguments: [("0", true), ("5", true), (" 5 ", true), ("\t5\t", true), ("0005", true), ("1048576", true)])
  func acceptsDigitsAsLength(value: String, isTaken: Bool) {
    let bytes = Array("POST / HTTP/1.1\r\nContent-Length:\(value)\r\n\r\n".utf8)
    #expect(HeadValidation(of: bytes, within: HeadLimits()) == .whole(bytes.count))
  }

  @Test("A prefix of a head with one changed byte is incomplete or has the same result as the whole head")
  func judgesEveryByteChange() {
    let bytes = Array(Self.whole.utf8)
    for place in bytes.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = bytes
        changed[place] = byte
        let verdict = HeadValidation(of: changed, within: HeadLimits())
        if case .whole(let count) = verdict { #expect(count <= changed.count) }
        for count in [changed.count / 2, changed.count - 1] {
          let cut = HeadValidation(of: Array(changed[..<count]), within: HeadLimits())
          #expect(cut == .incomplete || cut == verdict, "byte \(byte) at \(place), cut at \(count)")
        }
      }
    }
  }
}
