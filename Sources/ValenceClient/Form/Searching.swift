/// A request for a page of the options of a search.
///
///     if let search = form.search("сбер", at: "payeeBank", number: 7) {
///       let page = try await client.options(search)
///       if page.revision == 7 { show(page.options) }  // drops a late page
///     }
///     let question = form.choose(page.options[0], at: "payeeBank")
public struct OptionQuestion: Sendable, Hashable {
  /// The address and method of the request.
  public let link: Link
  /// The body of the request.
  public let body: Members
}

/// A page of the options of a search.
///
///     options += page.options
///     if let after = page.after {
///       next = form.search("сбер", at: "payeeBank", number: 8, after: after)
///     }
public struct OptionPage: WireModel {
  /// The options, the best match first.
  public let options: [Option]
  /// The number of the request.
  public let revision: Int?
  /// The cursor of the next page; nil on the last page. A page without options can have one.
  public let after: String?
  /// The inputs to fill in before the search; nil if the options were searched.
  public let missing: MissingInputs?
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a page. Throws ``Unreadable`` if `data` is missing or invalid, or if an option is
  /// unreadable.
  public init(_ members: Members) throws(Unreadable) {
    guard let options: [Option] = try members.records("data", of: "options") else {
      throw Unreadable(record: "options", member: "data")
    }
    (self.options, wire) = (options, members)
    (revision, after) = (members["revision"]?.integer, members["after"]?.string)
    missing = members.record("missing")
  }
}

/// The inputs that a person has to fill in before a search. Show the text at the search.
public struct MissingInputs: WireModel {
  /// The text for the person, such as `Fill in first: City`.
  public let text: String
  /// All members, including unknown ones.
  public let wire: Members

  /// The paths of the inputs; empty if no input is the cause.
  public var atoms: [String] { wire["atoms"]?.array?.compactMap(\.string) ?? [] }

  /// Reads the inputs. Throws ``Unreadable`` if `text` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    text = try members.text("text", of: "missing inputs")
    wire = members
  }
}

extension LiveForm {
  /// Returns a request for the options that match a text.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - path: The path of the search.
  ///   - number: A number that the response returns, so that late responses can be dropped.
  ///   - after: ``OptionPage/after`` of the previous page; nil for the first page.
  /// - Returns: The request. Nil if the atom is not a search, is hidden or disabled, or if the text
  ///   is shorter than ``Atom/minLength``.
  public func search(_ text: String, at path: String, number: Int, after: String? = nil) -> OptionQuestion? {
    guard let place = AtomPath(path), let atom = tree.atoms[place], let link = atom.search, atom.isShown,
      atom.isEnabled, text.count >= atom.minLength ?? 0
    else { return nil }
    var body: Members = [
      "atom": .string(path), "text": .string(text), "revision": .integer(Int64(number)),
      "version": .string(tree.version),
    ]
    body["after"] = after.map(WireValue.string)
    if atom.needsValues { body["values"] = .object(values) }
    return OptionQuestion(link: link, body: body)
  }

  /// Selects an option of a search. Returns the request to send now, or nil.
  ///
  ///     if let question = form.choose(page.options[0], at: "payeeBank") {
  ///       form.merge(try await client.ask(question))
  ///     }
  ///
  /// ``Atom/chosen`` has the option immediately, so that its caption can be shown. If the atom is
  /// not a search, or ``enter(_:at:)`` does not accept the value, changes nothing and returns nil.
  ///
  /// - Parameters:
  ///   - option: The option; nil clears the value.
  ///   - path: The path of the search.
  public mutating func choose(_ option: Option?, at path: String) -> Question? {
    guard let place = AtomPath(path), let atom = tree.atoms[place], atom.search != nil else { return nil }
    let value = option?.value ?? .null
    let question = enter(value, at: path)
    guard self[path]?.value == value else { return nil }
    tree.atoms.change(place) { $0.members["chosen"] = option.map { .object($0.wire) } ?? .null }
    // Report a choice immediately, even if typed text is reported only when editing ends.
    return question ?? endEditing(at: path)
  }
}
