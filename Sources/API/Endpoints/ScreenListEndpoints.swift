import Atoms
import HTTPServer
import JSON
import Operations
import Services

/// The endpoint for the rows of a list that a screen declares.
struct ScreenListEndpoints {
  let pages: PageRendering
  let forms: OperationForms

  static let schemas: [EndpointSchema] = [
    .page("ScreenRows", of: "ScreenRow", isFiltered: true)
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/screens/{id}/lists/{list}", .person,
        EndpointDocument(
          tag: "Navigation", id: "listRows",
          summary: "A page of a list that a screen declares; the other query parameters are the inputs of the screen.",
          query: [
            .limit, .search("of a list with a search: the text to find"),
            .after(
              "the cursor in `next` of the previous page",
              ["type": "integer", "minimum": 0, "maximum": .integer(Int64(DeclaredRows.lastPlace))]),
          ],
          freeQuery: true,
          answers: [.init(200, "ScreenRows", "A page."), .init(304, nil, "Not modified.")],
          problems: [.notFound, .unknownQuery, .systemUnavailable]),
        handle: rows)
    ]
  }

  @Sendable private func rows(_ call: Call) throws -> Reply {
    _ = try call.caller
    let (id, name) = (try call.parameter("id"), try call.parameter("list"))
    guard let screen = forms.found({ $0.navigation.screen(id) }), let list = screen.list(name) else {
      throw Problem(.notFound)
    }
    let own = DeclaredList.parameters.filter { list.source.isSearched || $0 != "q" }
    let given = GivenInputs(call.request.query.filter { !own.contains($0.name) }, for: screen.inputs)
    guard given.violations.isEmpty else { throw Problem(.unknownQuery).violations(given.violations) }
    let (limit, place, text) = (try call.limit(), try Self.place(call), try call.search())
    guard try pages.shows(list, of: screen, from: given.values, for: call) else { throw Problem(.notFound) }
    let page = try pages.rows(
      of: list, on: screen, from: given.values, DeclaredRows.Request(text: text, place: place, limit: limit), for: call)
    let kept = screen.inputs.map(\.name) + (list.source.isSearched ? ["q"] : [])
    let path = call.request.path
    return .now(
      try Response.page(
        Page(found: page.rows, next: page.next),
        next: { path + call.following(limit, keeping: kept, after: String($0)) },
        before: { writer in
          guard list.source.isSearched, place == 0 else { return }
          let inputs = screen.inputs.compactMap { port in
            given.values[port.name].map { "\(port.name)=\($0.queryEncoded)" }
          }
          writer.filters(
            [.search], at: path, keeping: inputs.joined(separator: "&"), on: forms.clock.today, in: call.language)
        },
        row: { row, writer in try row.write(to: &writer, in: call.language) }
      ).unstored.tagged(for: call.request))
  }

  /// Returns the place of the first row of the page. Throws `unknown-query` if it is malformed.
  private static func place(_ call: Call) throws(Problem) -> Int {
    guard let text = call.query("after") else { return 0 }
    guard let place = Int(text), (0...DeclaredRows.lastPlace).contains(place) else {
      throw Problem(
        .unknownQuery, ru: "`after`: нужно значение из `next` предыдущей страницы",
        en: "`after` must be the cursor in `next` of the previous page")
    }
    return place
  }
}
