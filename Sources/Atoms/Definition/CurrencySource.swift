import Texts
import Conditions
import SourceText
import JSON

/// The source of an amount's currency, such as `currencyFrom: $from.currency`.
enum CurrencySource: Sendable {
  /// A field of the chosen option of the atom at index `of`. `options` are the slots that its
  /// options depend on.
  case option(of: Int, field: String, options: [Int])
  case expression(ConditionExpression)

  var reads: [Int] {
    switch self {
    case .option(let place, _, let options): [place] + options
    case .expression(let expression): expression.reads.outer
    }
  }
}

extension OperationCompiler {
  /// Compiles the source of an amount's currency.
  ///
  /// Returns nil if `currencyFrom` is absent, or after adding an error.
  mutating func currencySource(of draft: AtomDraft, in scope: Scope) -> CurrencySource? {
    guard let node = (draft.kind as? TextInputKind)?.currencyFrom else { return nil }
    if let chosen = chosenField(node, in: scope) {
      return fieldSource(of: chosen.place, chosen.field, at: node, in: scope)
    }
    guard let expression = expression(node, in: scope) else { return nil }
    guard fits(expression.type, at: node.location) else { return nil }
    if case .outer(let slot) = expression.slot, drafts.indices.contains(slot),
      case .literal(let choices) = drafts[slot].input?.options
    {
      refuse(choices.map(\.value), at: node.location)
    }
    refuseOtherTexts(expression, at: node)
    return .expression(expression)
  }

  /// Adds a finding for an input with values other than currencies: an account, or a text that
  /// people enter.
  private mutating func refuseOtherTexts(_ expression: ConditionExpression, at node: SourceNode) {
    guard case .outer(let slot) = expression.slot, drafts.indices.contains(slot) else { return }
    let (draft, name) = (drafts[slot], expression.text)
    switch (draft.kind, draft.input?.options) {
    case (is AccountPickerKind, _), (_, .fact("accounts")?):
      diagnostics.error(
        .unknownCurrency, "`\(name)` is the number of an account, and `currencyFrom` takes a currency",
        remedy: ": write `currencyFrom: \(name).currency`", at: node.location)
    case (let kind as TextInputKind, nil):
      guard draft.checks.isEmpty, draft.value == nil, kind.normalization == nil, kind.formatFrom == nil,
        !kind.hasFormat, !kind.isNumeric, kind.possibleLengths(among: [3])?.isEmpty == true || kind.lengths.isEmpty
      else { return }
      diagnostics.warning(
        .unknownCurrency,
        "people can enter any text as `\(name)`, and a currency is one of "
          + CurrencyScale.codes.listed, remedy: ": write `\(draft.writtenID)` as an `enum` with currencies as options",
        at: node.location)
    default: return
    }
  }

  /// Returns the atom and the field of its chosen option for a text such as `$from.currency`; nil
  /// for any other text.
  private func chosenField(_ node: SourceNode, in scope: Scope) -> (place: Int, field: String)? {
    guard let text = node.scalar, text.hasPrefix("$") else { return nil }
    let words = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    guard words.count == 2, words.allSatisfy(isIdentifier),
      case .outer(let place) = view(scope, in: node.location.file).binding(of: String(words[0]))?.slot,
      drafts.indices.contains(place), drafts[place].input?.options != nil
    else { return nil }
    return (place, String(words[1]))
  }

  private mutating func fieldSource(
    of place: Int, _ field: String, at node: SourceNode, in scope: Scope
  ) -> CurrencySource? {
    var fields: [Field] = []
    var slots: [Int] = []
    switch drafts[place].input?.options {
    case .fact(let name):
      if case .list(.record(let known)) = vocabulary.facts[name] { fields = known }
      slots = facts.firstIndex { $0.name == name }.map { [firstFact + $0] } ?? []
    case .expression(let written):
      guard let text = written.scalar,
        let options = try? ConditionExpression(text, in: view(scope, in: written.location.file))
      else { return nil }
      review.note(options.reads)
      if case .list(.record(let known)) = options.type { fields = known }
      slots = options.reads.outer
    case .literal(let choices):
      fields = Choice.fields(of: choices)
      let codes = choices.map { $0.record(in: .standard)[field] ?? .null }
      if fields.contains(where: { $0.name == field }) { refuse(codes, at: node.location) }
    case .faulty, nil: return nil
    }
    guard let type = fields.first(where: { $0.name == field })?.type else {
      let hint = suggestion(for: field, among: fields.map(\.name))
      diagnostics.error(
        .unknownField, "an option of `\(drafts[place].id)` has no field `\(field)`", remedy: hint, at: node.location)
      return nil
    }
    guard fits(type, " in `\(field)`", at: node.location) else { return nil }
    return .option(of: place, field: field, options: slots)
  }

  private mutating func fits(_ type: ValueType, _ place: String = "", at location: Location) -> Bool {
    if type == .text || type == .any { return true }
    diagnostics.error(
      .wrongType, "`currencyFrom` takes the three letters of a currency, found \(type)\(place)", at: location)
    return false
  }

  /// Adds an error for each value that is not a supported currency.
  private mutating func refuse(_ codes: [Value], at location: Location) {
    for code in codes where code.string.flatMap(CurrencyScale.scale) == nil {
      diagnostics.error(
        .unknownCurrency,
        code.isNull
          ? "not every option has a currency in this field" : "`\(code.plainText)` is not a supported currency",
        remedy: code.isNull ? "" : "; supported are \(CurrencyScale.codes.listed)", at: location)
    }
  }
}
