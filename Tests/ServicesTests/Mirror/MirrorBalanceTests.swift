import Foundation
import Model
import Testing

@Suite("The available amount of an account of the core") struct MirrorBalanceTests {
  /// The number of random histories; a full run has all.
  private static let histories = ProcessInfo.processInfo.environment["EVERYTHING"] == "yes" ? 100_000 : 5_000

  @Test("In no order of feed and lines is it above the money that is left, and at the end it is equal")
  func isNeverTooHigh() {
    var unsure = 0
    for number in 0..<Self.histories {
      var history = MirrorHistory(number)
      func isRight() -> Bool {
        guard let spendable = history.spendable else {
          unsure += 1
          return true
        }
        guard spendable > history.reference else { return true }
        Issue.record("history \(number): \(spendable) is above \(history.reference)")
        return false
      }
      for _ in 0..<80 {
        history.step()
        guard isRight() else { return }
      }
      history.decideAll()
      history.sendBalance()
      while !history.isQuiet {
        history.catchUp()
        guard isRight() else { return }
      }
      // Acknowledgements may have come after the last balance.
      history.sendBalance()
      history.catchUp()
      #expect(history.spendable == history.reference, "history \(number)")
    }
    #expect(unsure > Self.histories / 10, "late entries occur")
  }

  @Test("A reservation counts until the core's balance includes it, and its entry counts once") func countsOnce() {
    var mirror = MirrorBalance()
    mirror.take(booked: 100_000, available: 100_000, taken: 41)
    mirror.take(100_000)
    mirror.take(booked: 100_000, available: 100_000, taken: 41)
    let (inside, feed) = (MirrorBalance.Reservation(20_000, row: 41), MirrorBalance.Reservation(30_000, row: 42))
    let service = MirrorBalance.Reservation(5_000, row: nil)
    #expect(mirror.spendable(less: [inside, feed, service]) == 65_000)
    // The entry of row 42, which the core's amount does not include.
    mirror.take(-30_000, of: feed)
    #expect(mirror.spendable(less: [inside, service]) == 65_000)
    // The entry of row 41, which it includes.
    mirror.take(-20_000, of: inside)
    #expect(mirror.spendable(less: [service]) == 65_000)
    #expect(mirror.booked == 50_000)
  }

  @Test("An account is unsure from a balance that disagrees with the entries until one that agrees")
  func isUnsure() {
    var mirror = MirrorBalance()
    mirror.take(1_000)
    #expect(mirror.spendable(less: []) == 1_000)
    mirror.take(booked: 1_500, available: 1_500, taken: nil)
    #expect(mirror.spendable(less: []) == nil && mirror.unexplained == 500)
    mirror.take(500)
    #expect(mirror.spendable(less: []) == nil)
    mirror.take(booked: 1_500, available: 1_400, taken: nil)
    #expect(mirror.spendable(less: []) == 1_400)
  }

  @Test("A pending debit is reserved, incoming money is not available before it is booked") func reservesPending() {
    var mirror = MirrorBalance()
    mirror.take(1_000)
    let (debit, credit) = (mirror.takePending(-300), mirror.takePending(200))
    #expect(mirror.available == 700 && mirror.booked == 1_000)
    mirror.take(-290, replacing: debit)
    mirror.take(200, replacing: credit)
    #expect(mirror.available == 910 && mirror.booked == 910)
    let cancelled = mirror.takePending(-100)
    mirror.cancel(cancelled)
    #expect(mirror.available == 910)
    let included = mirror.takePending(-100)
    mirror.take(booked: 910, available: 910, taken: nil)
    mirror.cancel(included)
    #expect(mirror.available == 910, "the balance was computed after the cancellation")
  }
}
