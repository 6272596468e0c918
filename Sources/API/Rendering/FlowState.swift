import Atoms
import JSON
import Model
import Operations

/// How far a person is in a flow: kept as a draft is, until the whole is submitted.
struct FlowState {
  /// The steps that were gone through, the present one last.
  var path: [String]
  /// What was entered, by name.
  var values: Object
  /// What went in.
  let input: Object
  /// The text that it was read from; nil of one that is not kept yet.
  private(set) var kept: String?

  /// Where a flow begins.
  init(path: [String], values: Object, input: Object) { (self.path, self.values, self.input) = (path, values, input) }

  /// The state that a draft keeps; nil where none of its steps is there any more.
  init?(_ draft: Draft, of flow: Flow) {
    guard let stored = try? Value(reading: draft.values).object,
      let path = stored["path"]?.array?.compactMap(\.string), let last = path.last, flow.step(last) != nil
    else { return nil }
    self.init(
      path: path.filter { flow.step($0) != nil }, values: stored["values"]?.object ?? Object(),
      input: stored["input"]?.object ?? Object())
    kept = draft.values
  }

  /// The state as a draft keeps it.
  var text: String {
    let members = Object([
      ("path", Value.array(path.map(Value.string))), ("values", .object(values)), ("input", .object(input)),
    ])
    return String(decoding: Value.object(members).canonical, as: UTF8.self)
  }

  /// Tells what was drawn from what is there now.
  var revision: String { Flow.revision(of: text) }

  /// Goes on to a step: one that was gone through already is gone back to.
  mutating func go(to step: String) {
    path.append(step)
    if let place = path.firstIndex(of: step) { path = Array(path[...place]) }
  }

  /// What is known: what went in and what came out of the steps that were gone through, and not what was entered on ways
  /// that were left again.
  func known(in flow: Flow) -> Object {
    let names = Set(flow.inputs.map(\.name) + path.flatMap { flow.step($0)?.gives ?? [] })
    return Object(unique: values.members.filter { names.contains($0.name) })
  }

  /// What is known, as texts by name.
  func texts(in flow: Flow) -> [String: String] {
    var texts: [String: String] = [:]
    for member in known(in: flow).members where !member.value.isNull { texts[member.name] = member.value.plainText }
    return texts
  }

  /// The name under which the state of a flow is kept among drafts; no operation is called so.
  static func draft(of flow: String) -> String { "flow:\(flow)" }
  /// Whether a draft is the state of a flow.
  static func isKept(in draft: Draft) -> Bool { draft.operation.hasPrefix("flow:") }
}
