import SourceText
package import JSON

/// The maximum amount that one person can submit by an operation in one day and one currency:
/// `dailyLimit: {RUB: 100000}`.
package struct DailyLimit: Sendable {
  /// The three-letter code of the currency.
  package let currency: String
  /// The maximum in the currency's major unit, greater than zero.
  package let amount: Decimal
}

extension OperationCompiler {
  /// Reads `dailyLimit`: an amount in the currency of the effect's amount, or `{currency: amount}`.
  mutating func dailyLimits(_ node: SourceNode?, of effect: String?) -> [DailyLimit] {
    guard let node else { return [] }
    guard let effect else {
      diagnostics.error(
        .missingCompanion, "`dailyLimit` requires `effect`: without one nothing is submitted", at: node.location)
      return []
    }
    // An unknown effect was already reported.
    guard vocabulary.effects[effect] != nil else { return [] }
    let paid = vocabulary.effects[effect]?.inputs.first { $0.content == "amount" }
    guard let paid else {
      diagnostics.error(
        .effectMismatch, "effect `\(effect)` has no amount that `dailyLimit` could limit", at: node.location)
      return []
    }
    let draft = drafts.first { $0.id == paid.id && $0.position.owner == nil }
    let currency = paid.currency ?? (draft?.kind as? TextInputKind)?.currency
    if let entries = node.mapping, !entries.isEmpty {
      return entries.compactMap { limit(in: $0, of: paid.id, currency) }
    }
    guard let text = node.scalar else {
      diagnostics.error(
        .wrongValue, "`dailyLimit` takes an amount or {currency: amount}, such as {RUB: 100000}", at: node.location)
      return []
    }
    guard let currency else {
      diagnostics.error(
        .missingCompanion, "`dailyLimit` requires a currency, because `\(paid.id)` can be in any: {RUB: \(text)}",
        at: node.location)
      return []
    }
    return amount(node, in: currency).map { [DailyLimit(currency: currency, amount: $0)] } ?? []
  }

  private mutating func limit(in entry: SourceNode.Entry, of atom: String, _ only: String?) -> DailyLimit? {
    let currency = entry.key.scalar ?? ""
    guard CurrencyScale.scale(currency) != nil else {
      let hint = suggestion(for: currency, among: CurrencyScale.codes)
      diagnostics.error(
        .unknownCurrency, "`\(currency)` is not a supported currency",
        remedy: hint.isEmpty ? "; supported are \(CurrencyScale.codes.listed)" : hint, at: entry.key.location)
      return nil
    }
    if let only, only != currency {
      diagnostics.error(
        .unused, "`\(atom)` is always in \(only), so a limit in \(currency) has no effect", at: entry.key.location)
      return nil
    }
    return amount(entry.value, in: currency).map { DailyLimit(currency: currency, amount: $0) }
  }

  private mutating func amount(_ node: SourceNode, in currency: String) -> Decimal? {
    let scale = CurrencyScale.scale(currency) ?? 0
    if let amount = node.scalar.flatMap({ Decimal($0) }), amount > Decimal(0), let text = amount.text(places: scale),
      text.utf8.count <= 18
    {
      return amount
    }
    diagnostics.error(
      .wrongValue, "a limit in \(currency) is an amount above zero with at most \(scale) decimal places",
      at: node.location)
    return nil
  }
}
