import Dates
import Model
import Atoms
import Texts
import JSON
import Operations
import Services

extension Writer {
  /// Writes a new session with its links, and the document that follows the login.
  mutating func session(_ grant: SessionGrant, next: [UInt8]) {
    object { writer in
      writer.document(.session)
      writer.key("session")
      writer.object { writer in
        writer.session(grant)
        writer.links(of: grant)
      }
      writer.key("next")
      writer.raw(next)
    }
  }

  /// Writes the members of a new session: the token, the expiry times and the person.
  ///
  /// `expiresAt` is the end of an unused session. `endsAt` is the latest end.
  mutating func session(_ grant: SessionGrant) {
    member("token", grant.token)
    member("expiresAt", grant.unused.description)
    member("endsAt", grant.expires.description)
    key("user")
    object { writer in
      Person.document.write(grant.person, Person.caption, to: &writer, in: .standard)
    }
  }

  /// Writes the links of a new session: its end and, for a customer, the events.
  ///
  /// The response contains them, because clients use only addresses from responses.
  mutating func links(of grant: SessionGrant) {
    key("logout")
    object { writer in
      writer.member("method", "POST")
      writer.member("href", "/auth/logout")
    }
    guard grant.person.role == .person else { return }
    key("events")
    object { writer in
      writer.member("method", "GET")
      writer.member("href", Address.events)
    }
  }

  /// Writes a session in a list.
  mutating func session(_ open: OpenSession, at times: RowTimes, in language: Language) {
    let session = open.session
    let client = session.client ?? LocalizedText(ru: "Неизвестный клиент", en: "Unknown client")[language]
    let name = Self.nameOfClient(session.client)?[language] ?? client
    let href = "/auth/sessions/\(session.id.rawValue)"
    object { writer in
      SessionRecord.document.write(session, to: &writer, in: language)
      writer.member("title", client)
      writer.member("subtitle", session.network ?? "")
      writer.member(
        "trailing", open.isCurrent ? LocalizedText(ru: "Этот вход", en: "This login")[language] : "")
      writer.member("expiresAt", open.ends.description)
      writer.member("current", open.isCurrent)
      writer.member("href", href)
      writer.row(
        RowParts(
          title: .words(name),
          subtitle: [times.moment(session.seen)] + (session.network.map { [.words($0)] } ?? [])),
        badge: open.isCurrent
          ? Badge(state: "current", tone: .success, text: LocalizedText(ru: "Этот вход", en: "This login")) : nil,
        icon: .phone, in: language)
      guard !open.isCurrent else { return }
      writer.actions([.ending(href)], in: language)
    }
  }

  /// Returns the display name of a client such as `web/1`; nil for an unknown platform.
  private static func nameOfClient(_ client: String?) -> LocalizedText? {
    guard let client, let slash = client.firstIndex(of: "/") else { return nil }
    let version = client[client.index(after: slash)...]
    return switch client[..<slash] {
    case "web": LocalizedText(ru: "Сайт банка", en: "The bank's website")
    case "ios": LocalizedText(ru: "Приложение для iOS, \(version)", en: "App for iOS, \(version)")
    case "android": LocalizedText(ru: "Приложение для Android, \(version)", en: "App for Android, \(version)")
    default: nil
    }
  }
}

extension PageRendering {
  /// Returns the JSON that follows a login: a link to the first screen, or the welcome tree without
  /// a home screen.
  ///
  /// The first screen then leads to the deep link `url`.
  func beginning(of grant: SessionGrant, goingOnTo url: String?, for call: Call) throws -> [UInt8] {
    guard let home = forms.catalog.navigation.screen(Navigation.home) else {
      return try welcomeTree(greeting: grant.person.name, for: call)
    }
    var writer = Writer()
    writer.object { writer in
      writer.document(.lead)
      writer.key("transition")
      writer.transition(home.transition)
      writer.member("method", "GET")
      writer.member("href", "/start" + (url.map { "?url=\(percentEncoded($0))" } ?? ""))
    }
    return writer.bytes
  }

  /// Returns the tree of the login operation. The login then leads to the deep link `url`.
  ///
  /// Throws `not-found` without a public login operation.
  func loginTree(goingOnTo url: String?, for call: Call) throws -> [UInt8] {
    guard
      let login = forms.catalog.operations.first(where: { operation in
        operation.isPublic && process.opensSession(operation)
      })
    else { throw Problem(.notFound) }
    try forms.requireEnabled(login.id)
    let links = Links(of: login, sending: url.map { "?then=\(percentEncoded($0))" } ?? "")
    let tree = try forms.tree(of: login, links: links, as: try forms.presentation(of: login, for: call), for: call)
    forms.failures.note(tree.failures, of: login, call)
    return tree.json
  }

  /// Returns a tree with a greeting and links to the operations. It replaces a missing home screen.
  func welcomeTree(greeting name: String, for call: Call) throws -> [UInt8] {
    let form = WelcomeForm.form(
      greeting: name, leadingTo: try offered().map { ($0, Address.operation($0.id)) })
    return try forms.tree(of: form, links: Links(evaluate: nil, actions: [:]), for: call)
  }
}
