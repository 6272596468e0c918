import RussianPayments
import Testing

/// Properties of check digits, tested with each valid number of the case files.
@Suite struct CheckDigitTests {
  /// A kind of number that ends with check digits.
  enum Register: String, CaseIterable, Sendable {
    case inn, ogrn, ogrnip, snils, uin, card

    func verify(_ text: String) -> Reason? {
      switch self {
      case .inn: INN.verify(text)
      case .ogrn: OGRN.verify(text)
      case .ogrnip: OGRNIP.verify(text)
      case .snils: SNILS.verify(text)
      case .uin: UIN.verify(text)?.reason
      case .card: CardNumber.verify(text)
      }
    }

    /// The valid numbers that consist only of digits and have check digits.
    var right: [[Character]] {
      Case.all("\(rawValue).json").filter { row in
        let text = row.text("value")
        let isUnchecked = self == .snils && text < "00100199900" || self == .inn && text.count == 5
        return row.expect == nil && text.allSatisfy(\.isNumber) && text.count > 1 && !isUnchecked
      }.map { Array($0.text("value")) }
    }
  }

  @Test("The case file of each register has five or more valid numbers", arguments: Register.allCases)
  func readsNumbersOfEachRegister(_ register: Register) { #expect(register.right.count >= 5) }

  @Test("Exactly one check digit is valid, and the reason for other digits includes it", arguments: Register.allCases)
  func acceptsOneCheckDigit(_ register: Register) {
    for number in register.right where register != .snils {
      for digit in "0123456789" {
        let changed = String(number.dropLast() + [digit])
        let named = register.verify(changed)?.evidence.first { $0.name == "expected" }?.value
        #expect(named == (digit == number.last ? nil : String(number[number.count - 1])), "\(changed)")
      }
    }
  }

  @Test("The Luhn check detects each change of one digit") func luhnDetectsOneDigitChange() {
    for number in Register.card.right {
      for changed in Self.changes(of: number) { #expect(CardNumber.verify(changed) != nil, "\(changed)") }
    }
  }

  @Test(
    "MOD 97-10 detects each change of one digit and each swap of adjacent digits",
    arguments: Case.all("iban.json") + Case.all("lei.json"))
  func mod97DetectsChangeAndSwap(_ row: Case) {
    let text = row.text("value")
    guard row.expect == nil, !text.contains(" ") else { return }
    let verify = text.utf8.count == 20 && LEI.verify(text) == nil ? LEI.verify : IBAN.verify
    let number = Array(text)
    for place in 2..<number.count where number[place].isNumber {
      for digit in "0123456789" where digit != number[place] {
        var changed = number
        changed[place] = digit
        #expect(verify(String(changed)) != nil, "\(String(changed))")
      }
    }
    for place in 4..<(number.count - 1)
    where number[place] != number[place + 1] && number[place].isNumber && number[place + 1].isNumber {
      var swapped = number
      swapped.swapAt(place, place + 1)
      #expect(verify(String(swapped)) != nil, "\(String(swapped))")
    }
  }

  @Test("The Luhn check detects each swap of adjacent digits except 0 and 9") func luhnDetectsSwapOfAdjacentDigits() {
    for number in Register.card.right {
      for place in 0..<(number.count - 1) where number[place] != number[place + 1] {
        var swapped = number
        swapped.swapAt(place, place + 1)
        let isBlind = Set([number[place], number[place + 1]]) == ["0", "9"]
        #expect((CardNumber.verify(String(swapped)) == nil) == isBlind)
      }
    }
  }

  @Test("A SNILS check detects a change of one digit unless both sums have the same check digits")
  func snilsDetectsOneDigitChange() {
    // The sum changes by at most 81. A change is undetected only if one remainder is 100 and the
    // other is 0.
    for number in Register.snils.right {
      let sum = (0..<9).reduce(0) { $0 + (number[$1].wholeNumberValue ?? 0) * (9 - $1) }
      for changed in Self.changes(of: number) where changed > "00100199900" {
        let other = zip(changed, 0..<9).reduce(0) { $0 + ($1.0.wholeNumberValue ?? 0) * (9 - $1.1) }
        let isFolded = changed.suffix(2) == String(number.suffix(2)) && sum % 101 % 100 == other % 101 % 100
        #expect((SNILS.verify(changed) == nil) == isFolded, "\(changed)")
      }
    }
  }

  @Test(
    "INN, OGRN, OGRNIP and UIN checks detect 7 or more of 8 one-digit changes",
    arguments: [Register.inn, .ogrn, .ogrnip, .uin])
  func detectsSevenOfEightChanges(_ register: Register) {
    // Only a remainder of 10 or more can have the check digit of another remainder, so few changes
    // are undetected.
    for number in register.right {
      let changes = Self.changes(of: number)
      let missed = changes.count { register.verify($0) == nil }
      #expect(missed * 8 <= changes.count, "\(String(number)): \(missed) of \(changes.count)")
    }
  }

  private static func changes(of number: [Character]) -> [String] {
    number.indices.flatMap { place in
      "0123456789".filter { $0 != number[place] }.map { digit in
        var changed = number
        changed[place] = digit
        return String(changed)
      }
    }
  }
}
