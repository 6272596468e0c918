import Conditions
import Texts
import JSON

/// A choice of several options for clients that cannot draw `choices`: a `repeat` of one `enum`.
///
/// The value is then a list of records, `[{"choice": "cards"}]`, which `ChoicesKind` reads as the
/// list of their values.
extension Evaluation {
  /// Writes the members of an atom, its state and its items, without the enclosing braces.
  mutating func writeDrawingAsItems(of place: Int, _ atom: Atom, judge: Bool, to writer: inout Writer) {
    guard let kind = atom.input as? ChoicesKind else { return }
    writer.member("id", atom.id)
    writer.member("kind", RepeatKind.name)
    if atom.captionFrom == nil, atom.liveCaption == nil, let caption = atom.caption {
      writer.member("caption", caption[language])
    }
    kind.writeAsRepeat(to: &writer, in: language)
    if let notify = atom.notify { writer.member("notify", notify.rawValue) }
    writeState(of: place, atom, judge: judge, asItems: true, to: &writer)
    let options = itemOptions(of: atom)
    writer.key("item")
    writeItem(of: place, atom, .null, options, to: &writer)
    writer.key("items")
    writer.beginArray()
    for value in chosenItems(of: place, atom) {
      guard writer.count <= EvaluationBudget.bytes else { break }
      writeItem(of: place, atom, value, options, to: &writer)
    }
    writer.endArray()
  }

  /// Writes the states of the items, by path, after the state of the list itself.
  mutating func writeStatesOfItems(of place: Int, _ atom: Atom, to writer: inout Writer) {
    let options = itemOptions(of: atom)
    for (index, value) in chosenItems(of: place, atom).enumerated() {
      guard writer.count <= EvaluationBudget.bytes else { return StepBudget.exhaust() }
      writer.key("\(here.prefix)\(atom.id)[\(index)].\(ChoicesKind.itemID)")
      writer.beginObject()
      writeStateOfItem(of: place, atom, value, options, to: &writer)
      writer.endObject()
    }
  }

  /// Writes the value of the list as records.
  func writeRecords(of place: Int, _ atom: Atom, to writer: inout Writer) {
    writer.beginArray()
    for value in chosenItems(of: place, atom) {
      writer.beginObject()
      writer.key(ChoicesKind.itemID)
      writer.value(value)
      writer.endObject()
    }
    writer.endArray()
  }

  /// The values of the items, at most one more than a choice can have. An item that the client has
  /// posted without a value, or with a value of another type, is empty.
  private func chosenItems(of place: Int, _ atom: Atom) -> [Value] {
    if marks[place].contains(.hidden) { return [] }
    let posted = posted(for: atom, at: place)?.array?.prefix(ChoicesKind.maxOptions + 1)
    guard let kind = atom.input as? ChoicesKind, let posted, posted.contains(where: { $0.object != nil }) else {
      return input.values[place].array ?? []
    }
    return posted.map { kind.readElement($0) ?? .null }
  }

  /// Returns the options of each item.
  private mutating func itemOptions(of atom: Atom) -> [Value] {
    let outer = doubt
    defer { doubt = outer }
    return ordered(options(of: atom) ?? atom.choices?.map { $0.record(in: language) } ?? [], of: atom)
  }

  private func writeItem(of place: Int, _ atom: Atom, _ value: Value, _ options: [Value], to writer: inout Writer) {
    writer.beginObject()
    writer.key("atoms")
    writer.beginArray()
    writer.beginObject()
    writer.member("id", ChoicesKind.itemID)
    writer.member("kind", EnumKind.name)
    writer.member("caption", LocalizedText(ru: "Вариант", en: "Option")[language])
    writer.member("notify", Atom.Notify.change.rawValue)
    writeStateOfItem(of: place, atom, value, options, to: &writer)
    writer.endObject()
    writer.endArray()
    writer.endObject()
  }

  private func writeStateOfItem(
    of place: Int, _ atom: Atom, _ value: Value, _ options: [Value], to writer: inout Writer
  ) {
    writer.member("shown", true)
    writer.member("enabled", atom.computed == nil && marks[place].isDisjoint(with: [.disabled, .locked]))
    writer.member("required", true)
    writer.key("value")
    writer.value(value)
    writer.options(options)
  }
}
