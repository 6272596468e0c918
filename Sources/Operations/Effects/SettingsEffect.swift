package import BankSystems
package import Atoms
package import JSON
import Model
package import Services

/// The effect that changes a person's settings.
package struct SettingsEffect: OwnEffect {
  /// False: settings is changed once.
  package var isRepeatable: Bool { false }
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
