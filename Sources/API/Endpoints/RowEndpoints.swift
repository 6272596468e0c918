import Atoms
import HTTPServer
import JSON
import Operations
import Services

/// The endpoint that reads pasted rows as items of a repeat.
struct RowEndpoints {
  let forms: OperationForms
  let pages: PageRendering

  /// The media type of a body that is only the text (RFC 7111).
  private static let textType = "text/csv"
  /// The maximum number of violations in a response.
  private static let maxViolations = 1_000

  var all: [Endpoint] {
    [
      Endpoint(
        .post, "/operations/{id}/rows", .anybody,
        EndpointDocument(
          tag: "Operations", id: "readRows",
          summary: "Reads pasted rows as items of a repeat, and validates the items; nothing is stored.",
          body: "PastedText", textBody: Self.textType, headers: ClientHeaders.documents,
          query: [
            ParameterDocument("atom", "with a text as body: the path of the repeat", .targetSchema),
            PageRendering.pageParameter,
            ParameterDocument("version", "with a text as body: the version of the rendered form", .targetSchema),
          ],
          answers: [.init(200, "PastedRows", "The items, and the violations by path.")],
          problems: [.notFound, .outdatedVersion, .kindsNotAccepted, .operationDisabled]),
        handle: rows)
    ]
  }

  /// The content of a request.
  private struct Pasted {
    let text: SeparatedText
    let version: String?
    let path: String?
    var values = Object()
    var kept = 0
  }

  @Sendable private func rows(_ call: Call) throws -> Reply {
    try forms.admit(call)
    let pasted = try pasted(call)
    let operation = try forms.operation(for: call, drawn: pasted.version)
    try forms.requireEnabledInMemory(operation.id)
    try forms.requireVersion(pasted.version, of: operation, for: call)
    let began = Moment.now
    let values = try pages.values(pasted.values, of: operation, call)
    let target = PastedRows.Target(path: pasted.path ?? "", values: values, kept: pasted.kept)
    guard let rows = PastedRows(pasted.text, at: target, of: operation, in: call.language, forms.surroundings(of: call))
    else {
      throw Problem(
        .malformedRequest,
        ru: "`atom`: нужен путь списка, в который вставляют строки, а `values` содержат `keep` его строк",
        en: "`atom` must be the path of a repeat with `paste`, and `values` must contain `keep` of its items")
    }
    forms.metrics.evaluating.count(since: began)
    forms.failures.note(rows.failures, of: operation, call)
    return .now(
      .json { writer in
        writer.object { writer in
          writer.member("operation", operation.id)
          writer.member("version", operation.version)
          writer.key("items")
          writer.array { writer in for item in rows.items { writer.value(item) } }
          writer.errors(
            "errors", rows.violations, upTo: Self.maxViolations, more: "moreErrors", in: call.language)
        }
      })
  }

  /// Reads the request: an object with the text, or a text whose path is in the query.
  private func pasted(_ call: Call) throws -> Pasted {
    let type = call.request.headerBytes("Content-Type") ?? []
    if MediaType.isType(Self.textType, type) {
      try Self.requireText(call.request.body, member: "body")
      return Pasted(
        text: SeparatedText(call.request.body), version: call.query("version"), path: call.query("atom"))
    }
    let body = try call.members()
    let text = try body.text("text") ?? ""
    try Self.requireText(text.utf8, member: "text")
    return Pasted(
      text: SeparatedText(text), version: try body.text("version"),
      path: try body.text("atom"), values: try body.members("values") ?? Object(), kept: try Self.kept(body))
  }

  /// Throws `malformed-request` for text in UTF-16 or with NUL characters.
  private static func requireText(_ text: some Collection<UInt8>, member: String) throws(Problem) {
    guard SeparatedText.isUnreadable(text) else { return }
    throw Problem(
      .malformedRequest, ru: "`\(member)`: нужен текст в UTF-8 или Windows-1251, без символов NUL",
      en: "`\(member)` must be text in UTF-8 or Windows-1251, without NUL characters")
  }

  private static func kept(_ body: some NamedValues) throws(Problem) -> Int {
    guard let value = body["keep"], !value.isNull else { return 0 }
    // 2.0 is a whole number too.
    let digits: String? = if case .string = value { nil } else { value.decimal?.normalized.description }
    guard let number = digits.flatMap({ Int($0) }), (0...10_000).contains(number) else {
      throw Problem(
        .malformedRequest, ru: "`keep`: целое число от 0 до 10000", en: "`keep` must be a whole number from 0 to 10000")
    }
    return number
  }
}
