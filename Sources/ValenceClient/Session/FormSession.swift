/// An open form with its requests: it asks about changes, merges the responses, repeats what
/// failed, and sends taps.
///
/// It implements the rules of `docs/protocol.md` about time. Several requests can be open, and a
/// failed one is repeated. Unavailable values are requested again, and entries are saved as a
/// draft. Draw ``form`` in ``onChange``.
///
///     let session = FormSession(tree, client)
///     session.onChange = { draw(session.form) }
///     session.enter("044525225", at: "bic")
///     session.endEditing(at: "bic")
///     let end = try await session.tap("send")
///
/// After a 401, log the person in with the same ``Client`` and call ``resume()``.
@MainActor public final class FormSession {
  /// The form with all entries and merged states.
  public internal(set) var form: LiveForm
  /// The connection.
  public let client: Client
  /// Called after each change of ``form``.
  public var onChange: () -> Void = {}
  /// Called after a failed request about changes. It is repeated if ``Failure/isPassing``.
  public var onFailure: (Failure) -> Void = { _ in }
  /// Called after the form was drawn again from a newer tree.
  public var onRedraw: () -> Void = {}
  /// False while the person does not see the form. Unavailable values are then not requested.
  public var isVisible = true

  let clock: any Clock<Duration>
  /// The number of open requests, also of an earlier tree.
  public internal(set) var openRequests = 0
  /// The revisions of the open requests of the present tree.
  var asking: Set<Int> = [] { didSet { if asking.isEmpty { settling.forEach { $0.end() } } } }
  /// The taps that wait until no request is open.
  var settling: [Settling] = []
  /// The number of trees that were drawn before the present one.
  var redraws = 0
  /// The number of consecutive failed requests.
  var failures = 0
  /// Waits before a failed request is repeated.
  var repeating: Task<Void, Never>?
  /// Waits before unavailable values are requested again.
  var waiting: Task<Void, Never>?
  /// Waits before the entries are saved as a draft.
  var keeping: Task<Void, Never>?
  /// True while a draft is being saved.
  var isKeeping = false
  /// The entity tag and the values of the draft that this form last read or saved.
  var (draftTag, draftValues): (String?, Members?)
  /// The problem ``Problem/Name/draftChanged``: another device has changed the same values of the
  /// draft. Let the person choose, and call ``resolveDraft(_:with:)``. No draft is saved until
  /// then.
  public internal(set) var draftConflict: Problem?
  /// True after ``close()``.
  var isClosed = false

  /// Opens a form.
  ///
  /// - Parameters:
  ///   - tree: The tree. A resumed draft is evaluated at once.
  ///   - client: The connection.
  ///   - keys: The keys of a stored form; nil for new ones.
  ///   - clock: The clock of all waiting times.
  public init(
    _ tree: Tree, _ client: Client, keys: TapKeys? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) {
    form = LiveForm(tree, keys: keys)
    (self.client, self.clock) = (client, clock)
    if tree.draftTag != nil { (draftTag, draftValues) = (tree.draftTag, form.keptValues) }
    askLater(tree.retryAfter)
    if tree.draftTag != nil { ask(form.wholeQuestion(judges: false)) }
  }

  /// True while a request is open or will be repeated without the person, except for unavailable
  /// values.
  public var isPending: Bool { openRequests > 0 || repeating != nil || keeping != nil || isKeeping }

  /// Ends all waiting times. Responses to open requests have no effect.
  public func close() {
    isClosed = true
    repeating?.cancel()
    waiting?.cancel()
    keeping?.cancel()
    (repeating, waiting, keeping) = (nil, nil, nil)
  }
}

extension FormSession {
  /// Sets the value of an input: ``LiveForm/enter(_:at:)``.
  public func enter(_ value: WireValue, at path: String) { change { $0.enter(value, at: path) } }

  /// Ends the editing of an input: ``LiveForm/endEditing(at:)``.
  public func endEditing(at path: String) { change { $0.endEditing(at: path) } }

  /// Ends the editing of all inputs: ``LiveForm/endEditing()``.
  public func endEditing() { change { $0.endEditing() } }

  /// Sets the value of a choice, a switch or a date, whose editing ends at once.
  public func choose(_ value: WireValue, at path: String) {
    change { form in
      let question = form.enter(value, at: path)
      return form.endEditing(at: path) ?? question
    }
  }

  /// Selects an option of a search: ``LiveForm/choose(_:at:)``.
  public func choose(_ option: Option?, at path: String) { change { $0.choose(option, at: path) } }

  /// Appends an item to a repeat: ``LiveForm/addItem(to:)``.
  public func addItem(to path: String) { change { $0.addItem(to: path) } }

  /// Removes an item of a repeat: ``LiveForm/removeItem(_:from:)``.
  public func removeItem(_ index: Int, from path: String) { change { $0.removeItem(index, from: path) } }

  /// Restores entries: ``LiveForm/fill(_:)``.
  public func fill(_ values: Members) { change { $0.fill(values) } }

  /// Changes the form, and sends the request that the change returns.
  ///
  ///     session.change { $0.moveItem(2, to: 0, in: "lines") }
  public func change(_ change: (inout LiveForm) -> Question?) {
    let question = change(&form)
    onChange()
    ask(question)
    keepLater()
  }

  /// Draws a newer tree with the entries: ``LiveForm/redrawn(as:)``.
  public func redraw(as tree: Tree) {
    repeating?.cancel()
    waiting?.cancel()
    (repeating, waiting, asking, failures) = (nil, nil, [], 0)
    redraws += 1
    form = form.redrawn(as: tree)
    askLater(tree.retryAfter)
    onRedraw()
    change { $0.question() }
  }

  /// Continues after a login or when the network is available again: asks what no response covers.
  public func resume() { if asking.isEmpty { ask(form.question()) } }
}
