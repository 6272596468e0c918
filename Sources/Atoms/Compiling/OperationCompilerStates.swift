import Conditions
import SourceText

/// The conditions that show, enable and require an atom.
enum StateProperty: String {
  case showIf, enableIf, requireIf
}

extension OperationCompiler {
  /// Compiles a condition that shows, enables or requires an atom.
  ///
  /// A word such as `yes` has an error of its own, and `requireIf` of a switch a warning.
  mutating func state(
    _ node: SourceNode, _ property: StateProperty, of draft: AtomDraft, in scope: Scope
  ) -> Condition? {
    if case .scalar(let word, _) = node.content, let flag = CommonMistakes.flag(word), flag || property == .requireIf,
      (try? Condition(word, in: view(scope, in: node.location.file))) == nil
    {
      let standard =
        switch property {
        case .showIf: "an atom is shown"
        case .enableIf: "an atom is enabled"
        case .requireIf: "an input is required"
        }
      let rest = flag && property == .requireIf && draft.isOptional ? " and `optional`" : ""
      diagnostics.error(
        .wrongValue, "`\(property.rawValue)` takes a condition, and \(standard) by default",
        remedy: flag ? ": omit `\(property.rawValue)`\(rest)" : ": write `optional: true`", at: node.location)
      return nil
    }
    if property == .requireIf, draft.kind is ToggleKind {
      diagnostics.warning(
        .unused, "`requireIf` has no effect: `\(draft.id)` always has a value, at first false",
        remedy: "; write a `check` that demands true", at: node.location)
    }
    return condition(node, in: scope)
  }
}
