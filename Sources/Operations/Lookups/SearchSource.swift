package import Atoms
import Texts
package import JSON
import Model
package import Services

/// A list of the server in which people search for an option.
package struct SearchSource: Sendable {
  /// A page of options, each with `value`, `caption` and optionally `detail`.
  package struct Page: Sendable {
    package let options: [Value]
    /// The cursor of the next page; nil at the end.
    package let next: String?

    package init(_ options: [Value], next: String?) { (self.options, self.next) = (options, next) }
  }

  /// The name, and the lookup that finds an option by its value.
  let shape: Search
  /// True if its options are providers, which can have brand marks.
  var findsProviders = false
  /// Returns the page of options for a text, after a cursor; nil if `after` is not an option that
  /// this text finds.
  let page: @Sendable (_ text: String, _ after: String?, _ limit: Int, BankServices) throws -> Page?
}

/// The searchable lists of the server. Each is an element of `all`.
package enum Searches {
  static let all = [
    SearchSource(
      shape: Search(
        "banks", finding: shape(of: "bank"), caption: "name", isKnownByValue: true,
        implying: Search.Implied(
          caption: LocalizedText(ru: "БИК", en: "BIC"), hint: LocalizedText(ru: "БИК или название", en: "BIC or name"),
          digits: 9))
    ) {
      text, after, limit, services in
      let last = after.flatMap { BIC($0) }
      guard after == nil || last != nil, let page = services.banks.search(text, after: last, limit: limit) else {
        return nil
      }
      let options = page.elements.map { bank -> Value in
        [
          "value": .string(bank.bic.rawValue), "caption": .string(bank.name),
          "detail": .string([bank.bic.rawValue, bank.place].compactMap(\.self).joined(separator: ", ")),
        ]
      }
      return SearchSource.Page(options, next: page.next?.rawValue)
    },
    SearchSource(
      shape: Search("providers", finding: shape(of: "provider"), caption: "title"), findsProviders: true
    ) {
      text, after, limit, services in
      guard let page = try services.providers.all(with: text, after: after, limit: limit) else { return nil }
      let options = page.elements.map { provider -> Value in
        ["value": .string(provider.id), "caption": .string(provider.title), "detail": .string(provider.payee.inn)]
      }
      return SearchSource.Page(options, next: page.next)
    },
  ]

  /// The shapes by name, for checks of definitions.
  package static let shapes = Dictionary(uniqueKeysWithValues: all.map { ($0.shape.name, $0.shape) })

  /// Returns true if the options of that list are providers.
  package static func findsProviders(_ name: String) -> Bool {
    all.contains { $0.shape.name == name && $0.findsProviders }
  }

  private static func shape(of lookup: String) -> Lookup {
    Lookups.shapes.first { $0.name == lookup } ?? Lookup(lookup, fields: [])
  }

  /// Returns a page of a list's options; nil for an unknown list or cursor.
  ///
  /// Throws if the database cannot be read.
  package static func page(
    of name: String, _ text: String, after: String?, limit: Int, _ services: BankServices
  ) throws -> SearchSource.Page? {
    try all.first { $0.shape.name == name }?.page(text, after, limit, services)
  }
}
