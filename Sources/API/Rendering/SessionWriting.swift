import Atoms
import JSON
import Model
import Services

extension Writer {
  /// Writes the members of a session that was opened.
  mutating func session(_ grant: SessionGrant) {
    member("token", grant.token)
    member("expiresAt", grant.unused.description)
    member("endsAt", grant.expires.description)
    key("user")
    object { writer in
      Person.document.write(grant.person, Person.caption, to: &writer, in: .standard)
    }
  }

  /// Writes one of a person's sessions as a row and with all that is known of it.
  mutating func session(_ open: OpenSession, in language: Language) {
    let session = open.session
    object { writer in
      writer.member("id", session.id.rawValue)
      writer.member("title", session.client ?? LocalizedText(ru: "Неизвестный клиент", en: "Unknown client")[language])
      writer.member("subtitle", session.network ?? "")
      writer.member(
        "trailing", open.isCurrent ? LocalizedText(ru: "Этот вход", en: "This login")[language] : "")
      writer.member("createdAt", session.created.description)
      writer.member("lastSeenAt", session.seen.description)
      writer.member("expiresAt", open.ends.description)
      writer.member("endsAt", session.expires.description)
      writer.member("current", open.isCurrent)
      if let client = session.client { writer.member("client", client) }
      if let network = session.network { writer.member("network", network) }
      writer.member("href", "/auth/sessions/\(session.id.rawValue)")
    }
  }
}
