import Atoms
import HTTPServer
import JSON
import Operations
import Services

/// The endpoint for pages of options that match a typed text.
struct OptionEndpoints {
  let forms: OperationForms
  let pages: PageRendering
  let marks: BrandMarks

  /// The maximum number of options in a page.
  private static let maxOptions = 50
  /// The maximum length of a typed text in characters.
  private static let longestText = 200
  /// The maximum number of pages of a service that are read until an option passes the filter.
  private static let maxPages = 4
  /// The maximum number of options before a page.
  private static let maxOffset = 100_000

  var all: [Endpoint] {
    [
      Endpoint(
        .post, "/operations/{id}/options", .anybody,
        EndpointDocument(
          tag: "Operations", id: "searchOptions",
          summary: "A page of the options of a search for a typed text, the best match first.",
          body: "OptionQuestion", headers: ClientHeaders.documents, query: [PageRendering.pageParameter],
          answers: [.init(200, "Options", "A page.")],
          problems: [.notFound, .outdatedVersion, .kindsNotAccepted, .operationDisabled, .systemUnavailable]),
        handle: options)
    ]
  }

  private struct Question {
    let text: String
    let after: String?
    let limit: Int
    /// The values of the form; nil if the client has sent none.
    let values: Object?
  }

  /// The outcome of a search.
  fileprivate enum Found {
    case page(SearchSource.Page)
    case missing(SearchedForm.Missing)
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
      limit: try Self.limit(body), values: try body.members("values"))
    let found = try found(by: search, question, in: operation, call)
    return .now(
      .json { writer in
        writer.object { writer in
          if case .integer(let revision)? = body["revision"] {
            writer.key("revision")
            writer.integer(revision)
          }
          writer.write(found)
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
  private func found(
    by search: SearchedAtom, _ question: Question, in operation: Operation, _ call: Call
  ) throws -> Found {
    let nothing = SearchSource.Page([], next: nil)
    guard question.text.count(where: { !$0.isWhitespace }) >= search.minLength else { return .page(nothing) }
    let surroundings = forms.surroundings(of: call)
    guard search.readsForm else { return .page(try page(of: search, question, nil, surroundings, call)) }
    let values = try question.values.map { try pages.values($0, of: operation, call) }
    let form = SearchedForm(search, values, in: call.language, surroundings)
    defer { forms.failures.note(form.failures, of: operation, call) }
    try Self.requireKnown(form)
    if let missing = form.missing { return .missing(missing) }
    // While an answer is pending, the handler runs again.
    if form.isPending { return .page(nothing) }
    let page = try page(of: search, question, form, surroundings, call)
    try Self.requireKnown(form)
    return .page(page)
  }

  /// Throws 503 if a key or the filter depends on a system of the bank that is unavailable.
  private static func requireKnown(_ form: SearchedForm) throws(Problem) {
    if form.isUnavailable { throw Problem(.systemUnavailable) }
  }

  /// Returns the page of options that pass the filter.
  ///
  /// - Parameter form: The form that the search reads; nil without keys and without a filter.
  private func page(
    of search: SearchedAtom, _ question: Question, _ form: SearchedForm?, _ surroundings: CallerSurroundings,
    _ call: Call
  ) throws -> SearchSource.Page {
    if let query = search.search.pages { return try page(of: search, query, question, form, surroundings) }
    var all: [Value]?
    if let fact = search.search.fact {
      all = Self.matching(question.text, try Self.known(search.fact(fact, surroundings)))
    }
    if let options = all ?? search.rows(matching: question.text, in: call.language) {
      return try Self.page(from: form?.passing(options) ?? options, of: search, question)
    }
    guard
      let page = try Searches.page(
        of: search.search.name, question.text, after: question.after, limit: question.limit, forms.services)
    else { throw Self.wrongPlace }
    return Searches.findsProviders(search.search.name) ? marked(page) : page
  }

  /// Returns a page of a service. If the filter excludes all its options, continues with the next
  /// pages.
  private func page(
    of search: SearchedAtom, _ query: any SystemQuery, _ question: Question, _ form: SearchedForm?,
    _ surroundings: CallerSurroundings
  ) throws -> SearchSource.Page {
    var offset = try Self.offset(question.after)
    for number in 1...Self.maxPages {
      let arguments: [Value] = [
        .string(question.text), .integer(Int64(question.limit)), .integer(Int64(offset)),
      ]
      let answer = surroundings.answer(to: query, arguments + (form?.keys ?? []), LookupTerms())
      let options = Array(try Self.known(answer).prefix(question.limit))
      let isLast = options.count < question.limit || offset + question.limit > Self.maxOffset
      let passing = form?.passing(options) ?? options
      offset += question.limit
      if !passing.isEmpty || isLast || number == Self.maxPages {
        return SearchSource.Page(passing.map(search.drawn), next: isLast ? nil : String(offset))
      }
    }
    return SearchSource.Page([], next: String(offset))
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

  /// Returns the options of a fact whose captions contain the text, ignoring case.
  private static func matching(_ text: String, _ options: [Value]) -> [Value] {
    let text = text.lowercased()
    return options.filter { text.isEmpty || ($0["caption"]?.string ?? "").lowercased().contains(text) }
  }

  /// Returns a page of the options that were found.
  private static func page(
    from found: [Value], of search: SearchedAtom, _ question: Question
  ) throws(Problem) -> SearchSource.Page {
    let offset = try offset(question.after)
    let page = found.dropFirst(offset).prefix(question.limit).map(search.drawn)
    let end = offset + page.count
    return SearchSource.Page(Array(page), next: end < found.count ? String(end) : nil)
  }

  private static func offset(_ after: String?) throws(Problem) -> Int {
    guard let after else { return 0 }
    guard let offset = Int(after), (0...maxOffset).contains(offset) else { throw wrongPlace }
    return offset
  }

  private static var wrongPlace: Problem {
    Problem(
      .malformedRequest, ru: "`after`: нужно значение из ответа на этот же поиск",
      en: "`after` must be the cursor returned by the same search")
  }
}

extension Writer {
  /// Writes the options, or the inputs that must be filled in first.
  fileprivate mutating func write(_ found: OptionEndpoints.Found) {
    let page = if case .page(let page) = found { page } else { SearchSource.Page([], next: nil) }
    key("data")
    array { writer in for option in page.options { writer.value(option) } }
    if let next = page.next { member("after", next) }
    guard case .missing(let missing) = found else { return }
    key("missing")
    object { writer in
      writer.member("text", missing.text)
      writer.key("atoms")
      writer.value(.array(missing.atoms.map(Value.string)))
    }
  }
}
