import SeededRandom
import Testing

@testable import API

/// Token buckets in a table of a fixed size, at times that the tests set.
struct RequestBudgetTests {
  private static let second: Int64 = 1_000_000_000

  @Test("A token bucket allows its burst and then refills at its rate") func allowsBurstThenRate() {
    let budgets = RequestBudgets(RequestRate(perSecond: 10, burst: 5), now: 0)
    for _ in 1...5 { #expect(budgets.take(7, at: 0) == nil) }
    let wait = budgets.take(7, at: 0) ?? 0
    // A tenth of a second. The table counts in units of 1,024 nanoseconds.
    #expect(abs(wait - Self.second / 10) < 10_000)
    #expect(budgets.take(7, at: Self.second / 20) != nil)
    #expect(budgets.take(7, at: Self.second / 10) == nil)
    #expect(budgets.take(7, at: Self.second / 10) != nil)
    // After a pause, the bucket holds the burst and no more.
    for _ in 1...5 { #expect(budgets.take(7, at: Self.second * 100) == nil) }
    #expect(budgets.take(7, at: Self.second * 100) != nil)
  }

  @Test("Refused requests consume no tokens") func refusalsConsumeNoTokens() {
    let budgets = RequestBudgets(RequestRate(perSecond: 10, burst: 1), now: 0)
    #expect(budgets.take(7, at: 0) == nil)
    for _ in 1...1000 { #expect(budgets.take(7, at: 1000) != nil) }
    #expect(budgets.take(7, at: Self.second / 10 + 10_000) == nil)
  }

  @Test("Holders that share a slot of the table have separate budgets") func separatesHoldersOfOneSlot() {
    let budgets = RequestBudgets(RequestRate(perSecond: 1, burst: 3), now: 0)
    for _ in 1...10 { _ = budgets.take(7, at: 0) }
    for holder in 1..<1000 { #expect(budgets.take(UInt64(holder) << 48 | 7, at: 0) == nil) }
    // A holder with the same low bits has a separate budget, because the other bits are compared.
    #expect(budgets.take(0x0001_0000_0000_0007, at: 0) == nil)
  }

  @Test("Over a minute each holder gets the burst plus the rate") func grantsRateOverTime() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = Chance(seed)
    let rate = RequestRate(perSecond: 20, burst: 40)
    let budgets = RequestBudgets(rate, now: 0)
    let holders = (0..<20).map { _ in UInt64.random(in: 0...UInt64.max, using: &chance) }
    var taken = [Int](repeating: 0, count: holders.count)
    for step in 0..<60_000 {
      for (place, holder) in holders.enumerated() where Bool.random(using: &chance) {
        if budgets.take(holder, at: Int64(step) * 1_000_000) == nil { taken[place] += 1 }
      }
    }
    for count in taken { #expect(abs(count - (20 * 60 + 40)) <= 3, "seed \(seed)") }
  }
}
