import BankSystems
import Dates
import Model
import Atoms
import Texts
import HTTPServer
import JSON
import Operations
import Services

extension PageRendering {
  /// Returns the tree for the signature of a submission.
  ///
  /// `left` is the number of remaining attempts after a wrong answer; nil uses the stored number.
  func signatureTree(
    _ challenge: Challenge, of submission: Submission, left: Int? = nil, for call: Call
  ) throws -> [UInt8] {
    let values = try SubmittedValues(submission, of: try forms.operation(for: submission), in: call.language)
    return try signatureTree(challenge, of: values, left: left, for: call)
  }

  /// Returns the same tree for the submission in `values`.
  func signatureTree(
    _ challenge: Challenge, of values: SubmittedValues, left: Int? = nil, for call: Call
  ) throws -> [UInt8] {
    let submission = values.submission
    let form = SigningForm.form(for: challenge, of: values)
    let href = Address.signature(of: submission.id)
    let links = Links(
      evaluate: nil, itself: href,
      actions: [
        .submit: Links.Action("POST", href), .next: Links.Action("POST", "\(href)/resend"),
        .cancel: Links.Action("POST", "\(Address.submission(submission.id))/cancel"),
      ])
    let summary = SubmissionSummary(of: values)
    let resendAfter = process.signing.resendAfter(challenge)
    return try forms.tree(of: form, links: links, for: call) { writer in
      writer.key("signing")
      writer.object { writer in
        writer.member("method", challenge.method.rawValue)
        if let operation = values.operation { writer.member("about", operation.title[call.language]) }
        writer.summary(summary, in: call.language)
        writer.member("attemptsLeft", left ?? submission.attemptsLeft)
        if let sentTo = challenge.question.sentTo { writer.member("sentTo", sentTo) }
        if let resendAfter { writer.member("resendAfter", resendAfter) }
        if let grid = challenge.question.grid { writer.cells(of: challenge, in: grid) }
      }
    }
  }

  /// Returns the tree of a submission whose challenge now belongs to another submission. Its button
  /// requests the challenge again.
  ///
  /// A person has one open challenge at a time.
  func movedTree(of submission: Submission, for call: Call) throws -> [UInt8] {
    let form = SigningForm.moved(
      of: try SubmittedValues(submission, of: forms.operation(for: submission), in: call.language))
    let href = Address.submission(submission.id)
    let links = Links(
      evaluate: nil, itself: "\(href)/signature",
      actions: [.next: Links.Action("GET", "\(href)/signature"), .cancel: Links.Action("POST", "\(href)/cancel")])
    return try forms.tree(of: form, links: links, for: call)
  }

  /// Returns the result tree of a submission. `shown` is included only in this response.
  ///
  /// `recent` are its earlier values, if they are known.
  func resultTree(
    of submission: Submission, showing shown: OneTimeDisplay? = nil, _ recent: SubmittedValues? = nil, for call: Call
  ) throws -> [UInt8] {
    let operation = try forms.operation(for: submission)
    let values =
      try recent?.of(submission, of: operation, in: call.language)
      ?? SubmittedValues(submission, of: operation, in: call.language)
    let (today, delivery) = (forms.clock.today, try process.delivery(of: submission))
    let form = ResultForm.form(
      of: values, today: today, delivered: delivery, showing: shown, signedAt: Address.signature(of: submission.id))
    // A second request would not contain `shown`, so a tree with `shown` has no link to itself.
    let itself = shown == nil ? Address.result(of: submission.id) : nil
    let outcome = SubmissionOutcome(of: values, today: today, delivered: delivery, in: self, call.language)
    return try forms.tree(of: form, links: Links(evaluate: nil, itself: itself, actions: [:]), for: call) { writer in
      writer.outcome(outcome, in: call.language)
    }
  }

  /// Returns a link to the operation that issues a new security matrix, as JSON.
  ///
  /// Returns nil if the catalog has no such operation, if it is disabled, or if its signing method
  /// is not available.
  func matrixRenewal(in language: Language) -> [UInt8]? {
    guard let operation = forms.catalog.operations.first(where: { $0.effect == RenewMatrixEffect.name }),
      let method = operation.sign.flatMap(Challenge.Method.init), process.signing.isAvailable(method),
      (try? forms.requireEnabled(operation.id)) != nil
    else { return nil }
    var writer = Writer()
    writer.object { writer in
      writer.member("operation", operation.id)
      writer.member("title", operation.title[language])
      writer.member("method", "GET")
      writer.member("href", Address.operation(operation.id))
    }
    return writer.bytes
  }
}

extension PageRendering {
  /// Returns the JSON that follows a submission in its current status.
  ///
  /// - If the submission is signed or executed and its operation has a continuation: a navigation
  ///   link or `back`.
  /// - Otherwise, and if `shown` is not nil: the result tree.
  ///
  /// `recent` are its earlier values, if they are known.
  func continuation(
    of submission: Submission, showing shown: OneTimeDisplay? = nil, _ recent: SubmittedValues? = nil, for call: Call
  ) throws -> [UInt8] {
    guard shown == nil, submission.status == .executed || submission.status == .signed,
      let next = forms.catalog.navigation.continuation(of: submission.operation)
    else { return try resultTree(of: submission, showing: shown, recent, for: call) }
    let message = SubmissionText.title(for: submission.status)[call.language]
    var writer = Writer()
    switch next {
    case .result: return try resultTree(of: submission, recent, for: call)
    case .back:
      writer.object { writer in
        writer.document(.back)
        writer.key("transition")
        writer.object { $0.member("kind", "back") }
        writer.member("message", message)
      }
    case .route(let route, let wiring):
      let given = wiring.values(from: try outputs(of: submission))
      let values = Dictionary(given) { first, _ in first }
      guard let href = route.target.href(from: values) else {
        return try resultTree(of: submission, recent, for: call)
      }
      let lead = NavigationLink(
        route: route, title: forms.catalog.title(of: route.target.kind)?[call.language],
        input: route.target.wiring.values(from: values), href: href, message: message)
      writer.lead(lead)
    }
    return writer.bytes
  }

  /// Returns the outputs of an operation by name: the entered values and the id of the submission.
  private func outputs(of submission: Submission) throws -> [String: String] {
    var outputs = [Signature.submission: submission.id.rawValue]
    for member in try Value(reading: submission.values).object?.members ?? [] {
      if !member.value.isNull { outputs[member.name] = member.value.plainText }
    }
    return outputs
  }
}
