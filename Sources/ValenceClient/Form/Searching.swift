/// A question for a page of the options of a search.
///
///     if let search = form.search("сбер", at: "payeeBank", number: 7) {
///       let page = try await client.options(search)
///       if page.revision == 7 { show(page.options) }  // a late answer has another number
///     }
///     let question = form.choose(page.options[0], at: "payeeBank")
public struct OptionQuestion: Sendable, Hashable {
  /// The address and method of the question.
  public let link: Link
  /// The body of the request.
  public let body: Members
}

/// A page of the options of a search.
///
///     options += page.options
///     if let after = page.after { next = form.search("сбер", at: "payeeBank", number: 8, after: after) }
public struct OptionPage: WireModel {
  /// The options, the best match first.
  public let options: [Option]
  /// The number of the question.
  public let revision: Int?
  /// The place to go on from; nil at the end.
  public let after: String?
  /// All members.
  public let wire: Members

  /// Reads a page. Throws ``Unreadable`` without `data`, or if one of the options is unreadable.
  public init(_ members: Members) throws(Unreadable) {
    guard let options: [Option] = try members.records("data", of: "options") else {
      throw Unreadable(record: "options", member: "data")
    }
    (self.options, wire) = (options, members)
    (revision, after) = (members["revision"]?.integer, members["after"]?.string)
  }
}

extension LiveForm {
  /// Returns the question for the options of a typed text.
  ///
  /// Returns nil for an atom that is no search, is hidden or disabled, or if the text is shorter than ``Atom/minLength``.
  ///
  /// - Parameters:
  ///   - number: The number that the answer comes back with, to drop late ones.
  ///   - after: ``OptionPage/after`` of the page before; nil for the first page.
  public func search(_ text: String, at path: String, number: Int, after: String? = nil) -> OptionQuestion? {
    guard let place = AtomPath(path), let atom = tree.atoms[place], let link = atom.search, atom.isShown,
      atom.isEnabled, text.count >= atom.minLength ?? 0
    else { return nil }
    var body: Members = [
      "atom": .string(path), "text": .string(text), "revision": .integer(Int64(number)),
      "version": .string(tree.version),
    ]
    body["after"] = after.map(WireValue.string)
    return OptionQuestion(link: link, body: body)
  }

  /// Enters an option that a search has found; nil clears the value. Returns the question to ask now, or nil.
  ///
  /// ``Atom/chosen`` is that option at once, so that its caption can be shown. Returns nil, and changes nothing, where
  /// ``enter(_:at:)`` does.
  ///
  ///     if let question = form.choose(page.options[0], at: "payeeBank") {
  ///       form.merge(try await client.ask(question))
  ///     }
  public mutating func choose(_ option: Option?, at path: String) -> Question? {
    guard let place = AtomPath(path), let atom = tree.atoms[place], atom.search != nil else { return nil }
    let value = option?.value ?? .null
    let question = enter(value, at: path)
    guard self[path]?.value == value else { return nil }
    tree.atoms.change(place) { $0.members["chosen"] = option.map { .object($0.wire) } ?? .null }
    // A choice is reported at once, whenever typed text is.
    return question ?? endEditing(at: path)
  }
}
