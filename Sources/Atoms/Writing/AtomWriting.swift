import Conditions
import JSON

/// What a tree is drawn for: where its actions lead, and what the client can draw.
struct TreeFrame {
  let links: Links
  let presentation: Presentation?
}

extension Evaluation {
  /// Writes the atoms of these places as a list, each with its own inside it.
  mutating func writeAtoms(_ places: Range<Int>, judge: Bool, to writer: inout Writer, in frame: TreeFrame) {
    writer.beginArray()
    writeEach(of: places, judge: judge, to: &writer, in: frame)
    writer.endArray()
  }

  private mutating func writeEach(
    of places: Range<Int>, judge: Bool, to writer: inout Writer, in frame: TreeFrame
  ) {
    // What all atoms share is held here: to reach for it anew for each costs more than to write it.
    let (atoms, drawings) = (operation.atoms, operation.drawings.members(in: language))
    let choices = frame.presentation?.choices
    var place = places.lowerBound
    while place < places.upperBound {
      guard writer.bytes.count <= EvaluationBudget.bytes else { return Work.exhaust() }
      let atom = atoms[place]
      let own = place + 1..<atom.position.end
      switch choices?[place] ?? .itself {
      case .itself:
        writer.beginObject()
        writer.raw(drawings[place])
        writeRest(of: place, atom, as: nil, judge: judge, to: &writer, in: frame)
      case .fallback(let fallback):
        writer.beginObject()
        writer.raw(operation.drawings.members(of: place, fallback: fallback, in: language))
        writeRest(of: place, atom, as: fallback, judge: judge, to: &writer, in: frame)
      case .unframed: writeEach(of: own, judge: judge, to: &writer, in: frame)
      case .leftOut: break
      }
      place = own.upperBound
    }
  }

  /// Writes what values decide of an atom, and closes it.
  private mutating func writeRest(
    of place: Int, _ atom: Atom, as fallback: Int?, judge: Bool, to writer: inout Writer, in frame: TreeFrame
  ) {
    writeState(of: place, atom, as: fallback.map { atom.fallbacks[$0] }, judge: judge, to: &writer)
    if let name = atom.action {
      writer.action(name, atom.href.map { Links.Action("GET", Links.local($0) ?? $0) } ?? frame.links.actions[name])
    } else if let local = (fallback.map { atom.fallbacks[$0] } ?? atom).localLink {
      writer.action(.navigate, Links.Action("GET", local))
    }
    if atom.isGroup {
      writer.key("atoms")
      writeAtoms(place + 1..<atom.position.end, judge: judge, to: &writer, in: frame)
    } else if let template = atom.template, fallback == nil {
      writeItems(of: template, judge: judge, to: &writer, in: frame)
    }
    writer.endObject()
  }

  /// Writes the template, which is an item that nobody has touched, and the items.
  private mutating func writeItems(
    of template: ItemTemplate, judge: Bool, to writer: inout Writer, in frame: TreeFrame
  ) {
    let outer = here
    let list = workspace.items[template.number]
    writer.key("item")
    here = outer.item(list.count, of: template, Object())
    let work = plan.items[template.number]
    settleItem(work, template)
    for node in work.late { settle(node) }
    writeItem(of: template, judge: false, to: &writer, in: frame)
    writer.key("items")
    writer.beginArray()
    for index in list.items.indices {
      guard writer.bytes.count <= EvaluationBudget.bytes else { break }
      here = outer
      open(index, of: template)
      writeItem(of: template, judge: judge && list.items[index].posted != nil, to: &writer, in: frame)
    }
    here = outer
    writer.endArray()
  }

  private mutating func writeItem(
    of template: ItemTemplate, judge: Bool, to writer: inout Writer, in frame: TreeFrame
  ) {
    writer.beginObject()
    writer.key("atoms")
    writeAtoms(template.atoms, judge: judge, to: &writer, in: frame)
    writer.endObject()
  }
}
