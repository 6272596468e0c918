import Atoms
import Conditions
import Texts
import SourceText

/// A flow during parsing: first its head and lines, then the names in them, once all modules are
/// known.
struct FlowReading {
  let id: String
  /// The location of the id.
  let location: Location
  let signature: Signature
  /// The faults so far.
  private(set) var faults = Diagnostics()
  private let icon: Icon?
  private let title: LocalizedText?
  private let operation: SourceNode?
  private let lines: [FlowLine]
  /// The line of the review; nil without a review.
  private let review: FlowReviewLine?
  /// True if some steps could not be parsed.
  private let lacksLines: Bool

  /// Parses a file; nil, with faults, if it has no valid id.
  init?(_ root: SourceNode, _ found: inout Diagnostics) {
    guard let entries = root.mapping else {
      found.error(
        .wrongShape, "a flow is a mapping with `flow`, `title`, `operation` and `steps`, not \(root.noun)",
        at: root.location)
      return nil
    }
    var head = Properties(entries, at: root.location)
    guard let node = head.node("flow"), let id = node.scalar, id.isDotted else {
      let place = head.node("flow")?.location ?? root.location
      found.error(
        .invalidName, "`flow`, the flow's id, is missing or invalid",
        remedy: ": use Latin words joined by dots, such as `payments.steps`", at: place)
      return nil
    }
    var faults = Diagnostics()
    (self.id, location) = (id, node.location)
    title = head.text("title")
    if head.node("title") == nil { head.isMissing("title", "`title` is missing") }
    operation = head.node("operation")
    if operation == nil {
      head.isMissing("operation", "`operation`, which the flow submits, is missing")
    }
    signature = Signature(inputs: [Port](head.node("input"), of: "input", &faults))
    icon = head.icon()
    let steps = head.node("steps")
    if steps == nil { head.isMissing("steps", "`steps` takes a list of steps, one line each") }
    head.refuseTheRest(of: "a flow")
    faults.append(head.diagnostics)
    if let steps, steps.sequence?.isEmpty ?? true {
      faults.error(.wrongShape, "`steps` takes a list of steps, one line each", at: steps.location)
    }
    var lines: [FlowLine] = []
    let written = steps?.sequence ?? []
    review = FlowReviewLine(among: written, &faults)
    for line in written where !FlowReviewLine.isReview(line) {
      guard let line = FlowLine(line, &faults) else { continue }
      if let twin = lines.first(where: { $0.id == line.id }) {
        faults.error(
          .duplicate,
          "step `\(line.id)` is already defined on "
            + "\(twin.location.described(from: line.location))", remedy: ": give it another `step`",
          at: line.location)
      }
      if review != nil, line.id == FormPage.review {
        faults.error(
          .duplicate, "`\(FormPage.review)` is the name of the review", remedy: ": give the step another `step`",
          at: line.location)
      }
      lines.append(line)
    }
    (self.lines, self.faults) = (lines, faults)
    lacksLines = lines.count < written.count { !FlowReviewLine.isReview($0) }
  }

  /// Returns the inputs of screens that receive a chosen number, by screen.
  ///
  /// In the values of an operation only options are whole numbers by type.
  func chosenInputs(in known: KnownModules) -> [String: Set<String>] {
    let values = lines.flatMap { known.signature($0.target.word, $0.target.name.scalar ?? "")?.outputs ?? [] }
    let chosen = Set(values.filter { $0.type == .integer }.map(\.name))
      .subtracting(values.filter { $0.type != .integer }.map(\.name))
    var inputs: [String: Set<String>] = [:]
    for line in lines where line.target.word == "screen" && !chosen.isEmpty {
      for entry in line.target.input?.mapping ?? [] {
        guard let name = entry.key.scalar, let value = entry.value.scalar, value.hasPrefix("$"),
          chosen.contains(String(value.dropFirst()))
        else { continue }
        inputs[line.target.name.scalar ?? "", default: []].insert(name)
      }
    }
    return inputs
  }

  /// Returns the flow; nil if it has faults.
  mutating func flow(
    in known: KnownModules, _ operations: [Operation], _ screens: [Screen], with vocabulary: Vocabulary
  ) -> Flow? {
    // The outputs of an unknown step are unknown too, so only the step is reported.
    let unknown = lines.filter { known.signature($0.target.word, $0.target.name.scalar ?? "") == nil }
    guard unknown.isEmpty else {
      for line in unknown { _ = known.module(line.target.word, named: line.target.name, &faults) }
      return nil
    }
    let hasEffects = refuseEffects(in: operations)
    // Without its faulty steps, a flow lacks values that other steps read.
    guard !hasEffects, !lacksLines else { return nil }
    let values = values(in: known)
    let ways = FlowWays(lines, review: review)
    var steps: [Flow.Step] = []
    for (place, line) in lines.enumerated() {
      let target = line.target.target(
        in: known, given: values, from: "the flow's values", otherwise: .push, &faults)
      let skipIf = line.skipIf.flatMap { FlowCondition($0, over: values, vocabulary, &faults) }
      let branches = ways.branches(ofLineAt: place, over: values, vocabulary, &faults)
      guard let target else { continue }
      let gives = gives(target.kind, in: known, operations)
      steps.append(
        Flow.Step(
          id: line.id, target: target, role: line.isExit ? .exit : .step, gives: gives, skipIf: skipIf,
          branches: branches))
    }
    guard !faults.hasErrors else { return nil }
    checkWays(steps)
    if review == nil { checkLast(steps) }
    checkShown(steps, operations)
    if review == nil { checkConfirmed(steps, screens, operations) }
    checkWhole(values, steps, in: known, operations)
    if !faults.hasErrors {
      let whole = operations.first { $0.id == operation?.scalar }
      faults.append(
        FlowReview.findings(
          steps, lines, inputs: signature.inputs, values: values, operations, submitting: whole))
    }
    guard !faults.hasErrors, let title, let operation = operation?.scalar else { return nil }
    if let review { steps = review.adding(to: steps, submitting: operation) }
    return Flow(
      id: id, title: title, icon: icon, operation: operation, inputs: signature.inputs, steps: steps, hasPages: false)
  }

  /// Returns the names of a step's outputs: all inputs of an operation, or the outputs of a screen.
  private func gives(_ kind: Target.Kind, in known: KnownModules, _ operations: [Operation]) -> [String] {
    switch kind {
    case .operation(let id):
      guard let operation = operations.first(where: { $0.id == id }) else { return [] }
      return operation.atoms.filter { $0.input != nil && operation.place(of: $0.id) != nil }.map(\.id)
    case .screen(let id): return known.signature("screen", id)?.outputs.map(\.name) ?? []
    default: return []
    }
  }

  /// Returns the values of the flow. Each name must have one type.
  private mutating func values(in known: KnownModules) -> [Port] {
    var values = signature.inputs
    for line in lines {
      for port in known.signature(line.target.word, line.target.name.scalar ?? "")?.outputs ?? [] {
        if port.name == Flow.revision {
          faults.error(
            .reservedName,
            "step `\(line.id)` returns `\(port.name)`, which is reserved for the "
              + "state of the flow", remedy: ": rename it", at: line.location)
        }
        guard let known = values.firstIndex(where: { $0.name == port.name }) else {
          values.append(port)
          continue
        }
        values[known] = values[known].open
        let other = values[known]
        if !other.takes(port.type) {
          faults.error(
            .wrongType,
            "`\(port.name)` of step `\(line.id)` has type \(port.typeName), "
              + "but type \(other.typeName) elsewhere in the flow", at: line.location)
        }
      }
    }
    return values
  }

  /// Reports steps that are unreachable, and steps from which neither the submission nor an exit is
  /// reachable. At least one way leads to the submission.
  private mutating func checkWays(_ steps: [Flow.Step]) {
    let ways = Dictionary(uniqueKeysWithValues: steps.map { ($0.id, $0.branches.map(\.step)) })
    var reached: Set<String> = []
    var waiting = steps.first.map { [$0.id] } ?? []
    while let id = waiting.popLast() {
      if reached.insert(id).inserted { waiting += (ways[id] ?? []).compactMap(\.self) }
    }
    let exits = Set(steps.filter { $0.role == .exit }.map(\.id))
    let submitted = Self.leading(ways, to: [])
    let ending = Self.leading(ways, to: exits)
    for line in lines {
      if !reached.contains(line.id) {
        faults.error(.unreachable, "step `\(line.id)` is never reached", at: line.location)
      }
      if !ending.contains(line.id) {
        faults.error(.unreachable, "from step `\(line.id)` the submission is never reached", at: line.location)
      }
    }
    if let first = steps.first, !faults.hasErrors, !submitted.contains(first.id) {
      faults.error(
        .unreachable,
        "every way through the flow ends at an exit, so operation `\(operation?.scalar ?? "")` is never submitted",
        remedy: ": add a step to which a branch leads", at: operation?.location ?? location)
    }
  }

  /// Returns the steps from which a way leads to the submission, which is nil, or to one of `ends`.
  private static func leading(_ ways: [String: [String?]], to ends: Set<String>) -> Set<String> {
    var leading = ends
    var grew = true
    while grew {
      grew = false
      for (id, next) in ways where !leading.contains(id) && next.contains(where: { $0.map(leading.contains) ?? true }) {
        grew = leading.insert(id).inserted || grew
      }
    }
    return leading
  }

  /// Reports steps before the submission that do not show the data to submit.
  private mutating func checkLast(_ steps: [Flow.Step]) {
    for (step, line) in zip(steps, lines) where step.branches.contains(where: { $0.step == nil }) {
      let leads = "step `\(line.id)` leads to the submission"
      if case .operation = step.target.kind {
        faults.error(
          .unseenValue, "\(leads), so it must be a screen that shows the values to submit", at: line.location)
      } else if let given = step.gives.first {
        faults.error(
          .unseenValue, "\(leads), but its value `\(given)` would be submitted without being shown", at: line.location)
      }
      if let skipIf = line.skipIf {
        faults.error(.unseenValue, "\(leads), so it cannot be skipped", at: skipIf.location)
      }
    }
  }

  /// Reports values on the last screen that a path through the flow skips and that the operation
  /// would fill in.
  ///
  /// The person would not see the value, but would sign the one that the operation fills in.
  private mutating func checkConfirmed(_ steps: [Flow.Step], _ screens: [Screen], _ operations: [Operation]) {
    guard !faults.hasErrors, let whole = operations.first(where: { $0.id == operation?.scalar }) else { return }
    let sure = sureValues(steps)
    for (place, (step, line)) in zip(steps, lines).enumerated() where step.branches.contains(where: { $0.step == nil })
    {
      guard case .screen(let id) = step.target.kind, let screen = screens.first(where: { $0.id == id }) else {
        continue
      }
      for entry in line.target.input?.mapping ?? [] {
        guard let input = entry.key.scalar, let value = entry.value.scalar, value.hasPrefix("$") else { continue }
        let name = String(value.dropFirst())
        guard whole.place(of: name).map({ whole.atoms[$0].fillsItself }) == true, !sure[place].contains(name),
          let giver = steps.first(where: { $0.gives.contains(name) }), screen.always(shows: input)
        else { continue }
        faults.error(
          .unseenValue,
          "`\(value)` comes from step `\(giver.id)`, which a path through the flow skips: the person would not see "
            + "the value that operation `\(whole.id)` fills in",
          remedy: "; show it by `showIf: \"$\(input) != nil\"`, or request it on every path", at: entry.value.location)
      }
    }
  }

  /// Returns for each step the names of the values that are available on every path to it.
  private func sureValues(_ steps: [Flow.Step]) -> [Set<String>] {
    let places = Dictionary(steps.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let begun = Set(signature.inputs.filter(\.isRequired).map(\.name))
    let all = steps.reduce(into: begun) { $0.formUnion($1.gives) }
    var sure = steps.indices.map { $0 == 0 ? begun : all }
    var changed = true
    while changed {
      changed = false
      for (place, step) in steps.enumerated() {
        let known = step.skipIf == nil ? sure[place].union(step.gives) : sure[place]
        for next in step.branches.compactMap({ $0.step.flatMap { places[$0] } }) where !sure[next].isSubset(of: known) {
          sure[next].formIntersection(known)
          changed = true
        }
      }
    }
    return sure
  }

  /// Reports operations that cannot be a step because they have an effect. Returns true if there is
  /// one.
  private mutating func refuseEffects(in operations: [Operation]) -> Bool {
    let effects = Set(operations.filter { $0.effect != nil }.map(\.id))
    let refused = lines.filter { $0.target.word == "operation" && effects.contains($0.target.name.scalar ?? "") }
    for line in refused {
      faults.error(
        .wrongStep,
        "operation `\(line.target.name.scalar ?? "")` has an effect, but only the whole flow is submitted",
        at: line.location)
    }
    return !refused.isEmpty
  }

  /// Reports operations that cannot be a step: those without a next button, or with secrets.
  private mutating func checkShown(_ steps: [Flow.Step], _ operations: [Operation]) {
    for (step, line) in zip(steps, lines) {
      if step.role == .exit, let given = step.gives.first {
        faults.error(
          .wrongStep, "step `\(step.id)` ends the way, and its screen returns `\(given)`, which no step reads",
          at: line.location)
      }
      guard case .operation(let id) = step.target.kind else { continue }
      guard let operation = operations.first(where: { $0.id == id }) else { continue }
      if !operation.atoms.contains(where: { $0.action == .next }) {
        let submitting = operation.atoms.first { $0.action == .submit }
        faults.error(
          .wrongStep, "operation `\(id)` has no button with `action: next`, which a step requires",
          remedy: submitting.map { ": write `action: next` at `\($0.id)`" } ?? "", at: line.location)
      }
      for atom in operation.atoms where atom.input?.isSecret ?? false {
        faults.error(
          .secret, "`\(atom.id)` of operation `\(id)` is a secret, which is not stored between steps", at: line.location
        )
      }
    }
  }

  /// Reports an operation that cannot be submitted, required inputs that no step provides, and
  /// values of another type.
  private mutating func checkWhole(
    _ values: [Port], _ steps: [Flow.Step], in known: KnownModules, _ operations: [Operation]
  ) {
    guard let node = operation, let whole = known.module("operation", named: node, &faults)?.signature else { return }
    if let operation = operations.first(where: { $0.id == node.scalar }) {
      if operation.effect == nil || operation.isPublic {
        faults.error(
          .wrongStep,
          "operation `\(operation.id)` cannot be submitted by a flow: it "
            + (operation.isPublic ? "is public" : "has no `effect`"), at: node.location)
      }
      let given = Set(signature.inputs.filter(\.isRequired).map(\.name) + steps.flatMap(\.gives))
      // Inputs in items are part of the repeat's value, so only outer inputs are checked.
      let own = operation.atoms.filter { operation.place(of: $0.id) != nil }
      for atom in own where !given.contains(atom.id) {
        if atom.mustBeEntered || operation.rule(againstInitialValueOf: atom.id) == "required" {
          faults.error(
            .missingInput, "`\(atom.id)` of operation `\(operation.id)` must be entered, but no step provides it",
            at: node.location)
        } else if !values.contains(where: { $0.name == atom.id }),
          let rule = operation.rule(againstInitialValueOf: atom.id)
        {
          faults.error(
            .missingInput,
            "no step provides `\(atom.id)`, and operation `\(operation.id)` rejects its initial value (`\(rule)`): "
              + "the flow can never be submitted", at: node.location)
        }
      }
    }
    for port in whole.inputs {
      guard let value = values[port.name], !port.takes(value.type) else { continue }
      faults.error(
        .wrongType,
        "`\(port.name)` is a \(value.typeName) in the flow, but operation `\(node.scalar ?? "")` "
          + "takes a \(port.typeName)",
        at: node.location)
    }
  }
}
