import Conditions
package import Texts
import JSON

extension Evaluation {
  /// Returns the title of the current item; nil while a value in it is missing. Clients then show
  /// the number of the item.
  mutating func title(_ atom: Atom) -> String? {
    guard let live = atom.liveCaption else { return atom.caption?[language] }
    learnFacts(of: atom)
    guard let version = live[language] else { return nil }
    let values = values(of: version, of: atom, "item")
    guard !values.contains(where: \.isNull) else { return nil }
    let title = version.template.text(values) { version.shown($0, $1) }
    return title.isEmpty ? nil : title
  }

  /// Writes the member `title` of the current item in a tree, if the item has a title.
  mutating func writeTitle(of template: ItemTemplate, to writer: inout Writer) {
    guard let place = template.title, let title = title(operation.atoms[place]) else { return }
    writer.member("title", title)
  }

  /// Writes the state of the current item, such as `"lines[3]":{"shown":true,"title":"Eva"}`.
  ///
  /// Without a title it has null, because the client may still show an earlier one.
  mutating func writeState(ofItemTitled atom: Atom, to writer: inout Writer) {
    writer.key(String(here.prefix.dropLast()))
    writer.beginObject()
    writer.member("shown", true)
    writer.key("title")
    if let title = title(atom) { writer.string(title) } else { writer.null() }
    writer.endObject()
  }

  /// Records the title of the current item if it depends on values, because the person signs it.
  mutating func noteTitle(_ atom: Atom) {
    guard atom.isItemTitle, atom.liveCaption != nil, let title = title(atom),
      StepBudget.take(title.utf8.count / 64)
    else { return }
    captions?.append(Object.Member(name: String(here.prefix.dropLast()) + Self.labelMark, value: .string(title)))
  }
}

extension Operation {
  /// Returns the title of all items of the repeat at `place`; nil if it depends on values, or if
  /// the items have only numbers.
  package func fixedTitle(ofItemsAt place: Int) -> LocalizedText? {
    guard let title = atoms[place].template?.title, atoms[title].liveCaption == nil else { return nil }
    return atoms[title].caption
  }
}
