/// A request that reads pasted text as items of a repeat. It stores nothing on the server.
///
///     if let rows = form.rows("Eva\t100\nAlbert\t200", into: "lines") {
///       let pasted = try await client.rows(rows)
///       if let question = form.add(pasted, from: rows) {
///         form.merge(try await client.ask(question))
///       }
///     }
public struct RowQuestion: Sendable, Hashable {
  /// The address and method of the request.
  public let link: Link
  /// The path of the repeat.
  public let path: String
  /// The number of items that stay before the pasted ones.
  public let kept: Int
  /// The body of the request.
  public let body: Members
}

/// Pasted rows as items, and the violations of their values.
public struct PastedRows: WireModel {
  /// The values of each item by id. A text that is not a value of its input is kept as written.
  public let items: [Members]
  /// The violations, each with its path: of the repeat, of an item such as `lines[3]`, or of an
  /// input.
  public let violations: [Violation]
  /// The number of violations that the server omitted.
  public var moreViolations: Int { wire["moreErrors"]?.integer ?? 0 }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads the rows. Throws ``Unreadable`` if `items` is missing, or if an item or an error is
  /// unreadable.
  public init(_ members: Members) throws(Unreadable) {
    guard let items = members["items"]?.array else { throw Unreadable(record: "rows", member: "items") }
    self.items = try items.map { item throws(Unreadable) in
      guard let values = item.object else { throw Unreadable(record: "rows", member: "items") }
      return values
    }
    violations = try members.records("errors", of: "rows") ?? []
    wire = members
  }
}

extension LiveForm {
  /// Returns a request that reads the rows of a CSV file or of a spreadsheet.
  ///
  /// The rows follow the last item with an entered value.
  ///
  /// - Returns: The request. Nil if the atom is not a repeat with ``Atom/pasteColumns``, or is
  ///   hidden or disabled.
  public func rows(_ text: String, into path: String) -> RowQuestion? {
    guard let list = self[path], let link = list.rows, let items = list.items, list.isShown, list.isEnabled else {
      return nil
    }
    let blank = list.item.map { Self.entries(of: $0.atoms) } ?? [:]
    let kept = (items.lastIndex { Self.entries(of: $0.atoms) != blank } ?? -1) + 1
    let body: Members = [
      "atom": .string(path), "text": .string(text), "keep": .integer(Int64(kept)), "values": .object(values),
      "version": .string(tree.version),
    ]
    return RowQuestion(link: link, path: path, kept: kept, body: body)
  }

  /// Adds pasted rows as items, and shows their violations. Returns the request to send now, or
  /// nil.
  public mutating func add(_ rows: PastedRows, from question: RowQuestion) -> Question? {
    let path = question.path
    guard let place = AtomPath(path), let list = self[path], let fresh = list.item, let items = list.items,
      items.count >= question.kept
    else { return nil }
    let added = rows.items.map { values in
      var item = fresh
      item.atoms = item.atoms.map { $0.filled(with: values) }
      return item
    }
    tree.atoms.change(place) { $0.items = Array(items.prefix(question.kept)) + added }
    renumberItems(of: path) { $0 < question.kept ? $0 : nil }
    for (index, values) in rows.items.enumerated() {
      for id in values.keys { entered["\(path)[\(question.kept + index)].\(id)"] = asked }
    }
    for violation in rows.violations {
      guard let inner = violation.atom, let place = AtomPath(inner) else { continue }
      tree.atoms.change(place) { $0.members["error"] = .object(violation.wire.filter { $0.key != "atom" }) }
    }
    return listChanged(path)
  }

  /// The values of the enabled inputs of an item by id, without empty ones.
  private static func entries(of atoms: [Atom]) -> Members {
    atoms.reduce(into: [:]) { entries, atom in
      if atom.isInput, atom.isEnabled, !atom.value.isNull { entries[atom.id] = atom.value }
      entries.merge(Self.entries(of: atom.atoms ?? [])) { first, _ in first }
    }
  }
}

extension Atom {
  /// The atom of a new item with the values of a pasted row.
  fileprivate func filled(with values: Members) -> Atom {
    var atom = self
    if let value = values[id], isInput { atom.members["value"] = value }
    atom.atoms = atoms?.map { $0.filled(with: values) }
    return atom
  }
}
