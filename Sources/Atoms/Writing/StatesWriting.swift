import Conditions
package import JSON

extension Evaluation {
  /// Writes the states that the question asks for, by path.
  package mutating func writeStates(
    to writer: inout Writer, as presentation: Presentation? = nil, in language: Language
  ) {
    writer.beginObject()
    walk { evaluation, telling in evaluation.write(telling, as: presentation, to: &writer) }
    writer.endObject()
  }

  private mutating func write(
    _ telling: AffectedAtoms.Telling, as presentation: Presentation?, to writer: inout Writer
  ) {
    guard writer.bytes.count <= EvaluationBudget.bytes else { return Work.exhaust() }
    let judge = judges(telling)
    guard telling.isTold || judge else { return }
    let atom = operation.atoms[telling.place]
    var fallback: Atom?
    switch presentation?.choices[telling.place] ?? .itself {
    case .itself: break
    case .fallback(let place): fallback = atom.fallbacks[place]
    case .unframed, .leftOut: return
    }
    if here.template == nil { writer.key(atom.key) } else { writer.key(here.prefix + atom.id) }
    writer.beginObject()
    writeState(of: telling.place, atom, as: fallback, judge: judge && !isUnreadableItem, to: &writer)
    writer.endObject()
  }
}
