import Platform
import HTTP
import Services

/// The rates of requests of persons, and of addresses without a valid token.
final class RequestLimits: Sendable {
  private let people: RequestBudgets?
  private let addresses: RequestBudgets?
  private let seed = UInt64.random(in: 0...UInt64.max)
  private let refusedPeople: Counter
  private let refusedAddresses: Counter

  /// Creates limits of these rates; nil sets none.
  init(person: RequestRate?, address: RequestRate?, _ metrics: MetricsRegistry) {
    let now = Moment.now.nanoseconds
    people = person.map { RequestBudgets($0, now: now) }
    addresses = address.map { RequestBudgets($0, now: now) }
    let (name, help) = (
      "valence_requests_limited_total", "Requests refused (429) because too many came, by whose they were."
    )
    refusedPeople = metrics.counter(name, help, [MetricLabel("by", "person")])
    refusedAddresses = metrics.counter(name, help, [MetricLabel("by", "address")])
  }

  /// Takes a request of a person out of their budget.
  func take(_ caller: Caller, _ request: Request) throws(Problem) {
    guard let people, let wait = people.take(caller.number, at: request.arrived.nanoseconds) else { return }
    refusedPeople.add()
    throw Self.problem(wait)
  }

  /// Takes a request that shows no valid token out of the budget of its address.
  func takeAddress(of request: Request) throws(Problem) {
    guard let addresses else { return }
    // A peer that is no address (a socket of another family) is one of all such.
    let site = IPAddress(request.peer)?.site ?? 0
    guard let wait = addresses.take(spread(site), at: request.arrived.nanoseconds) else { return }
    refusedAddresses.add()
    throw Self.problem(wait)
  }

  /// Mixes the bits of a number, so that nobody can choose a bucket to share.
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

/// A rate of requests: a number per second without end, and a number at once after a pause.
package struct RequestRate: Sendable, Hashable {
  /// Requests a second, 1 to 100000.
  package let perSecond: Int
  /// Requests at once.
  package let burst: Int

  /// Creates a rate; requests for ten seconds may come at once.
  package init(perSecond: Int) { self.init(perSecond: perSecond, burst: perSecond * 10) }

  /// Creates a rate of these numbers.
  package init(perSecond: Int, burst: Int) { (self.perSecond, self.burst) = (perSecond, burst) }
}

/// The rates of requests, and the origins whose pages may read the responses.
package struct RequestRules: Sendable {
  /// The rate of a person; nil for no limit.
  package var perPerson: RequestRate?
  /// The rate of an address without a valid token; nil for no limit.
  package var perAddress: RequestRate?
  /// The pages of other origins that may read answers.
  package var crossOrigin = CrossOrigin()

  /// Creates rules without limits and without other origins.
  package init() {}
}
