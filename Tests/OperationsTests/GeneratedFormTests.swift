import Atoms
import Dates
import Texts
import JSON
import Model
import Operations
import Services
import Testing

/// Forms that the server generates. A tree is drawn once for each shape and then filled.
struct GeneratedFormTests {
  /// An environment without facts or answers.
  private struct Empty: Environment {
    let today = "2026-11-25"
    func fact(_ name: String) -> Value { .null }
    func answer(of lookup: String, for key: Value) -> LookupAnswer { .empty }
  }

  private static func submission(
    _ values: String, _ status: Submission.Status = .awaitingSignature, warnings: String? = nil
  ) -> Submission {
    let now = Instant(microseconds: 1_775_000_000_000_000)
    return Submission(
      id: SubmissionID(high: 7, low: 7), operation: "pay", version: "1", status: status, reason: nil, message: nil,
      businessDay: nil, created: now, changed: now, expires: now, attemptsLeft: 3, values: values, captions: nil,
      warnings: warnings, amount: nil, person: PersonID(high: 7, low: 7))
  }

  private static func challenge(_ inputs: [String], _ method: Challenge.Method, sentTo: String? = nil) -> Challenge {
    let now = Instant(microseconds: 1_775_000_000_000_000)
    return Challenge(
      .init(
        id: ChallengeID(high: 7, low: UInt64(inputs.count)), submission: SubmissionID(high: 7, low: 7), method: method,
        session: SessionID(high: 7, low: 7), digest: [], created: now, expires: now),
      .init(inputs.map { .init($0, length: 4) }, sentTo: sentTo))
  }

  /// Returns forms of many shapes, and forms of one shape with other texts: quotes, braces, control
  /// characters, and texts that resemble placeholders.
  private static func forms() throws -> [GeneratedForm] {
    let texts = [#"{"a":"1","b":true}"#, #"{"a":"\"/5/\" {x} \u0001","b":false}"#, "{}", #"{"A1":"/0/","sign":"№"}"#]
    let warned = #"{"a":{"code":"check","message":"Проверьте"}}"#
    let day = try #require(CivilDate("2026-11-25"))
    let cells = Dictionary(uniqueKeysWithValues: ["A1", "B1"].compactMap(Cell.init).map { ($0, "0042") })
    return try texts.flatMap { values in
      let open = try SubmittedValues(submission(values), of: nil)
      let warning = try SubmittedValues(submission(values, warnings: warned), of: nil)
      let done = try SubmittedValues(submission(values, .executed), of: nil)
      return [
        SigningForm.form(for: challenge(["A1", "C12"], .matrix), of: open),
        SigningForm.form(for: challenge(["B7"], .matrix), of: warning),
        SigningForm.form(for: challenge(["code2"], .code, sentTo: "+7***00"), of: open),
        SigningForm.moved(of: open),
        ResultForm.form(of: open, today: day, signedAt: "/sign/\"7\""),
        ResultForm.form(of: done, today: day, signedAt: "/sign"),
        ResultForm.form(of: done, today: day, showing: OneTimeDisplay(matrix: cells), signedAt: "/sign"),
        WelcomeForm.form(greeting: values, leadingTo: []),
        EnrolmentForm.invitation,
        EnrolmentForm.entry(sentTo: values, login: nil),
        EnrolmentForm.entry(sentTo: nil, login: Login("anna")),
      ]
    }
  }

  private static let links: [Links] = [
    Links(evaluate: nil, routes: nil, actions: [:]),
    Links(evaluate: nil, itself: "/itself", routes: nil, actions: [:]),
    Links(
      evaluate: nil, itself: "/self/\"2\"", routes: nil,
      actions: [.submit: .init("POST", "/send"), .cancel: .init("POST", "/cancel"), .next: .init("GET", "/next")]),
    Links(evaluate: nil, routes: nil, actions: [.submit: .init("POST", "/elsewhere"), .next: .init("POST", "/next")]),
  ]

  @Test("A form filled from a cached tree equals the form drawn by its operation", arguments: Language.allCases)
  func filledTreeEqualsDrawnTree(_ language: Language) throws {
    // The first form of a shape is drawn, and the second is filled.
    for form in try Self.forms() + Self.forms() {
      for links in Self.links {
        var filled = Writer()
        var drawn = Writer()
        try form.write(to: &filled, links: links, in: language) { $0.member("more", 1) }
        var evaluation = Evaluation(try form.compiled(), Question(), in: language, Empty())
        evaluation.writeTree(to: &drawn, links: links, in: language) { $0.member("more", 1) }
        #expect(String(decoding: filled.bytes, as: UTF8.self) == String(decoding: drawn.bytes, as: UTF8.self))
      }
    }
  }

  @Test("A form of rendered values equals a form of freshly read values", arguments: Language.allCases)
  func writtenValuesGiveSameForm(_ language: Language) throws {
    let day = try #require(CivilDate("2026-11-25"))
    let warned = #"{"a":{"code":"check","message":"Проверьте"}}"#
    for (text, warnings) in [
      (#"{"a":"\"/5/\" {x} \u0001","b":false,"c":[1]}"#, nil), (#"{"a":"1"}"#, warned), ("{}", nil),
    ] {
      let open = Self.submission(text, warnings: warnings)
      let values = try SubmittedValues(open, of: nil, in: language)
      let later = try #require(
        values.written.of(Self.submission(text, .executed, warnings: warnings), of: nil, in: language))
      let anew = try SubmittedValues(Self.submission(text, .executed, warnings: warnings), of: nil, in: language)
      func tree(_ form: GeneratedForm) throws -> String {
        var writer = Writer()
        try form.write(to: &writer, links: Self.links[2], in: language)
        return String(decoding: writer.bytes, as: UTF8.self)
      }
      #expect(
        try tree(SigningForm.form(for: Self.challenge(["A1"], .matrix), of: values.written))
          == tree(SigningForm.form(for: Self.challenge(["A1"], .matrix), of: values)))
      #expect(
        try tree(ResultForm.form(of: later, today: day, signedAt: "/sign"))
          == tree(ResultForm.form(of: anew, today: day, signedAt: "/sign")))
      var short = Writer()
      var long = Writer()
      short.object { $0.summary(SubmissionSummary(of: later), in: language) }
      long.object { $0.summary(SubmissionSummary(of: anew), in: language) }
      #expect(short.bytes == long.bytes)
      // Rendered values are not used for other values or another language.
      #expect(values.written.of(Self.submission(#"{"a":"2"}"#, .executed), of: nil, in: language) == nil)
      #expect(values.written.of(open, of: nil, in: language == .ru ? .en : .ru) == nil)
    }
  }

  @Test("A built form is written without extra members") func writesFormWithoutExtraMembers() throws {
    let form = WelcomeForm.form(greeting: "Anna", leadingTo: [])
    var writer = Writer()
    try form.write(to: &writer, links: Self.links[0], in: .en)
    #expect(try Value(reading: writer.bytes).object?["title"]?.string == "You are logged in")
  }
}
