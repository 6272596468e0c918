/// The icons that clients draw by name. Brand logos are images from the server instead.
package enum Icon: String, Sendable, CaseIterable {
  case account, card, cash, certificate, deposit, document, exchange, history, home, key, limit, loan, lock, message
  case more, offer, payment, person, phone, plus, qr, search, settings, shield, star, template, transfer, utilities
  case warning
}

extension Properties {
  /// Reads `icon`; returns nil if it is absent, or after adding an error for an unknown name.
  package mutating func icon() -> Icon? { word("icon", of: Icon.allCases.map(\.rawValue)).flatMap(Icon.init) }
}
