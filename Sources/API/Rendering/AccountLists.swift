import Texts
import HTTPServer
import Model
import Services

/// A cache of the lists of accounts as JSON. It is valid until the database changes.
///
/// A list depends only on its rows and the language. Clients request it each time they show the
/// screen.
final class AccountLists: Sendable {
  private struct Key: Hashable {
    let person: PersonID
    let language: Language
  }

  /// The maximum size in bytes.
  private static let maximum = 8 << 20

  private let services: BankServices
  private let lists = RememberedValues<Key, CachedBody>(maximum: maximum) { 2 * $0.bytes.count + 256 }

  init(_ services: BankServices) { self.services = services }

  /// Returns the list of a person's accounts. `write` renders it if it is not cached.
  func list(
    of person: PersonID, in language: Language, _ write: ([Account]) -> [UInt8]
  ) throws -> CachedBody {
    try lists.value(of: Key(person: person, language: language), in: services) {
      let list = write(try services.accounts.all(person))
      return CachedBody(list, tag: EntityTag.of(list))
    }
  }
}
