import Atoms

/// One step as it is written.
struct FlowLine {
  /// The step's name.
  let id: String
  /// Where the name stands.
  let location: Location
  /// What is shown.
  let target: WrittenTarget
  let skipIf: SourceNode?
  let next: SourceNode?

  /// Reads a line; nil, with a fault, where it does not say what is shown.
  init?(_ line: SourceNode, _ faults: inout Diagnostics) {
    guard let entries = line.mapping else {
      faults.error("a step is written as {operation: pp.quick, ...}, not \(line.noun)", at: line.location)
      return nil
    }
    var properties = Properties(entries, at: line.location)
    let target = WrittenTarget(&properties, words: ["operation", "screen"], &faults)
    let name = properties.node("step")
    (skipIf, next) = (properties.node("skipIf"), properties.node("next"))
    properties.refuseTheRest(of: "a step")
    faults.append(properties.diagnostics)
    guard let target else { return nil }
    if target.transition?.kind == .embed {
      faults.error("a step is shown by itself, so that there is nothing to embed it in", at: line.location)
    }
    let id = name.map { $0.scalar ?? "" } ?? target.name.scalar?.split(separator: ".").last.map(String.init) ?? ""
    guard id.isDotted, !id.contains("."), id != Flow.submit else {
      faults.error(
        "a step's name is Latin letters, digits and _ that does not begin with a digit, and not `\(Flow.submit)`",
        at: (name ?? target.name).location)
      return nil
    }
    (self.id, location, self.target) = (id, (name ?? target.name).location, target)
  }

  /// Where it leads; `following` is the step that stands below it, nil for the submission.
  func branches(
    to following: String?, among steps: [String], over values: [Port], _ vocabulary: Vocabulary,
    _ faults: inout Diagnostics
  ) -> [Flow.Branch] {
    guard let next else { return [Flow.Branch(step: following, condition: nil)] }
    guard let lines = next.sequence else {
      return step(next, steps, &faults).map { [Flow.Branch(step: $0, condition: nil)] } ?? []
    }
    var branches: [Flow.Branch] = []
    for line in lines {
      guard let entries = line.mapping else {
        if let step = step(line, steps, &faults) { branches.append(Flow.Branch(step: step, condition: nil)) }
        continue
      }
      var properties = Properties(entries, at: line.location)
      let (named, condition) = (properties.node("step"), properties.node("if"))
      properties.refuseTheRest(of: "a way on")
      faults.append(properties.diagnostics)
      guard let named else {
        faults.error("`step` is missing: where it leads", at: line.location)
        continue
      }
      let compiled = condition.flatMap { FlowCondition($0, over: values, vocabulary, &faults) }
      if let step = step(named, steps, &faults) { branches.append(Flow.Branch(step: step, condition: compiled)) }
    }
    // Where no condition holds it goes on below.
    if branches.last?.condition != nil { branches.append(Flow.Branch(step: following, condition: nil)) }
    return branches
  }

  /// The step of that name, a nil within for the submission; nil, with a fault, where there is none.
  private func step(_ node: SourceNode, _ steps: [String], _ faults: inout Diagnostics) -> String?? {
    let name = node.scalar ?? ""
    if name == Flow.submit { return .some(nil) }
    if steps.contains(name) { return .some(name) }
    let hint = suggestion(for: name, among: steps + [Flow.submit])
    faults.error("there is no step `\(name)`\(hint)", at: node.location)
    return nil
  }
}
