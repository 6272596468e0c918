import Atoms
import JSON
import Operations
import Testing

/// The texts of refused verifications.
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
      "The BIC does not match the treasury account", ["reason": "treasury-account", "bic": "044525225"]),
    Case(
      "isCorrespondentAccount", ["40602810700000000025", "049805746"], "Это не корреспондентский счёт",
      "This is not a correspondent account", ["reason": "not-correspondent", "balanceAccount": "40602"]),
    Case(
      "isPaymentText", ["ООО «Ромашка»"], "Недопустимый символ ««» на месте 5",
      "Character \"«\" is not allowed at position 5", ["reason": "character", "character": "«", "position": "5"]),
    Case(
      "isPaymentText", ["100\u{A0}рублей"], "Недопустимый символ на месте 4: неразрывный пробел (U+00A0)",
      "Character not allowed at position 4: no-break space (U+00A0)",
      ["reason": "character", "character": "\u{A0}", "position": "4"]),
    Case("isPaymentText", ["   "], "Одни пробелы", "Only spaces", ["reason": "blank"]),
    Case(
      "isPaymentText", [.string(String(repeating: "ж", count: 211))], "Символов 211, а нужно 1–210",
      "211 characters instead of 1–210", ["reason": "length", "length": "211", "allowed": "1-210"]),
    Case(
      "isOgrn", ["6160094236029"], "Начинается с 6, а нужно с 1 или 5", "Begins with 6 instead of 1 or 5",
      ["reason": "prefix", "found": "6", "allowed": "1, 5"]),
    Case(
      "isOgrnip", ["404500116000157"], "Начинается с 4, а нужно с 3", "Begins with 4 instead of 3",
      ["reason": "prefix", "found": "4", "allowed": "3"]),
    Case(
      "isSnils", ["11223344594"], "Не сходится контрольная цифра: проверьте номер",
      "The check digit is wrong: check the number",
      ["reason": "check-digit", "position": "10", "found": "94", "expected": "95"]),
    Case(
      "isPhone", ["+7 916 123-45-6"], "Символов 10, а нужно 11", "10 characters instead of 11",
      ["reason": "length", "length": "10", "allowed": "11"]),
    Case(
      "isCardNumber", ["2200000000000000"], "Не сходится контрольная цифра: проверьте номер",
      "The check digit is wrong: check the number",
      ["reason": "check-digit", "position": "16", "found": "0", "expected": "4"]),
    Case(
      "isIban", ["DE88370400440532013000"], "Не сходится контрольная цифра: проверьте номер",
      "The check digit is wrong: check the number",
      ["reason": "check-digit", "position": "3", "found": "88", "expected": "89"]),
    Case(
      "isIban", ["US64SVBKUS6S3300958879"], "Нет такого кода: US", "There is no code US",
      ["reason": "unlisted", "found": "US"]),
    Case(
      "isSwift", ["DEUTDEF"], "Символов 7, а нужно 8 или 11", "7 characters instead of 8 or 11",
      ["reason": "length", "length": "7", "allowed": "8, 11"]),
    Case(
      "isLei", ["5493001KJTIIGC8Y1R13"], "Не сходится контрольная цифра: проверьте номер",
      "The check digit is wrong: check the number",
      ["reason": "check-digit", "position": "19", "found": "13", "expected": "12"]),
    Case(
      "isEmail", ["anna@example"], "Нужно: name@example.ru", "Required: name@example.ru",
      ["reason": "form", "expected": "name@example.ru"]),
    Case(
      "isTreasuryAccount", ["40702810138250123017"], "Начинается с 4, а нужно с 0", "Begins with 4 instead of 0",
      ["reason": "prefix", "found": "4", "allowed": "0"]),
    Case("isPartyName", [" "], "Одни пробелы", "Only spaces", ["reason": "blank"]),
    Case(
      "isPayeeName", ["Иванов 40817810099910004312"], "Номер счёта 40817810099910004312 вместо имени",
      "Account number 40817810099910004312 instead of a name",
      ["reason": "account-in-name", "found": "40817810099910004312"]),
    Case(
      "isSoleTraderName", ["Иванов Иван"], "Нужно: ... (ИП)", "Required: ... (ИП)",
      ["reason": "form", "expected": "... (ИП)"]),
    Case(
      "isThirdPersonPurpose", ["Налог"], "Нужно: ЦЦЦЦЦЦЦЦЦЦ//...//...", "Required: NNNNNNNNNN//...//...",
      ["reason": "form", "expected": "NNNNNNNNNN//...//..."]),
    Case("isDocumentNumber", ["000"], "Одни нули", "Only zeros", ["reason": "zeros"]),
    Case(
      "isKbk", ["182010612010100005100"], "Символов 21, а нужно 20", "21 characters instead of 20",
      ["reason": "length", "length": "21", "allowed": "20"]),
    Case(
      "isOktmo", ["0"], "Символов 1, а нужно 8 или 11", "1 character instead of 8 or 11",
      ["reason": "length", "length": "1", "allowed": "8, 11"]),
    Case(
      "isUin", ["18209965144380684246"], "Не сходится контрольная цифра: проверьте номер",
      "The check digit is wrong: check the number",
      ["reason": "check-digit", "position": "20", "found": "6", "expected": "5"]),
    Case(
      "isPayerStatus", ["09", "2021-10-01"], "С 01.10.2021 значение 09 не принимается",
      "09 has not been accepted since 1 Oct 2021", ["reason": "expired", "found": "09", "since": "2021-10-01"]),
    Case(
      "isPayerStatus", ["34", "2025-12-31"], "Значение 34 принимается только с 01.01.2026",
      "34 is accepted only from 1 Jan 2026", ["reason": "early", "found": "34", "since": "2026-01-01"]),
    Case(
      "isPayerStatus", ["99", "2026-04-01"], "Нет такого кода: 99", "There is no code 99",
      ["reason": "unlisted", "found": "99"]),
    Case(
      "isPayerStatus", ["01", "завтра"], "Нет даты платежа: завтра", "No payment date: завтра",
      ["reason": "undated", "found": "завтра"]),
    Case(
      "isTaxReason", ["TП", "2025-01-01"], "Латинские буквы TП вместо русских ТП", "Latin letters TП instead of ТП",
      ["reason": "latin-letters", "found": "TП", "expected": "ТП"]),
    Case(
      "isTaxPeriod", ["MC.01.2025", "18210102010011000110", "2025-02-01"],
      "Латинские буквы MC вместо русских МС", "Latin letters MC instead of МС",
      ["reason": "latin-letters", "found": "MC", "expected": "МС"]),
    Case(
      "isTaxPeriod", ["МС.13.2025", "18210102010011000110", "2025-02-01"], "Номер 13, а может быть 1–12",
      "Number 13 instead of 1–12", ["reason": "range", "found": "13", "allowed": "1-12"]),
    Case(
      "isTaxPeriod", ["0", "15311009000011000180", "2026-04-01"], "Нужно: ЦЦЦЦЦЦЦЦ", "Required: NNNNNNNN",
      ["reason": "form", "expected": "NNNNNNNN"]),
    Case(
      "isTaxDocument", ["1234567890123456"], "Символов 16, а нужно 1–15", "16 characters instead of 1–15",
      ["reason": "length", "length": "16", "allowed": "1-15"]),
    Case(
      "isTaxDocumentDate", ["30.02.2026"], "Нет такой даты: 30.02.2026", "There is no day 30.02.2026",
      ["reason": "no-such-day", "found": "30.02.2026"]),
    Case(
      "isPersonDocument", ["15;4510123456"], "Нет такого кода: 15", "There is no code 15",
      ["reason": "unlisted", "found": "15"]),
    Case(
      "isBudgetPayeeInn", ["500100732259"], "Символов 12, а нужно 10", "12 characters instead of 10",
      ["reason": "length", "length": "12", "allowed": "10"]),
    Case(
      "isSingleTaxKpp", ["770801001", "2025-12-05"], "С 05.12.2025 значение 770801001 не принимается",
      "770801001 has not been accepted since 5 Dec 2025",
      ["reason": "expired", "found": "770801001", "since": "2025-12-05"]),
    Case(
      "isCustomsReason", ["ТП"], "Нет такого кода: ТП", "There is no code ТП", ["reason": "unlisted", "found": "ТП"]),
    Case(
      "isKppFor", ["773601001", "500100732259"], "Здесь 773601001, а нужно 0", "773601001 instead of 0",
      ["reason": "must-be", "found": "773601001", "expected": "0"]),
    Case(
      "isPayerKppFor", ["0", "7707083893", "13"], "Нужно: ЦЦЦЦЦЦЦЦЦ", "Required: NNNNNNNNN",
      ["reason": "form", "expected": "NNNNNNNNN"]),
    Case(
      "isPayeeAccountFor", ["03100643000000018500", "31"], "Начинается с 03100, а нужно с 03212",
      "Begins with 03100 instead of 03212", ["reason": "prefix", "found": "03100", "allowed": "03212"]),
    Case(
      "isOktmoFor", ["0", "03100643000000019502"], "Нужно: ЦЦЦЦЦЦЦЦ или ЦЦЦЦЦЦЦЦЦЦЦ",
      "Required: NNNNNNNN or NNNNNNNNNNN", ["reason": "form", "expected": "NNNNNNNN, NNNNNNNNNNN"]),
    Case(
      "isUinFor", ["0", "31", "03212643000000013300"], "Символов 1, а нужно 20 или 25",
      "1 character instead of 20 or 25", ["reason": "length", "length": "1", "allowed": "20, 25"]),
    Case(
      "isTaxReasonFor", ["0", "06", "03100643000000019502", "2026-04-01"],
      "С 01.04.2026 значение 0 не принимается", "0 has not been accepted since 1 Apr 2026",
      ["reason": "expired", "found": "0", "since": "2026-04-01"]),
    Case(
      "isTaxDocumentFor", ["12", "33"], "Здесь 12, а нужно 0", "12 instead of 0",
      ["reason": "must-be", "found": "12", "expected": "0"]),
    Case(
      "isCustomsDocument", ["1", "00"], "Здесь 1, а нужно 0 или 00", "1 instead of 0 or 00",
      ["reason": "must-be", "found": "1", "expected": "0, 00"]),
    Case(
      "isCustomsDocumentDate", ["0", "ИЛ"], "Нужно: ДД.ММ.ГГГГ", "Required: DD.MM.YYYY",
      ["reason": "form", "expected": "DD.MM.YYYY"]),
    Case(
      "isCustomsPayerInn", ["7707083893", "16"], "Символов 10, а нужно 12", "10 characters instead of 12",
      ["reason": "length", "length": "10", "allowed": "12"]),
  ]

  @Test("A failed verification returns a text in each language and its parameters", arguments: cases)
  func describesFailedVerification(_ wrong: Case) throws {
    let verification = try #require(Verifications.all.first { $0.name == wrong.call })
    let reason = try #require(verification.reason(wrong.arguments))
    #expect(reason.message[.ru] == wrong.ru)
    #expect(reason.message[.en] == wrong.en)
    #expect(Object(reason.params.map { ($0.name, $0.value) }) == wrong.params)
  }

  @Test(
    "A valid value passes its verification",
    arguments: [
      ("isInn", ["7707083893"]), ("isKpp", ["773601001"]), ("isBic", ["044525225"]),
      ("isAccount", ["40602810700000000025", "049805746"]),
      ("isCorrespondentAccount", ["30101810800000000746", "049805000"]), ("isPaymentText", ["Оплата по счёту № 12"]),
      ("isOgrn", ["1027700132195"]), ("isOgrnip", ["304500116000050"]), ("isSnils", ["112-233-445 95"]),
      ("isPhone", ["+7 (916) 123-45-67"]), ("isCardNumber", ["2200 0000 0000 0004"]),
      ("isIban", ["DE89 3704 0044 0532 0130 00"]), ("isSwift", ["DEUTDEFF500"]), ("isLei", ["5493001KJTIIGC8Y1R12"]),
      ("isEmail", ["anna.smirnova@example.ru"]),
      ("isTreasuryAccount", ["03100643000000018500"]), ("isPartyName", ["ООО \"Ромашка\""]),
      ("isPayeeName", ["ООО \"Ромашка\""]), ("isSoleTraderName", ["Иванов Иван (ИП)"]),
      ("isThirdPersonPurpose", ["7707083893//ООО \"Ромашка\"//Налог"]), ("isDocumentNumber", ["007"]),
      ("isKbk", ["18201061201010000510"]), ("isOktmo", ["69654000"]), ("isUin", ["18209965144380684245"]),
      ("isUin", ["0"]), ("isPayerStatus", ["09", "2021-09-30"]), ("isTaxReason", ["ТП", "2026-03-31"]),
      ("isTaxPeriod", ["МС.03.2026", "18210102010011000110", "2026-03-31"]),
      ("isTaxPeriod", ["10702020", "15311009000011000180", "2026-04-01"]), ("isTaxDocument", ["АБ-12/3"]),
      ("isTaxDocumentDate", ["29.02.2024"]), ("isPersonDocument", ["01;4510123456"]),
      ("isBudgetPayeeInn", ["7727406020"]), ("isSingleTaxKpp", ["770801001", "2025-12-04"]),
      ("isCustomsReason", ["ПК"]), ("isKppFor", ["0", "500100732259"]),
      ("isPayerKppFor", ["0", "7707083893", "01"]), ("isPayeeAccountFor", ["03100643000000018500", "01"]),
      ("isOktmoFor", ["0", "03100643000000018500"]),
      ("isUinFor", ["18209965144380684245", "31", "03212643000000013300"]),
      ("isTaxReasonFor", ["0", "27", "03100643000000019502", "2026-04-01"]), ("isTaxDocumentFor", ["0", "31"]),
      ("isCustomsDocument", ["1234567", "ПК"]), ("isCustomsDocumentDate", ["01.02.2026", "ИЛ"]),
      ("isCustomsPayerInn", ["500100732259", "16"]),
    ] as [(String, [Value])])
  func acceptsValidValue(name: String, arguments: [Value]) throws {
    let verification = try #require(Verifications.all.first { $0.name == name })
    #expect(verification.parameters.count == arguments.count)
    #expect(verification.reason(arguments) == nil)
  }

  @Test("The reason text cases cover every verification") func coversEveryVerification() {
    #expect(Set(Self.cases.map(\.call)) == Set(Verifications.all.map(\.name)))
  }
}
