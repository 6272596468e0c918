import Atoms
import HTTP
import JSON
import Model
import Operations
import Services

extension Bank {
  /// A tree as JSON, with the conditions that failed on the way.
  struct RenderedTree {
    let json: [UInt8]
    let failures: [EvaluationFailure]
  }

  /// Refuses what an operator has stopped.
  func requireEnabled(_ operation: String) throws {
    guard try !services.availability.disabled().contains(where: { $0.operation == operation }) else {
      throw DisabledError.disabled
    }
  }

  /// The operations that somebody who has logged in may use: not those that log in, nor those that are steps of
  /// flows.
  var usable: [Operation] {
    let catalog = catalog
    return catalog.operations.filter { operation in
      !(operation.effect.flatMap { effects[$0] } is any SessionEffect)
        && !catalog.navigation.steps.contains(operation.id)
    }
  }

  /// The operation that the path names.
  func operation(_ call: Call) throws -> Operation { try serving(call.parameter("id"), call) }

  private func serving(_ id: String, _ call: Call) throws -> Operation {
    guard let operation = catalog[id] else {
      _ = try call.caller
      throw Problem(.notFound)
    }
    return try allowed(operation, call)
  }

  /// Refuses nobody everything but public operations, before anything else of the request is looked at.
  func admit(_ call: Call) throws {
    if call.identity == nil, try catalog[call.parameter("id")]?.isPublic != true { _ = try call.caller }
  }

  /// Refuses nobody what is not public: who asks learns as little of it as of what is not there.
  private func allowed(_ operation: Operation, _ call: Call) throws -> Operation {
    if !operation.isPublic { _ = try call.caller }
    return operation
  }

  /// The operation that the path names, as the client drew it: in that version while forms are judged by it, else in
  /// the one that serves, which `requireVersion` then refuses.
  func operation(_ call: Call, drawn version: String?) throws -> Operation {
    let id = try call.parameter("id")
    guard let version else { return try serving(id, call) }
    if let drawn = try definitions.judging(id, version: version) { return try allowed(drawn, call) }
    return try serving(id, call)
  }

  /// The operation that judged a submission; where that version is no longer stored, the one that serves.
  func operation(of submission: Model.Submission) throws -> Operation? {
    try definitions.operation(submission.operation, version: submission.version) ?? catalog[submission.operation]
  }

  /// What evaluations for this call may ask.
  func surroundings(of call: Call) -> CallerSurroundings { CallerSurroundings(self, call) }

  /// The tree of an operation with these values.
  func tree(
    of operation: Operation, _ question: Question = Question(), as presentation: Presentation? = nil, for call: Call,
    adding more: (inout Writer) -> Void = { _ in }
  ) throws -> RenderedTree {
    try tree(of: operation, question, links: Links(of: operation), as: presentation, for: call, adding: more)
  }

  /// The tree of an operation whose actions lead elsewhere.
  func tree(
    of operation: Operation, _ question: Question = Question(), links: Links, as presentation: Presentation? = nil,
    for call: Call, adding more: (inout Writer) -> Void = { _ in }
  ) throws -> RenderedTree {
    let began = Moment.now
    var evaluation = Evaluation(operation, question, in: call.language, surroundings(of: call))
    var writer = Writer(capacity: 4096)
    evaluation.writeTree(to: &writer, links: links, as: presentation, in: call.language, adding: more)
    metrics.drawing.count(since: began)
    return RenderedTree(json: writer.bytes, failures: evaluation.failures)
  }

  /// The tree that greets whoever has logged in by that name, and leads to the operations: what a person begins with
  /// where there are no screens.
  func welcomeTree(greeting name: String, for call: Call) throws -> [UInt8] {
    let disabled = Set(try services.availability.disabled().map(\.operation))
    let form = try WelcomeForm.operation(
      greeting: name, leadingTo: usable.filter { !disabled.contains($0.id) })
    return try tree(of: form, links: Links(evaluate: nil, actions: [:]), for: call).json
  }

  /// What a stored submission does: made from what is stored, never from what is posted.
  func effect(of submission: Model.Submission) throws -> Effect {
    guard let operation = try operation(of: submission), let effect = effects[operation.effect ?? ""],
      let values = try Value(reading: submission.values).object
    else {
      throw UnknownEffect(operation: submission.operation)
    }
    return try work(of: effect, on: values, for: operation)
  }

  /// What these stored values of an operation do, carried out as its definition says.
  func work(of effect: any OperationEffect, on values: Object, for operation: Operation) throws -> Effect {
    var work = limited(try effect.effect(of: values), of: operation)
    work.cutOff = operation.cutOff.flatMap { CutOff(minutes: $0) }
    if operation.isFed, work.executor == .configured { work.executor = .core }
    return work
  }

  /// The effect within the daily limits that serve now, whichever version was drawn.
  func limited(_ effect: Effect, of operation: Operation) -> Effect {
    let limits = (catalog[operation.id] ?? operation).dailyLimits.compactMap { limit in
      Currency(limit.currency).flatMap {
        Money(coefficient: limit.amount.coefficient, exponent: limit.amount.exponent, $0)
      }
    }
    return services.limits.limiting(effect, of: operation.id, to: limits) { [day] in day.start(at: $0) }
  }

  /// Refuses a version that is no longer judged by, with the current tree.
  func requireVersion(_ version: String?, of operation: Operation, for call: Call) throws {
    guard let version, version != operation.version else { return }
    // A client that cannot draw the current one is told so: it has nothing to go on with.
    let presentation = try presentation(of: operation, for: call)
    throw Problem(.outdatedVersion).member("next", try tree(of: operation, as: presentation, for: call).json)
  }
}

/// A stored submission's operation neither serves nor is kept, so that nobody knows what it does.
struct UnknownEffect: Error {
  let operation: String
}
