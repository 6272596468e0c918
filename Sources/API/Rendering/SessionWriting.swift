import HTTP
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

extension Response {
  /// The same answer, which nobody keeps: there is a secret in it.
  func unkept() -> Response {
    var response = self
    response.headers.removeAll { $0.0 == "Cache-Control" }
    response.headers.append(("Cache-Control", "no-store"))
    return response
  }
}
