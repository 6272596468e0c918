import Authoring
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

  private static func signed(_ taken: CheckedSubmission) throws -> Operation {
    let now = Instant(seconds: 0)
    let submission = Submission(
      id: SubmissionID(high: 7, low: 7), operation: taken.operation.id, version: "1", status: .awaitingSignature,
      reason: nil, message: nil, businessDay: nil, created: now, changed: now, expires: now, attemptsLeft: 3,
      values: text(taken.storable), captions: taken.captions.count > 0 ? text(taken.captions) : nil, amount: nil,
      person: PersonID(high: 7, low: 7))
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

  @Test("A signing form shows a computed label as the person saw it") func signsComputedLabel() throws {
    let paid = try Self.taken(in: "config/operations").filter { $0.operation.id == "provider.pay" }
    let labels = try paid.flatMap { try Self.signed($0).atoms.compactMap(\.pair?.label.ru) }
    #expect(labels.contains("Flat number") && labels.contains("Contract number"))
    #expect(!labels.contains("Значение") && !labels.contains("Поле"))
  }
}
