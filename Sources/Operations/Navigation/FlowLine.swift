import Atoms
import SourceText
import Texts

/// A step as written.
package struct FlowLine {
  /// The step's name.
  let id: String
  /// The location of the name.
  let location: Location
  let target: WrittenTarget
  let skipIf: SourceNode?
  let next: SourceNode?
  /// True if the way ends at the step, which is a screen.
  let isExit: Bool

  /// The keywords of targets that can be a step.
  package static let words = ["operation", "screen", exit]
  /// The keyword of a screen at which the way ends without a submission.
  package static let exit = "exit"

  /// Parses a line; nil, with a fault, if it has no target.
  init?(_ line: SourceNode, _ faults: inout Diagnostics) {
    guard let entries = line.mapping else {
      faults.error(.wrongShape, "a step is written as {operation: pp.quick, ...}, not \(line.noun)", at: line.location)
      return nil
    }
    let condition = entries.first { $0.key.scalar == "showIf" }
    var properties = Properties(entries.filter { $0.key.scalar != "showIf" }, at: line.location)
    let target = WrittenTarget(&properties, words: Self.words, &faults)
    let name = properties.node("step")
    (skipIf, next) = (properties.node("skipIf"), properties.node("next"))
    if let condition {
      properties.error(
        .unknownProperty, "a step has no `showIf`", remedy: ": write `skipIf` with the opposite condition",
        at: condition.key.location)
    }
    properties.refuseTheRest(of: "a step")
    faults.append(properties.diagnostics)
    guard var target else { return nil }
    isExit = target.word == Self.exit
    if isExit {
      target.word = "screen"
      if let next {
        faults.error(
          .conflict, "the way ends at an `exit`, so it has no `next`",
          remedy: ": write `screen` for a step that continues", at: next.location)
      }
    }
    if target.transition?.kind == .embed {
      faults.error(.misplaced, "a step cannot be embedded", at: line.location)
    }
    let id = name.map { $0.scalar ?? "" } ?? target.name.scalar?.split(separator: ".").last.map(String.init) ?? ""
    guard id.isDotted, !id.contains("."), id != Flow.submit else {
      faults.error(
        .invalidName,
        "a step's name consists of Latin letters, digits and _, does not begin with a digit "
          + "and is not `\(Flow.submit)`",
        at: (name ?? target.name).location)
      return nil
    }
    (self.id, location, self.target) = (id, (name ?? target.name).location, target)
  }
}

/// The review of all values as written, `{review: true}` or `{review: {title: ...}}`.
///
/// It is the last step.
struct FlowReviewLine {
  private let title: LocalizedText
  private let transition: Transition?

  static func isReview(_ line: SourceNode) -> Bool {
    line.mapping?.contains { $0.key.scalar == FormPage.review } ?? false
  }

  /// Reads the review among the steps of a flow; nil without one.
  init?(among steps: [SourceNode], _ faults: inout Diagnostics) {
    guard let place = steps.firstIndex(where: Self.isReview), let entries = steps[place].mapping else { return nil }
    if steps.count == 1 {
      faults.error(
        .wrongShape, "`steps` has a review and no step before it", at: steps[place].location)
    } else if place + 1 < steps.count {
      faults.error(
        .misplaced, "the review is the last step", remedy: ": write it after the other steps",
        at: steps[place].location)
    }
    var line = Properties(entries, at: steps[place].location)
    var title = FormPage.reviewTitle
    if let node = line.node(FormPage.review) {
      if let parts = node.mapping {
        var properties = Properties(parts, at: node.location)
        title = properties.text("title") ?? title
        properties.refuseTheRest(of: "`review`")
        faults.append(properties.diagnostics)
      } else if line.flag(FormPage.review) == false {
        faults.error(
          .wrongValue, "`review` takes `true` or {title: ...}", remedy: ": omit the line for no review",
          at: node.location)
      }
    }
    transition = line.node("transition").flatMap { Transition($0, &faults) }
    line.refuseTheRest(of: "a review")
    faults.append(line.diagnostics)
    if transition?.kind == .embed {
      faults.error(.misplaced, "a step cannot be embedded", at: steps[place].location)
    }
    self.title = title
  }

  /// Returns the steps with the review between them and the submission.
  func adding(to steps: [Flow.Step], submitting operation: String) -> [Flow.Step] {
    let leading = steps.map { step in
      var step = step
      step.branches = step.branches.map { Flow.Branch(step: $0.step ?? FormPage.review, condition: $0.condition) }
      return step
    }
    let target = Target(kind: .operation(operation), wiring: .none, transition: transition ?? Transition(.push))
    let end = Flow.Branch(step: nil, condition: nil)
    return leading + [
      Flow.Step(
        id: FormPage.review, target: target, role: .review, title: title, gives: [], skipIf: nil, branches: [end])
    ]
  }
}

/// The ways between the steps of a flow. In them the review is the submission, which follows it.
struct FlowWays {
  private let lines: [FlowLine]
  private let review: FlowReviewLine?

  init(_ lines: [FlowLine], review: FlowReviewLine?) { (self.lines, self.review) = (lines, review) }

  /// Returns the name of the step that follows in the file; nil for the submission.
  ///
  /// An exit without `skipIf` follows only by a `next`.
  private func following(_ place: Int) -> String? {
    lines[(place + 1)...].first { !$0.isExit || $0.skipIf != nil }?.id
  }

  /// Returns the branches of a step to the next one. An exit has branches only for the case that it
  /// is skipped.
  func branches(
    ofLineAt place: Int, over values: [Port], _ vocabulary: Vocabulary, _ faults: inout Diagnostics
  ) -> [Flow.Branch] {
    let line = lines[place]
    if line.isExit, line.skipIf == nil { return [] }
    let following = following(place)
    guard let next = line.next else { return [Flow.Branch(step: following, condition: nil)] }
    guard next.mapping == nil else {
      faults.error(
        .wrongShape, "`next` takes a step, or a list such as [{if: \"$sum > 10\", step: warning}, {step: confirm}]",
        at: next.location)
      return []
    }
    guard let entries = next.sequence else {
      return step(next, &faults).map { [Flow.Branch(step: $0, condition: nil)] } ?? []
    }
    var branches: [Flow.Branch] = []
    for line in entries {
      if let last = branches.last, last.condition == nil, !faults.hasErrors {
        faults.warning(.unreachable, "this entry never applies: the entry before it has no `if`", at: line.location)
      }
      guard let parts = line.mapping else {
        if let step = step(line, &faults) { branches.append(Flow.Branch(step: step, condition: nil)) }
        continue
      }
      var properties = Properties(parts, at: line.location)
      let (named, condition) = (properties.node("step"), properties.node("if"))
      properties.refuseTheRest(of: "a branch")
      faults.append(properties.diagnostics)
      guard let named else {
        faults.error(.missingProperty, "`step`, the next step, is missing", at: line.location)
        continue
      }
      let compiled = condition.flatMap { FlowCondition($0, over: values, vocabulary, &faults) }
      if let step = step(named, &faults) { branches.append(Flow.Branch(step: step, condition: compiled)) }
    }
    // If no condition holds, the next step in the file follows.
    if branches.last?.condition != nil { branches.append(Flow.Branch(step: following, condition: nil)) }
    return branches
  }

  /// Returns the step with that name, where an inner nil is the submission. Returns nil and adds a
  /// fault for an unknown name.
  private func step(_ node: SourceNode, _ faults: inout Diagnostics) -> String?? {
    let name = node.scalar ?? ""
    let (steps, end) = (lines.map(\.id), review == nil ? Flow.submit : FormPage.review)
    if name == end { return .some(nil) }
    if name == Flow.submit {
      faults.error(
        .conflict, "the review submits the values, so no other step leads to the submission",
        remedy: ": write `\(FormPage.review)`", at: node.location)
      return nil
    }
    if steps.contains(name) { return .some(name) }
    let hint = suggestion(for: name, among: steps + [end])
    faults.error(
      .unknownDefinition, "there is no step `\(name)`",
      remedy: hint.isEmpty ? "; there is \((steps + [end]).listed)" : hint, at: node.location)
    return nil
  }
}
