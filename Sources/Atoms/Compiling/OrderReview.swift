import Conditions
import Dates
import JSON
import SourceText

/// A rule of an input as an order between two values.
private struct OrderedRule {
  let order: ValueOrder
  /// The rule as written, for a message.
  let text: String
  /// The input with the rule.
  let place: Int
  /// The place of a rule that reads another value; nil for a constant limit.
  let location: Location?
}

/// Findings about rules of several inputs that exclude each other, such as `max: $limit` with a
/// `min` above the largest limit.
extension OperationCompiler {
  /// The maximum number of compared rules of one operation.
  private static let maxRules = 100
  /// The length of the longest condition that a message repeats.
  private static let maxShown = 60

  /// Reports the first inputs whose rules no values satisfy together.
  mutating func reviewOrders(_ atoms: [AtomParts], advice: Set<ObjectIdentifier>, _ submission: ReviewedSubmission) {
    var rules = writtenRules(atoms) + checkedRules(advice) + rowRules(atoms) + rulesOfDay(submission)
    guard !rules.isEmpty, rules.count <= Self.maxRules else { return }
    var seen: Set<Term> = []
    for term in rules.flatMap(\.order.terms) where seen.insert(term).inserted { rules += bounds(of: term) }
    guard let circle = RuleCircle.first(in: rules.map(\.order))?.map({ rules[$0] }), concerns(circle, atoms),
      let last = circle.filter({ $0.location != nil }).max(by: { $0.place < $1.place }), let location = last.location
    else { return }
    let texts = circle.map(\.text).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let problem = texts.count == 1 ? "\(texts[0]) allows no value" : "\(texts.listed) exclude each other"
    diagnostics.error(.noPossibleValue, "\(problem): no value can pass", at: location)
  }

  // MARK: Rules

  /// Returns the limits that are expressions, and the computed values, as orders.
  private func writtenRules(_ atoms: [AtomParts]) -> [OrderedRule] {
    var rules: [OrderedRule] = []
    for (place, draft) in drafts.enumerated() {
      guard let input = draft.input else { continue }
      let own = ValueOrder.Sum(.value(in: place))
      for (limit, written) in zip(atoms[place].limits, input.limits) where limit.name == written.name {
        guard let sum = limit.expression.sum, sum.side != own.side,
          let order = limit.name == "min" ? ValueOrder(sum, below: own) : ValueOrder(own, below: sum)
        else { continue }
        let text = "`\(limit.name): \(limit.expression.text)` of `\(draft.writtenID)`"
        rules.append(OrderedRule(order: order, text: text, place: place, location: written.node.location))
      }
      guard let node = draft.value, let sum = atoms[place].computed?.sum, sum.side != own.side else { continue }
      let text = "`value: \(node.scalar ?? "")` of `\(draft.writtenID)`"
      for order in [ValueOrder(sum, below: own), ValueOrder(own, below: sum)].compactMap(\.self) {
        rules.append(OrderedRule(order: order, text: text, place: place, location: node.location))
      }
    }
    return rules
  }

  /// Returns the orders of checks that reject values.
  private func checkedRules(_ advice: Set<ObjectIdentifier>) -> [OrderedRule] {
    review.conditions.flatMap { noted -> [OrderedRule] in
      guard case .outer(let place)? = noted.subject, !advice.contains(noted.condition.identity) else { return [] }
      return noted.condition.orders.map { order in
        let written = noted.condition.text.utf8.count > Self.maxShown ? "check" : "check: \(noted.condition.text)"
        let text = "`\(written)` of `\(drafts[place].writtenID)`"
        return OrderedRule(order: order, text: text, place: place, location: noted.location)
      }
    }
  }

  /// Returns the order of the number of computed rows and its limit.
  private func rowRules(_ atoms: [AtomParts]) -> [OrderedRule] {
    drafts.enumerated().compactMap { place, draft in
      // A number with decimal places is shortened to a whole number.
      guard let kind = draft.kind as? RepeatKind, kind.isCounted, let list = atoms[place].items?.list,
        let sum = list.sum,
        let order = ValueOrder(sum, below: ValueOrder.Sum(.zero, Decimal(Int64(kind.maximum + 1))), isStrict: true)
      else { return nil }
      let text = "`over: \(list.text)` with `max: \(kind.maximum)` of `\(draft.writtenID)`"
      return OrderedRule(order: order, text: text, place: place, location: kind.items?.list.location)
    }
  }

  /// Returns the order of the paid amount and its limit per day.
  private func rulesOfDay(_ submission: ReviewedSubmission) -> [OrderedRule] {
    let paid = submission.effect.flatMap { vocabulary.effects[$0] }?.inputs.first { $0.content == "amount" }
    guard let location = submission.dailyLimit?.location, let paid,
      let place = drafts.firstIndex(where: { $0.id == paid.id && $0.position.owner == nil }),
      let currency = paid.currency ?? (drafts[place].kind as? TextInputKind)?.currency,
      let limit = submission.dailyLimits.first(where: { $0.currency == currency }),
      let order = ValueOrder(ValueOrder.Sum(.value(in: place)), below: ValueOrder.Sum(.zero, limit.amount))
    else { return [] }
    let text = "`dailyLimit` of \(limit.amount) \(currency)"
    return [OrderedRule(order: order, text: text, place: place, location: location)]
  }

  /// Returns the constant limits of a value or of a total.
  private func bounds(of term: Term) -> [OrderedRule] {
    guard case .outer(let place)? = term.slot, drafts.indices.contains(place) else { return [] }
    let limits = term.isWhole ? constantLimits(of: place) : totalLimits(term.path, ofList: place)
    return limits.compactMap { limit in
      let (value, constant) = (ValueOrder.Sum(.term(term)), ValueOrder.Sum(.zero, limit.value))
      let order = limit.isMinimum ? ValueOrder(constant, below: value) : ValueOrder(value, below: constant)
      return order.map { OrderedRule(order: $0, text: limit.text, place: place, location: nil) }
    }
  }

  /// Returns the constant limits of a number or a date.
  func constantLimits(of place: Int) -> [ConstantLimit] {
    guard let input = drafts[place].input else { return [] }
    let bounds = input.bounds
    return [("min", bounds.minimum), ("max", bounds.maximum)].compactMap { name, written in
      guard let written else { return nil }
      let plain = written.hasPrefix("'") ? String(written.dropFirst().dropLast()) : written
      guard let value = input.type == .date ? CivilDate(plain).map(ValueOrder.days) : Decimal(plain) else { return nil }
      let text = "`\(name): \(plain)` of `\(drafts[place].writtenID)`"
      return ConstantLimit(isMinimum: name == "min", value: value, text: text)
    }
  }

  // MARK: Certainty

  /// Returns true if the rules apply together: all values but one are always present, and the
  /// inputs in items belong to one list.
  private func concerns(_ rules: [OrderedRule], _ atoms: [AtomParts]) -> Bool {
    var places = Set(rules.map(\.place))
    for term in rules.flatMap(\.order.terms) {
      guard case .outer(let place)? = term.slot, drafts.indices.contains(place) else { return false }
      places.insert(place)
    }
    let owners = Set(places.compactMap { drafts[$0].position.owner })
    return owners.count <= 1 && places.count(where: { !isAlwaysFilled($0) }) <= 1
  }
}

extension OperationCompiler {
  /// Returns true if each submission has a value of the input, or each item if it is in items.
  func isAlwaysFilled(_ place: Int) -> Bool {
    let draft = drafts[place]
    guard draft.input != nil, isNeverLocked(place) || draft.value != nil, isNeverHidden(place) else { return false }
    return draft.kind is RepeatKind || !draft.isOptional && draft.requireIf == nil
  }

  /// Returns true if no condition locks the atom or a group around it, up to its item.
  func isNeverLocked(_ place: Int) -> Bool {
    drafts[place].enableIf == nil && groups(around: drafts[place]).allSatisfy { drafts[$0].enableIf == nil }
  }

  /// Returns the groups around an atom, up to its item, innermost first.
  func groups(around draft: AtomDraft) -> [Int] {
    var (groups, parent) = ([Int](), draft.position.parent)
    while let group = parent, drafts[group].kind is GroupKind {
      groups.append(group)
      parent = drafts[group].position.parent
    }
    return groups
  }

  /// Returns true if no condition hides the atom or a group that contains it.
  func isNeverHidden(_ place: Int) -> Bool {
    sequence(first: place) { drafts[$0].position.parent }.allSatisfy { drafts[$0].showIf == nil }
  }
}

extension ValueOrder {
  /// The values of the order.
  fileprivate var terms: [Term] {
    [low, high].compactMap { if case .term(let term) = $0 { term } else { nil } }
  }
}
