import Atoms
import HTTPServer
import JSON
import Model
import Operations
import Services

/// Endpoints that sign submissions.
struct SignatureEndpoints {
  let process: SubmissionProcess
  let pages: PageRendering
  let errors: ErrorAnswers

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/submissions/{id}/signature", .person,
        EndpointDocument(
          tag: "Submissions", id: "drawSignature", summary: "The open challenge's tree; the same until it expires.",
          answers: [
            .init(200, "Tree", "The data to sign, with an input for each requested cell or for the sent code.")
          ],
          problems: [
            .notFound, .matrixExhausted, .gone, .locked, .operationDisabled, .phoneMissing, .tooManyCodes,
            .codesUnavailable,
          ]),
        handle: draw),
      Endpoint(
        .post, "/submissions/{id}/signature", .person,
        EndpointDocument(
          tag: "Submissions", id: "sign",
          summary: "Answers the challenge; correct codes sign the submission, which the bank then executes.",
          body: "Values",
          answers: [.init(200, "Progress", "Signed by this or an earlier request; `next` shows the result.")],
          problems: [
            .blocked, .notFound, .matrixExhausted, .gone, .invalidValues, .wrongCode, .staleChallenge, .questionMoved,
            .locked,
            .operationDisabled, .phoneMissing, .tooManyCodes, .codesUnavailable,
          ]),
        handle: answer),
      Endpoint(
        .post, "/submissions/{id}/signature/resend", .person,
        EndpointDocument(
          tag: "Submissions", id: "resendCode",
          summary: "Sends another one-time code, which replaces the previous one; the body is ignored.",
          answers: [.init(200, "Tree", "The tree that requests the new code.")],
          problems: [
            .notFound, .conflict, .gone, .locked, .operationDisabled, .phoneMissing, .tooManyCodes, .codesUnavailable,
          ]),
        handle: resend),
    ]
  }

  @Sendable private func draw(_ call: Call) throws -> Reply {
    try ask(call) { process.signing.challenge($0, by: $1, text: $2) }
  }

  @Sendable private func resend(_ call: Call) throws -> Reply {
    try ask(call) { process.signing.resend($0, by: $1, text: $2) }
  }

  /// Returns a reply with the tree of the challenge that `challenge` creates for the caller's open
  /// submission.
  private func ask(
    _ call: Call, _ challenge: (SubmissionID, Caller, @escaping CodeText) -> Deferred<Challenge>
  ) throws -> Reply {
    let (id, caller) = (try call.submission(), try call.caller)
    let submission = try process.stored.find(id, person: caller.person)
    try requireOpen(submission, call)
    return call.later(
      challenge(id, caller, process.codeText(in: call.language)), failing: errors.response(to: call)
    ) { challenge in
      let tree = try pages.signatureTree(challenge, of: submission, for: call)
      return Response.json(rendered: tree)
    }
  }

  @Sendable private func answer(_ call: Call) throws -> Reply {
    let (id, caller) = (try call.submission(), try call.caller)
    let seen = try seen(id, by: caller)
    let body = try call.object()
    let values = try body.members("values") ?? Object()
    // Check only the types, so that a malformed body is rejected in every state of the submission.
    _ = (try body.text("version"), try body.text("action"))
    // If the submission awaits no signature, its codes are not checked. The response shows its
    // current state.
    let isAwaited = seen.isAwaited
    let codes: [String: String]
    do throws(Problem) { codes = try self.codes(values, isAwaited: isAwaited) } catch {
      guard seen.recent != nil else { throw error }
      codes = try self.codes(values, isAwaited: present(seen).status == .awaitingSignature)
    }
    let process = process
    let outcome = process.signing.answer(
      codes, to: id, seen: (seen.submission, digest: seen.recent?.digest), by: caller,
      from: call.signing, text: process.codeText(in: call.language)
    ) { stored in try process.effect(of: stored) }
    return call.later(outcome, failing: errors.response(to: call, about: seen.submission)) { outcome in
      try self.response(to: outcome, codes, seen, call)
    }
  }

  /// A submission as the request read it.
  private struct Seen: Sendable {
    let submission: Submission
    /// The cached submission, which may have changed since; nil if it was read from the database.
    var recent: RecentSubmission?

    /// True if it awaited a signature.
    var isAwaited: Bool { submission.status == .awaitingSignature }
  }

  /// Returns the caller's submission. Throws `SubmissionError.notFound`.
  private func seen(_ id: SubmissionID, by caller: Caller) throws -> Seen {
    if let recent = process.unsigned.take(id, of: caller.person) {
      let submission = process.stored.seen(recent.values.submission)
      if submission.status == .awaitingSignature { return Seen(submission: submission, recent: recent) }
    }
    return Seen(submission: try process.stored.find(id, person: caller.person))
  }

  /// Returns the current submission.
  private func present(_ seen: Seen) throws -> Submission {
    if seen.recent == nil { return seen.submission }
    return try process.stored.find(seen.submission.id, person: seen.submission.person)
  }

  /// Returns the codes by input id; empty if no signature is awaited.
  ///
  /// Every nonempty string is a code, which the challenge checks.
  ///
  /// Throws `invalid-values` if:
  /// - a member is not an input of a challenge,
  /// - a code is not a string,
  /// - a code is null or empty while a signature is awaited.
  private func codes(_ values: Object, isAwaited: Bool) throws(Problem) -> [String: String] {
    var codes: [String: String] = [:]
    var violations: [Violation] = []
    for member in values.members {
      switch (process.signing.isInput(member.name), member.value) {
      case (false, _): violations.append(Violation("unknown").at(member.name))
      case (_, .null), (_, .string("")):
        if isAwaited { violations.append(Violation("required").at(member.name)) }
      case (_, .string(let code)): codes[member.name] = code
      case (_, _): violations.append(Violation("type").at(member.name))
      }
    }
    guard violations.isEmpty else { throw Problem(.invalidValues).violations(violations) }
    return isAwaited ? codes : [:]
  }

  private func response(
    to outcome: SignatureOutcome, _ codes: [String: String], _ seen: Seen, _ call: Call
  ) throws -> Response {
    switch outcome {
    case .done(let signed, let shown):
      let next = try pages.continuation(of: signed, showing: shown, seen.recent?.values, for: call)
      return Response.progress(
        200, signed, of: try process.forms.operation(for: signed), next: next, isSecret: shown != nil,
        isChange: seen.isAwaited, call)
    case .wrong(let left, let next):
      var problem = Problem(.wrongCode).member("attemptsLeft", Array(String(left).utf8))
      if let next {
        problem = problem.member("next", try pages.signatureTree(next, of: present(seen), left: left, for: call))
      }
      throw problem
    case .stale(let next):
      let asked = next.inputs.map(\.id)
      let missing = asked.filter { codes[$0] == nil }
      if !missing.isEmpty, codes.keys.allSatisfy(asked.contains) {
        throw Problem(.invalidValues).violations(missing.map { Violation("required").at($0) })
      }
      throw Problem(.staleChallenge).member("next", try pages.signatureTree(next, of: present(seen), for: call))
    case .moved(let waiting, let other):
      throw Problem(.questionMoved).member("asked", Value.string(Address.submission(other)).canonical)
        .member("next", try pages.movedTree(of: waiting, for: call))
    case .ended(let ended): throw try problem(.gone, of: ended, after: seen, call)
    case .locked:
      let submission = try process.stored.find(seen.submission.id, person: seen.submission.person)
      throw try problem(.locked, of: submission, after: seen, call)
    }
  }

  /// Returns the problem of a submission that cannot be signed, with its state and its result tree
  /// as members.
  ///
  /// - Parameter seen: The submission as the request read it; nil if the request only reads.
  private func problem(
    _ type: ProblemType, of submission: Submission, after seen: Seen? = nil, _ call: Call
  ) throws -> Problem {
    var writer = Writer()
    writer.submission(submission, of: try process.forms.operation(for: submission), in: call.language)
    let reason = type.name == ProblemType.gone.name ? SubmissionText.sentence(for: submission) : nil
    var problem = Problem(type, reason).member("submission", writer.bytes)
      .member("next", try pages.resultTree(of: submission, for: call))
    problem.submission = submission
    problem.isChange = seen?.isAwaited == true && submission.status != .awaitingSignature
    return problem
  }

  /// Throws `gone` if the submission awaits no signature.
  private func requireOpen(_ submission: Submission, _ call: Call) throws {
    if submission.status != .awaitingSignature { throw try problem(.gone, of: submission, call) }
  }
}
