import Model
package import Atoms
import Essentials
package import JSON
package import Services

/// A document of any fields, which is stored, signed and handed over, and moves no money.
///
/// The embedded ledger has nothing more to do with it. The bank's core acknowledges it.
package struct DocumentEffect: OperationEffect {
  /// `document`.
  package static let name = "document"
  /// Whatever the operation asks.
  package static let shape = EffectShape([])

  /// Creates the effect of any document.
  package init() {}

  /// Returns an effect that checks, holds and executes nothing.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect { .none }

  /// Returns nil: it refuses nothing.
  package func violation(for refusal: any Error) -> Violation? { nil }
}

/// A new security matrix in the place of the person's old one, shown once in the answer to the signature.
package struct RenewMatrixEffect: OperationEffect {
  /// `renewMatrix`.
  package static let name = "renewMatrix"
  /// It reads no values, and is signed by a code, because the old matrix may be lost.
  package static let shape = EffectShape([], signs: ["code"], keeping: .change)

  private let signing: Signing

  /// Creates the effect with its service.
  package init(signing: Signing) { self.signing = signing }

  /// A new matrix.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect { signing.renewal() }

  /// There is nothing to refuse.
  package func violation(for refusal: any Error) -> Violation? { nil }
}

/// A change of the person's settings.
package struct SettingsEffect: OperationEffect {
  /// `settings`.
  package static let name = "settings"
  /// All settings.
  package static let shape = EffectShape(
    [
      EffectShape.Input("pushDeals", kind: "toggle"),
      EffectShape.Input("language", kind: "segmented", options: PersonSettings.Language.allCases.map(\.rawValue)),
    ], keeping: .change)

  private let settings: Settings

  /// Creates the effect with its service.
  package init(settings: Settings) { self.settings = settings }

  /// The settings that the values write.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard case .bool(let pushDeals)? = values["pushDeals"] else { throw UnreadableValues(atom: "pushDeals") }
    guard let language = values["language"]?.string.flatMap(PersonSettings.Language.init) else {
      throw UnreadableValues(atom: "language")
    }
    return settings.effect(PersonSettings(pushDeals: pushDeals, language: language))
  }

  /// Returns nil: validated settings are never refused.
  package func violation(for refusal: any Error) -> Violation? { nil }
}

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

  /// Creates the effect with its service.
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
