package import Atoms
package import JSON
import Model
package import Services

/// Blocking and unblocking one of the person's cards.
package struct CardStatusEffect: OperationEffect {
  /// `cardStatus`.
  package static let name = "cardStatus"
  /// The card, and the status that it is to have.
  package static let shape = EffectShape(
    [
      EffectShape.Input("card", kind: "enum"),
      EffectShape.Input("status", kind: "enum", options: Card.Status.allCases.map(\.rawValue)),
    ], keeping: .change)

  private let cards: Cards

  /// Changes by that service.
  package init(cards: Cards) { self.cards = cards }

  /// The change that the values write.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard let status = values["status"]?.string.flatMap(Card.Status.init) else {
      throw UnreadableValues(atom: "status")
    }
    guard let card = values["card"]?.string else { throw UnreadableValues(atom: "card") }
    // A text that is no card's number is a card that the person does not have.
    guard let id = CardID(card) else {
      return Effect(
        check: { _, _ in throw CardRefusal.unknown },
        execute: { _, _ in .rejected(reason: CardRefusal.unknown.code) })
    }
    return cards.effect(id, status)
  }

  /// The card, and why it does not get the status.
  package func violation(for refusal: any Error) -> Violation? {
    guard let refusal = refusal as? CardRefusal else { return nil }
    let message =
      switch refusal {
      case .unknown: LocalizedText(ru: "Такой карты у вас нет", en: "You have no such card")
      case .unchanged(.active): LocalizedText(ru: "Карта уже действует", en: "The card is active already")
      case .unchanged(.blocked): LocalizedText(ru: "Карта уже заблокирована", en: "The card is blocked already")
      }
    return Violation(check: refusal.code, message: message).at("card")
  }
}
