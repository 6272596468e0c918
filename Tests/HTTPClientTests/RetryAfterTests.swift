import HTTPClient
import Testing

struct RetryAfterTests {
  @Test(
    "Retry-After is read as digits or a date, up to one day, and is otherwise ignored",
    arguments: [
      ("0", 0), ("30", 30), ("86400", 86_400), ("86401", 86_400), ("9223372036854775807", 86_400),
      ("9223372036854775808", 86_400), ("18446744073709551616", 86_400), (String(repeating: "9", count: 400), 86_400),
      ("007", 7), ("-1", nil), ("+1", nil), ("1.5", nil), ("", nil), (" 1", nil), ("1e3", nil), ("soon", nil),
      ("٣", nil), ("Tue, 24 Nov 2026 10:00:30 GMT", 30), ("Tue, 24 Nov 2026 09:59:59 GMT", 0),
      ("Wed, 31 Dec 9999 23:59:59 GMT", 86_400), ("Tue, 31 Nov 2026 10:00:30 GMT", nil),
      ("Tue, 24 Nov 2026 24:00:30 GMT", nil), ("Tue, 24 Nov 2026 10:00:30 UTC", nil), ("24 Nov 2026 10:00:30 GMT", nil),
      ("Tue, 24 Nov 2026 10:00:3 GMT", nil), ("Tuesday, 24-Nov-26 10:00:30 GMT", nil),
    ] as [(String, UInt64?)])
  func parsesRetryAfter(text: String, wanted: UInt64?) {
    let response = OutboundResponse(status: 429, headers: [("retry-after", text)], body: [])
    #expect(response.retryAfter(at: 1_795_514_400) == wanted)
  }

  @Test("A response without Retry-After has no retry time")
  func returnsNilWithoutHeader() { #expect(OutboundResponse(status: 429, headers: [], body: []).retryAfter() == nil) }
}
