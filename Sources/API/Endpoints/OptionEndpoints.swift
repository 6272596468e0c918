import Atoms
import HTTPServer
import JSON
import Operations
import Services

/// The endpoint for pages of options that match a typed text.
struct OptionEndpoints {
  let forms: OperationForms
  let marks: BrandMarks

  /// The maximum number of options in a page.
  private static let maxOptions = 50
  /// The maximum length of a typed text in characters.
  private static let longestText = 200

  var all: [Endpoint] {
    [
      Endpoint(
        .post, "/operations/{id}/options", .anybody,
        EndpointDocument(
          tag: "Operations", id: "searchOptions",
          summary: "A page of the options of a search for a typed text, the best match first.",
          body: "OptionQuestion", headers: ClientHeaders.documents,
          answers: [.init(200, "Options", "A page.")],
          problems: [.notFound, .outdatedVersion, .kindsNotAccepted, .operationDisabled, .systemUnavailable]),
        handle: options)
    ]
  }

  private struct Question {
    let text: String
    let after: String?
    let limit: Int
  }

  @Sendable private func options(_ call: Call) throws -> Reply {
    try forms.admit(call)
    let body = try call.object()
    let version = try body.text("version")
    let operation = try forms.operation(for: call, drawn: version)
    try forms.requireEnabledInMemory(operation.id)
    try forms.requireVersion(version, of: operation, for: call)
    guard let path = try body.text("atom"), let search = operation.search(at: path) else {
      throw Problem(
        .malformedRequest, ru: "`atom`: нужен путь поля с поиском",
        en: "`atom` must be the path of an atom with a search"
      )
    }
    let question = Question(
      text: String(try (body.text("text") ?? "").prefix(Self.longestText)), after: try body.text("after"),
      limit: try Self.limit(body))
    let page = try page(of: search, question, call)
    return .now(
      .json { writer in
        writer.object { writer in
          if case .integer(let revision)? = body["revision"] {
            writer.key("revision")
            writer.integer(revision)
          }
          writer.key("data")
          writer.array { writer in for option in page.options { writer.value(option) } }
          if let next = page.next { writer.member("after", next) }
        }
      })
  }

  private static func limit(_ body: Object) throws(Problem) -> Int {
    switch body["limit"] {
    case nil, .null: return 20
    case .integer(let number) where (1...Int64(maxOptions)).contains(number): return Int(number)
    default:
      throw Problem(
        .malformedRequest, ru: "`limit`: целое число от 1 до \(maxOptions)",
        en: "`limit` must be a whole number from 1 to \(maxOptions)")
    }
  }

  /// Returns the page of options; empty if the text is too short.
  private func page(
    of search: SearchedAtom, _ question: Question, _ call: Call
  ) throws -> SearchSource.Page {
    guard question.text.count(where: { !$0.isWhitespace }) >= search.minLength else {
      return SearchSource.Page([], next: nil)
    }
    let surroundings = forms.surroundings(of: call)
    if let fact = search.search.fact {
      return try Self.page(of: try Self.known(search.fact(fact, surroundings)), question)
    }
    if let rows = search.rows(matching: question.text, in: call.language) {
      return try Self.page(from: rows, question)
    }
    if let query = search.search.pages {
      let offset = try Self.offset(question.after)
      let arguments: [Value] = [
        .string(question.text), .integer(Int64(question.limit)), .integer(Int64(offset)),
      ]
      let options = try Self.known(surroundings.answer(to: query, arguments, LookupTerms()))
      return SearchSource.Page(
        options.prefix(question.limit).map(Self.drawn),
        next: options.count < question.limit ? nil : String(offset + question.limit))
    }
    guard
      let page = try Searches.page(
        of: search.search.name, question.text, after: question.after, limit: question.limit, forms.services)
    else { throw Self.wrongPlace }
    return Searches.findsProviders(search.search.name) ? marked(page) : page
  }

  /// Returns a page of providers with their logos.
  private func marked(_ page: SearchSource.Page) -> SearchSource.Page {
    let options = page.options.map { option -> Value in
      guard var marked = option.object, let id = option["value"]?.string, let mark = marks.address(of: id) else {
        return option
      }
      marked["image"] = .string(mark)
      return .object(marked)
    }
    return SearchSource.Page(options, next: page.next)
  }

  /// Returns the options in an answer. Throws 503 if a system of the bank is unavailable.
  ///
  /// For a pending answer returns no options. The handler then runs again.
  private static func known(_ answer: LookupAnswer) throws(Problem) -> [Value] {
    switch answer {
    case .found(let value): return value.array ?? []
    case .empty, .pending: return []
    case .unavailable: throw Problem(.systemUnavailable)
    }
  }

  /// Returns a page of the options of a fact whose captions contain the text, ignoring case.
  private static func page(of options: [Value], _ question: Question) throws(Problem) -> SearchSource.Page {
    let text = question.text.lowercased()
    let found = options.filter { text.isEmpty || ($0["caption"]?.string ?? "").lowercased().contains(text) }
    return try page(from: found, question)
  }

  /// Returns a page of the options that were found.
  private static func page(from found: [Value], _ question: Question) throws(Problem) -> SearchSource.Page {
    let offset = try offset(question.after)
    let page = found.dropFirst(offset).prefix(question.limit).map(drawn)
    let end = offset + page.count
    return SearchSource.Page(Array(page), next: end < found.count ? String(end) : nil)
  }

  /// Returns the members of an option that a client draws.
  private static func drawn(_ option: Value) -> Value {
    let names = ["value", "caption", "detail"]
    return .object(Object(names.compactMap { name in option[name].flatMap { $0.isNull ? nil : (name, $0) } }))
  }

  private static func offset(_ after: String?) throws(Problem) -> Int {
    guard let after else { return 0 }
    guard let offset = Int(after), (0...100_000).contains(offset) else { throw wrongPlace }
    return offset
  }

  private static var wrongPlace: Problem {
    Problem(
      .malformedRequest, ru: "`after`: нужно значение из ответа на этот же поиск",
      en: "`after` must be the cursor returned by the same search")
  }
}
