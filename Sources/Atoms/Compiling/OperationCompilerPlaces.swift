import Conditions
import SourceText
import JSON

extension OperationCompiler {
  /// The length of the longest expression that a message repeats.
  private static let maxRepeated = 60

  /// Warns of a computed number that can have more decimal places than its input accepts.
  ///
  /// Such a value is rejected at submission, and a person cannot correct a computed value.
  mutating func checkPlaces(
    of expression: ConditionExpression, _ property: String, of draft: AtomDraft, at location: Location
  ) {
    guard let kind = draft.kind as? TextInputKind, kind.isNumeric else { return }
    let places = expression.decimalForm { self.decimalForm(of: $0, $1) }.places
    let finding: String
    switch (places, kind.places) {
    case (.limited(let count), let maximum?) where count > maximum:
      finding = "\(count) decimal place\(count == 1 ? "" : "s"), and `\(draft.id)` \(Self.text(ofPlaces: maximum))"
    case (.endless, let maximum?):
      finding = "any number of decimal places, and `\(draft.id)` \(Self.text(ofPlaces: maximum))"
    case (.endless, nil):
      finding = "\(Decimal.quotientDigits) digits, and `\(draft.id)` has at most \(NumberRules.maximumDigits)"
    default: return
    }
    let text = expression.text.utf8.count > Self.maxRepeated ? "..." : expression.text
    diagnostics.warning(
      .wrongValue, "`\(property)` can give \(finding), so the value may be rejected",
      remedy: ": write `\(expression.rounding(to: kind.places ?? 2) ?? "round(\(text), \(kind.places ?? 2))")`",
      at: location)
  }

  /// Returns true if the value can be a quotient that does not terminate.
  func isQuotient(_ expression: ConditionExpression) -> Bool {
    // Texts mostly show inputs, which have no endless digits.
    guard expression.type == .number || expression.type == .any, kind(of: expression) == nil else { return false }
    return expression.decimalForm { self.decimalForm(of: $0, $1) }.places == .endless
  }

  private static func text(ofPlaces maximum: Int) -> String {
    maximum == 0 ? "has none" : "has at most \(maximum)"
  }

  /// Returns the decimal places of a value in a slot, or of a field of its records; nil if they are
  /// not known.
  func decimalForm(of slot: Int, _ field: String?) -> DecimalForm? {
    if let form = decimalForm(ofDefinition: slot) { return field == nil ? form : nil }
    guard drafts.indices.contains(slot) else { return nil }
    guard let field else { return decimalForm(ofInput: slot, named: "$\(drafts[slot].id)") }
    let inner = (slot + 1..<max(slot + 1, drafts[slot].position.end)).first {
      drafts[$0].position.owner == slot && drafts[$0].id == field
    }
    return inner.flatMap { decimalForm(ofInput: $0, named: "$\(drafts[slot].id).\(field)") }
  }

  /// Returns the decimal places of a value in a slot, or of a field of its records.
  ///
  /// A number without `scale` and without checks has the maximum.
  func wholeForm(of slot: Int, _ field: String?) -> DecimalForm? {
    if let form = decimalForm(of: slot, field) { return form }
    guard field == nil, canBeScaled(slot), drafts[slot].checks.isEmpty else { return nil }
    return DecimalForm(named: "$\(drafts[slot].id)", places: NumberRules.maximumDigits)
  }

  /// Returns true for a number that can have `scale`.
  func canBeScaled(_ slot: Int) -> Bool {
    drafts.indices.contains(slot) && (drafts[slot].kind as? TextInputKind)?.content == .number
  }

  private func decimalForm(ofDefinition slot: Int) -> DecimalForm? {
    let index = slot - drafts.count - lookups.count
    return values.indices.contains(index) ? values[index].decimals : itemValues[slot]?.decimals
  }

  private func decimalForm(ofInput place: Int, named name: String) -> DecimalForm? {
    guard let input = drafts[place].input else { return nil }
    if let kind = input as? TextInputKind { return kind.places.map { DecimalForm(named: name, places: $0) } }
    if case .literal(let choices) = input.options {
      let numbers = choices.compactMap { $0.value.integer.map { Decimal($0) } }
      return numbers.count == choices.count ? DecimalForm(oneOf: numbers) : nil
    }
    return input.type == .integer ? DecimalForm(named: name, places: 0) : nil
  }
}
