/// A form's question to the server after an entry. It changes nothing there, so it may be asked again.
///
///     if let question = form.endEditing(at: "bic") {
///       let states = try await client.ask(question)
///       form.merge(states)
///     }
public struct Question: Sendable, Hashable {
  /// The address and method of the question.
  public let link: Link
  /// The question's number in its form. An answer with a smaller number than one that was merged is late.
  public let revision: Int
  /// The body of the request.
  public let body: Members
}

extension LiveForm {
  /// Enters a value. Returns the question to ask now, or nil.
  ///
  /// Returns nil, and changes nothing, for an atom that is not an input, is hidden or disabled, or has that value
  /// already.
  ///
  ///     _ = form.enter("100.50", at: "amount")  // decimal text, with a point and without blanks
  ///     _ = form.enter(true, at: "urgent")
  ///     _ = form.enter(nil, at: "lines[1].what")  // clears the value
  public mutating func enter(_ value: WireValue, at path: String) -> Question? {
    guard let place = AtomPath(path), let atom = tree.atoms[place], atom.isInput, atom.items == nil, atom.isShown,
      atom.isEnabled, atom.value != value
    else { return nil }
    tree.atoms.change(place) { atom in
      atom.members["value"] = value
      // These findings were about the value before.
      for name in ["error", "warning", "note", "normalized"] { atom.members[name] = nil }
    }
    entered[path] = asked
    switch atom.notify {
    case .change:
      pending[path] = asked
      return question()
    case .commit:
      edited.insert(path)
      return nil
    case nil: return nil
    }
  }

  /// Ends the editing of an input. Returns the question to ask now, or nil.
  ///
  /// The server judges and looks up a changed text only when its editing has ended.
  ///
  ///     _ = form.enter("044525225", at: "bic")
  ///     let question = form.endEditing(at: "bic")  // when the field loses the focus
  public mutating func endEditing(at path: String) -> Question? {
    guard edited.remove(path) != nil else { return nil }
    pending[path] = asked
    return question()
  }

  /// True if an item can be added to the repeat at a path.
  public func canAddItem(to path: String) -> Bool {
    guard let list = self[path], let items = list.items, list.item != nil else { return false }
    return !list.isFixed && items.count < list.mostItems
  }

  /// True if an item of the repeat at a path can be removed.
  public func canRemoveItem(from path: String) -> Bool {
    guard let list = self[path], let items = list.items else { return false }
    return !list.isFixed && items.count > list.fewestItems
  }

  /// Adds a new item, with its default values, at the end of a repeat. Returns the question to ask now, or nil.
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

  /// Removes an item by its index from 0. Returns the question to ask now, or nil.
  public mutating func removeItem(_ index: Int, from path: String) -> Question? {
    guard canRemoveItem(from: path), let place = AtomPath(path), self[path]?.items?.indices.contains(index) == true
    else { return nil }
    tree.atoms.change(place) { $0.items?.remove(at: index) }
    renumberItems(of: path) { $0 < index ? $0 : $0 == index ? nil : $0 - 1 }
    return listChanged(path)
  }

  /// Notes that a list has other items: answers to earlier questions say nothing about them.
  private mutating func listChanged(_ path: String) -> Question? {
    entered[path] = asked
    if self[path]?.notify != nil { pending[path] = asked }
    return question()
  }

  /// Moves the notes about a list's atoms to their items' new indices; nil drops the notes about an item.
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
  /// The question about all changes that no merged answer takes into account; nil if there are none.
  ///
  /// It includes the changes of questions that were lost: ask it when the network is back. Returns nil too for a form
  /// in which nothing depends on anything.
  public mutating func question() -> Question? {
    guard !pending.isEmpty else { return nil }
    return question(about: pending.keys.sorted())
  }

  /// The question about every atom. If it judges each, its answer tells why a submission would be refused.
  ///
  /// Ask it without judging after ``States/retryAfter`` or ``Tree/retryAfter``, so that no error appears at a field that
  /// was locked. Then ask ``question()``, which judges the values that could not be judged before. While changes are not
  /// answered, both are the question about them.
  ///
  ///     if let again = form.wholeQuestion(judges: false) { form.merge(try await client.ask(again)) }
  ///     if let rest = form.question() { form.merge(try await client.ask(rest)) }
  public mutating func wholeQuestion(judges: Bool = true) -> Question? {
    judges || pending.isEmpty ? question(about: nil, judges: judges) : question()
  }

  private mutating func question(about changed: [String]?, judges: Bool = true) -> Question? {
    guard let link = tree.evaluate else { return nil }
    asked += 1
    var body: Members = [
      "values": .object(values), "version": .string(tree.version), "revision": .integer(Int64(asked)),
    ]
    if judges { body["commit"] = true } else { unjudged.insert(asked) }
    if let changed { body["changed"] = .array(changed.map(WireValue.string)) }
    return Question(link: link, revision: asked, body: body)
  }
}
