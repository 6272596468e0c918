import Testing

@testable import HTTPClient

/// The shares of a system's limits by person and purpose.
@Suite struct SystemSharesTests {
  private static let second: UInt64 = 1_000_000_000

  private func shares(atOnce: Int = 10_000, perPerson: Int = 10_000, perSecond: Int = 200) -> SystemShares {
    var limits = SystemLimits()
    (limits.atOnce, limits.perPerson, limits.perSecond) = (atOnce, perPerson, perSecond)
    return SystemShares(limits)
  }

  /// Returns how many of `count` requests are admitted.
  private func taken(
    _ shares: inout SystemShares, _ count: Int = 1_000, by person: String, _ purpose: SystemCaller.Purpose = .question,
    at now: UInt64 = second
  ) -> Int {
    (0..<count).count { _ in shares.enter(SystemCaller(person, purpose), at: now) }
  }

  @Test(
    "A person gets a quarter of the requests per second, with a minimum of one",
    arguments: [(200, 50), (50, 12), (7, 1), (4, 1), (1, 1)])
  func limitsPersonToQuarter(perSecond: Int, own: Int) {
    var shares = shares(perSecond: perSecond)
    #expect(taken(&shares, by: "anna") == own)
    #expect(taken(&shares, by: "anna", at: 2 * Self.second) == own)
  }

  @Test("A flood of requests of one person leaves capacity for others")
  func leavesCapacityForOthers() {
    var shares = shares()
    #expect(taken(&shares, by: "anna") == 50)
    #expect(taken(&shares, by: "ivan") == 50)
  }

  @Test(
    "Questions leave a quarter or more of the rate to codes, notices and deliveries",
    arguments: [(200, 150), (8, 6), (4, 3), (3, 2), (2, 1)], [SystemCaller.Purpose.code, .notice, .delivery])
  func reservesRateForOtherPurposes(limits: (perSecond: Int, questions: Int), purpose: SystemCaller.Purpose) {
    var shares = shares(perSecond: limits.perSecond)
    let questions = (0..<100).map { taken(&shares, by: "person \($0)") }.reduce(0, +)
    #expect(questions == limits.questions)
    let others = (0..<100).map { taken(&shares, by: "person \($0)", purpose) }.reduce(0, +)
    #expect(others == limits.perSecond - limits.questions)
  }

  @Test("Questions leave a quarter of the concurrent requests to deliveries")
  func reservesConcurrentRequests() {
    var shares = shares(atOnce: 16, perPerson: 4)
    let questions = (0..<100).map { taken(&shares, by: "person \($0)") }
    #expect(questions.prefix(4) == [4, 4, 4, 0] && questions.reduce(0, +) == 12)
    #expect(taken(&shares, by: "person 0", .delivery) == 4)
  }

  @Test("At one request per second, a refused delivery is admitted next")
  func admitsRefusedDeliveryNext() {
    var shares = shares(perSecond: 1)
    #expect(taken(&shares, by: "anna") == 1)
    #expect(taken(&shares, by: "ivan", .delivery) == 0)
    #expect(taken(&shares, by: "anna", at: 2 * Self.second) == 0)
    #expect(taken(&shares, 1, by: "ivan", .delivery, at: 2 * Self.second) == 1)
    #expect(taken(&shares, by: "anna", at: 4 * Self.second) == 1)
  }

  @Test("A completed request releases its slot")
  func releasesPlace() {
    var shares = shares(atOnce: 1, perPerson: 1)
    #expect(taken(&shares, 2, by: "anna") == 1)
    shares.leave(SystemCaller("anna", .question))
    #expect(taken(&shares, 2, by: "anna") == 1)
  }
}
