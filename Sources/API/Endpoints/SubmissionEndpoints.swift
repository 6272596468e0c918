import Atoms
import Dates
import Texts
import HTTPServer
import JSON
import Model
import Operations
import Services

/// Endpoints that submit operations, and that list, return and cancel submissions.
struct SubmissionEndpoints {
  let forms: OperationForms
  let process: SubmissionProcess
  let sender: SubmissionSender
  let pages: PageRendering
  let errors: ErrorAnswers

  static let schemas: [EndpointSchema] = [
    .entity("Submission", Submission.document),
    .page("Submissions", of: "Submission", isFiltered: true),
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .post, "/operations/{id}/submissions", .anybody,
        EndpointDocument(
          tag: "Submissions", id: "submitOperation",
          summary: "Validates the values and submits them if all are valid.",
          body: "Values",
          headers: [
            ClientHeaders.document,
            Self.keyDocument,
          ],
          query: [
            ParameterDocument(
              "then", "of a login operation: the deep link to open after the login", NavigationEndpoints.linkSchema),
            ClearedQuery.document,
          ],
          answers: [
            .init(201, "Progress", "Submitted; `next` requests the signature or shows the result."),
            .init(
              200, "ProgressOrSession",
              "A submission with this key exists; its current state. For a public login operation, the session."
            ),
          ],
          problems: [.notFound, .malformedRoute, .outdatedVersion, .tooManyAttempts, .operationDisabled]
            + Self.problems),
        handle: submit),
      Endpoint(
        .get, "/submissions", .person,
        EndpointDocument(
          tag: "Submissions", id: "listSubmissions", summary: "The person's submissions, newest first.",
          query: [
            .limit, .after("the id of the last row of the previous page", .identifierSchema),
            ParameterDocument("unsigned", "true for submissions that await a signature", ["type": "boolean"]),
            ParameterDocument(
              "status", "the current status",
              ["type": "string", "enum": .array(Submission.Status.allCases.map { .string($0.rawValue) })]),
            ParameterDocument("from", "the first day, in the bank's time zone", .daySchema),
            ParameterDocument("to", "the last day, not before `from`", .daySchema),
            .search("a part of the operation's title, of a value or of a chosen option"),
          ],
          answers: [
            .init(200, "Submissions", "A page. A filtered page may have fewer rows although more pages follow."),
            .init(304, nil, "Not modified."),
          ],
          problems: [.unknownQuery, .reversedPeriod]),
        handle: list),
      Endpoint(
        .get, "/submissions/{id}", .person,
        EndpointDocument(
          tag: "Submissions", id: "getSubmission", summary: "One submission with its history.",
          answers: [
            .init(
              200, "Submission",
              "The submission. While a delivery to a system of the bank is open, `Retry-After` is set."),
            .init(304, nil, "Not modified."),
          ],
          problems: [.notFound]),
        handle: find),
      Endpoint(
        .get, "/submissions/{id}/result", .person,
        EndpointDocument(
          tag: "Submissions", id: "drawResult",
          summary: "The result of a submission, as a tree; if a signature is awaited, with a link to it.",
          answers: [.init(200, "Tree", "The tree."), .init(304, nil, "Not modified.")], problems: [.notFound]),
        handle: result),
      Endpoint(
        .post, "/submissions/{id}/cancel", .person,
        EndpointDocument(
          tag: "Submissions", id: "cancelSubmission", summary: "Cancels an unsigned submission.",
          answers: [.init(200, "Submission", "Cancelled by this or an earlier request.")],
          problems: [.notFound, .conflict]),
        handle: cancel),
    ]
  }

  /// The description of the `Idempotency-Key` header.
  static let keyDocument = IdempotencyKey.document(
    "one key for each tree and tap; ignored by an operation that opens a session")

  /// The problems of every endpoint that submits.
  static let problems: [ProblemType] = [
    .keyMissing, .invalidValues, .changed, .keyReused, .underWay, .refused, .tooManyUnsigned, .tooManySubmissions,
    .matrixExhausted, .locked, .blocked, .notAvailable,
    .phoneMissing, .tooManyCodes, .codesUnavailable, .systemUnavailable,
  ]

  // MARK: - Submitting

  @Sendable private func submit(_ call: Call) throws -> Reply {
    try forms.admit(call)
    if let link = call.query("then") { _ = try pages.link(link) }
    let body = try call.members()
    if let opened = try session(body, call) { return opened }
    let caller = try call.caller
    // A known key returns its submission, regardless of later changes.
    let id = try call.parameter("id")
    let header = call.request.header("Idempotency-Key")
    let retried = try? IdempotencyKey(header)
    let standing = try retried.map { key in try process.standing(key, of: id, by: caller) }
    let known = standing?.known
    var operation = try known ?? forms.operation(for: call, drawn: try body.text("version"))
    // All later reads for the validation return this state or a newer one.
    let state = try forms.services.dataState()
    if known == nil {
      if standing?.isStopped == true { throw DisabledError.disabled }
      if standing == nil { try forms.requireEnabled(operation.id, at: state) }
    }
    if known == nil {
      try forms.requireClient(of: call, for: operation)
      try forms.requireAvailable(operation, call)
    }
    _ = try process.namedEffect(of: operation)
    let key = try (retried ?? IdempotencyKey(header)).text
    let values = ClearedQuery.completed(try body.members("values") ?? Object(), of: operation, call)
    var judged: CheckedSubmission?
    if known == nil {
      do { judged = try self.judged(body, values, operation, at: state, call) } catch {
        // The same request may have been executed since the key was looked up, also by another
        // server. Its own changes, such as a lower balance, must not reject it.
        guard let retried, try !forms.services.isUnchanged(since: state),
          let now = try process.known(retried, of: id, by: caller)
        else { throw error }
        operation = now
      }
    }
    // Computed after validation. Rejected requests need no digest.
    let bodyText = String(decoding: Self.withoutSecrets(body, values, of: operation).canonical, as: UTF8.self)
    return try sender.send(operation, judged, (key, bodyText), by: caller, call)
  }

  /// Returns the reply of a public operation that opens a session; nil for other operations.
  ///
  /// No submission is stored, so the request needs no idempotency key.
  private func session(_ body: Outline.Part, _ call: Call) throws -> Reply? {
    guard let current = forms.catalog[try call.parameter("id")],
      let effect = process.sessionEffect(of: current)
    else { return nil }
    try forms.requireEnabled(current.id)
    try forms.requireClient(of: call, for: current)
    let operation = try forms.operation(for: call, drawn: try body.text("version"))
    try forms.requireAvailable(operation, call)
    let link = call.query("then")
    let judged = try judged(body, try body.members("values") ?? Object(), operation, at: nil, call)
    let failed = errors.response(to: call, by: .login)
    let refused: @Sendable (any Error) -> Response = { error in
      guard let violation = effect.violation(for: error) else { return failed(error) }
      return failed(Problem(.invalidValues).violations([violation]))
    }
    return call.later(effect.session(judged.values, from: call.origin), failing: refused) { grant in
      let next = try self.pages.beginning(of: grant, goingOnTo: link, for: call)
      return Response.json(isSecret: true) { $0.session(grant, next: next) }.noted(RequestOutcome(.login))
    }
  }

  private func judged(
    _ body: Outline.Part, _ values: Object, _ operation: Operation, at state: DataVersion?, _ call: Call
  ) throws -> CheckedSubmission {
    try forms.requireVersion(try body.text("version"), of: operation, for: call)
    let button = try Self.button(try body.text("action"), of: operation)
    let report = ShownReport(values: try body.members("shown"))
    do throws(Violations) {
      return try process.validated(values, of: operation, tapped: button, against: report, at: state, call)
    } catch {
      guard !error.changes.isEmpty else { throw error }
      let presentation = try forms.presentation(of: operation, for: call)
      let tree = try forms.tree(of: operation, Question(values: values), as: presentation, for: call)
      throw Problem(.changed).changes(error.changes).member("next", tree.json)
    }
  }

  /// Returns the body without the values of secrets and without the shown values.
  ///
  /// Its digest is stored to distinguish retries from other requests. A retry may follow an
  /// evaluation that has shown other values.
  private static func withoutSecrets(_ body: Outline.Part, _ values: Object, of operation: Operation) -> Value {
    var reported =
      body.member("values") == nil
      ? body.object : body.object(with: "values", .object(operation.withoutSecrets(values)))
    if body.member("shown") != nil { reported?["shown"] = nil }
    return .object(reported ?? Object())
  }

  /// Returns the id of the tapped submit button; nil if the operation has none.
  ///
  /// Throws `malformed-request` if `action` is missing and there are several submit buttons, or if
  /// it is not the id of a submit button.
  private static func button(_ action: String?, of operation: Operation) throws(Problem) -> String? {
    let buttons = operation.submitButtons
    guard let action else {
      if buttons.count < 2 { return buttons.first?.id }
      throw Problem(
        .malformedRequest, ru: "`action`: нужно имя нажатой кнопки", en: "`action` must name the button that was tapped"
      )
    }
    guard buttons.contains(where: { $0.id == action }) else {
      throw Problem(
        .malformedRequest, ru: "`\(action)`: такой кнопки отправки нет в \(operation.id)",
        en: "`\(action)` is not a button that submits \(operation.id)")
    }
    return action
  }

  // MARK: - Submissions

  @Sendable private func list(_ call: Call) throws -> Reply {
    let limit = try call.limit()
    let after: SubmissionID? = try call.identifier(after: LocalizedText(ru: "отправки", en: "a submission"))
    let (submissions, person) = (process.stored, try call.caller.person)
    let (search, times) = (try search(call), RowTimes(forms.clock))
    let isUnsigned = try call.isTrue("unsigned")
    if isUnsigned && search != nil {
      throw Problem(
        .unknownQuery, ru: "`unsigned` не сочетается с другими отборами", en: "`unsigned` excludes other filters")
    }
    let page =
      isUnsigned
      ? try submissions.unsigned(person, before: after, limit: limit)
      : try search.map { try submissions.found(by: $0, person, before: after, limit: limit) }
        ?? submissions.all(person, before: after, limit: limit)
    return .now(
      try Response.page(
        page,
        next: {
          "/submissions"
            + call.following(limit, keeping: ["unsigned", "status", "from", "to", "q"], after: $0.rawValue)
        },
        before: { writer in
          if after == nil && !isUnsigned {
            writer.filters(Self.filters, at: "/submissions", on: times.today, in: call.language)
          }
        }
      ) { submission, writer in
        writer.submission(submission, of: try forms.operation(for: submission), at: times, in: call.language)
      }.compressible.tagged(for: call.request))
  }

  private static let filters: [ListFilter] = [
    .search,
    ListFilter(
      name: "status", label: LocalizedText(ru: "Состояние", en: "Status"),
      kind: .choice(Submission.Status.allCases.map { ($0.rawValue, SubmissionText.title(for: $0)) })),
    .from, .to,
  ]

  /// Returns the filters of the query; nil if it has no filters.
  private func search(_ call: Call) throws -> SubmissionSearch? {
    let (from, to) = try call.period()
    let (status, text) = (try call.word("status", Submission.Status.self), SearchText(try call.search()))
    guard status != nil || text != nil || from != nil || to != nil else { return nil }
    let (day, catalog, language) = (forms.clock.day, forms.catalog, call.language)
    return SubmissionSearch(
      status: status, from: from.map(day.start),
      to: to.map { day.start(of: CivilDate(daysSinceEpoch: $0.daysSinceEpoch + 1)) }, text: text
    ) { submission in
      [catalog[submission.operation]?.title[language] ?? submission.operation] + Self.texts(in: submission.values)
        + Self.texts(in: submission.captions)
    }
  }

  /// Returns all strings in stored JSON, without member names.
  private static func texts(in json: String?) -> [String] {
    guard let json, let value = try? Value(reading: json) else { return [] }
    var (texts, left) = ([String](), [value])
    while let next = left.popLast() {
      switch next {
      case .string(let text): texts.append(text)
      case .array(let elements): left += elements
      case .object(let object): left += object.members.map(\.value)
      default: break
      }
    }
    return texts
  }

  @Sendable private func find(_ call: Call) throws -> Reply {
    let id = try call.submission()
    let submission = try process.stored.find(id, person: try call.caller.person)
    var response = try whole(submission, call).tagged(for: call.request)
    if let seconds = try process.retryAfter(of: submission) {
      response.headers.append(("Retry-After", String(seconds)))
    }
    return .now(response)
  }

  @Sendable private func result(_ call: Call) throws -> Reply {
    let submission = try process.stored.find(try call.submission(), person: try call.caller.person)
    let tree = try pages.resultTree(of: submission, for: call)
    return .now(Response.json(rendered: tree).tagged(for: call.request))
  }

  @Sendable private func cancel(_ call: Call) throws -> Reply {
    let id = try call.submission()
    _ = process.unsigned.take(id, of: try call.caller.person)
    let cancelled = process.stored.cancel(id, by: try call.caller)
    return call.later(cancelled, failing: errors.response(to: call)) {
      try self.whole($0, call).noted(RequestOutcome(nil, $0))
    }
  }

  private func whole(_ submission: Submission, _ call: Call) throws -> Response {
    let history = try process.stored.history(submission.id, person: submission.person)
    let operation = try forms.operation(for: submission)
    let delivery = try process.delivery(of: submission)
    return Response.json {
      $0.submission(submission, of: operation, history: history, delivery: delivery, in: call.language)
    }
  }
}
