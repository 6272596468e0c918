import Model
package import Atoms
import Essentials
package import JSON
package import Services

/// The effect of a document with any fields: it is recorded, signed and handed over, and moves no money here.
///
/// If the embedded ledger executes submissions, recording is the whole execution. If the bank's core does, the core
/// reports the result.
package struct DocumentEffect: OwnEffect {
  /// `document`.
  package static let name = "document"
  /// No inputs: the operation may ask for any.
  package static let shape = EffectShape([])

  /// Creates the effect.
  package init() {}

  /// Returns the effect that checks, holds and does nothing.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect { .none }

  /// Returns nil: the effect refuses nothing.
  package func violation(for refusal: any Error) -> Violation? { nil }
}

/// The effect that replaces the person's security matrix. The answer to the signature shows the new one once.
package struct RenewMatrixEffect: OwnEffect {
  /// `renewMatrix`.
  package static let name = "renewMatrix"
  /// No inputs; signed by `code`, which works without the old matrix.
  package static let shape = EffectShape([], signs: ["code"], keeping: .change)

  private let signing: Signing

  /// Creates the effect over the service that issues matrices.
  package init(signing: Signing) { self.signing = signing }

  /// Returns an effect with the codes of a new matrix.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect { signing.renewal() }

  /// Returns nil: the effect refuses nothing.
  package func violation(for refusal: any Error) -> Violation? { nil }
}

/// The effect that changes a person's settings.
package struct SettingsEffect: OwnEffect {
  /// `settings`.
  package static let name = "settings"
  /// All settings.
  package static let shape = EffectShape(
    [
      EffectShape.Input("pushDeals", kind: "toggle"),
      EffectShape.Input("language", kind: "segmented", options: PersonSettings.Language.allCases.map(\.rawValue)),
    ], keeping: .change)

  private let settings: Settings

  /// Creates the effect over the service that stores settings.
  package init(settings: Settings) { self.settings = settings }

  /// Returns the change to the settings in the values.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard case .bool(let pushDeals)? = values["pushDeals"] else { throw UnreadableValues(atom: "pushDeals") }
    guard let language = values["language"]?.string.flatMap(PersonSettings.Language.init) else {
      throw UnreadableValues(atom: "language")
    }
    return settings.effect(PersonSettings(pushDeals: pushDeals, language: language))
  }

  /// Returns nil: the service refuses no settings.
  package func violation(for refusal: any Error) -> Violation? { nil }
}

/// The effect that blocks or unblocks one of the person's cards.
package struct CardStatusEffect: OwnEffect {
  /// `cardStatus`.
  package static let name = "cardStatus"
  /// The card and its new status.
  package static let shape = EffectShape(
    [
      EffectShape.Input("card", kind: "enum"),
      EffectShape.Input("status", kind: "enum", options: Card.Status.allCases.map(\.rawValue)),
    ], keeping: .change)

  private let cards: Cards

  /// Creates the effect over the service that changes cards.
  package init(cards: Cards) { self.cards = cards }

  /// Returns the change in the values.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard let status = values["status"]?.string.flatMap(Card.Status.init) else {
      throw UnreadableValues(atom: "status")
    }
    guard let card = values["card"]?.string else { throw UnreadableValues(atom: "card") }
    // A malformed card id is treated like a card that the person does not have.
    guard let id = CardID(card) else {
      return Effect(
        check: { _, _ in throw CardRefusal.unknown },
        execute: { _, _ in .rejected(reason: CardRefusal.unknown.code) })
    }
    return cards.effect(id, status)
  }

  /// Returns the reason why the card does not get the status, at the atom `card`.
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
