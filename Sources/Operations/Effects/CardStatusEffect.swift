import BankSystems
import Atoms
import Texts
import JSON
import Model
import Services

/// The effect that blocks or unblocks one of the person's cards.
struct CardStatusEffect: OwnEffect {
  /// False, because a change of a card cannot be repeated.
  var isRepeatable: Bool { false }
  static let name = "cardStatus"
  /// The card and its new status.
  static let shape = EffectShape(
    [
      EffectShape.Input("card", kind: "enum"),
      EffectShape.Input("status", kind: "enum", options: Card.Status.allCases.map(\.rawValue)),
    ], keeping: .change)

  private let cards: Cards

  init(cards: Cards) { self.cards = cards }

  /// Returns the change in the values.
  func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard let status = values["status"]?.string.flatMap(Card.Status.init) else {
      throw UnreadableValues(atom: "status")
    }
    guard let card = values["card"]?.string else { throw UnreadableValues(atom: "card") }
    // A malformed card id is treated like an unknown card.
    guard let id = CardID(card) else {
      return Effect(
        check: { _, _ in throw CardRefusal.unknown },
        execute: { _, _ in .rejected(reason: CardRefusal.unknown.code) })
    }
    return cards.effect(id, status)
  }

  /// Returns the violation for a rejected change, at the atom `card`.
  func violation(for refusal: any Error) -> Violation? {
    guard let refusal = refusal as? CardRefusal else { return nil }
    let message =
      switch refusal {
      case .unknown: LocalizedText(ru: "Такой карты у вас нет", en: "You have no such card")
      case .unchanged(.active): LocalizedText(ru: "Карта уже действует", en: "The card is already active")
      case .unchanged(.blocked): LocalizedText(ru: "Карта уже заблокирована", en: "The card is already blocked")
      case .noAccess:
        LocalizedText(
          ru: "У вас больше нет доступа к счёту карты", en: "You no longer have access to the account of the card")
      }
    return Violation(check: refusal.code, message: message).at("card")
  }
}
