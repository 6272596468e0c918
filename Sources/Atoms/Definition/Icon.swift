/// The pictures that clients draw by name; the mark of a brand is an image of the server instead.
package enum Icon: String, Sendable, CaseIterable {
  case account, card, cash, certificate, deposit, document, exchange, history, home, key, limit, loan, lock, message
  case more, offer, payment, person, phone, plus, qr, search, settings, shield, star, template, transfer, utilities
  case warning
}

extension Properties {
  /// Reads `icon`, the picture that clients draw; nil without one, and after an error for an unknown one.
  package mutating func icon() -> Icon? { word("icon", of: Icon.allCases.map(\.rawValue)).flatMap(Icon.init) }
}
