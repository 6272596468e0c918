package import JSON

extension Evaluation {
  /// Writes the states that the question asks for, by path.
  package mutating func writeStates(to writer: inout Writer, in language: Language) {
    writer.beginObject()
    walk { evaluation, telling in evaluation.write(telling, to: &writer) }
    writer.endObject()
  }

  private mutating func write(_ telling: AffectedAtoms.Telling, to writer: inout Writer) {
    let judge = judges(telling)
    guard telling.isTold || judge else { return }
    let atom = operation.atoms[telling.place]
    if here.template == nil { writer.key(atom.key) } else { writer.key(here.prefix + atom.id) }
    writer.beginObject()
    writeState(of: telling.place, atom, judge: judge && !isUnreadableItem, to: &writer)
    writer.endObject()
  }
}
