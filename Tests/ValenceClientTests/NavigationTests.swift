import Foundation
import Testing
import ValenceClient

/// Screens, their modules and where they lead.
struct NavigationTests {
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

  @Test func modulesAreInPlaceOrRowsThatLeadOn() {
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

  @Test func aRowLeadsWhereItsMembersSay() throws {
    let row = try #require(screen.modules[1].row)
    let full: Listing.Row = try Listing.Row(["id": "а б", "number": 42])
    #expect(row.lead(of: full)?.link.href == "/screens/account?account=42&as=%D0%B0%20%D0%B1")
    #expect(row.lead(of: full)?.link.method == "GET")
    #expect(row.lead(of: full)?.transition?.reverse == "pop")
    // A member that is not there, or is null, leads nowhere.
    #expect(row.lead(of: try Listing.Row(["id": "a"])) == nil)
    #expect(row.lead(of: try Listing.Row(["id": "a", "number": nil])) == nil)
  }

  @Test func aScreensButtonSendsWhatItsFlowWants() throws {
    let next = try #require(screen.actions.first)
    let tap = screen.tap(next, seed: "seed")
    #expect(next.title == "Next")
    #expect((tap.body, tap.key) == ([:], nil))
    let submit = try Action(["name": "submit", "method": "POST", "href": "/flows/1/submissions"])
    #expect(screen.tap(submit, seed: "seed").key == "seed-submit")
  }
}
