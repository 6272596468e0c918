import Conditions
import JSON
import SourceText

/// The limits of inputs as formulas, compiled for the conditions that read the inputs.
struct LimitReview {
  /// The limits by the index of the input.
  private var compiled: [Int: [Logic]] = [:]

  /// Returns the limits of an input as formulas, without those that have faults.
  mutating func limits(of input: any InputKind, named name: String, at place: Int, in scope: Scope) -> [Logic] {
    if let known = compiled[place] { return known }
    let limits = Self.logics(of: input.limitConditions(on: name), in: scope)
    compiled[place] = limits
    return limits
  }

  /// Returns the conditions as formulas, without those that have faults.
  static func logics(of conditions: [String], in scope: Scope) -> [Logic] {
    conditions.compactMap { try? Condition($0, in: scope).logic }
  }
}

extension OperationCompiler {
  /// Reports inputs whose limits allow no value, of which one limit is an expression.
  mutating func reviewWrittenLimits(_ limits: inout LimitReview) {
    for (place, scope) in review.scopes.sorted(by: { $0.key < $1.key }) {
      guard let input = drafts[place].input, let written = input.limits.last, input.limitConditions(on: "x").count > 1
      else { continue }
      var knowledge = Verdict.Knowledge()
      knowledge.filled = [.outer(place)]
      let found = limits.limits(of: input, named: drafts[place].id, at: place, in: scope)
      guard found.count > 1, Verdict.of(found, knowing: knowledge) == false else { continue }
      diagnostics.error(
        .noPossibleValue, "`max` is before `min` on every day: no value can pass", at: written.node.location)
    }
  }

  /// Reports a check that cannot hold for values that the limits of its atom allow, and literals
  /// that are never the value of an input.
  mutating func reviewLimits(
    of noted: Review.Noted, knowing knowledge: Verdict.Knowledge, refuses: Bool, limits: inout LimitReview
  ) {
    for case .claim(let claim) in noted.logic.nodes {
      guard case .outer(let place)? = claim.term.slot, review.scopes[place] != nil else { continue }
      warnOfImpossible(claim, at: place, in: noted)
    }
    guard let subject = noted.subject, case .outer(let place) = subject else { return }
    var knowledge = knowledge
    guard add(limitsOf: place, readBy: noted.logic, to: &knowledge, &limits),
      let verdict = Verdict.of([noted.logic], knowing: knowledge)
    else { return }
    report(verdict, of: noted, refuses: refuses)
  }

  /// Warns of conditions that the limits of other inputs decide: those of inputs and buttons that
  /// submit, and `signIf`.
  ///
  /// A text with such a condition can explain the rejected value. This does not apply to the count
  /// of a list, because people cannot remove items that its `min` requires.
  mutating func reviewUse(
    of atoms: [AtomParts], _ submission: ReviewedSubmission, knowing knowledge: Verdict.Knowledge,
    limits: inout LimitReview
  ) {
    for (draft, atom) in zip(drafts, atoms) {
      let isUsed = draft.input != nil || (draft.kind as? any ActingKind)?.action == .submit
      let conditions = [
        (draft.showIf, atom.showIf), (draft.enableIf, atom.enableIf), (draft.requireIf, atom.requireIf),
      ]
      for case (let node?, let condition?) in conditions {
        let found = verdict(on: condition, ofText: !isUsed, knowing: knowledge, &limits)
        guard let found, isUsed || found.isOfLists else { continue }
        let wait = found.slots.map { "$\(drafts[$0].writtenID) != nil" }.joined(separator: " AND ")
        let remedy = found.isOfLists ? ": omit the condition" : ": write `\(wait)` to wait for a value"
        report(found, remedy: remedy, at: node)
      }
    }
    guard let condition = submission.signing, let node = submission.signIf,
      let found = verdict(on: condition, knowing: knowledge, &limits)
    else { return }
    report(found, remedy: ": omit `signIf` to sign every submission", at: node)
  }

  /// The result of a condition for all values that the limits of these inputs allow.
  private struct LimitedVerdict {
    let holds: Bool
    let slots: [Int]
    let isOfLists: Bool
  }

  /// Returns the result of a condition for all values that limits allow; nil if they do not decide
  /// it.
  ///
  /// - Parameter isText: True to consider only lists that are always shown.
  private func verdict(
    on condition: Condition, ofText isText: Bool = false, knowing knowledge: Verdict.Knowledge,
    _ limits: inout LimitReview
  ) -> LimitedVerdict? {
    let logic = review.logic(of: condition)
    var (limited, limiting) = ([Int](), knowledge)
    for case .claim(let claim) in logic.nodes {
      guard case .outer(let place)? = claim.term.slot, !limited.contains(place), review.scopes[place] != nil,
        !isText || drafts[place].kind is RepeatKind && isAlwaysFilled(place),
        add(limitsOf: place, readBy: logic, to: &limiting, &limits)
      else { continue }
      limited.append(place)
    }
    guard !limited.isEmpty else { return nil }
    var filling = limiting
    for place in limited where isAlwaysFilled(place) { filling.filled.insert(.outer(place)) }
    guard let holds = Verdict.of([logic], knowing: filling),
      // A condition that waits for an empty input holds before people enter a value.
      holds || Verdict.of([logic], knowing: limiting) == false,
      // Conditions that other values decide are reported separately.
      Verdict.of([logic], knowing: knowledge) == nil
    else { return nil }
    let isOfLists = limited.allSatisfy { drafts[$0].kind is RepeatKind }
    return LimitedVerdict(holds: holds, slots: limited, isOfLists: isOfLists)
  }

  private mutating func report(_ verdict: LimitedVerdict, remedy: String, at node: SourceNode) {
    let names = verdict.slots.map { "`\(drafts[$0].writtenID)`" }.listed
    if verdict.holds {
      diagnostics.warning(
        .alwaysHolds, "this condition always holds for values that the limits of \(names) allow", remedy: remedy,
        at: node.location)
    } else {
      diagnostics.warning(
        .neverHolds, "this condition never holds for values that the limits of \(names) allow", at: node.location)
    }
  }

  /// Adds the limits of an input to the conditions of its value; returns false if it has none.
  ///
  /// - Parameter logic: The formula whose totals of a list are limited.
  private func add(
    limitsOf place: Int, readBy logic: Logic, to knowledge: inout Verdict.Knowledge, _ limits: inout LimitReview
  ) -> Bool {
    guard let scope = review.scopes[place], let input = drafts[place].input else { return false }
    let found =
      input is RepeatKind
      ? LimitReview.logics(of: listConditions(of: place, readBy: logic), in: scope)
      : limits.limits(of: input, named: drafts[place].id, at: place, in: scope)
    if !found.isEmpty { knowledge.shownIf[.outer(place), default: []] += found }
    return !found.isEmpty
  }

  /// Reports a check whose result is the same for all values that its own atom allows.
  private mutating func report(_ holds: Bool, of noted: Review.Noted, refuses: Bool) {
    if holds {
      diagnostics.warning(
        .alwaysHolds, "this check holds for every value that the limits of the input allow", at: noted.location)
    } else if refuses {
      diagnostics.error(
        .noPossibleValue, "this check can never hold for a value that the limits of the input allow",
        at: noted.location)
    } else {
      diagnostics.warning(
        .neverHolds, "this check never holds for a value that the limits of the input allow", at: noted.location)
    }
  }

  /// Warns of a comparison with a text that the input never has.
  ///
  /// A beginning can be too long, or have characters that the rules exclude.
  private mutating func warnOfImpossible(_ claim: Claim, at place: Int, in noted: Review.Noted) {
    guard claim.term.isWhole, claim.options == nil, let kind = drafts[place].input as? TextInputKind else { return }
    for text in claim.literals.compactMap(\.string) where !text.isEmpty {
      if claim.isPrefix {
        guard let rule = kind.rule(refusingBeginning: text) else { continue }
        diagnostics.warning(
          .neverHolds, "a value of `\(drafts[place].writtenID)` never begins with '\(text)'\(rule)", at: noted.location)
      } else if let stored = kind.read(.string(text)), kind.judge(stored) != nil {
        diagnostics.warning(
          .neverHolds, "a value of `\(drafts[place].writtenID)` is never '\(text)', which its rules reject",
          at: noted.location)
      }
    }
  }
}
