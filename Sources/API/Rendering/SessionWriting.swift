import JSON
import Model
import Services

extension Writer {
  /// Writes the members of a session that was opened.
  mutating func session(_ grant: SessionGrant) {
    member("token", grant.token)
    member("expiresAt", grant.expires.description)
    key("user")
    object { writer in
      writer.member("id", grant.person.id.rawValue)
      writer.member("name", grant.person.name)
    }
  }
}
