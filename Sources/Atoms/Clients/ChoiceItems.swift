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
    let values = chosenItems(of: place, atom)
    writer.key("item")
    writeItem(of: place, atom, nil, to: &writer)
    writer.key("items")
    writer.beginArray()
    for value in values { writeItem(of: place, atom, value, to: &writer) }
    writer.endArray()
  }

  /// Writes the states of the items, by path, after the state of the list itself.
  mutating func writeStatesOfItems(of place: Int, _ atom: Atom, to writer: inout Writer) {
    for (index, value) in chosenItems(of: place, atom).enumerated() {
      writer.key("\(here.prefix)\(atom.id)[\(index)].\(ChoicesKind.itemID)")
      writer.beginObject()
      writeStateOfItem(of: place, atom, value, to: &writer)
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

  /// The values of the items. An item that the client has posted without a value is kept.
  private func chosenItems(of place: Int, _ atom: Atom) -> [Value] {
    if marks[place].contains(.hidden) { return [] }
    if let posted = posted(for: atom, at: place)?.array, posted.contains(where: { $0.object != nil }) {
      return posted.map { $0[ChoicesKind.itemID] ?? .null }
    }
    return input.values[place].array ?? []
  }

  private mutating func writeItem(of place: Int, _ atom: Atom, _ value: Value?, to writer: inout Writer) {
    writer.beginObject()
    writer.key("atoms")
    writer.beginArray()
    writer.beginObject()
    writer.member("id", ChoicesKind.itemID)
    writer.member("kind", EnumKind.name)
    writer.member("caption", LocalizedText(ru: "Вариант", en: "Option")[language])
    writer.member("notify", Atom.Notify.change.rawValue)
    writeStateOfItem(of: place, atom, value ?? .null, to: &writer)
    writer.endObject()
    writer.endArray()
    writer.endObject()
  }

  private mutating func writeStateOfItem(of place: Int, _ atom: Atom, _ value: Value, to writer: inout Writer) {
    writer.member("shown", true)
    writer.member("enabled", atom.computed == nil && marks[place].isDisjoint(with: [.disabled, .locked]))
    writer.member("required", true)
    writer.key("value")
    writer.value(value)
    let outer = doubt
    defer { doubt = outer }
    writer.options(options(of: atom) ?? atom.choices?.map { $0.record(in: language) } ?? [])
  }
}
