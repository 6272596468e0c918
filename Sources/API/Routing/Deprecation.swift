import Dates
import HTTPServer
import Telemetry

/// The notice that an endpoint will be removed.
struct Deprecation: Sendable {
  /// The months between the notice and the removal. `docs/protocol.md` promises them to clients.
  static let monthsOfNotice = 24

  /// The label `what` of the metric.
  let what: String
  /// The first day of the notice.
  let since: CivilDate
  /// The day from which the endpoint may be missing.
  let sunset: CivilDate

  /// Creates a notice. The removal follows after the promised months, or on `sunset` if a security
  /// fix shortens the notice.
  init(_ what: String, since: CivilDate, until sunset: CivilDate? = nil) {
    (self.what, self.since) = (what, since)
    let month = since.month - 1 + Self.monthsOfNotice
    // A day that the later month does not have is the first of the following month.
    self.sunset =
      sunset ?? CivilDate(year: since.year + month / 12, month: month % 12 + 1, day: since.day)
      ?? CivilDate(since.year + (month + 1) / 12, (month + 1) % 12 + 1, 1)
  }

  /// The headers of a response: `Deprecation` (RFC 9745, 2) and `Sunset` (RFC 8594, 3).
  var headers: [(String, String)] {
    [("Deprecation", "@\(since.daysSinceEpoch * 86_400)"), ("Sunset", Self.date(sunset))]
  }

  /// Returns the beginning of a day in the format of RFC 9110, 5.6.7.
  private static func date(_ day: CivilDate) -> String {
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let weekday = weekdays[((day.daysSinceEpoch % 7) + 7) % 7]
    return "\(weekday), \(day.day < 10 ? "0" : "")\(day.day) \(months[day.month - 1]) \(day.year) 00:00:00 GMT"
  }
}

/// The headers of deprecated endpoints, and the counters of their requests.
struct Deprecations: Sendable {
  private struct Notice: Sendable {
    let headers: [(String, String)]
    let requests: Counter
  }

  /// The notices by the index of the endpoint.
  private let notices: [Int: Notice]

  init(_ endpoints: [Endpoint], in registry: MetricsRegistry) {
    var notices: [Int: Notice] = [:]
    for (place, endpoint) in endpoints.enumerated() {
      guard let deprecation = endpoint.document.deprecation else { continue }
      let requests = registry.counter(
        "valence_deprecated_total", "Requests that use a part of the interface that will be removed.",
        [MetricLabel("what", deprecation.what)])
      notices[place] = Notice(headers: deprecation.headers, requests: requests)
    }
    self.notices = notices
  }

  /// Adds the headers of the endpoint at `place`, and counts the request.
  func mark(_ response: inout Response, at place: Int) {
    guard !notices.isEmpty, let notice = notices[place] else { return }
    response.headers += notice.headers
    notice.requests.add()
  }
}
