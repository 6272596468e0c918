import Atoms
import BankSystems
import HTTPServer
import JSON
import Logging
import Model
import Operations
import Services

/// Finds operations in the catalog, evaluates them and renders their trees for clients.
final class OperationForms: Sendable {
  let services: BankServices
  /// The active operations and their earlier versions.
  let definitions: ServingDefinitions
  /// The bank's systems that operations query.
  let systems: BankSystemRegistry
  let clock: BankClock
  /// The oldest accepted client versions.
  let clients: ClientPolicy
  let metrics: BankMetrics
  let failures: ConditionFailures
  /// The cache of facts.
  let facts = FactCache()
  /// The cache of trees without values.
  let trees = TreeCache()
  let log: Logger
  private let disabledOperations = RememberedValues<Bool, Set<String>>(maximum: 1_000) { _ in 1 }

  init(
    _ services: BankServices, _ definitions: ServingDefinitions, _ systems: BankSystemRegistry, _ clock: BankClock,
    _ clients: ClientPolicy, _ metrics: BankMetrics, _ log: Logger
  ) {
    self.services = services
    self.definitions = definitions
    self.systems = systems
    self.clock = clock
    self.clients = clients
    self.metrics = metrics
    self.log = log
    failures = ConditionFailures(log: log)
  }

  // MARK: - Catalog

  var catalog: Catalog { definitions.catalog }

  /// Returns the result of `find` in the active definitions.
  ///
  /// If it is nil, first activates a newer definition set that is already loaded, because another
  /// server may already use it.
  func found<Value>(_ find: (Catalog) -> Value?) -> Value? {
    find(catalog) ?? (definitions.catchUp() ? find(catalog) : nil)
  }

  /// Returns the operation in the path, in the version that the client rendered.
  ///
  /// Returns the active version if `version` is nil or no longer accepted. In the second case
  /// `requireVersion` rejects the request.
  ///
  /// - Throws: 401 if the caller is unauthenticated and no public operation has that id.
  ///   `not-found` if no operation has it.
  func operation(for call: Call, drawn version: String? = nil) throws -> Operation {
    let id = try call.parameter("id")
    guard let version else { return try serving(id, call) }
    if let drawn = try definitions.judging(id, version: version) { return try allowed(drawn, call) }
    return try serving(id, call)
  }

  /// Returns the operation in the version that validated a submission.
  ///
  /// If that version is no longer stored, returns the active version, or nil if the operation is
  /// not active.
  func operation(for submission: Submission) throws -> Operation? {
    try operation(submission.operation, version: submission.version)
  }

  /// Returns a stored version of an operation. If it is no longer stored, returns the active
  /// version.
  func operation(_ id: String, version: String) throws -> Operation? {
    try definitions.operation(id, version: version) ?? catalog[id]
  }

  /// Returns the active version of an operation. Throws `not-found` if the operation is not active.
  func operation(_ id: String) throws(Problem) -> Operation {
    guard let operation = catalog[id] else { throw Problem(.notFound) }
    return operation
  }

  private func serving(_ id: String, _ call: Call) throws -> Operation {
    if let operation = catalog[id] { return try allowed(operation, call) }
    _ = try call.caller
    guard let operation = found({ $0[id] }) else { throw Problem(.notFound) }
    return try allowed(operation, call)
  }

  /// Returns the operation. Throws 401 if it is not public and the caller is unauthenticated.
  ///
  /// An unknown operation has the same response, so that unauthenticated callers cannot find out
  /// which operations exist.
  private func allowed(_ operation: Operation, _ call: Call) throws -> Operation {
    if !operation.isPublic { _ = try call.caller }
    return operation
  }

  // MARK: - Requirements

  /// Throws 401 if the caller is unauthenticated and the operation in the path is not public.
  ///
  /// Endpoints call it before they read any other part of the request.
  func admit(_ call: Call) throws {
    if call.identity == nil, try catalog[call.parameter("id")]?.isPublic != true { _ = try call.caller }
  }

  /// Throws `DisabledError.disabled` if an operator has disabled the operation.
  func requireEnabled(_ operation: String) throws {
    guard try !services.availability.disabled().contains(where: { $0.operation == operation }) else {
      throw DisabledError.disabled
    }
  }

  /// Throws `DisabledError.disabled` if the operation is disabled in the state `state`.
  func requireEnabled(_ operation: String, at state: DataVersion) throws {
    let disabled = try disabledOperations.value(of: true, at: state) { try self.disabled() }
    if disabled.contains(operation) { throw DisabledError.disabled }
  }

  /// Throws `DisabledError.disabled` if the operation is disabled according to memory, which is
  /// updated from the database within a second.
  ///
  /// For frequent requests that store nothing.
  func requireEnabledInMemory(_ operation: String) throws(DisabledError) {
    if services.availability.wasDisabled(operation) { throw DisabledError.disabled }
  }

  /// Throws `not-available` with the text of the definition if the person may not use the
  /// operation.
  func requireAvailable(_ operation: Operation, _ call: Call) throws {
    guard let text = try operation.refusal(in: call.language, surroundings(of: call, deciding: true)) else { return }
    throw Problem(.notAvailable, ru: text, en: text)
  }

  func disabled() throws -> Set<String> { Set(try services.availability.disabled().map(\.operation)) }

  /// Throws `client-outdated` if the client is too old for the operation.
  func requireClient(of call: Call, for operation: Operation) throws(Problem) {
    try clients.require(operation.minimumClient, of: ClientHeaders.client(of: call.request))
  }

  /// Throws `outdated-version` with the current tree if `version` differs from the version of
  /// `operation`.
  func requireVersion(_ version: String?, of operation: Operation, for call: Call) throws {
    guard let version, version != operation.version else { return }
    // Throws its own problem if the client cannot draw the current tree, because `next` would be
    // useless.
    let presentation = try presentation(of: operation, for: call)
    throw Problem(.outdatedVersion).member("next", try tree(of: operation, as: presentation, for: call).json)
  }

  // MARK: - Presentation and evaluation

  /// Returns the presentation of an operation for a client; nil if the client draws every atom
  /// unchanged.
  ///
  /// - Throws:
  ///   - `malformed-request` if a client header is malformed.
  ///   - `client-outdated` if the client is too old for the operation.
  ///   - `kinds-not-accepted` if the client cannot draw it.
  func presentation(of operation: Operation, for call: Call) throws(Problem) -> Presentation? {
    let capabilities = try call.capabilities()
    try clients.require(operation.minimumClient, of: capabilities.client)
    do throws(MissingKinds) {
      return try operation.presentation(for: capabilities)
    } catch {
      throw clients.undrawable(error, for: capabilities.client)
    }
  }

  /// Returns the environment of evaluations for this call.
  ///
  /// If `deciding` is true, cached answers of the bank's systems are not used.
  func surroundings(of call: Call, deciding: Bool = false) -> CallerSurroundings {
    CallerSurroundings(self, call, deciding: deciding)
  }
}
