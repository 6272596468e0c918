import Authoring
import Definitions
import Atoms
import Dates
import JSON
import Model
import Operations
import Services
import Testing

import struct Foundation.Data
import class Foundation.FileManager

/// The signing forms of all shipped operations: each value is shown as the text that the person
/// saw, not as an id.
struct SignedTextTests {
  /// Returns the submissions of all scenarios in a folder.
  private static func taken(in folder: String) throws -> [CheckedSubmission] {
    let folder = Files.repository.appending(path: folder)
    let catalog = try Catalog(directory: folder.path, vocabulary: .bank)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().flatMap { file in
      guard file.hasSuffix(ScenarioFile.ending) else { return [CheckedSubmission]() }
      return try ScenarioFile(
        Array(Data(contentsOf: folder.appending(path: file))), name: file, operations: catalog.operations,
        vocabulary: catalog.vocabulary, recordings: catalog.recordings
      ).taken()
    }
  }

  private static func text(_ object: Object) -> String {
    String(decoding: Value.object(object).canonical, as: UTF8.self)
  }

  private static func submission(_ taken: CheckedSubmission) -> Submission {
    submission(
      of: taken.operation, values: text(taken.storable), captions: taken.captions.count > 0 ? text(taken.captions) : nil
    )
  }

  private static func submission(of operation: Operation, values: String, captions: String? = nil) -> Submission {
    let now = Instant(seconds: 0)
    return Submission(
      id: SubmissionID(high: 7, low: 7), operation: operation.id, version: "1", status: .awaitingSignature,
      reason: nil, message: nil, businessDay: nil, created: now, changed: now, expires: now, attemptsLeft: 3,
      values: values, captions: captions, amount: nil, person: PersonID(high: 7, low: 7))
  }

  private static func compiled(_ text: String) throws -> Operation {
    try OperationCompiler.compile(YAMLFile(Array(text.utf8), name: "masked.yaml").root, version: "1", with: .bank)
  }

  private static func signed(_ taken: CheckedSubmission) throws -> Operation {
    let (now, submission) = (Instant(seconds: 0), submission(taken))
    let challenge = Challenge(
      .init(
        id: ChallengeID(high: 7, low: 7), submission: submission.id, method: .matrix,
        session: SessionID(high: 7, low: 7), digest: [], created: now, expires: now), .init([]))
    return try SigningForm.form(for: challenge, of: SubmittedValues(submission, of: taken.operation)).compiled()
  }

  /// Returns true for an id of this server, of a provider or of a system.
  private static func isIdentifier(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-.*/) != nil || text.wholeMatch(of: /[a-z]+(-[a-z0-9]+)+/) != nil
  }

  @Test(
    "Signing forms of shipped operations label each value and contain no identifiers",
    arguments: [
      "config/operations", "examples/loan/operations", "examples/deposit/operations",
      "examples/transfer-abroad/operations", "examples/standing-order/operations",
      "examples/company-account/operations", "examples/payroll/operations",
    ])
  func signsNoIdentifiers(folder: String) throws {
    let submissions = try Self.taken(in: folder)
    #expect(!submissions.isEmpty)
    for submission in submissions {
      for pair in try Self.signed(submission).atoms.compactMap(\.pair) {
        let text = pair.value.text(in: .ru)
        #expect(!Self.isIdentifier(text), "\(submission.operation.id): \(pair.label.ru): \(text)")
        #expect(!pair.label.ru.isEmpty && !pair.label.ru.contains("…"), "\(submission.operation.id): \(text)")
      }
    }
  }

  /// The value of an option is not shown instead of its caption. Accounts and BICs are exempt,
  /// because people read their values.
  @Test(
    "A signing form shows a chosen option by its caption",
    arguments: ["config/operations", "examples/loan/operations", "examples/deposit/operations"])
  func signsOptionByCaption(folder: String) throws {
    for submission in try Self.taken(in: folder) {
      let form = try Self.signed(submission)
      for member in submission.storable.members {
        guard let atom = submission.operation.place(of: member.name).map({ submission.operation.atoms[$0] }),
          atom.input?.options != nil || atom.isSearch, atom.role == .text,
          let pair = form.atoms.first(where: { $0.id == "signed_\(atom.id)" })?.pair
        else { continue }
        #expect(pair.value.text(in: .ru) != member.value.plainText, "\(submission.operation.id).\(atom.id)")
      }
    }
  }

  @Test(
    "The review, the signature and the result show the same lines",
    arguments: [
      "config/operations", "examples/loan/operations", "examples/deposit/operations",
      "examples/transfer-abroad/operations", "examples/standing-order/operations",
      "examples/company-account/operations", "examples/payroll/operations",
    ])
  func showsTheSameLines(folder: String) throws {
    func lines(_ form: Operation) -> [String] {
      form.atoms.filter { $0.id.hasPrefix("signed_") }.compactMap {
        $0.pair.map { "\($0.label.ru): \($0.value.text(in: .ru))" }
      }
    }
    for taken in try Self.taken(in: folder) {
      let values = try SubmittedValues(Self.submission(taken), of: taken.operation)
      let parts = taken.operation.pages.all.map { page in
        ReviewForm.Part(
          page.id, page.title, at: "/flows/x/steps/\(page.id)", changing: taken.operation.inputs(on: page))
      }
      let review = ReviewForm.form(of: values, parts, titled: taken.operation.title, version: "1")
      let result = ResultForm.form(of: values, today: try #require(CivilDate("2026-11-30")), signedAt: "/signature")
      let signed = lines(try Self.signed(taken))
      #expect(lines(try review.compiled()) == signed, "\(taken.operation.id)")
      #expect(lines(try result.compiled()) == signed, "\(taken.operation.id)")
    }
  }

  @Test(
    "A text with a fixed mask is signed as it was drawn",
    arguments: [("9161234567", "+7 (916) 123-45-67"), ("916", "916"), ("91612345678", "91612345678")])
  func signsMaskedText(value: String, shown: String) throws {
    let definition = """
      operation: masked
      title: Masked
      atoms: [{textInput: phone, caption: Phone, type: digits, mask: "+7 (###) ###-##-##"}]
      """
    let operation = try Self.compiled(definition)
    let taken = Self.submission(of: operation, values: "{\"phone\":\"\(value)\"}")
    #expect(try SubmittedValues(taken, of: operation).texts(in: .en) == ["Phone: \(shown)"])
  }

  @Test("A signing form shows a computed label as the person saw it") func signsComputedLabel() throws {
    let paid = try Self.taken(in: "config/operations").filter { $0.operation.id == "provider.pay" }
    let labels = try paid.flatMap { try Self.signed($0).atoms.compactMap(\.pair?.label.ru) }
    #expect(labels.contains("Flat number") && labels.contains("Contract number"))
    #expect(!labels.contains("Значение") && !labels.contains("Поле"))
  }
}
