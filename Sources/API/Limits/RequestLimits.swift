import Platform
import HTTPServer
import Services
import Telemetry

/// The request rates of persons, and of addresses for requests without a valid token.
final class RequestLimits: Sendable {
  private let people: RequestBudgets?
  private let addresses: RequestBudgets?
  private let seed = UInt64.random(in: 0...UInt64.max)
  private let refusedPeople: Counter
  private let refusedAddresses: Counter

  /// Creates limits with these rates. A nil rate means no limit. `metrics` counts rejected
  /// requests.
  init(person: RequestRate?, address: RequestRate?, _ metrics: MetricsRegistry) {
    let now = Moment.now.nanoseconds
    people = person.map { RequestBudgets($0, now: now) }
    addresses = address.map { RequestBudgets($0, now: now) }
    let (name, help) = (
      "valence_requests_limited_total", "Requests rejected with 429 because of a rate limit, by person or address."
    )
    refusedPeople = metrics.counter(name, help, [MetricLabel("by", "person")])
    refusedAddresses = metrics.counter(name, help, [MetricLabel("by", "address")])
  }

  /// Counts a request against the rate of its caller.
  ///
  /// Throws `too-many-requests` with `Retry-After` if the rate is exceeded.
  func take(_ caller: Caller, _ request: Request) throws(Problem) {
    guard let people, let wait = people.take(caller.number, at: request.arrived.nanoseconds) else { return }
    refusedPeople.add()
    throw Self.problem(wait)
  }

  /// Counts a request without a valid token against the rate of its address.
  ///
  /// Throws `too-many-requests` with `Retry-After` if the rate is exceeded.
  func takeAddress(of request: Request) throws(Problem) {
    guard let addresses else { return }
    // All peers without an IP address (sockets of another family) share one bucket.
    let site = IPAddress(request.peer)?.site ?? 0
    guard let wait = addresses.take(spread(site), at: request.arrived.nanoseconds) else { return }
    refusedAddresses.add()
    throw Self.problem(wait)
  }

  /// Mixes the bits of a number with a random seed, so that a client cannot predict which holders
  /// share its set of buckets.
  private func spread(_ number: UInt64) -> UInt64 {
    var mixed = number &+ seed
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  private static func problem(_ wait: Int64) -> Problem {
    Problem(.tooManyRequests).header("Retry-After", String(max(1, (wait + 999_999_999) / 1_000_000_000)))
  }
}

/// A sustained request rate and a burst.
package struct RequestRate: Sendable, Hashable {
  /// The number of requests per second, 1 to 100,000.
  package let perSecond: Int
  /// The maximum number of requests at once after a pause.
  let burst: Int

  /// Creates a rate whose burst equals ten seconds of requests.
  package init(perSecond: Int) { self.init(perSecond: perSecond, burst: perSecond * 10) }

  package init(perSecond: Int, burst: Int) { (self.perSecond, self.burst) = (perSecond, burst) }
}

/// The request rates, the allowed origins and the use of compression.
package struct RequestRules: Sendable {
  /// The rate of each person; nil for no limit.
  package var perPerson: RequestRate?
  /// The rate of each address for requests without a valid token; nil for no limit.
  package var perAddress: RequestRate?
  /// The origins whose pages may read responses.
  package var crossOrigin = CrossOrigin()
  /// True if responses without secrets are compressed for clients that accept gzip.
  package var compresses = true

  package init() {}
}
