import TestBank
import Testing
import ValenceClient

/// The start of a client with the client library, and deep links.
struct LibraryStartTests {
  private let server: TestServer
  private let person: LibraryPerson
  private var client: Client { person.client }

  private static let quick = "valence://payments/quick?bic=044525225&name=%D0%90%26%D0%91"

  init() throws {
    server = try TestServer()
    person = LibraryPerson(server)
  }

  /// Logs in with the form in a document; returns the lead of the response.
  private func login(with document: Document) async throws -> Lead {
    let tree = try #require(document.tree)
    #expect(tree.operation == "auth.login")
    var form = LiveForm(tree)
    _ = form.enter(.string(server.access.login), at: "login")
    _ = form.enter(.string(server.access.password), at: "password")
    guard case .progress(let progress) = try await client.send(try #require(form.tap("enter"))),
      case .lead(let lead) = progress.next
    else { throw LibraryPerson.NotThere() }
    #expect(await client.session == progress.session)
    #expect(lead.transition?.kind == .window)
    return lead
  }

  private func screen(_ document: Document) throws -> Screen {
    guard case .screen(let screen) = document else { throw LibraryPerson.NotThere() }
    return screen
  }

  @Test("Without a session the start is the login, which leads to the home screen")
  func startsWithLoginThenHome() async throws {
    let lead = try await login(with: try await client.start())
    let home = try screen(try await client.follow(lead.link))
    #expect((home.screen, home.title, home.hasTabs) == ("home", "Home", true))
    #expect(home.open == nil)
    // For a logged-in person, the start is the home screen.
    #expect(try screen(try await client.start()) == home)
    #expect(person.transport.sent.suffix(2).map(\.path) == ["/start", "/start"])
    #expect(person.transport.statuses.suffix(2) == [200, 304])
  }

  @Test("The start response includes the content of the first tab and the event cursor")
  func startIncludesFirstContent() async throws {
    try await person.login()
    let client = person.client
    let home = try screen(try await client.start())
    let asked = person.transport.sent.count
    let overview = try screen(try await client.content(of: try #require(home.modules.first)))
    var titles: [String] = []
    for module in overview.modules where module.kind == .list {
      guard case .listing(let listing) = try await client.content(of: module) else { throw LibraryPerson.NotThere() }
      titles += listing.rows.map(\.title)
    }
    #expect(titles.contains("Текущий"))
    #expect(person.transport.sent.count == asked)
    // The content of another tab is requested, and a text has no content.
    #expect(try screen(try await client.content(of: home.modules[1])).screen == "payments")
    #expect(person.transport.sent.count == asked + 1)
    #expect(try await client.content(of: try #require(overview.modules.first { $0.kind == .text })) == .nothing)
    // The client listens from the event cursor of the start response, so the first event is the new
    // submission.
    let visitor = try server.person()
    let id = try visitor.submit(try visitor.payment(), key: "1")["submission"]?["id"]?.string
    var heard = client.events().makeAsyncIterator()
    #expect(try await heard.next()?.submission == id)
  }

  @Test("Every module reachable from the home screen is decoded and followed")
  func followsEveryHomeModule() async throws {
    try await person.login()
    var waiting = [try screen(try await client.start())]
    var (texts, rows, taps) = (0, 0, 0)
    while let screen = waiting.popLast() {
      for module in screen.modules {
        guard let lead = module.lead else {
          // A client without support for scans draws a row without a link.
          #expect(module.kind == .text || module.kind == .scan && module.scan?.method == "POST")
          #expect(!module.title.isEmpty)
          texts += 1
          continue
        }
        switch try await client.follow(lead.link) {
        case .screen(let inner): waiting.append(inner)
        case .tree(let tree):
          #expect([.operation, .flow].contains(module.kind) && !module.isEmbedded)
          // Quick actions and the edit action of the profile have their own captions.
          let isCaptioned = ["overview", "payments"].contains(screen.screen) || module.id == "profile_edit"
          #expect(isCaptioned ? !module.title.isEmpty : (tree.flow?.title ?? tree.title) == module.title)
          taps += 1
        case .listing(let listing):
          #expect(module.kind == .list && module.isEmbedded)
          guard let opened = listing.rows.first.flatMap({ module.row?.lead(of: $0) }) else { continue }
          let document = try await client.follow(opened.link)
          if case .screen(let inner) = document {
            #expect(!inner.modules.isEmpty)
          } else {
            #expect(document.tree != nil)
          }
          rows += 1
        case let other: Issue.record("\(module.id): \(other)")
        }
      }
    }
    #expect(texts > 1 && rows > 2 && taps > 5, "\(texts) \(rows) \(taps)")
  }

  @Test(
    "A deep link without a session opens after the login",
    arguments: [quick, "valence://payments/quick&bic=044525225&name=%D0%90%26%D0%91"])
  func opensLinkAfterLogin(link: String) async throws {
    let lead = try await login(with: try await client.start(opening: link))
    let home = try screen(try await client.follow(lead.link))
    #expect(home.screen == "home")
    let open = try #require(home.open)
    #expect(open.transition?.kind == .push)
    let form = LiveForm(try #require(try await client.follow(open.link).tree))
    #expect(form.tree.operation == "pp.quick")
    #expect((form["bic"]?.value, form["name"]?.value) == ("044525225", "А&Б"))
  }

  @Test("A deep link opens over the home screen for a logged-in person") func opensLinkOverHome() async throws {
    try await person.login()
    let home = try screen(try await client.start(opening: Self.quick))
    #expect(home.screen == "home")
    #expect(try await client.follow(try #require(home.open).link).tree?.operation == "pp.quick")
    guard case .listing(let deals) = try await client.follow("/deals") else { throw LibraryPerson.NotThere() }
    let deal = try #require(deals.rows.first)
    let open = try #require(try screen(try await client.start(opening: "valence://deals/deal?id=\(deal.id)")).open)
    #expect(open.transition?.appearance == .present(style: "page", closable: nil))
    let opened = try screen(try await client.follow(open.link))
    #expect(opened.modules.first?.title == deal.title)
    // A start without a link opens nothing.
    #expect(try screen(try await client.start()).open == nil)
  }

  @Test(
    "An invalid deep link is reported, and a start without it returns the home screen",
    arguments: [
      ("valence://payments/ghost", 404, Problem.Name.unknownRoute, [String]()),
      ("valence:payments", 400, .malformedRoute, []),
      ("valence://payments/quick?amount=many&ghost=1", 400, .routeParameters, ["amount", "ghost"]),
    ])
  func reportsInvalidLink(
    link: String, status: Int, name: Problem.Name, parameters: [String]
  ) async throws {
    try await person.login()
    let refused = try await person.problem { () throws(Failure) in try await client.start(opening: link) }
    #expect((refused.status, refused.name) == (status, name))
    #expect(!refused.title.isEmpty)
    #expect(Set(refused.violations.map(\.atom)) == Set(parameters))
    #expect(try screen(try await client.start()).screen == "home")
  }

  @Test("An invalid deep link without a session is reported after the login")
  func reportsInvalidLinkAfterLogin() async throws {
    let lead = try await login(with: try await client.start(opening: "valence://payments/ghost"))
    let refused = try await person.problem { () throws(Failure) in try await client.follow(lead.link) }
    #expect((refused.status, refused.name) == (404, .unknownRoute))
    #expect(await client.session != nil)
    #expect(try screen(try await client.start()).screen == "home")
  }

  @Test("After an expired session the login leads to the deep link") func expiredSessionKeepsLink() async throws {
    try await person.login()
    server.pass(.seconds(24 * 3600))
    let lead = try await login(with: try await client.start(opening: Self.quick))
    #expect(try screen(try await client.follow(lead.link)).open != nil)
  }
}
