import Atoms
import HTTPServer
import JSON
import Model
import Operations
import Services

extension OperationForms {
  /// A tree as JSON, and the conditions that could not be evaluated.
  struct RenderedTree {
    let json: [UInt8]
    let failures: [EvaluationFailure]
  }

  /// Returns the tree of an operation with the values of `question`.
  func tree(
    of operation: Operation, _ question: Question = Question(), as presentation: Presentation? = nil, for call: Call,
    adding more: (inout Writer) -> Void = { _ in }
  ) throws -> RenderedTree {
    try tree(of: operation, question, links: Links(of: operation), as: presentation, for: call, adding: more)
  }

  /// Returns the tree of an operation without values. Uses the cached tree while its dependencies
  /// are unchanged.
  ///
  /// `state` is the state of the data that this request has just read.
  func emptyTree(of operation: Operation, for call: Call, at state: DataVersion) throws -> CachedBody {
    let surroundings = surroundings(of: call)
    let key = TreeCache.Key(operation, for: call.identity?.person, in: call.language)
    if let known = trees.tree(as: key, of: operation, surroundings, at: state) { return known.body }
    let began = Moment.now
    let noting = NotingSurroundings(surroundings, at: state)
    var evaluation = Evaluation(operation, Question(), in: call.language, noting)
    var writer = Writer(capacity: 4096)
    evaluation.writeTree(to: &writer, links: Links(of: operation), in: call.language)
    metrics.drawing.count(since: began)
    failures.note(evaluation.failures, of: operation, call)
    // Do not cache a tree with failures or unknown values, or one with a dependency that can change
    // at any time. After an exhausted budget the tree is incomplete.
    guard let answers = noting.answers, evaluation.failures.isEmpty, !evaluation.hasUnknown, !EvaluationBudget.isSpent,
      call.unknown == nil
    else { return CachedBody(writer.bytes, tag: EntityTag.of(writer.bytes)) }
    let tree = DrawnTree(writer.bytes, of: operation, following: answers)
    trees.keep(tree, as: key)
    return tree.body
  }

  /// Returns the tree of an operation with `links` instead of its own links.
  func tree(
    of operation: Operation, _ question: Question = Question(), links: Links, as presentation: Presentation? = nil,
    for call: Call, adding more: (inout Writer) -> Void = { _ in }
  ) throws -> RenderedTree {
    let began = Moment.now
    let cleared = operation.cleared(in: question.values)
    let links = cleared.isEmpty ? links : links.sending(ClearedQuery.text(of: cleared))
    var evaluation = Evaluation(operation, question, in: call.language, surroundings(of: call))
    var writer = Writer(capacity: 4096)
    evaluation.writeTree(to: &writer, links: links, as: presentation, in: call.language, adding: more)
    metrics.drawing.count(since: began)
    return RenderedTree(json: writer.bytes, failures: evaluation.failures)
  }

  /// Returns the states that a question requests, after the effects of its changes or of its tap.
  ///
  /// Throws `invalid-values` for a tap on a command that the person cannot tap now.
  func states(
    of operation: Operation, _ question: Question, revision: Int64?, as presentation: Presentation?, for call: Call
  ) throws -> Response {
    let began = Moment.now
    let surroundings = surroundings(of: call)
    if let tapped = question.tapped,
      let refusal = operation.refusal(ofTapOn: tapped, question.values, in: call.language, surroundings)
    {
      throw Problem(.invalidValues).violations([refusal])
    }
    let question =
      operation.hasChangeEffects
      ? operation.applyingChangeEffects(of: question, in: call.language, surroundings) : question
    var evaluation = Evaluation(operation, question, in: call.language, surroundings)
    let response = Response.states(&evaluation, revision: revision, as: presentation, in: call.language)
    metrics.evaluating.count(since: began)
    failures.note(evaluation.failures, of: operation, call)
    return response
  }

  /// Returns the tree of a form that the server builds, as JSON.
  func tree(
    of form: GeneratedForm, links: Links, for call: Call, adding more: (inout Writer) -> Void = { _ in }
  ) throws -> [UInt8] {
    let began = Moment.now
    var writer = Writer(capacity: 8192)
    try form.write(to: &writer, links: links, in: call.language, adding: more)
    metrics.drawing.count(since: began)
    return writer.bytes
  }
}
