import Atoms
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
      Person.document.write(grant.person, Person.caption, to: &writer, in: .standard)
    }
  }
}
