import Atoms
import HTTP
import JSON
import Model
import Operations
import Services

/// Where to go: what is there, and how it is shown.
struct Lead {
  /// The route that leads there.
  let route: Operations.Route
  /// What is read above what is there.
  let title: String?
  /// What goes in.
  let input: [(name: String, value: String)]
  /// Where it is.
  let href: String
  /// What is told on the way.
  var message: String?
}

extension Writer {
  /// Writes a lead.
  mutating func lead(_ lead: Lead) {
    object { writer in
      writer.member("route", lead.route.name)
      writer.member("module", lead.route.target.kind.word)
      if let title = lead.title { writer.member("title", title) }
      writer.key("input")
      writer.object { writer in for (name, value) in lead.input { writer.member(name, value) } }
      writer.key("transition")
      writer.transition(lead.route.target.transition)
      writer.member("method", lead.route.target.method)
      writer.member("href", lead.href)
      if let message = lead.message { writer.member("message", message) }
    }
  }
}

extension Bank {
  /// A deep link that was sent, or the problem of one that is none.
  func link(_ url: String) throws(Problem) -> Link {
    guard let link = Link(url) else {
      throw Problem(
        .malformedRoute, ru: "Нужна ссылка вида valence://payments/quick?bic=044525225.",
        en: "A link looks like valence://payments/quick?bic=044525225.")
    }
    return link
  }

  /// Where a link leads, with its parameters judged.
  func lead(to link: Link, for call: Call) throws -> Lead {
    let catalog = catalog
    guard let route = catalog.navigation.route(link.name) else {
      throw Problem(
        .unknownRoute, ru: "`\(link.name)` никуда не ведёт.", en: "`\(link.name)` leads nowhere.")
    }
    let given = GivenInputs(link.parameters, for: route.parameters)
    guard given.violations.isEmpty else { throw Problem(.routeParameters).violations(given.violations) }
    if case .operation(let id) = route.target.kind { try requireEnabled(id) }
    return Lead(
      route: route, title: catalog.title(of: route.target.kind)?[call.language],
      input: route.target.wiring.values(from: given.values), href: route.target.href(from: given.values) ?? "")
  }

  /// What comes after a login: where a client begins, and goes on to a link from there.
  func beginning(of grant: SessionGrant, goingOnTo url: String?, for call: Call) throws -> [UInt8] {
    guard let home = catalog.navigation.screen(Navigation.home) else {
      return try welcomeTree(greeting: grant.person.name, for: call)
    }
    var writer = Writer()
    writer.object { writer in
      writer.key("transition")
      writer.transition(home.transition)
      writer.member("method", "GET")
      writer.member("href", "/start" + (url.map { "?url=\(percentEncoded($0))" } ?? ""))
    }
    return writer.bytes
  }

  /// The tree that logs in, and goes on to a link afterwards.
  func loginTree(goingOnTo url: String?, for call: Call, _ failures: ConditionFailures) throws -> [UInt8] {
    guard
      let login = catalog.operations.first(where: { operation in
        operation.isPublic && operation.effect.flatMap { effects[$0] } is any SessionEffect
      })
    else { throw Problem(.notFound) }
    try requireEnabled(login.id)
    let links = Links(of: login, sending: url.map { "?then=\(percentEncoded($0))" } ?? "")
    let tree = try tree(of: login, links: links, as: try presentation(of: login, for: call), for: call)
    failures.note(tree.failures, of: login, call)
    return tree.json
  }
}

extension Catalog {
  /// Whether what a route opens is for nobody in particular; nil where there is no route.
  func isOpen(_ route: Operations.Route?) -> Bool? {
    switch route?.target.kind {
    case nil: nil
    case .operation(let id): self[id]?.isPublic == true
    case .screen(let id): navigation.screen(id)?.isPublic == true
    default: false
    }
  }
}
