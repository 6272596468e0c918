import Requisites
import Testing

/// Properties of the key's arithmetic, for every account of the case file with a key.
@Suite struct AccountKeyTests {
  static let right = Case.all("account.json").filter {
    $0.expect == nil && $0.text("field") == "client" && $0.text("bic").hasPrefix("04")
  }

  @Test func thereAreAccountsToTry() { #expect(Self.right.count > 30) }

  @Test(arguments: right)
  func everyChangeOfOneDigitBehindTheBalanceAccountIsCaught(_ row: Case) {
    let account = Array(row.text("account"))
    for place in 5..<20 where account[place].isNumber {
      for digit in "0123456789" where digit != account[place] {
        var changed = account
        changed[place] = digit
        #expect(AccountRule.verify(String(changed), bic: row.text("bic"))?.code == "check-digit")
      }
    }
  }

  @Test(arguments: right)
  func aSwapOfNeighboursIsCaughtUnlessTheyDifferByFive(_ row: Case) {
    let account = Array(row.text("account"))
    for place in 5..<19 {
      guard let one = account[place].wholeNumberValue, let two = account[place + 1].wholeNumberValue else { continue }
      var swapped = account
      swapped.swapAt(place, place + 1)
      let caught = AccountRule.verify(String(swapped), bic: row.text("bic")) != nil
      #expect(caught == (one != two && abs(one - two) != 5))
    }
  }

  @Test(arguments: right)
  func exactlyOneKeyFitsAndTheReasonNamesIt(_ row: Case) {
    let account = Array(row.text("account"))
    for key in "0123456789" {
      var changed = account
      changed[8] = key
      let reason = AccountRule.verify(String(changed), bic: row.text("bic"))
      let named = reason?.evidence.first { $0.name == "expected" }?.value
      #expect(named == (key == account[8] ? nil : String(account[8])))
    }
  }
}
