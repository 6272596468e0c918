import Atoms
import JSON
import Operations
import Testing

/// What people read when a verification refuses.
struct ReasonTextTests {
  /// A call with the sentences and the evidence that answer it.
  struct Case: Sendable, CustomTestStringConvertible {
    let call: String
    let arguments: [Value]
    let ru: String
    let en: String
    let params: Object
    var testDescription: String { "\(call)\(arguments.map(\.plainText))" }

    init(_ call: String, _ arguments: [Value], _ ru: String, _ en: String, _ params: Object) {
      (self.call, self.arguments, self.ru, self.en, self.params) = (call, arguments, ru, en, params)
    }
  }

  static let cases = [
    Case(
      "isInn", ["77070x3893"], "Недопустимый символ «x» на месте 6", "Character \"x\" is not allowed at position 6",
      ["reason": "character", "character": "x", "position": "6"]),
    Case(
      "isInn", ["7707"], "Символов 4, а нужно 5, 10 или 12", "4 characters instead of 5, 10 or 12",
      ["reason": "length", "length": "4", "allowed": "5, 10, 12"]),
    Case(
      "isInn", ["0000000000"], "Не может начинаться с 00", "Cannot begin with 00", ["reason": "leading-00"]),
    Case(
      "isInn", ["7707083894"], "Не сходится контрольная цифра: проверьте номер",
      "The check digit is wrong: check the number",
      ["reason": "check-digit", "position": "10", "found": "4", "expected": "3"]),
    Case(
      "isKpp", ["77360500"], "Символов 8, а нужно 9", "8 characters instead of 9",
      ["reason": "length", "length": "8", "allowed": "9"]),
    Case("isKpp", ["007701001"], "Не может начинаться с 00", "Cannot begin with 00", ["reason": "leading-00"]),
    Case(
      "isBic", ["04452522"], "Символов 8, а нужно 9", "8 characters instead of 9",
      ["reason": "length", "length": "8", "allowed": "9"]),
    Case(
      "isAccount", ["40602810700000000026", "049805746"], "Не сходится контрольная цифра: проверьте номер",
      "The check digit is wrong: check the number",
      ["reason": "check-digit", "position": "9", "found": "7", "expected": "0"]),
    Case(
      "isAccount", ["40602810700000000025", "0498"], "Неверный БИК", "The BIC is wrong",
      ["reason": "bic", "length": "4", "allowed": "9"]),
    Case(
      "isAccount", ["03100643000000017300", "044525225"], "Казначейский счёт с чужим БИК",
      "A treasury account with the BIC of somebody else", ["reason": "treasury-account", "bic": "044525225"]),
    Case(
      "isCorrespondentAccount", ["40602810700000000025", "049805746"], "Это не корреспондентский счёт",
      "This is no correspondent account", ["reason": "not-correspondent", "balanceAccount": "40602"]),
    Case(
      "isPaymentText", ["ООО «Ромашка»"], "Недопустимый символ ««» на месте 5",
      "Character \"«\" is not allowed at position 5", ["reason": "character", "character": "«", "position": "5"]),
    Case(
      "isPaymentText", ["100\u{A0}рублей"], "Недопустимый невидимый символ (U+00A0) на месте 4",
      "An invisible character (U+00A0) is not allowed at position 4",
      ["reason": "character", "character": "\u{A0}", "position": "4"]),
    Case("isPaymentText", ["   "], "Одни пробелы", "Nothing but spaces", ["reason": "blank"]),
    Case(
      "isPaymentText", [.string(String(repeating: "ж", count: 211))], "Символов 211, а нужно 1–210",
      "211 characters instead of 1–210", ["reason": "length", "length": "211", "allowed": "1-210"]),
  ]

  @Test(arguments: cases)
  func theSentenceIsThis(_ wrong: Case) throws {
    let verification = try #require(Verifications.all.first { $0.name == wrong.call })
    let reason = try #require(verification.reason(wrong.arguments))
    #expect(reason.message[.ru] == wrong.ru)
    #expect(reason.message[.en] == wrong.en)
    #expect(Object(reason.params.map { ($0.name, $0.value) }) == wrong.params)
  }

  @Test(
    "a right value has no reason",
    arguments: [
      ("isInn", ["7707083893"]), ("isKpp", ["773601001"]), ("isBic", ["044525225"]),
      ("isAccount", ["40602810700000000025", "049805746"]),
      ("isCorrespondentAccount", ["30101810800000000746", "049805000"]), ("isPaymentText", ["Оплата по счёту № 12"]),
    ] as [(String, [Value])])
  func right(name: String, arguments: [Value]) throws {
    let verification = try #require(Verifications.all.first { $0.name == name })
    #expect(verification.parameters.count == arguments.count)
    #expect(verification.reason(arguments) == nil)
  }

  @Test func everyVerificationIsTriedAbove() {
    #expect(Set(Self.cases.map(\.call)) == Set(Verifications.all.map(\.name)))
  }
}
