import Conditions

extension OperationCompiler {
  /// Compiles the expression that gives an atom's options; nil where there is none or it has faults.
  mutating func options(of draft: AtomDraft, in scope: Scope) -> Expression? {
    guard case .expression(let node) = draft.input?.options, let expression = expression(node, in: scope) else {
      return nil
    }
    if case .any = expression.type { return expression }
    if case .list(.record(let fields)) = expression.type {
      let missing = ["value", "caption"].filter { name in !fields.contains { $0.name == name } }
      if missing.isEmpty { return expression }
      diagnostics.error(
        "options are records with `value` and `caption`, and these have no \(missing.map { "`\($0)`" }.listed)",
        at: node.location)
    } else {
      diagnostics.error(
        "`options` takes a list of records with `value` and `caption`, found \(expression.type)",
        at: node.location)
    }
    return nil
  }

  /// Gives the atoms whose options come from an expression the type that their options have.
  func refineOptionTypes(of owner: Int? = nil, in scope: inout Scope) {
    for draft in drafts where draft.position.owner == owner {
      guard case .expression(let node) = draft.input?.options, let binding = scope.variables[draft.id],
        let text = node.scalar, let expression = try? Expression(text, in: scope),
        case .list(.record(let fields)) = expression.type, let field = fields.first(where: { $0.name == "value" })
      else { continue }
      scope.variables[draft.id] = Binding(slot: binding.slot, type: field.type)
    }
  }

  /// Compiles the limits of an atom that follow something.
  mutating func limits(of draft: AtomDraft, in scope: Scope) -> [Atom.Limit] {
    guard let input = draft.input else { return [] }
    return input.limits.compactMap { limit in
      guard let expression = expression(limit.node, in: scope) else { return nil }
      switch (input.type, expression.type) {
      case (_, .any), (.number, .integer), (.number, .number), (.date, .date):
        return Atom.Limit(limit.name, expression)
      default:
        diagnostics.error(
          "`\(limit.name)` gives \(expression.type), and `\(draft.id)` takes \(input.type)", at: limit.node.location)
        return nil
      }
    }
  }
}
