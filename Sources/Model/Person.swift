import Texts

/// A person who may log in.
///
/// The password hash is not a field, so no document of a person can contain it.
package struct Person: Entity {
  package let id: PersonID
  /// The displayed name.
  package let name: String
  /// The telephone number, as entered.
  package let phone: String?
  package let bonuses: Int64
  package let login: Login
  /// The role, which determines access.
  package let role: Role

  package init(id: PersonID, name: String, phone: String?, bonuses: Int64, login: Login, role: Role) {
    (self.id, self.name, self.phone, self.bonuses) = (id, name, phone, bonuses)
    (self.login, self.role) = (login, role)
  }

  package static let entity = Fields(
    "person",
    field("id", \.id, .key),
    field("name", \.name, .length(1...160)),
    field("phone", \.phone, .null),
    field("bonuses", \.bonuses),
    field("login", \.login, .inner),
    field("role", \.role, .inner),
    make: Person.init)
}

extension Person {
  /// False if the person has no login yet, or was erased.
  package var hasLogin: Bool { login != .none(of: id) && login != .erased(id) }

  /// The role of a person, which determines access.
  package enum Role: String, Sendable {
    /// A customer of the bank.
    case person
    /// The bank's own operator.
    case `operator`
    /// The bank's core system.
    case core
  }
}

package struct PersonSettings: Entity {
  /// True if the person requested notifications of new deals.
  package var pushDeals: Bool
  /// The language of the bank's messages to the person.
  package var language: Language

  /// Creates settings. The defaults apply to a person who has not changed them.
  package init(pushDeals: Bool = false, language: Language = .ru) {
    (self.pushDeals, self.language) = (pushDeals, language)
  }

  package static let entity = Fields(
    "settings",
    field("pushDeals", \.pushDeals, .about("true if notifications of new deals are sent")),
    field("language", \.language, .about("the language of messages from the bank")),
    make: PersonSettings.init(pushDeals:language:))
}

extension PersonSettings {
  /// A language of the bank's messages.
  package enum Language: String, Sendable, CaseIterable {
    case ru
    case en
  }
}

/// A login name: 1 to 64 lower-case Latin letters, digits and `.`, `_`, `-`, `@`, `+`.
package struct Login: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  /// Creates a login name in lower case; nil if the form is wrong.
  package init?(rawValue: String) {
    let bytes = rawValue.utf8
    guard (1...64).contains(bytes.count) else { return nil }
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        break
      default: guard "._-@+".utf8.contains(byte) else { return nil }
      }
    }
    self.rawValue = rawValue.lowercased()
  }

  package init?(_ text: String) { self.init(rawValue: text) }
  package var description: String { rawValue }

  private init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// Returns the value for a person without a login.
  package static func none(of id: PersonID) -> Login { Login(unchecked: "none.\(id)") }

  /// Returns the value for an erased person.
  static func erased(_ id: PersonID) -> Login { Login(unchecked: "erased.\(id)") }

  /// True if the value has the form of a person without a login or of an erased person. Such a
  /// login cannot be chosen.
  package var isReserved: Bool { rawValue.hasPrefix("none.") || rawValue.hasPrefix("erased.") }
}

/// A telephone number in the international form of ITU-T E.164: `+` and 7 to 15 digits, the first
/// not zero.
package struct Telephone: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  /// Creates the number from its international form; nil for any other form.
  package init?(rawValue: String) {
    let digits = rawValue.utf8.dropFirst()
    guard rawValue.utf8.first == UInt8(ascii: "+"), (7...15).contains(digits.count), digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.rawValue = rawValue
  }

  /// Creates the number from its usual forms: with spaces, hyphens and brackets, and for Russia
  /// with 7 or 8 instead of +7.
  package init?(_ text: String) {
    let bare = text.filter { !" -()".contains($0) }
    let isNational = bare.utf8.count == 11 && (bare.hasPrefix("7") || bare.hasPrefix("8"))
    self.init(rawValue: isNational ? "+7" + bare.dropFirst() : bare)
  }

  package var description: String { rawValue }
}
