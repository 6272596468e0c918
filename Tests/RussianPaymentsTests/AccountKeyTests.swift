import RussianPayments
import SeededRandom
import Testing

/// Properties of the control key, tested with each valid account of the case file that has a key.
@Suite struct AccountKeyTests {
  static let right = Case.all("account.json").filter {
    $0.expect == nil && $0.text("field") == "client" && $0.text("bic").hasPrefix("04")
  }

  @Test("The case file has more than 30 valid accounts with a key")
  func readsMoreThanThirtyAccounts() { #expect(Self.right.count > 30) }

  @Test("An account key detects each change of one digit after the balance account", arguments: right)
  func detectsOneDigitChange(_ row: Case) {
    let account = Array(row.text("account"))
    for place in 5..<20 where account[place].isNumber {
      for digit in "0123456789" where digit != account[place] {
        var changed = account
        changed[place] = digit
        #expect(AccountRule.verify(String(changed), bic: row.text("bic"))?.code == "check-digit")
      }
    }
  }

  @Test("An account key detects a swap of adjacent digits unless they differ by five", arguments: right)
  func detectsSwapOfAdjacentDigits(_ row: Case) {
    let account = Array(row.text("account"))
    for place in 5..<19 {
      guard let one = account[place].wholeNumberValue, let two = account[place + 1].wholeNumberValue else { continue }
      var swapped = account
      swapped.swapAt(place, place + 1)
      let caught = AccountRule.verify(String(swapped), bic: row.text("bic")) != nil
      #expect(caught == (one != two && abs(one - two) != 5))
    }
  }

  @Test("Exactly one account key is valid, and the reason for other keys includes it", arguments: right)
  func acceptsOneKey(_ row: Case) {
    let account = Array(row.text("account"))
    for key in "0123456789" {
      var changed = account
      changed[8] = key
      let reason = AccountRule.verify(String(changed), bic: row.text("bic"))
      let named = reason?.evidence.first { $0.name == "expected" }?.value
      #expect(named == (key == account[8] ? nil : String(account[8])))
    }
  }

  @Test("Numeric and text verification of random accounts agree") func matchesTextVerification() {
    var chance = Chance(7)
    var right = 0
    for _ in 0..<20_000 {
      let kinds = ["40702810", "30101810", "30109810", "40102810", "03100643", "40817978"]
      let ending = String(UInt64.random(in: 0..<1_000_000_000_000, using: &chance))
      let account = kinds.randomElement(using: &chance)! + String(repeating: "0", count: 12 - ending.count) + ending
      let beginning = ["044525", "004525", "104525", "204525", "014525"].randomElement(using: &chance)!
      let participant = String(Int.random(in: 0..<1000, using: &chance))
      let bic = beginning + String(repeating: "0", count: 3 - participant.count) + participant
      let (first, last) = (UInt64(account.prefix(10))!, UInt64(account.suffix(10))!)
      let isRight = AccountRule.verify(account, bic: bic) == nil
      right += isRight ? 1 : 0
      #expect(AccountRule.isRight(first, last, bic: UInt64(bic)!) == isRight, "\(account) \(bic)")
    }
    #expect((4000..<16_000).contains(right))
  }
}
