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
      SessionRecord.document.write(session, to: &writer, in: language)
      writer.member("title", session.client ?? LocalizedText(ru: "Неизвестный клиент", en: "Unknown client")[language])
      writer.member("subtitle", session.network ?? "")
      writer.member(
        "trailing", open.isCurrent ? LocalizedText(ru: "Этот вход", en: "This login")[language] : "")
      writer.member("expiresAt", open.ends.description)
      writer.member("current", open.isCurrent)
      writer.member("href", "/auth/sessions/\(session.id.rawValue)")
    }
  }
}
