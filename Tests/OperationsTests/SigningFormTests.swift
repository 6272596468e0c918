import Dates
import Texts
import Definitions
import Atoms
import JSON
import Model
import Operations
import Services
import Testing

/// The forms of a signature and of its result.
struct SigningFormTests {
  private static let definition = """
    operation: pay
    title: Платёж
    atoms:
      - {textInput: purpose, caption: {ru: Назначение, en: Purpose}}
      - {enum: type, caption: {ru: Вид, en: Type}, options: {1: {ru: Налоговый, en: Tax}, 02: Таможенный}}
      - {toggle: urgent, caption: Срочно}
      - {textInput: amount, type: amount, currency: RUB, caption: {ru: "Сумма, ₽", en: "Amount, ₽"}}
      - {textInput: word, type: password, optional: true, caption: Пароль}
      - {textInput: bare}
    """
  private static let values = """
    {"amount":"1500.50","bare":"без подписи","gone":"из старой версии","purpose":"Аренда {ru: x} \\"№ 5\\"","type":1,"urgent":true}
    """

  private static func operation() throws -> Operation {
    let file = try YAMLFile(Array(definition.utf8), name: "pay.yaml")
    return try OperationCompiler.compile(file.root, version: "1", with: Vocabulary())
  }

  private static func submission(
    _ values: String, _ status: Submission.Status = .awaitingSignature, reason: String? = nil,
    captions: String? = nil, amount: Money? = nil
  ) throws -> Submission {
    let now = Instant(microseconds: 1_775_000_000_000_000)
    return Submission(
      id: SubmissionID(high: 7, low: 7), operation: "pay", version: "1", status: status, reason: reason, message: nil,
      businessDay: nil, created: now, changed: now, expires: now, attemptsLeft: 3, values: values, captions: captions,
      amount: amount, person: PersonID(high: 7, low: 7))
  }

  private static func challenge(
    _ inputs: [String], _ method: Challenge.Method = .matrix, sentTo: String? = nil
  ) throws -> Challenge {
    let now = Instant(microseconds: 1_775_000_000_000_000)
    return Challenge(
      .init(
        id: ChallengeID(high: 7, low: 7), submission: SubmissionID(high: 7, low: 7), method: method,
        session: SessionID(high: 7, low: 7), digest: [], created: now, expires: now),
      .init(inputs.map { .init($0, length: 4) }, sentTo: sentTo))
  }

  /// Returns the atoms as `id: caption`.
  private static func lines(_ operation: Operation, _ language: Language) -> [String] {
    operation.atoms.map { "\($0.id): \($0.caption?[language] ?? "-")" }
  }

  /// A value that cannot be shown must not be signed, and a result needs the sent values.
  @Test("Signing and result forms throw for unreadable stored values", arguments: ["", "{", "[]", "null", "1"])
  func rejectsUnreadableValues(_ values: String) throws {
    let (operation, submission) = (try Self.operation(), try Self.submission(values))
    #expect(throws: UnreadableSubmission.self) {
      try SigningForm.operation(for: try Self.challenge(["A1"]), of: SubmittedValues(submission, of: operation))
    }
    #expect(throws: UnreadableSubmission.self) { try SigningForm.moved(of: SubmittedValues(submission, of: operation)) }
    let today = try #require(CivilDate("2026-11-21"))
    #expect(throws: UnreadableSubmission.self) {
      try ResultForm.operation(of: SubmittedValues(submission, of: operation), today: today, signedAt: "/sign")
    }
  }

  @Test("A signing form shows every stored value in the order of the operation") func showsValuesInOperationOrder()
    throws
  {
    let form = try SigningForm.operation(
      for: Self.challenge(["A1", "C12"]), of: SubmittedValues(Self.submission(Self.values), of: Self.operation()))
    #expect(
      Self.lines(form, .ru) == [
        "signed_purpose: Назначение: Аренда {ru: x} \"№ 5\"", "signed_type: Вид: Налоговый",
        "signed_urgent: Срочно: да",
        "signed_amount: Сумма, ₽: 1\u{A0}500,50", "signed_bare: bare: без подписи",
        "signed_gone: gone: из старой версии",
        "A1: Код из ячейки A1", "C12: Код из ячейки C12", "sign: Подписать", "cancel: Отменить",
      ])
    #expect(
      Self.lines(form, .en) == [
        "signed_purpose: Purpose: Аренда {ru: x} \"№ 5\"", "signed_type: Type: Tax", "signed_urgent: Срочно: yes",
        "signed_amount: Amount, ₽: 1,500.50", "signed_bare: bare: без подписи", "signed_gone: gone: из старой версии",
        "A1: Code in cell A1", "C12: Code in cell C12", "sign: Sign", "cancel: Cancel",
      ])
  }

  @Test("A signing form shows an option of a service by its stored caption") func showsStoredCaption() throws {
    let values = #"{"lines":[{"who":"b-2"},{"who":"c-3"}],"person":"a-1"}"#
    let file = try YAMLFile(
      Array("operation: a\ntitle: А\natoms: [{textInput: person}, {repeat: lines, atoms: [{textInput: who}]}]".utf8),
      name: "pay.yaml")
    let operation = try OperationCompiler.compile(file.root, version: "1", with: Vocabulary())
    let submission = try Self.submission(values, captions: #"{"lines[1].who":"Вера","person":"Анна {x}"}"#)
    let shown = [
      "signed_person: person: Анна {x}", "signed_lines_0_who: № 1, who: b-2",
      "signed_lines_1_who: № 2, who: Вера",
    ]
    let form = try SigningForm.operation(for: Self.challenge(["A1"]), of: SubmittedValues(submission, of: operation))
    #expect(Self.lines(form, .ru).prefix(3) == shown[...])
    let today = try #require(CivilDate("2026-11-21"))
    let result = try ResultForm.operation(
      of: SubmittedValues(submission, of: operation), today: today, signedAt: "/sign")
    #expect(Self.lines(result, .en).contains("signed_person: person: Анна {x}"))
    // A caption that cannot be read must not be signed.
    #expect(throws: UnreadableSubmission.self) {
      try SigningForm.moved(of: SubmittedValues(try Self.submission(values, captions: "{"), of: operation))
    }
  }

  private static let nested = """
    operation: pay
    title: Платёж
    atoms:
      - {enum: currency, options: {RUB: Рубли, USD: Доллары}}
      - group: payer
        caption: {ru: Плательщик, en: Payer}
        atoms:
          - {textInput: payerName, caption: {ru: Имя, en: Name}}
          - group: address
            caption: {ru: Адрес, en: Address}
            atoms: [{textInput: city, caption: {ru: Город, en: City}}]
      - group: payee
        caption: {ru: Получатель, en: Payee}
        atoms: [{textInput: payeeName, caption: {ru: Имя, en: Name}}, {dateInput: since, caption: {ru: С, en: Since}}]
      - repeat: lines
        caption: {ru: Строка, en: Line}
        atoms:
          - {textInput: what, caption: {ru: За что, en: For what}}
          - group: more
            caption: {ru: Ещё, en: More}
            atoms: [{textInput: sum, type: amount, currency: RUB, caption: {ru: Сумма, en: Sum}}]
          - repeat: parts
            caption: {ru: Часть, en: Part}
            atoms: [{textInput: name, caption: {ru: Имя, en: Name}}]
      - {textInput: lines_0_what, caption: Не строка}
      - {textInput: total, type: amount, currencyFrom: $currency, caption: {ru: Всего, en: Total}}
      - {textInput: fee, type: amount, currencyFrom: $currency, caption: {ru: Комиссия, en: Fee}}
    """
  private static let nestedValues = """
    {"city":"Тула","currency":"USD","fee":"1.50","lines":[{"parts":[{"name":"p"},{"name":"q"}],"sum":"10.00","what":"a"},\
    {"sum":"20.50","what":"b"}],"lines_0_what":"x","payeeName":"Б","payerName":"А","since":"2026-04-01","total":"1234.50"}
    """

  @Test("A signing form labels values with their groups and items") func labelsIncludeGroupsAndItems() throws {
    let file = try YAMLFile(Array(Self.nested.utf8), name: "pay.yaml")
    let operation = try OperationCompiler.compile(file.root, version: "1", with: Vocabulary())
    let submission = try Self.submission(Self.nestedValues, amount: Money("1234.50", .usd))
    let form = try SigningForm.operation(for: Self.challenge(["A1"]), of: SubmittedValues(submission, of: operation))
    #expect(
      Self.lines(form, .ru).dropLast(3) == [
        "signed_currency: currency: Доллары", "signed_payerName: Плательщик, Имя: А",
        "signed_city: Плательщик, Адрес, Город: Тула", "signed_payeeName: Получатель, Имя: Б",
        "signed_since: Получатель, С: 01.04.2026", "signed_lines_0_what: Строка 1, За что: a",
        "signed_lines_0_sum: Строка 1, Ещё, Сумма: 10,00", "signed_lines_0_parts_0_name: Строка 1, Часть 1, Имя: p",
        "signed_lines_0_parts_1_name: Строка 1, Часть 2, Имя: q", "signed_lines_1_what: Строка 2, За что: b",
        "signed_lines_1_sum: Строка 2, Ещё, Сумма: 20,50", "signed_lines_0_what_: Не строка: x",
        "signed_total: Всего: 1\u{A0}234,50\u{A0}$", "signed_fee: Комиссия: 1,50",
      ])
    #expect(Self.lines(form, .en).contains("signed_total: Total: US$1,234.50"))
    #expect(Self.lines(form, .en).contains("signed_city: Payer, Address, City: Тула"))
  }

  @Test("Every stored value is a pair with the role of its atom") func pairsHaveRolesOfAtoms() throws {
    let file = try YAMLFile(
      Array(
        """
        operation: pay
        title: Платёж
        atoms:
          - {accountPicker: from, caption: {ru: Со счёта, en: From}}
          - {textInput: name, role: person, caption: Кому}
          - {textInput: payee, type: digits, caption: Счёт, check: "isAccount($payee, $bic)"}
          - {textInput: bic, caption: БИК}
          - {enum: currency, caption: Валюта, options: {RUB: Рубли, USD: Доллары}}
          - {textInput: sum, type: amount, currencyFrom: $currency, caption: Сумма}
          - {textInput: other, type: amount, currencyFrom: $from.currency, caption: Ещё}
          - {textInput: count, type: number, caption: Число}
          - {dateInput: since, caption: С}
          - {enum: kind, options: cards, caption: Карта}
          - {repeat: fields, caption: Сведения, atoms: [{textInput: value, caption: Значение}]}
        """.utf8), name: "pay.yaml")
    let operation = try OperationCompiler.compile(file.root, version: "1", with: .bank)
    let values = """
      {"from":"40817810500000000001","name":"ООО Ромашка","payee":"40702810138250123017","bic":"044525225",\
      "currency":"USD","sum":"-1234.50","other":"7.00","count":"12","since":"2026-11-22","kind":"c-1",\
      "fields":[{"value":"17"}]}
      """
    let submission = try Self.submission(
      values, captions: #"{"kind":"Зарплатная","fields[0].value#":"Номер квартиры"}"#)
    let form = try SigningForm.operation(for: Self.challenge(["A1"]), of: SubmittedValues(submission, of: operation))
    let pairs = form.atoms.compactMap(\.pair)
    #expect(
      pairs.map(\.value.role) == [
        .account, .person, .account, .text, .text, .amount, .number, .number, .date, .text, .text,
      ])
    #expect(pairs.map(\.value.value)[4...8] == ["USD", "-1234.50", "7.00", "12", "2026-11-22"])
    #expect(pairs[0].label == LocalizedText(ru: "Со счёта", en: "From"))
    #expect(pairs[5].value.currency == "USD" && pairs[5].value.text(in: .en) == "\u{2212}US$1,234.50")
    #expect(pairs[9].value == .text(LocalizedText(ru: "Зарплатная", en: nil), value: "c-1"))
    #expect(pairs[10].label.ru == "Номер квартиры" && pairs[10].group?.ru == "Сведения 1")
    // Clients without support for pairs show the captions.
    #expect(
      Self.lines(form, .ru)[9...10] == [
        "signed_kind: Карта: Зарплатная", "signed_fields_0_value: Сведения 1, Номер квартиры: 17",
      ])
  }

  @Test("A signing form draws a warning separately from the value") func drawsWarningSeparately() throws {
    let now = Instant(seconds: 0)
    let submission = Submission(
      id: SubmissionID(high: 7, low: 7), operation: "pay", version: "1", status: .awaitingSignature, reason: nil,
      message: nil, businessDay: nil, created: now, changed: now, expires: now, attemptsLeft: 3,
      values: #"{"purpose":"x"}"#, captions: nil, warnings: #"{"purpose":{"code":"check","message":"Проверьте"}}"#,
      amount: nil, person: PersonID(high: 7, low: 7))
    let form = try SigningForm.operation(
      for: Self.challenge(["A1"]), of: SubmittedValues(submission, of: Self.operation()))
    #expect(form.atoms[0].pair != nil && form.atoms[1].pair == nil)
    var writer = Writer()
    form.atoms[1].kind.write(to: &writer, in: .ru)
    #expect(writer.bytes == Array(#""severity":"warning""#.utf8))
  }

  @Test("A code form shows the destination of the code and a button to resend it") func showsCodeDestination() throws {
    let form = try SigningForm.operation(
      for: Self.challenge(["code2"], .code, sentTo: "+7********00"), of: SubmittedValues(Self.submission("{}"), of: nil)
    )
    #expect(
      Self.lines(form, .ru) == [
        "notice: Код отправлен на номер +7********00", "code2: Код № 2 из сообщения", "sign: Подписать",
        "resend: Прислать другой код", "cancel: Отменить",
      ])
    #expect(Self.lines(form, .en)[1] == "code2: Code no. 2 from the message")
    #expect(form.atoms.filter { $0.input != nil }.map(\.id) == ["code2"])
  }

  @Test("A code message names the operation and the amount") func codeMessageNamesOperation() throws {
    let submission = try Self.submission("{}", amount: Money("1234.50", .rub))
    let operation = try Self.operation()
    #expect(
      CodeMessageText.text("123456", number: 2, of: submission, operation, in: .ru)
        == "Код № 2: 123456. Платёж, 1\u{A0}234,50\u{A0}₽. Никому его не сообщайте.")
    #expect(
      CodeMessageText.text("123456", number: 1, of: try Self.submission("{}"), nil, in: .en)
        == "Code no. 1: 123456. pay. Do not share it with anyone.")
  }

  @Test("The result form shows a new matrix row by row") func showsNewMatrixByRow() throws {
    let cells = ["A1", "B1", "A2", "B2"].compactMap(Cell.init(rawValue:))
    let shown = OneTimeDisplay(matrix: Dictionary(uniqueKeysWithValues: zip(cells, ["1234", "0000", "4321", "9999"])))
    let today = try #require(CivilDate("2026-11-20"))
    let result = try ResultForm.operation(
      of: SubmittedValues(Self.submission("{}", .executed), of: nil), today: today, showing: shown, signedAt: "/sign")
    #expect(
      Self.lines(result, .en) == [
        "status: Executed", "matrix: The new matrix is shown only once: save it.",
        "matrix1: A1\u{A0}1234  B1\u{A0}0000",
        "matrix2: A2\u{A0}4321  B2\u{A0}9999",
      ])
  }

  @Test("The only inputs of a signing form are the secret codes") func hasCodeInputsOnly() throws {
    let form = try SigningForm.operation(
      for: Self.challenge(["B2", "D4"]), of: SubmittedValues(Self.submission(Self.values), of: Self.operation()))
    #expect(form.atoms.filter { $0.input != nil }.map(\.id) == ["B2", "D4"])
    #expect(form.atoms.allSatisfy { $0.input?.isSecret ?? true })
    #expect(form.effect == nil)
  }

  @Test(
    "A malformed signing code is rejected, and a valid code is not stored", arguments: ["12345", "123", "12a4", ""])
  func rejectsMalformedCode(code: String) throws {
    let form = try SigningForm.operation(
      for: Self.challenge(["B2"]), of: SubmittedValues(Self.submission("{}"), of: nil))
    #expect(throws: Violations.self) {
      try CheckedSubmission(form, values: ["B2": .string(code)], in: .ru, Nowhere())
    }
    let right = try CheckedSubmission(form, values: ["B2": "1234"], in: .ru, Nowhere())
    #expect(right.values == ["B2": "1234"])
    #expect(right.storable.count == 0)
  }

  @Test("Without its operation a signing form labels the values by name") func labelsValuesByName() throws {
    let form = try SigningForm.operation(
      for: Self.challenge(["B2"]), of: SubmittedValues(Self.submission("{\"b\":\"2\",\"a\":1}"), of: nil))
    #expect(Self.lines(form, .ru).prefix(2) == ["signed_a: a: 1", "signed_b: b: 2"])
  }

  @Test(
    "The result form shows the outcome of the submission",
    arguments: [
      (.executed, nil, "Исполнено", "Executed"),
      (.rejected, "insufficient-funds", "Отклонено: недостаточно средств", "Rejected: not enough money"),
      (.rejected, "signing-failed", "Отклонено: три неверных кода", "Rejected: three wrong codes"),
      (.rejected, "unheard-of", "Отклонено", "Rejected"), (.expired, nil, "Истекло", "Expired"),
    ] as [(Submission.Status, String?, String, String)])
  func resultShowsOutcome(status: Submission.Status, reason: String?, ru: String, en: String) throws {
    let today = try #require(CivilDate("2026-11-20"))
    let result = try ResultForm.operation(
      of: SubmittedValues(Self.submission(Self.values, status, reason: reason), of: Self.operation()), today: today,
      signedAt: "/sign")
    #expect(result.atoms.first?.caption == LocalizedText(ru: ru, en: en))
    #expect(result.atoms.count == 7)
  }

  @Test("The result form shows the rejection message of the core system") func resultShowsCoreMessage() throws {
    let today = try #require(CivilDate("2026-11-20"))
    let submission = try Self.submission(Self.values, .signed).with(
      .rejected, reason: "account-closed", message: CoreMessage("Счёт закрыт", english: "The account is closed"),
      at: Instant(seconds: 0))
    let result = try ResultForm.operation(
      of: SubmittedValues(submission, of: Self.operation()), today: today, signedAt: "/sign")
    #expect(
      result.atoms.first?.caption == LocalizedText(ru: "Отклонено: Счёт закрыт", en: "Rejected: The account is closed"))
  }

  @Test(
    "The result form shows the business day of a signed submission if it is not today",
    arguments: [
      (.signed, "2026-11-23", "Операционный день: 23.11.2026", "Business day: 23 Nov 2026"),
      (.executed, "2026-11-23", "Операционный день: 23.11.2026", "Business day: 23 Nov 2026"),
      (.signed, "2026-11-20", nil, nil), (.rejected, "2026-11-23", nil, nil), (.awaitingSignature, nil, nil, nil),
    ] as [(Submission.Status, String?, String?, String?)])
  func resultShowsOtherBusinessDay(
    status: Submission.Status, day: String?, ru: String?, en: String?
  ) throws {
    let today = try #require(CivilDate("2026-11-20"))
    let submission = try Self.submission(Self.values, status, reason: status == .rejected ? "insufficient-funds" : nil)
      .with(status, at: Instant(seconds: 0), businessDay: day.flatMap { CivilDate($0) })
    let result = try ResultForm.operation(
      of: SubmittedValues(submission, of: Self.operation()), today: today, signedAt: "/sign")
    let reported = result.atoms.first { $0.id == "businessDay" }?.caption
    #expect(reported == ru.map { LocalizedText(ru: $0, en: en) })
  }
}

/// An environment without facts, whose lookups are unavailable.
private struct Nowhere: Environment {
  func fact(_ name: String) -> Value { .null }
  func answer(of lookup: String, for key: Value) -> LookupAnswer { .unavailable }
  var today: String { "2026-04-01" }
}

extension SigningForm {
  fileprivate static func operation(for challenge: Challenge, of values: SubmittedValues) throws -> Operation {
    try form(for: challenge, of: values).compiled()
  }
}

extension ResultForm {
  fileprivate static func operation(
    of values: SubmittedValues, today: CivilDate, delivered delivery: Delivery? = nil,
    showing shown: OneTimeDisplay? = nil, signedAt address: String
  ) throws -> Operation {
    try form(of: values, today: today, delivered: delivery, showing: shown, signedAt: address).compiled()
  }
}
