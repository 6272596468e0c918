import Atoms
import JSON
import Model
import Operations
import Services

extension Bank {
  /// The tree that asks for the signature of a submission.
  func signatureTree(_ challenge: Challenge, of submission: Model.Submission, for call: Call) throws -> [UInt8] {
    let form = try SigningForm.operation(for: challenge, of: submission, signed: try operation(of: submission))
    let href = "/submissions/\(submission.id.rawValue)/signature"
    let links = Links(
      evaluate: nil, itself: href,
      actions: [
        .submit: Links.Action("POST", href), .next: Links.Action("POST", "\(href)/resend"),
        .cancel: Links.Action("POST", "/submissions/\(submission.id.rawValue)/cancel"),
      ])
    return try tree(of: form, links: links, for: call).json
  }

  /// The tree of a submission whose codes are asked for another one now: it leads to asking for them here.
  func movedTree(of submission: Model.Submission, for call: Call) throws -> [UInt8] {
    let form = try SigningForm.moved(of: submission, signed: operation(of: submission))
    let href = "/submissions/\(submission.id.rawValue)"
    let links = Links(
      evaluate: nil, itself: "\(href)/signature",
      actions: [.next: Links.Action("GET", "\(href)/signature"), .cancel: Links.Action("POST", "\(href)/cancel")])
    return try tree(of: form, links: links, for: call).json
  }

  /// The tree that shows what became of a submission, and `shown`, what is shown of it this once.
  func resultTree(
    of submission: Model.Submission, showing shown: Disclosure? = nil, for call: Call
  ) throws -> [UInt8] {
    let form = try ResultForm.operation(
      of: submission, signed: try operation(of: submission), today: day.localTime(at: services.clock()).day,
      showing: shown)
    // What is shown once would be lost with another drawing.
    let itself = shown == nil ? "/submissions/\(submission.id.rawValue)/result" : nil
    return try tree(of: form, links: Links(evaluate: nil, itself: itself, actions: [:]), for: call).json
  }

  /// The words of messages with one-time codes, in that language.
  func codeText(in language: Language) -> CodeText {
    { code, number, submission in
      // The code and the amount are said in any case: it is the title that the operation gives.
      let operation = (try? self.operation(of: submission)) ?? nil
      return CodeMessageText.text(code, number: number, of: submission, operation, in: language)
    }
  }

  /// The operation that gives a new security matrix, as JSON in that language; nil where nobody can use one now.
  func matrixRenewal(in language: Language) -> [UInt8]? {
    guard let operation = catalog.operations.first(where: { $0.effect == RenewMatrixEffect.name }),
      let method = operation.sign.flatMap(Challenge.Method.init), services.signing.isAvailable(method),
      (try? requireEnabled(operation.id)) != nil
    else { return nil }
    var writer = Writer()
    writer.object { writer in
      writer.member("operation", operation.id)
      writer.member("title", operation.title[language])
      writer.member("method", "GET")
      writer.member("href", "/operations/\(operation.id)")
    }
    return writer.bytes
  }
}
