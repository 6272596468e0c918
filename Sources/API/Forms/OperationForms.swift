import BankSystems
import Atoms
import HTTPServer
import JSON
import Model
import Operations
import Services

extension ServedBank {
  /// A tree as JSON, with the conditions that could not be evaluated.
  struct RenderedTree {
    let json: [UInt8]
    let failures: [EvaluationFailure]
  }

  /// Throws `DisabledError.disabled` if an operator has stopped the operation.
  func requireEnabled(_ operation: String) throws {
    guard try !services.availability.disabled().contains(where: { $0.operation == operation }) else {
      throw DisabledError.disabled
    }
  }

  /// The operations for a person who has logged in. It omits those that log in and those that are steps of flows.
  var usable: [Operation] {
    let catalog = catalog
    return catalog.operations.filter { operation in
      !(operation.effect.flatMap { effects[$0] } is any SessionEffect)
        && !catalog.navigation.steps.contains(operation.id)
    }
  }

  /// Returns the operation that the path names, in the version that serves.
  ///
  /// Throws
  /// - 401 if the caller is unauthenticated and there is no public operation with that id,
  /// - `not-found` if there is none at all.
  func operation(_ call: Call) throws -> Operation { try serving(call.parameter("id"), call) }

  private func serving(_ id: String, _ call: Call) throws -> Operation {
    if let operation = catalog[id] { return try allowed(operation, call) }
    _ = try call.caller
    guard let operation = found({ $0[id] }) else { throw Problem(.notFound) }
    return try allowed(operation, call)
  }

  /// Refuses an unauthenticated caller any operation that is not public, before anything else of the request is read.
  func admit(_ call: Call) throws {
    if call.identity == nil, try catalog[call.parameter("id")]?.isPublic != true { _ = try call.caller }
  }

  /// Returns the operation; throws 401 if it is not public and the caller is unauthenticated.
  ///
  /// An absent operation gets the same 401, so that such a caller cannot tell which operations exist.
  private func allowed(_ operation: Operation, _ call: Call) throws -> Operation {
    if !operation.isPublic { _ = try call.caller }
    return operation
  }

  /// Returns the operation that the path names, in the version that the client drew.
  ///
  /// Returns the serving version if `version` is nil or no longer judges forms. In the second case `requireVersion`
  /// refuses the request.
  func operation(_ call: Call, drawn version: String?) throws -> Operation {
    let id = try call.parameter("id")
    guard let version else { return try serving(id, call) }
    if let drawn = try definitions.judging(id, version: version) { return try allowed(drawn, call) }
    return try serving(id, call)
  }

  /// Returns the operation in the version that judged a submission.
  ///
  /// Returns the serving version if that one is no longer stored; nil if none serves either.
  func operation(of submission: Submission) throws -> Operation? {
    try definitions.operation(submission.operation, version: submission.version) ?? catalog[submission.operation]
  }

  /// Returns the surroundings of evaluations for this call.
  ///
  /// With `deciding`, for an evaluation that decides about a submission, everything is asked anew.
  func surroundings(of call: Call, deciding: Bool = false) -> CallerSurroundings {
    CallerSurroundings(self, call, deciding: deciding)
  }

  /// Returns the tree of an operation with the values of `question`.
  ///
  ///     let tree = try bank.tree(of: operation, as: try presentation(of: operation, for: call), for: call)
  ///     failures.note(tree.failures, of: operation, call)
  func tree(
    of operation: Operation, _ question: Question = Question(), as presentation: Presentation? = nil, for call: Call,
    adding more: (inout Writer) -> Void = { _ in }
  ) throws -> RenderedTree {
    try tree(of: operation, question, links: Links(of: operation), as: presentation, for: call, adding: more)
  }

  /// Returns the tree of an operation without given values: the one that was drawn before, or a new one if anything that it
  /// follows from has changed since.
  ///
  /// `state` is that of the data, at which this request has just looked.
  func emptyTree(of operation: Operation, for call: Call, at state: DataVersion, _ failures: ConditionFailures) throws
    -> CachedBody
  {
    let surroundings = surroundings(of: call)
    let key = TreeCache.Key(operation, for: call.identity?.person, in: call.language)
    if let known = drawn.tree(as: key, of: operation, surroundings, at: state) { return known.body }
    let began = Moment.now
    let noting = NotingSurroundings(surroundings, at: state)
    var evaluation = Evaluation(operation, Question(), in: call.language, noting)
    var writer = Writer(capacity: 4096)
    evaluation.writeTree(to: &writer, links: Links(of: operation), in: call.language)
    metrics.drawing.count(since: began)
    failures.note(evaluation.failures, of: operation, call)
    // Each failure is noted when it happens; a spent budget leaves half a tree, and an unknown fact a wrong one.
    guard let answers = noting.answers, evaluation.failures.isEmpty, !evaluation.hasUnknown, !EvaluationBudget.isSpent,
      call.unknown == nil
    else { return CachedBody(writer.bytes, tag: EntityTag.of(writer.bytes)) }
    let tree = DrawnTree(writer.bytes, of: operation, following: answers)
    drawn.keep(tree, as: key)
    return tree.body
  }

  /// Returns the tree of an operation whose actions have other targets.
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

  /// Returns the effect of a stored submission, made from its stored values, never from posted ones.
  ///
  /// Throws `UnknownEffect` if the operation or its effect is unknown, or if the values are not an object.
  func effect(of submission: Submission) throws -> Effect {
    guard let operation = try operation(of: submission), let effect = effect(of: operation),
      let values = try Value(reading: submission.values).object
    else {
      throw UnknownEffect(operation: submission.operation)
    }
    return try work(of: effect, on: values, for: operation)
  }

  /// Returns the effect of these values, with the daily limits, the cut-off and the executor of the definition.
  func work(of effect: any EffectFactory, on values: Object, for operation: Operation) throws -> Effect {
    var work = limited(try effect.effect(of: values), of: operation)
    work.cutOff = operation.cutOff.flatMap { CutOff(minutes: $0) }
    if operation.isFed, work.executor == .configured { work.executor = .core }
    if work.executor == .service { work.handedOver = { [courier] in courier.wake() } }
    return work
  }

  /// Returns the effect of an operation: the one that a system of the bank carries out, or the server's own.
  ///
  /// Returns nil if the operation takes no submissions.
  func effect(of operation: Operation) -> (any EffectFactory)? {
    if let declared = operation.delivery as? DeclaredEffect { return SystemEffect(declared, services.deliveries) }
    return operation.effect.flatMap { effects[$0] }
  }

  /// Returns the effect within the daily limits of the serving version, whichever version was drawn.
  func limited(_ effect: Effect, of operation: Operation) -> Effect {
    let limits = dailyLimits(of: catalog[operation.id] ?? operation)
    return services.limits.limiting(effect, of: operation.id, to: limits) { [day] in day.start(at: $0) }
  }

  /// Returns the daily limits of a definition as money.
  func dailyLimits(of operation: Operation) -> [Money] {
    operation.dailyLimits.compactMap { limit in
      Currency(limit.currency).flatMap {
        Money(coefficient: limit.amount.coefficient, exponent: limit.amount.exponent, $0)
      }
    }
  }

  /// Throws `outdated-version` with the current tree if `version` is not that of `operation`.
  func requireVersion(_ version: String?, of operation: Operation, for call: Call) throws {
    guard let version, version != operation.version else { return }
    // A client that cannot draw the current tree gets that problem instead: `next` would be of no use to it.
    let presentation = try presentation(of: operation, for: call)
    throw Problem(.outdatedVersion).member("next", try tree(of: operation, as: presentation, for: call).json)
  }
}

/// The error of a stored submission whose effect is unknown: its operation neither serves nor is stored.
struct UnknownEffect: Error {
  let operation: String
}
