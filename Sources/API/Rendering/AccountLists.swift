import Texts
import HTTPServer
import Model
import Services

/// The lists of people's accounts as JSON, remembered until anybody changes the database.
///
/// A list follows from its rows and the language alone: a client asks for it again each time that its screen is shown.
final class AccountLists: Sendable {
  private struct Key: Hashable {
    let person: PersonID
    let language: Language
  }

  /// The bytes that are remembered at most.
  private static let maximum = 8 << 20

  private let services: BankServices
  private let lists = RememberedValues<Key, CachedBody>(maximum: maximum) { 2 * $0.bytes.count + 256 }

  /// Creates lists of the accounts of these services.
  init(_ services: BankServices) { self.services = services }

  /// Returns the list of a person's accounts, which `write` writes if it is not remembered.
  func list(
    of person: PersonID, in language: Language, _ write: ([Account]) -> [UInt8]
  ) throws -> CachedBody {
    try lists.value(of: Key(person: person, language: language), in: services) {
      let list = write(try services.accounts.all(person))
      return CachedBody(list, tag: EntityTag.of(list))
    }
  }
}
