import Conditions
import JSON
import SourceText

/// A limit of a value that is a constant, or follows from constants.
struct ConstantLimit {
  let isMinimum: Bool
  let value: Decimal
  /// The rules that it follows from, for a message.
  let text: String
}

/// The limits of the number of items of a list, and of the totals of their numbers.
extension OperationCompiler {
  /// Returns the limits of the totals that the formula reads, as conditions on the list.
  func listConditions(of place: Int, readBy logic: Logic) -> [String] {
    let paths = logic.nodes.reduce(into: Set<String>()) { paths, node in
      if case .claim(let claim) = node, claim.term.slot == .outer(place) { paths.insert(claim.term.path) }
    }
    return paths.sorted().flatMap { path in
      totalLimits(path, ofList: place).map { "\(path) \($0.isMinimum ? ">=" : "<=") \($0.value)" }
    }
  }

  /// Returns the limits of `$list.@count` or `$list.@sum.field`; empty for other paths, and for
  /// lists whose items people do not add.
  func totalLimits(_ path: String, ofList place: Int) -> [ConstantLimit] {
    guard let list = drafts[place].kind as? RepeatKind, list.items == nil else { return [] }
    let words = path.split(separator: ".").dropFirst().map(String.init)
    let name = drafts[place].writtenID
    if words == ["@count"] {
      return [("min", list.minimum), ("max", list.maximum)].map { rule, count in
        let text = "`\(rule): \(count)` of `\(name)`"
        return ConstantLimit(isMinimum: rule == "min", value: Decimal(Int64(count)), text: text)
      }
    }
    guard words.count == 2, words[0] == "@sum",
      let field = (place + 1..<max(place + 1, drafts[place].position.end)).first(where: {
        drafts[$0].position.owner == place && drafts[$0].id == words[1]
      })
    else { return [] }
    return sumLimits(of: field, in: list, named: name)
  }

  /// Returns the limits of the sum of a number of all items. A missing number counts as 0.
  private func sumLimits(of field: Int, in list: RepeatKind, named name: String) -> [ConstantLimit] {
    guard let bounds = drafts[field].input?.bounds, drafts[field].input?.type == .number else { return [] }
    let own = drafts[field].writtenID
    let fewest = isAlwaysFilled(field) ? list.minimum : 0
    return [("min", bounds.minimum), ("max", bounds.maximum)].compactMap { rule, written in
      guard let written, let bound = Decimal(written) else { return nil }
      let isMinimum = rule == "min"
      // A positive minimum is smallest with the fewest items, a negative one with the most.
      let isFewest = (bound < Decimal(0)) != isMinimum
      let count = isFewest ? fewest : list.maximum
      guard let value = bound.multiplied(by: Decimal(Int64(count))) else { return nil }
      let ofList = "`\(isFewest ? "min" : "max"): \(count)` of `\(name)`"
      return ConstantLimit(isMinimum: isMinimum, value: value, text: "\(ofList), `\(rule): \(written)` of `\(own)`")
    }
  }
}
