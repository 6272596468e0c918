/// An evaluation request of a form after a change. It has no effect on the server, so it can be
/// repeated.
///
///     if let question = form.endEditing(at: "bic") {
///       let states = try await client.ask(question)
///       form.merge(states)
///     }
public struct Question: Sendable, Hashable {
  /// The address and method of the request.
  public let link: Link
  /// The number of the request within its form, from 1. A response is dropped if a newer
  /// one was merged.
  public let revision: Int
  /// The body of the request.
  public let body: Members
}

extension LiveForm {
  /// Sets the value of an input.
  ///
  ///     _ = form.enter("100.50", at: "amount")  // a decimal text with a point, without spaces
  ///     _ = form.enter(true, at: "urgent")
  ///     _ = form.enter(nil, at: "lines[1].what")  // clears the value
  ///
  /// - Parameters:
  ///   - value: The new value; null clears the input.
  ///   - path: The path of the input, such as `lines[1].what`.
  /// - Returns: The request to send now, or nil. If the atom is not an input, is hidden or
  ///   disabled, or already has the value as an entry, changes nothing and returns nil.
  public mutating func enter(_ value: WireValue, at path: String) -> Question? {
    guard let place = AtomPath(path), let atom = tree.atoms[place], atom.isInput, atom.items == nil, atom.isShown,
      atom.isEnabled, atom.value != value || (atom.members["entered"]?.bool == false && entered[path] == nil)
    else { return nil }
    tree.atoms.change(place) { atom in
      atom.members["value"] = value
      // These findings refer to the previous value, which may have followed others.
      for name in ["error", "warning", "note", "normalized", "entered"] { atom.members[name] = nil }
    }
    entered[path] = asked
    isTouched = true
    for list in place.lists { keepItems(of: list) }
    if !value.isNull { followOthers(of: atom, at: path) }
    // The value of a text is not replaced while the person types.
    if atom.kind == .textInput || atom.notify == .commit { edited.insert(path) }
    guard atom.notify == .change else { return nil }
    change(path)
    return question()
  }

  /// Ends the editing of an input. Returns the request to send now, or nil.
  ///
  /// The server validates and looks up a text only when its editing has ended.
  ///
  ///     _ = form.enter("044525225", at: "bic")
  ///     let question = form.endEditing(at: "bic")  // when the field loses the focus
  public mutating func endEditing(at path: String) -> Question? {
    guard edited.remove(path) != nil, self[path]?.notify == .commit else { return nil }
    change(path)
    return question()
  }

  /// Ends the editing of all inputs, for example before a tap. Returns the request to send now, or
  /// nil.
  public mutating func endEditing() -> Question? {
    let changed = edited.filter { self[$0]?.notify == .commit }
    edited = []
    for path in changed.sorted() { change(path) }
    return changed.isEmpty ? nil : question()
  }

  /// Records a change to report. A form without evaluation reports none.
  private mutating func change(_ path: String) {
    if tree.evaluate != nil { pending[path] = asked }
  }

  /// Returns true if an item can be added to the repeat at a path.
  public func canAddItem(to path: String) -> Bool {
    guard let list = self[path], let items = list.items, list.item != nil else { return false }
    return !list.isFixed && items.count < list.mostItems
  }

  /// Returns true if an item of the repeat at a path can be removed.
  public func canRemoveItem(from path: String) -> Bool {
    guard let list = self[path], let items = list.items else { return false }
    return !list.isFixed && items.count > list.fewestItems
  }

  /// Appends an item with default values to a repeat. Returns the request to send now, or nil.
  ///
  ///     if form.canAddItem(to: "lines"), let question = form.addItem(to: "lines") {
  ///       form.merge(try await client.ask(question))
  ///     }
  public mutating func addItem(to path: String) -> Question? {
    guard canAddItem(to: path), let place = AtomPath(path), let list = self[path], let item = list.item else {
      return nil
    }
    let count = list.items?.count ?? 0
    tree.atoms.change(place) { $0.items?.append(item) }
    renumberItems(of: path) { $0 < count ? $0 : nil }
    return listChanged(path)
  }

  /// Removes an item by its index, which starts at 0. Returns the request to send now, or nil.
  public mutating func removeItem(_ index: Int, from path: String) -> Question? {
    guard canRemoveItem(from: path), let place = AtomPath(path), self[path]?.items?.indices.contains(index) == true
    else { return nil }
    tree.atoms.change(place) { $0.items?.remove(at: index) }
    renumberItems(of: path) { $0 < index ? $0 : $0 == index ? nil : $0 - 1 }
    return listChanged(path)
  }

  /// Records a change of the items. Responses to earlier requests do not apply to them.
  mutating func listChanged(_ path: String) -> Question? {
    entered[path] = asked
    for list in (AtomPath(path)?.lists ?? []) + [path] { keepItems(of: list) }
    isTouched = true
    guard self[path]?.notify != nil else { return pending.isEmpty ? nil : question() }
    change(path)
    return question()
  }

  /// Marks the items of a list as entered, if they still follow the preset of the list.
  private mutating func keepItems(of path: String) {
    guard let place = AtomPath(path), tree.atoms[place]?.followsPreset == true else { return }
    tree.atoms.change(place) { $0.members["entered"] = nil }
    entered[path] = asked
  }

  /// Moves the records about atoms of a list to the new indices of their items. If `number` returns
  /// nil, drops the records of that item.
  mutating func renumberItems(of path: String, _ number: (Int) -> Int?) {
    let head = path + "["
    func renamed(_ inner: String) -> String? {
      guard inner.hasPrefix(head) else { return inner }
      let rest = inner.dropFirst(head.count)
      guard let end = rest.firstIndex(of: "]"), let old = Int(rest[..<end]) else { return inner }
      return number(old).map { "\(head)\($0)\(rest[end...])" }
    }
    func moved(_ revisions: [String: Int]) -> [String: Int] {
      Dictionary(revisions.compactMap { inner, revision in renamed(inner).map { ($0, revision) } }) { max($0, $1) }
    }
    (entered, pending) = (moved(entered), moved(pending))
    edited = Set(edited.compactMap(renamed))
  }
}

extension LiveForm {
  /// Returns a request about all changes that no merged response covers, or about all atoms after a
  /// redraw; nil if everything is covered, or if no atom depends on another.
  ///
  /// It includes the changes and the tapped command of lost requests. Send it when the network is
  /// available again.
  public mutating func question() -> Question? {
    if pending.isEmpty, tapped == nil {
      guard wholeDue != nil else { return nil }
      return question(about: nil, judges: false)
    }
    return question(about: changes)
  }

  /// The paths to report as changed. The server needs the order of the changes, because the last
  /// entry of some inputs decides.
  private var changes: [String] {
    pending.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key).filter { self[$0] != nil }
  }

  /// Returns a request about all atoms.
  ///
  /// After ``States/retryAfter`` or ``Tree/retryAfter`` seconds, send this request without
  /// validation, so that a field that was disabled shows no error. Then send ``question()``, which
  /// validates the values that were unavailable. While changes are uncovered, the request without
  /// validation is the same as ``question()``.
  ///
  ///     if let again = form.wholeQuestion(judges: false) {
  ///       form.merge(try await client.ask(again))
  ///     }
  ///     if let rest = form.question() { form.merge(try await client.ask(rest)) }
  ///
  /// - Parameter judges: True to validate all values. The response then has every error that a
  ///   submission would have.
  public mutating func wholeQuestion(judges: Bool = true) -> Question? {
    judges || pending.isEmpty ? question(about: nil, judges: judges) : question()
  }

  /// Returns the request for a tap on a command, which fills or clears inputs. The request reports
  /// the changes that no earlier one covers. Returns nil for a hidden or disabled command.
  ///
  ///     if let tap = form.question(tapping: "fill") { form.merge(try await client.ask(tap)) }
  public mutating func question(tapping path: String) -> Question? {
    guard let atom = self[path], atom.kind == .command, atom.isShown, atom.isEnabled else { return nil }
    tapped = (path, asked)
    return question(about: changes)
  }

  /// Forgets a tapped command whose request was refused.
  public mutating func forgetCommand() { tapped = nil }

  private mutating func question(about changed: [String]?, judges: Bool = true) -> Question? {
    guard let link = tree.evaluate else { return nil }
    asked += 1
    var body: Members = [
      "values": .object(values), "version": .string(tree.version), "revision": .integer(Int64(asked)),
    ]
    if judges { body["commit"] = true } else { unjudged.insert(asked) }
    if let changed {
      body["changed"] = .array(changed.map(WireValue.string))
      if let tapped { body["tapped"] = .string(tapped.path) }
    } else {
      whole.insert(asked)
    }
    return Question(link: link, revision: asked, body: body)
  }
}
