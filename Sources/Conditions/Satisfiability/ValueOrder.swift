package import Dates
package import JSON

/// An order between two values that follows from a condition: `low + distance <= high`.
///
/// The dates of an order are numbers of days.
///
///     try Condition("$from < $to", in: scope).orders  // low: $from, high: $to, isStrict: true
package struct ValueOrder: Sendable {
  /// One side of an order.
  package enum Side: Hashable, Sendable {
    case zero, today
    case term(Term)

    /// Returns the value of an outer slot.
    package static func value(in slot: Int) -> Side { .term(Term(slot: .outer(slot), path: "", isWhole: true)) }
  }

  package let low: Side
  package let high: Side
  package let distance: Decimal
  /// True for `<` in place of `<=`.
  package let isStrict: Bool

  package init(_ low: Side, _ distance: Decimal, _ high: Side, isStrict: Bool = false) {
    (self.low, self.distance, self.high, self.isStrict) = (low, distance, high, isStrict)
  }

  /// Creates the order `low <= high` of two sums; nil on overflow.
  package init?(_ low: Sum, below high: Sum, isStrict: Bool = false) {
    guard let distance = low.addend.subtracting(high.addend) else { return nil }
    self.init(low.side, distance, high.side, isStrict: isStrict)
  }

  /// A value plus a constant, such as `$amount + 10`.
  package struct Sum: Sendable {
    package let side: Side
    package let addend: Decimal

    package init(_ side: Side, _ addend: Decimal = Decimal(0)) { (self.side, self.addend) = (side, addend) }
  }
}

extension Condition {
  /// The orders that hold whenever the condition holds: the orders of the parts joined by AND.
  package var orders: [ValueOrder] {
    guard let checked else { return [] }
    let reader = OrderReader(checked: checked)
    var (waiting, found) = ([checked.tree.root], [ValueOrder]())
    while let place = waiting.popLast() {
      switch checked.tree.nodes[place] {
      case .and(let a, let b): waiting += [b, a]
      case .comparison(let comparison, let a, let b): found += reader.orders(comparison, a, b)
      default: continue
      }
    }
    return found
  }
}

extension ConditionExpression {
  /// The value as a value plus a constant; nil for any other expression.
  package var sum: ValueOrder.Sum? { checked.flatMap { OrderReader(checked: $0).sum(root) } }
}

/// Reads the orders of a checked condition.
private struct OrderReader {
  let checked: Checked

  func orders(_ comparison: Comparison, _ a: Int, _ b: Int) -> [ValueOrder] {
    guard comparison.modifier == nil else { return [] }
    if comparison.relation == .between {
      guard case .list(let bounds) = checked.tree.nodes[b], bounds.count == 2 else { return [] }
      return order(bounds[0], a) + order(a, bounds[1])
    }
    switch comparison.relation {
    case .less: return order(a, b, isStrict: true)
    case .lessOrEqual: return order(a, b)
    case .greater: return order(b, a, isStrict: true)
    case .greaterOrEqual: return order(b, a)
    case .equal: return order(a, b) + order(b, a)
    default: return []
    }
  }

  /// Returns the order of two nodes; empty unless both are sums and one of them is a number or a
  /// date.
  private func order(_ low: Int, _ high: Int, isStrict: Bool = false) -> [ValueOrder] {
    let types = [checked.types[low], checked.types[high]]
    guard types.contains(where: { [.integer, .number, .date].contains($0) }), let first = sum(low),
      let second = sum(high), first.side != second.side || first.side == .zero
    else { return [] }
    return ValueOrder(first, below: second, isStrict: isStrict).map { [$0] } ?? []
  }

  func sum(_ place: Int) -> ValueOrder.Sum? {
    switch checked.tree.nodes[place] {
    case .literal(.integer(let number)): return ValueOrder.Sum(.zero, Decimal(number))
    case .literal(.decimal(let number)): return ValueOrder.Sum(.zero, number)
    case .literal(.text(let text)): return CivilDate(text).map { Self.sum(of: $0) }
    case .negate(let operand):
      guard let inner = sum(operand), inner.side == .zero else { return nil }
      return ValueOrder.Sum(.zero, inner.addend.negated)
    case .arithmetic(.add, let a, let b): return adding(a, b)
    case .arithmetic(.subtract, let a, let b): return subtracting(b, from: a)
    case .call(_, let arguments): return call(arguments, place)
    case .variable, .word, .key, .pathOperator:
      guard [.integer, .number, .date].contains(checked.types[place]) else { return nil }
      guard let term = ClaimReader(checked: checked).term(place) else { return nil }
      // The name of a value differs between the files of fragments.
      if term.isWhole, case .outer(let slot)? = term.slot { return ValueOrder.Sum(.value(in: slot)) }
      return ValueOrder.Sum(.term(term))
    default: return nil
    }
  }

  private func call(_ arguments: [Int], _ place: Int) -> ValueOrder.Sum? {
    guard case .builtin(let builtin) = checked.meanings[place] else { return nil }
    switch builtin {
    case .today: return ValueOrder.Sum(.today)
    case .addDays: return arguments.count == 2 ? adding(arguments[0], arguments[1]) : nil
    case .date:
      let parts = arguments.compactMap { sum($0)?.whole }
      guard parts.count == 3, let date = CivilDate(year: parts[0], month: parts[1], day: parts[2]) else { return nil }
      return Self.sum(of: date)
    default: return nil
    }
  }

  /// Returns the sum of two nodes of which at least one is a constant.
  ///
  /// Each node is read once: in a chain of sums, a second reading would double the work at each
  /// level.
  private func adding(_ a: Int, _ b: Int) -> ValueOrder.Sum? {
    guard let first = sum(a), let second = sum(b), first.side == .zero || second.side == .zero,
      let total = first.addend.adding(second.addend)
    else { return nil }
    return ValueOrder.Sum(second.side == .zero ? first.side : second.side, total)
  }

  /// Returns the difference of a node and a constant.
  private func subtracting(_ b: Int, from a: Int) -> ValueOrder.Sum? {
    guard let first = sum(a), let second = sum(b), second.side == .zero,
      let total = first.addend.adding(second.addend.negated)
    else { return nil }
    return ValueOrder.Sum(first.side, total)
  }

  private static func sum(of date: CivilDate) -> ValueOrder.Sum {
    ValueOrder.Sum(.zero, ValueOrder.days(of: date))
  }
}

extension ValueOrder.Sum {
  /// The whole number of a constant; nil for any other sum.
  fileprivate var whole: Int? { side == .zero ? Int(addend.description) : nil }
}

extension ValueOrder {
  /// Returns the date as a constant of an order.
  package static func days(of date: CivilDate) -> Decimal { Decimal(Int64(date.daysSinceEpoch)) }
}
