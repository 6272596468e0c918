import Foundation
import Testing
import ValenceClient

struct ClientNavigationTests {
  private static let screen = """
    {"screen": "home", "title": "Home", "container": "tabs", "transition": {"kind": "window", "appearance": {"statusBar": "dark"}},
     "open": {"method": "GET", "href": "/deals/1", "transition": {"kind": "present", "appearance": {"style": "sheet"}}},
     "modules": [
      {"id": "hello", "module": "text", "title": "Hello", "fontSize": "title", "transition": {"kind": "embed", "container": "home"}},
      {"id": "accounts", "module": "list", "title": "Accounts", "transition": {"kind": "embed", "container": "home"}, "href": "/accounts",
       "row": {"transition": {"kind": "push", "reverse": "pop"}, "href": "/screens/account?account={number}&as={id}"}},
      {"id": "steps", "module": "operation", "title": "Pay", "transition": {"kind": "cover", "appearance": {"handleColor": "#102030", "height": "half", "dim": true}},
       "method": "POST", "href": "/flows/payment.steps"},
      {"id": "globe", "module": "globe", "transition": {"kind": "push"}, "href": "/globe",
       "unavailable": {"type": "/problems/client-outdated", "minimumVersion": "9"}}],
     "actions": [{"name": "next", "title": "Next", "method": "POST", "href": "/flows/1/steps/a"}]}
    """
  private let screen: Screen

  init() throws { screen = try JSONDecoder().decode(Screen.self, from: Data(Self.screen.utf8)) }

  @Test("The modules of a screen are read with their transitions and links") func readsModules() {
    #expect(screen.hasTabs)
    #expect(screen.transition.appearance == .window(statusBar: "dark"))
    #expect(screen.modules.map(\.isEmbedded) == [true, true, false, false])
    #expect(screen.modules[0].lead == nil)
    #expect(screen.modules[2].lead?.link.method == "POST")
    #expect(screen.modules[2].lead?.link.href == "/flows/payment.steps")
    #expect(
      screen.modules[2].transition.appearance == .cover(handleColor: "#102030", height: "half", dim: true))
    #expect(screen.modules[3].unavailable?.name == .clientOutdated)
    #expect(screen.modules[3].unavailable?.minimumVersion == "9")
    #expect(screen.open?.transition?.kind == .present)
    #expect(screen.open?.link.href == "/deals/1")
  }

  @Test("The member `document` identifies a document, whatever its other members are") func readsNames() throws {
    func next(_ members: Members) -> Document? { Progress(["next": .object(members)]).next }
    let transition: WireValue = ["kind": "push"]
    guard case .back? = next(["document": "back", "atoms": [], "transition": transition]) else {
      Issue.record("not a return")
      return
    }
    guard case .listing? = next(["document": "list", "data": [], "modules": []]),
      case .progress? = next(["document": "session", "session": ["token": "x"], "href": "/a"])
    else {
      Issue.record("not a list and the result of a login")
      return
    }
    // A document of a newer server.
    guard case .other(let newer)? = next(["document": "story", "atoms": [], "title": "New"]) else {
      Issue.record("not another document")
      return
    }
    #expect(newer["title"] == "New")
    // An earlier server sends no name.
    guard case .lead(let lead)? = next(["href": "/start", "transition": transition]) else {
      Issue.record("not a lead")
      return
    }
    #expect(lead.link.href == "/start")
  }

  @Test("The link of a row is filled from the members of the row") func fillsLinkFromRow() throws {
    let row = try #require(screen.modules[1].row)
    let full: Listing.Row = try Listing.Row(["id": "а б", "number": 42])
    #expect(row.lead(of: full)?.link.href == "/screens/account?account=42&as=%D0%B0%20%D0%B1")
    #expect(row.lead(of: full)?.link.method == "GET")
    #expect(row.lead(of: full)?.transition?.reverse == "pop")
    // A row without the member, or with null, has no lead.
    #expect(row.lead(of: try Listing.Row(["id": "a"])) == nil)
    #expect(row.lead(of: try Listing.Row(["id": "a", "number": nil])) == nil)
  }

  @Test("The request body of a row's link is filled from the members of the row") func fillsBodyFromRow() throws {
    let lead = try RowLead(["href": "/prefill", "method": "POST", "body": ["template": "{id}", "kind": "all"]])
    let link = lead.lead(of: try Listing.Row(["id": "а б"]))?.link
    #expect(link?.body == ["template": "а б", "kind": "all"])
    #expect(link?.method == "POST")
    #expect(try RowLead(["href": "/a", "body": ["x": "{y}"]]).lead(of: Listing.Row(["id": "a"])) == nil)
  }

  @Test("The link to a filtered list includes only declared filters") func buildsFilterLink() throws {
    let page = try Listing([
      "data": [], "filterHref": "/submissions{?q,status}",
      "filters": [
        ["name": "q", "kind": "text", "label": "Search", "maxLength": 200],
        ["name": "status", "kind": "choice", "options": [["value": "signed", "caption": "Signed"]]],
        ["name": "from", "kind": "date", "today": "2026-11-22"],
      ],
    ])
    #expect(page.filters.map(\.kind) == [.text, .choice, .date])
    #expect(page.filters.map(\.today) == [nil, nil, "2026-11-22"])
    #expect(page.filters[1].options.map(\.caption) == ["Signed"])
    #expect(page.narrowed(by: ["q": "за дом", "ghost": "1"]) == "/submissions?q=%D0%B7%D0%B0%20%D0%B4%D0%BE%D0%BC")
    #expect(page.narrowed(by: [:]) == "/submissions")
    #expect(try Listing(["data": []]).narrowed(by: ["q": "a"]) == nil)
  }

  @Test("The badge, parts, icon and group of a row are read") func readsRow() throws {
    let row = try Listing.Row([
      "id": "a", "parts": ["trailing": ["role": "amount", "value": "-1.00", "text": "−1,00 ₽", "currency": "RUB"]],
      "icon": "card", "badge": ["state": "blocked", "tone": "danger", "text": "Blocked"],
      "group": ["value": "2026-11-22", "text": "Today"],
    ])
    #expect(row.badge?.tone == .danger)
    #expect(row.badge?.state == "blocked")
    #expect(row.trailingPart?.currency == "RUB")
    #expect(row.titlePart == nil && row.subtitleParts.isEmpty)
    #expect(row.group?.text == "Today")
    #expect(row.icon == "card")
    #expect(try Listing.Row(["id": "b", "badge": ["tone": "danger"]]).badge == nil)
  }

  @Test("The actions of a row are read with their confirmation and input") func readsActionsOfRow() throws {
    let row = try Listing.Row([
      "id": "a",
      "actions": [
        ["name": "delete", "method": "DELETE", "href": "/t/1", "tone": "danger", "confirm": ["title": "Delete?"]],
        ["name": "rename", "method": "PATCH", "href": "/t/1", "ask": ["member": "title", "value": "Rent"]],
      ],
    ])
    #expect(row.actions.map(\.tone) == [.danger, .quiet])
    #expect(row.actions[0].confirmation?.title == "Delete?")
    #expect(row.actions[1].asked?.member == "title")
    #expect(row.actions[1].link.method == "PATCH")
  }

  @Test("Only the submit button of a screen sends an idempotency key") func addsKeyToSubmitButton() throws {
    let next = try #require(screen.actions.first)
    let tap = screen.tap(next, seed: "seed")
    #expect(next.title == "Next")
    #expect((tap.body, tap.key) == ([:], nil))
    let submit = try Action(["name": "submit", "method": "POST", "href": "/flows/1/submissions"])
    #expect(screen.tap(submit, seed: "seed").key == "seed-submit")
  }
}
