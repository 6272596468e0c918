/// How many requests somebody may make: so many a second for as long as they like, and so many at once after a pause.
package struct RequestRate: Sendable, Hashable {
  /// Requests a second, 1 to 100000.
  package let perSecond: Int
  /// Requests at once.
  package let burst: Int

  /// Ten seconds' worth may come at once.
  package init(perSecond: Int) { self.init(perSecond: perSecond, burst: perSecond * 10) }

  /// A rate of these numbers.
  package init(perSecond: Int, burst: Int) { (self.perSecond, self.burst) = (perSecond, burst) }
}
