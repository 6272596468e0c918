import JSON

extension Evaluation {
  /// Writes the atoms of these places as a list, each with its own inside it.
  mutating func writeAtoms(_ places: Range<Int>, judge: Bool, to writer: inout Writer, links: Links) {
    writer.beginArray()
    var place = places.lowerBound
    while place < places.upperBound {
      let atom = operation.atoms[place]
      writer.beginObject()
      writer.raw(operation.drawings.members(of: place, in: language))
      writeState(of: place, atom, judge: judge, to: &writer)
      if let name = atom.action {
        writer.action(name, atom.href.map { Links.Action("GET", $0) } ?? links.actions[name])
      }
      if let template = atom.template {
        writeItems(of: template, judge: judge, to: &writer, links: links)
      } else if atom.kind is any NestingKind {
        writer.key("atoms")
        writeAtoms(place + 1..<atom.position.end, judge: judge, to: &writer, links: links)
      }
      writer.endObject()
      place = atom.position.end
    }
    writer.endArray()
  }

  /// Writes the template, which is an item that nobody has touched, and the items.
  private mutating func writeItems(of template: ItemTemplate, judge: Bool, to writer: inout Writer, links: Links) {
    let outer = here
    let list = workspace.items[template.number]
    writer.key("item")
    here = outer.item(list.count, of: template, Object())
    let work = plan.items[template.number]
    settleItem(work, template)
    for node in work.late { settle(node) }
    writeItem(of: template, judge: false, to: &writer, links: links)
    writer.key("items")
    writer.beginArray()
    for index in list.items.indices {
      here = outer
      open(index, of: template)
      writeItem(of: template, judge: judge && list.items[index].posted != nil, to: &writer, links: links)
    }
    here = outer
    writer.endArray()
  }

  private mutating func writeItem(of template: ItemTemplate, judge: Bool, to writer: inout Writer, links: Links) {
    writer.beginObject()
    writer.key("atoms")
    writeAtoms(template.atoms, judge: judge, to: &writer, links: links)
    writer.endObject()
  }
}
