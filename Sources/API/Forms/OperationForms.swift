import Atoms
import BankSystems
import HTTPServer
import JSON
import Logging
import Model
import Operations
import Services

/// The forms of operations: finds them in the catalog, presents them to clients, evaluates them and
/// draws their trees.
///
///     let operation = try forms.operation(for: call)
///     try forms.requireEnabled(operation.id)
///     let presentation = try forms.presentation(of: operation, for: call)
///     let tree = try forms.tree(of: operation, as: presentation, for: call)
final class OperationForms: Sendable {
  /// The services that facts, lookups and searches read.
  let services: BankServices
  /// The operations that serve now, and earlier versions of them.
  let definitions: ServingDefinitions
  /// The systems of the bank that operations ask.
  let systems: BankSystemRegistry
  /// The present time in the bank's time zone.
  let clock: BankClock
  /// The oldest supported clients.
  let clients: ClientPolicy
  /// The metrics.
  let metrics: BankMetrics
  /// The conditions that could not be evaluated.
  let failures: ConditionFailures
  /// The facts about people.
  let facts = FactCache()
  /// The trees of operations without given values.
  let trees = TreeCache()
  /// The log for faults.
  let log: Logger
  private let disabledOperations = RememberedValues<Bool, Set<String>>(maximum: 1_000) { _ in 1 }

  /// Creates the forms of the definitions.
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

  /// The operations that serve now.
  var catalog: Catalog { definitions.catalog }

  /// Returns the result of `find` in the serving definitions.
  ///
  /// If it is nil, a newer set of the database is put in service first, which another server may have
  /// shown already.
  func found<Value>(_ find: (Catalog) -> Value?) -> Value? {
    find(catalog) ?? (definitions.catchUp() ? find(catalog) : nil)
  }

  /// Returns the operation in the path, in the version that the client drew.
  ///
  /// Returns the serving version if `version` is nil or no longer accepted. In the second case
  /// `requireVersion` refuses the request.
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
  /// Returns the serving version if that one is no longer stored; nil if none serves either.
  func operation(for submission: Submission) throws -> Operation? {
    try operation(submission.operation, version: submission.version)
  }

  /// Returns a stored version of an operation; the serving version if that one is no longer stored.
  func operation(_ id: String, version: String) throws -> Operation? {
    try definitions.operation(id, version: version) ?? catalog[id]
  }

  /// Returns the serving version of an operation. Throws `not-found` if none serves.
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

  /// Returns the operation; throws 401 if it is not public and the caller is unauthenticated.
  ///
  /// An absent operation gets the same 401, so that such a caller cannot find out which operations exist.
  private func allowed(_ operation: Operation, _ call: Call) throws -> Operation {
    if !operation.isPublic { _ = try call.caller }
    return operation
  }

  // MARK: - Requirements

  /// Throws 401 if the caller is unauthenticated and the operation in the path is not public.
  ///
  /// Endpoints call it before they read anything else of the request.
  func admit(_ call: Call) throws {
    if call.identity == nil, try catalog[call.parameter("id")]?.isPublic != true { _ = try call.caller }
  }

  /// Throws `DisabledError.disabled` if an operator has disabled the operation.
  func requireEnabled(_ operation: String) throws {
    guard try !services.availability.disabled().contains(where: { $0.operation == operation }) else {
      throw DisabledError.disabled
    }
  }

  /// Throws `DisabledError.disabled` if the operation is disabled in that state of the data.
  func requireEnabled(_ operation: String, at state: DataVersion) throws {
    let disabled = try disabledOperations.value(of: true, at: state) { try self.disabled() }
    if disabled.contains(operation) { throw DisabledError.disabled }
  }

  /// Throws `DisabledError.disabled` if the operation was disabled when the database was last read.
  ///
  /// Frequent requests that store nothing use it: the memory follows the database within a second.
  func requireEnabledInMemory(_ operation: String) throws(DisabledError) {
    if services.availability.wasDisabled(operation) { throw DisabledError.disabled }
  }

  /// Returns the ids of disabled operations.
  func disabled() throws -> Set<String> { Set(try services.availability.disabled().map(\.operation)) }

  /// Throws `client-outdated` if the client of a call is too old for the operation.
  func requireClient(of call: Call, for operation: Operation) throws(Problem) {
    try clients.require(operation.minimumClient, of: ClientHeaders.client(of: call.request))
  }

  /// Throws `outdated-version` with the current tree if `version` is not that of `operation`.
  func requireVersion(_ version: String?, of operation: Operation, for call: Call) throws {
    guard let version, version != operation.version else { return }
    // A client that cannot draw the current tree gets that problem instead: `next` would be of no use to it.
    let presentation = try presentation(of: operation, for: call)
    throw Problem(.outdatedVersion).member("next", try tree(of: operation, as: presentation, for: call).json)
  }

  // MARK: - Presentation and evaluation

  /// Returns the presentation of an operation for the client of a call; nil if the client draws every atom as it is.
  ///
  /// Throws
  /// - `malformed-request` if a client header is malformed,
  /// - `client-outdated` if the client is too old for the operation,
  /// - `kinds-not-accepted` if the client cannot draw it.
  func presentation(of operation: Operation, for call: Call) throws(Problem) -> Presentation? {
    let capabilities = try call.capabilities()
    try clients.require(operation.minimumClient, of: capabilities.client)
    do throws(MissingKinds) {
      return try operation.presentation(for: capabilities)
    } catch {
      throw clients.undrawable(error, for: capabilities.client)
    }
  }

  /// Returns the surroundings of evaluations for this call.
  ///
  /// With `deciding`, for an evaluation that decides about a submission, everything is asked anew.
  func surroundings(of call: Call, deciding: Bool = false) -> CallerSurroundings {
    CallerSurroundings(self, call, deciding: deciding)
  }
}
