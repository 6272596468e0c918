import Conditions
import SourceText

/// Findings about checks and limits that read a wrong value.
extension OperationCompiler {
  /// The maximum number of parts of the conditions that are compared to find hidden atoms.
  private static let maxParts = 64
  /// The maximum number of atoms per check that are compared to find hidden ones.
  private static let maxSources = 4

  /// Adds a finding if a check consists of one verification that no allowed value passes, or that
  /// verifies only another input.
  mutating func reviewCall(
    _ call: (function: String, arguments: [ConditionExpression]), of check: WrittenCheck, at place: Int
  ) {
    let slots = call.arguments.map { argument -> Int? in
      guard case .outer(let slot) = argument.slot, drafts.indices.contains(slot) else { return nil }
      return slot
    }
    guard slots.count > 1 else {
      guard let slot = slots.first ?? nil, let kind = drafts[place].kind as? TextInputKind else { return }
      if slot == place {
        checkText(of: kind, by: call.function, check, at: place)
      } else {
        warnOfOtherInput(slot, verifiedBy: call.function, check, at: place)
      }
      return
    }
    checkLengths(of: call, slots, check, at: place)
  }

  /// Reports a verification of one text that no text passes which the rules of the input allow.
  private mutating func checkText(of kind: TextInputKind, by function: String, _ check: WrittenCheck, at place: Int) {
    guard let verification = vocabulary.verifications[function] else { return }
    if verification.hasLetters, kind.excludesLetters {
      let id = drafts[place].writtenID
      return report(
        "`\(function)` accepts only texts with letters, and `\(id)` has `type: \(kind.content.rawValue)`",
        remedy: ": omit `type: \(kind.content.rawValue)`", check)
    }
    guard let lengths = verification.lengths.first, !lengths.isEmpty,
      kind.possibleLengths(among: lengths)?.isEmpty == true
    else { return }
    let words = lengths.map(String.init).joined(separator: " or ")
    report("`\(function)` accepts only texts of length \(words), excluded by \(kind.rulesOfLength)", check)
  }

  /// Reports a verification of several texts, one of which never has a valid length.
  private mutating func checkLengths(
    of call: (function: String, arguments: [ConditionExpression]), _ slots: [Int?], _ check: WrittenCheck, at place: Int
  ) {
    guard let lengths = vocabulary.verifications[call.function]?.lengths, lengths.count == slots.count else { return }
    func fits(_ slot: Int?, _ allowed: [Int]) -> Bool {
      guard let slot, let kind = drafts[slot].kind as? TextInputKind, !allowed.isEmpty else { return true }
      return kind.possibleLengths(among: allowed)?.isEmpty != true
    }
    for (index, slot) in slots.enumerated() {
      guard let slot, !fits(slot, lengths[index]), let kind = drafts[slot].kind as? TextInputKind,
        slot == place || isAlwaysFilled(slot)
      else { continue }
      let words = lengths[index].map(String.init).joined(separator: " or ")
      let names = call.arguments.map(\.text)
      let isExchanged = slots.count == 2 && fits(slots[1], lengths[0]) && fits(slots[0], lengths[1])
      return report(
        "`\(call.function)` takes a text of length \(words) in place of `\(names[index])`, which has "
          + kind.rulesOfLength,
        remedy: isExchanged ? ": write `\(call.function)(\(names.reversed().joined(separator: ", ")))`" : "", check)
    }
  }

  /// Reports two checks of one input, each a verification of its length, that no text passes.
  mutating func reviewLengths(of calls: [(function: String, check: WrittenCheck)]) {
    var (allowed, names) = (Set<Int>(), [String]())
    for call in calls where call.check.severity != .warning {
      guard let lengths = vocabulary.verifications[call.function]?.lengths, lengths.count == 1, !lengths[0].isEmpty
      else { continue }
      let both = names.isEmpty ? Set(lengths[0]) : allowed.intersection(lengths[0])
      if both.isEmpty {
        let words = lengths[0].map(String.init).joined(separator: " or ")
        let others = allowed.sorted().map(String.init).joined(separator: " or ")
        return report(
          "`\(call.function)` accepts only texts of length \(words), and `\(names.joined(separator: "` and `"))` "
            + "of length \(others)", call.check)
      }
      allowed = both
      names.append(call.function)
    }
  }

  /// Reports a check that no value passes.
  private mutating func report(_ problem: String, remedy: String = "", _ check: WrittenCheck) {
    if check.severity == .warning {
      diagnostics.warning(
        .neverHolds, "\(problem): this check never holds", remedy: remedy, at: check.condition.location)
    } else {
      diagnostics.error(
        .noPossibleValue, "\(problem): no value can pass", remedy: remedy, at: check.condition.location)
    }
  }

  /// Warns of a check that verifies only another input that people enter.
  private mutating func warnOfOtherInput(_ slot: Int, verifiedBy function: String, _ check: WrittenCheck, at place: Int)
  {
    guard drafts.indices.contains(slot), drafts[slot].kind is TextInputKind,
      [slot, place].allSatisfy({ drafts[$0].value == nil && drafts[$0].presetFrom == nil })
    else { return }
    let (own, other) = (drafts[place].writtenID, drafts[slot].writtenID)
    diagnostics.warning(
      .suspiciousExpression, "this check of `\(own)` verifies only `$\(other)`",
      remedy: ": write `check: \(function)` to verify `$\(own)`, or write the check at `\(other)`",
      at: check.condition.location)
  }

  /// Reports comparisons with all items of a list in a check of one of them.
  mutating func reviewMembership(_ condition: Condition, of place: Int, in owner: Int, _ check: WrittenCheck) {
    for found in condition.ownMemberships(of: place, in: owner, field: drafts[place].id) {
      let location = check.condition.location.inside(condition.text, offset: found.fault.range.lowerBound)
      if found.excludesAll, check.severity != .warning {
        diagnostics.error(
          .noPossibleValue, "\(found.fault.problem): no value can pass", remedy: found.fault.ending, at: location)
      } else {
        diagnostics.warning(.suspiciousExpression, found.fault.problem, remedy: found.fault.ending, at: location)
      }
    }
  }

  /// Reports patterns of MATCHES that no value of the input matches.
  ///
  /// - Parameter isRule: True for a check that rejects values.
  mutating func reviewPatterns(of condition: Condition, isRule: Bool, at location: Location) {
    for found in condition.patternComparisons where drafts.indices.contains(found.slot) {
      guard let kind = drafts[found.slot].kind as? TextInputKind, drafts[found.slot].value == nil,
        kind.possibleLengths(matching: found.pattern)?.isEmpty == true
      else { continue }
      let rules = kind.rulesOfLength
      let all =
        !found.pattern.hasSuffix("$") && kind.possibleLengths(matching: found.pattern + ".*")?.isEmpty == false
      let part = !all && kind.content == .digits ? ", which has only digits," : ""
      let problem =
        "MATCHES compares the whole text, and no value of `\(drafts[found.slot].writtenID)`"
        + (rules.isEmpty ? part : " with \(rules)") + " matches '\(found.pattern)'"
      let remedy = all ? ": write '\(found.pattern).*'" : ""
      let place = location.inside(condition.text, offset: found.offset)
      if isRule, found.isRequired {
        diagnostics.error(.noPossibleValue, "\(problem): no value can pass", remedy: remedy, at: place)
      } else {
        diagnostics.warning(.neverHolds, problem, remedy: remedy, at: place)
      }
    }
  }

  /// Warns of a limit that depends on the value that it limits.
  mutating func warnOfOwnLimit(_ limit: WrittenLimit, _ expression: ConditionExpression, at place: Int) {
    guard reach(of: expression.reads.outer).contains(place) else { return }
    let id = drafts[place].writtenID
    diagnostics.warning(
      .suspiciousExpression, "`\(limit.name)` depends on `$\(id)`, the value that it limits",
      remedy: "; read another value, or write a condition as `check`", at: limit.node.location)
  }

  /// Warns of a check that reads an atom that is hidden whenever the checked one is shown.
  mutating func warnOfHidden(in noted: Review.Noted, _ atoms: [AtomParts], _ knowledge: Verdict.Knowledge) {
    guard case .outer(let place) = noted.subject, drafts.indices.contains(place) else { return }
    let owners = sequence(first: place) { [drafts] in drafts[$0].position.owner }
    let shown = owners.flatMap { knowledge.shownIf[.outer($0)] ?? [] }
    guard !shown.isEmpty, Self.areShort(shown) else { return }
    let read = Set(shown.flatMap(\.slots))
    let sources = noted.condition.reads.outer.filter { $0 < drafts.count && $0 != place }
    for source in sources.prefix(Self.maxSources) {
      guard let hiding = knowledge.shownIf[.outer(source)], Self.areShort(hiding),
        hiding.contains(where: { !read.isDisjoint(with: $0.slots) }),
        Verdict.of(shown + hiding, knowing: knowledge) == false
      else { continue }
      let (own, other) = (drafts[place].writtenID, drafts[source].writtenID)
      diagnostics.warning(
        .suspiciousExpression,
        "`$\(other)` has no value in this check, because `\(other)` is hidden whenever `\(own)` is shown",
        at: noted.location)
      return
    }
  }

  private static func areShort(_ conditions: [Logic]) -> Bool {
    conditions.reduce(0) { $0 + $1.nodes.count } <= maxParts
  }

  /// Returns the `showIf` conditions of the atom, of its enclosing groups and of the repeats that
  /// contain it.
  func allConditions(showing place: Int, _ atoms: [AtomParts]) -> [Condition] {
    var (found, next): ([Condition], Int?) = ([], place)
    while let inner = next {
      found += conditions(showing: inner, atoms)
      next = drafts[inner].position.owner
    }
    return found
  }
}

extension Logic {
  /// The slots of the claims.
  fileprivate var slots: Set<Slot> {
    nodes.reduce(into: []) { slots, node in
      if case .claim(let claim) = node, let slot = claim.term.slot { slots.insert(slot) }
    }
  }
}
