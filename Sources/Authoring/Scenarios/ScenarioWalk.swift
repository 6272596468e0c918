import Atoms
import JSON
import Operations
import SourceText
import Texts

/// The progress of the person of a scenario in a flow.
struct ScenarioWalk: FlowProgress {
  let subject: ScenarioFlow
  var path: [String] = []
  var values: Object
  var seen: [String] = []
  let input: Object
  /// The step that the person has opened from the review.
  var changed: String?

  init(_ subject: ScenarioFlow, input: Object) {
    self.subject = subject
    (values, self.input) = (input, input)
  }

  var flow: Flow { subject.flow }
  /// The step at which the person is; nil before the start.
  var step: Flow.Step? { (changed ?? path.last).flatMap(flow.step) }

  /// Returns true if the present step has an input at the path.
  func has(_ path: String) -> Bool {
    guard let step, step.role == .step else { return false }
    return subject.operation(of: step)?.atom(at: path) != nil || step.gives.contains(WrittenPath.root(of: path))
  }

  /// Returns the values with which the present step begins. At a screen and at the review, these
  /// are the values to submit.
  func initialValues(submitting whole: Operation) -> Object {
    guard let step, let operation = subject.operation(of: step) else {
      return known(in: flow).entered(of: whole)
    }
    var initial = Object()
    for (atom, text) in step.target.wiring.values(from: texts(in: flow)) {
      if let input = operation.atom(at: atom)?.input { initial[atom] = input.posted(text) }
    }
    for member in values.members where operation.place(of: member.name) != nil { initial[member.name] = member.value }
    return initial
  }
}

extension ScenarioRun {
  /// Starts the flow before the first step of a scenario.
  mutating func begin(_ step: Scenario.Step) {
    guard let walk, walk.path.isEmpty else { return }
    note(step, after: nil)
    let first = step.world.settled { world in try? walk.flow.first(walk.values, world) }
    self.walk?.path = [first ?? walk.flow.steps[0].id]
    arrive()
  }

  /// Takes the operation and the values of the present step.
  private mutating func arrive() {
    guard let walk else { return }
    operation = walk.step.flatMap(walk.subject.operation) ?? whole
    values = walk.initialValues(submitting: whole)
  }

  /// Judges the present step and continues. Returns its violations; empty if it is left.
  mutating func completeStep(_ step: Scenario.Step) -> [String: Value] {
    guard var walk, let present = walk.step, present.role == .step else { return [:] }
    let before = walk.texts(in: walk.flow)
    if let operation = walk.subject.operation(of: present) {
      switch judged(operation, values, step) {
      case .failure(let error): return Self.errors(of: error.all, in: step.language)
      case .success(let checked): walk.put(checked.entered, of: operation)
      }
    } else {
      for name in present.gives { walk.values[name] = values[name] }
    }
    self.walk = walk
    note(step, after: present.id)
    let moved = step.world.settled { world -> ScenarioWalk? in
      var walk = walk
      return (try? walk.advance(from: present.id, in: walk.flow, since: before, world)) == true ? walk : nil
    }
    guard let moved else {
      return [present.id: ["code": "last"]]
    }
    self.walk = moved
    self.walk?.changed = nil
    arrive()
    guard moved.flow.hasReview, moved.path.last == FormPage.review,
      case .failure(let error) = judged(whole, values, step)
    else { return [:] }
    if let place = moved.flow.place(of: error, on: moved.path) {
      self.walk?.seen = moved.path
      self.walk?.path = Array(moved.path[...place])
      arrive()
    }
    return Self.errors(of: error.all, in: step.language)
  }

  /// Returns to the previous step, or from a step that is changed to the review. Returns false at
  /// the first step.
  mutating func leaveStep() -> Bool {
    guard var walk, let present = walk.step else { return false }
    if walk.changed != nil {
      walk.changed = nil
    } else {
      guard walk.path.count > 1 else { return false }
      if let operation = walk.subject.operation(of: present) { walk.put(operation.draftable(values), of: operation) }
      walk.path.removeLast()
    }
    self.walk = walk
    arrive()
    return true
  }

  /// Opens the last step that returns a value from the review. Returns nil, or the present step if
  /// that is impossible.
  mutating func openStep(of path: String) -> String? {
    guard let walk, let present = walk.step else { return "" }
    let name = WrittenPath.root(of: path)
    guard walk.changed == nil, let id = walk.path.last(where: { walk.flow.step($0)?.gives.contains(name) == true }),
      walk.canChange(id, in: walk.flow)
    else { return present.id }
    self.walk?.changed = id
    arrive()
    return nil
  }

  /// Returns true if the flow can be submitted from the present step.
  func isLastStep(_ step: Scenario.Step) -> Bool {
    guard let walk, let present = walk.step, walk.changed == nil else { return false }
    let known = walk.known(in: walk.flow)
    return step.world.settled { world in (try? walk.flow.isLast(present.id, known, world)) == true }
  }

  /// Notes the outcomes of the conditions after a step of the flow; nil for its start.
  private mutating func note(_ step: Scenario.Step, after id: String?) {
    guard coverage != nil, let walk else { return }
    let known = walk.known(in: walk.flow)
    let outcomes = step.world.settled { world in walk.flow.outcomes(after: id, known, world) }
    for outcome in outcomes { coverage?.note(ScenarioFlow.part(outcome.condition), outcome.holds) }
  }
}
