import Atoms
import HTTPServer
import JSON
import Model
import Operations
import Services
import Texts

/// A page of the rows of a list that a screen declares.
struct DeclaredRows {
  /// The requested page.
  struct Request {
    /// The text to search for; empty for a fact.
    let text: String
    /// The place of the first record.
    let place: Int
    let limit: Int
  }

  /// The maximum size of the texts of a page in bytes. A page ends early rather than exceed it by
  /// more than one row.
  static let maxBytes = 262_144

  /// The highest place of a record at which a page can begin.
  static let lastPlace = 100_000

  fileprivate(set) var rows: [DeclaredRow] = []
  /// The place of the first record of the next page; nil at the end.
  fileprivate(set) var next: Int?
}

/// A row of a declared list: the texts of a record in the language of the request.
struct DeclaredRow {
  let id: String
  let texts: [String: ShownValue]
  let list: DeclaredList
  let actions: [RowAction]
  /// The fields that the row passes on.
  let passed: [(name: String, value: Value)]

  /// The size of the texts in bytes, which are written once plainly and once with their roles.
  func bytes(in language: Language) -> Int {
    texts.values.reduce(0) { $0 + 2 * $1.text(in: language).utf8.count + ($1.value?.utf8.count ?? 0) }
      + passed.reduce(0) { $0 + ($1.value.string?.utf8.count ?? 0) }
      + actions.reduce(0) { $0 + $1.href.utf8.count }
  }

  /// Writes the row with the members of built-in lists.
  func write(to writer: inout Writer, in language: Language) throws {
    let names = list.texts
    let parts = RowParts(
      title: texts[names.title], subtitle: names.subtitle.compactMap { texts[$0] },
      trailing: names.trailing.flatMap { texts[$0] })
    writer.object { writer in
      writer.member("id", id)
      writer.member("title", parts.title?.text(in: language) ?? "")
      if !parts.subtitle.isEmpty {
        writer.member("subtitle", parts.subtitle.map { $0.text(in: language) }.joined(separator: ", "))
      }
      if let trailing = parts.trailing { writer.member("trailing", trailing.text(in: language)) }
      for (name, value) in passed where name != "id" {
        writer.key(name)
        writer.value(value)
      }
      writer.row(parts, badge: badge(in: language), heading: heading(in: language), icon: list.icon, in: language)
      if !actions.isEmpty { writer.actions(actions, in: language) }
    }
  }

  /// The badge. Its state for programs is its tone, because states of the server's own badges have
  /// meanings of their own.
  private func badge(in language: Language) -> Badge? {
    guard let text = list.texts.badge.flatMap({ texts[$0] })?.text(in: language), !text.isEmpty else { return nil }
    let tone: BadgeTone
    switch list.texts.tone {
    case .fixed(let fixed): tone = fixed
    case .value(let id): tone = texts[id]?.value.flatMap(BadgeTone.init) ?? .neutral
    }
    return Badge(state: tone.rawValue, tone: tone, text: LocalizedText(ru: text, en: nil))
  }

  private func heading(in language: Language) -> RowHeading? {
    guard let shown = list.texts.group.flatMap({ texts[$0] }) else { return nil }
    let text = shown.text(in: language)
    return text.isEmpty ? nil : RowHeading(value: shown.value ?? text, text: text)
  }
}

extension PageRendering {
  /// Returns true if the screen shows the module of the list to the caller.
  func shows(
    _ list: DeclaredList, of screen: Screen, from given: [String: String], for call: Call
  ) throws -> Bool {
    var captions = Evaluation(
      screen.captions, Question(values: screen.values(of: given)), in: call.language, forms.surroundings(of: call))
    let isShown = captions.inscription(list.module) != nil
    if captions.hasUnknown { throw Problem(.systemUnavailable) }
    return isShown
  }

  /// Returns a page of the rows of a list.
  ///
  /// - Throws: `system-unavailable` if the records, or a value in the texts, cannot be read.
  func rows(
    of list: DeclaredList, on screen: Screen, from given: [String: String], _ request: DeclaredRows.Request,
    for call: Call
  ) throws -> DeclaredRows {
    let surroundings = forms.surroundings(of: call)
    let records = try records(of: list, request, surroundings)
    let disabled = list.actions.isEmpty ? [] : try forms.disabled()
    var texts = Evaluation(
      list.operation, Question(values: screen.values(of: given)), in: call.language, surroundings)
    var page = DeclaredRows()
    var bytes = 0
    // A search returns one page, which begins at the requested place.
    let first = list.source.isSearched ? 0 : request.place
    for (index, record) in records.enumerated().dropFirst(first) {
      guard let values = texts.texts(of: record, filteredBy: list.texts.filter) else { continue }
      if !list.source.isSearched, page.rows.count == request.limit || bytes >= DeclaredRows.maxBytes {
        page.next = index
        break
      }
      let row = DeclaredRow(
        id: Self.id(of: record, list, at: request.place - first + index), texts: values, list: list,
        actions: list.actions.enumerated().compactMap { number, action in
          Self.action(action, number, of: record, disabled)
        },
        passed: list.passed.compactMap { port in Self.passed(record[port.name]).map { (port.name, $0) } })
      bytes += row.bytes(in: call.language)
      page.rows.append(row)
    }
    forms.failures.note(texts.failures, of: list.operation, call)
    if texts.hasUnknown { throw Problem(.systemUnavailable) }
    let following = request.place + request.limit
    if list.source.isSearched, records.count >= request.limit, following <= DeclaredRows.lastPlace {
      page.next = following
    }
    return page
  }

  /// Returns the records. For a pending answer the result is empty, and the handler runs again.
  ///
  /// Throws `system-unavailable` if the service does not answer.
  private func records(
    of list: DeclaredList, _ request: DeclaredRows.Request, _ surroundings: CallerSurroundings
  ) throws(Problem) -> [Value] {
    let answer: LookupAnswer
    switch list.source {
    case .fact(let name, nil): answer = .found(surroundings.fact(name))
    case .fact(_, let query?): answer = surroundings.answer(to: query, [], LookupTerms())
    case .search(let query):
      let arguments: [Value] = [
        .string(request.text), .integer(Int64(request.limit)), .integer(Int64(request.place)),
      ]
      answer = surroundings.answer(to: query, arguments, LookupTerms())
    }
    switch answer {
    case .found(let value):
      let records = value.array ?? []
      return list.source.isSearched ? Array(records.prefix(request.limit)) : records
    case .empty, .pending: return []
    case .unavailable: throw Problem(.systemUnavailable)
    }
  }

  /// Returns the identifier of a record, otherwise its place. If links read a missing `id`, returns
  /// an empty text, so that they do not lead to another record.
  private static func id(of record: Value, _ list: DeclaredList, at place: Int) -> String {
    if let key = list.key.flatMap({ record[$0] }), !key.isNull { return key.plainText }
    return list.passed["id"] == nil ? String(place) : ""
  }

  /// Returns a field as a row passes it on: a Boolean or a text, because numbers are exact texts.
  private static func passed(_ value: Value?) -> Value? {
    switch value {
    case nil, .null?, .array?, .object?: nil
    case .bool(let flag)?: .bool(flag)
    case let other?: .string(other.plainText)
    }
  }

  /// Returns an action with the fields of a record; nil if a field has no value, or the operation
  /// is disabled.
  private static func action(
    _ action: DeclaredList.Action, _ number: Int, of record: Value, _ disabled: Set<String>
  ) -> RowAction? {
    if case .operation(let id) = action.target.kind, disabled.contains(id) { return nil }
    var given: [String: String] = [:]
    for name in action.target.wiring.reads {
      guard let value = passed(record[name]) else { return nil }
      given[name] = value.plainText
    }
    guard let href = action.target.href(from: given) else { return nil }
    var made = RowAction(
      name: "\(action.target.kind.word)\(number + 1)", title: action.title, method: action.target.method, href: href,
      tone: action.isDangerous ? .danger : .quiet)
    made.transition = action.target.transition
    if action.target.bodyTemplates != nil { made.body = action.target.wiring.values(from: given) }
    return made
  }
}

extension Screen {
  /// Returns the values of the inputs for its captions and rows.
  func values(of given: [String: String]) -> Object {
    Object(inputs.compactMap { port in given[port.name].map { (port.name, port.value(of: $0)) } })
  }
}
