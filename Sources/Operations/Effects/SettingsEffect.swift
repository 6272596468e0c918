package import Atoms
package import JSON
import Model
package import Services

/// What a person sets for themselves.
package struct SettingsEffect: OperationEffect {
  /// `settings`.
  package static let name = "settings"
  /// All that there is to set.
  package static let shape = EffectShape(
    [
      EffectShape.Input("pushDeals", kind: "toggle"),
      EffectShape.Input("language", kind: "segmented", options: PersonSettings.Language.allCases.map(\.rawValue)),
    ], keeping: .change)

  private let settings: Settings

  /// Changes by that service.
  package init(settings: Settings) { self.settings = settings }

  /// The settings that the values write.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard case .bool(let pushDeals)? = values["pushDeals"] else { throw UnreadableValues(atom: "pushDeals") }
    guard let language = values["language"]?.string.flatMap(PersonSettings.Language.init) else {
      throw UnreadableValues(atom: "language")
    }
    return settings.effect(PersonSettings((pushDeals: pushDeals, language: language)))
  }

  /// Nothing that was judged right is refused.
  package func violation(for refusal: any Error) -> Violation? { nil }
}
