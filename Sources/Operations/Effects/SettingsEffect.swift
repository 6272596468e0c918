import BankSystems
import Atoms
import JSON
import Model
import Services

/// The effect that changes a person's settings.
struct SettingsEffect: OwnEffect {
  /// False, because a change of settings cannot be repeated.
  var isRepeatable: Bool { false }
  static let name = "settings"
  /// All settings.
  static let shape = EffectShape(
    [
      EffectShape.Input("pushDeals", kind: "toggle"),
      EffectShape.Input("language", kind: "segmented", options: PersonSettings.Language.allCases.map(\.rawValue)),
    ], keeping: .change)

  private let settings: Settings

  init(settings: Settings) { self.settings = settings }

  /// Returns the change to the settings in the values.
  func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard case .bool(let pushDeals)? = values["pushDeals"] else { throw UnreadableValues(atom: "pushDeals") }
    guard let language = values["language"]?.string.flatMap(PersonSettings.Language.init) else {
      throw UnreadableValues(atom: "language")
    }
    return settings.effect(PersonSettings(pushDeals: pushDeals, language: language))
  }

  /// Returns nil, because the service rejects no settings.
  func violation(for refusal: any Error) -> Violation? { nil }
}
