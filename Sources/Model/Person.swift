import Texts

/// A person who may log in.
///
/// The hash of the password is no field, so that no document of a person can show it.
package struct Person: Entity {
  /// The identifier.
  package let id: PersonID
  /// The name to show.
  package let name: String
  /// The telephone number, as it was entered.
  package let phone: String?
  /// The bonus points.
  package let bonuses: Int64
  /// The name to log in by.
  package let login: Login
  /// The role, which decides over access.
  package let role: Role

  /// Creates a person.
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
  /// The role of a person, which decides over access.
  package enum Role: String, Sendable {
    /// A customer of the bank.
    case person
    /// The bank's own operator.
    case `operator`
    /// The bank's core system.
    case core
  }
}

/// The settings of a person.
package struct PersonSettings: Entity {
  /// True if the person asked to be notified of new deals.
  package var pushDeals: Bool
  /// The language in which the bank writes to the person.
  package var language: Language

  /// Creates settings; without arguments those of a person who has set nothing.
  package init(pushDeals: Bool = false, language: Language = .ru) {
    (self.pushDeals, self.language) = (pushDeals, language)
  }

  package static let entity = Fields(
    "settings",
    field("pushDeals", \.pushDeals, .about("whether new deals are notified of")),
    field("language", \.language, .about("the language in which the bank writes")),
    make: PersonSettings.init(pushDeals:language:))
}

extension PersonSettings {
  /// A language that the bank writes in.
  package enum Language: String, Sendable, CaseIterable {
    /// Russian.
    case ru
    /// English.
    case en
  }
}

/// The name a person logs in by: 1 to 64 of lower-case Latin letters, digits and `.`, `_`, `-`, `@`, `+`.
package struct Login: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  /// Creates the name in `rawValue`, capital letters made small; nil when it has another form.
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

  /// Creates the name in `text`.
  package init?(_ text: String) { self.init(rawValue: text) }
  package var description: String { rawValue }
}

/// A telephone number in the international form of ITU-T E.164: `+` and 7 to 15 digits, the first no zero.
///
///     let national = Telephone("8 (900) 123-45-67")
///     let text = national?.description  // "+79001234567"
///     let foreign = Telephone("+44 20 7946 0958")
///     let none = Telephone("123")  // nil
package struct Telephone: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  /// Creates the number in this form; nil for any other.
  package init?(rawValue: String) {
    let digits = rawValue.utf8.dropFirst()
    guard rawValue.utf8.first == UInt8(ascii: "+"), (7...15).contains(digits.count), digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.rawValue = rawValue
  }

  /// Creates the number as people write it: with blanks, hyphens and brackets, and in Russia with 7 or 8 in the place of +7.
  package init?(_ text: String) {
    let bare = text.filter { !" -()".contains($0) }
    let isNational = bare.utf8.count == 11 && (bare.hasPrefix("7") || bare.hasPrefix("8"))
    self.init(rawValue: isNational ? "+7" + bare.dropFirst() : bare)
  }

  package var description: String { rawValue }
}
