import HTTPClient
import Testing

/// The examples in the doc comments of `HTTPClient`. `DocumentedExampleTests` holds them to the lines between the marks.
struct DocumentedExamples {
  @Test("The documentation examples of outbound responses and system limits run")
  func runsResponseAndLimitExamples() throws {
    // Example of HTTPClient.OutboundResponse
    let response = OutboundResponse(status: 429, headers: [("retry-after", "30")], body: [])
    let seconds = response.header("retry-after").flatMap { Int($0) }  // 30
    // End
    #expect(seconds == 30)
    let client = try OutboundClient.local()
    // Example of HTTPClient.SystemLimits
    var limits = SystemLimits()
    (limits.perSecond, limits.retries) = (50, 0)
    limits.pause = .seconds(30)  // the time without a request after five failures in a row
    let crm = SystemClient("crm", client, limits: limits)
    // End
    _ = crm
  }
}
