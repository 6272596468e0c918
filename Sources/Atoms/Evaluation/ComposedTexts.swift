import Conditions
import SourceText
import JSON

/// The composed kinds of a group or of a single input, and the text of the value in reviews and
/// signatures.
final class ComposedGroup: Sendable {
  /// The names of the kinds, the outermost last.
  let kinds: [String]
  /// The text in `shown`; nil if the parts are shown.
  let shown: Wording?
  /// The slots that the text reads.
  let reads: Set<Int>

  init(kinds: [String], shown: Wording?) {
    (self.kinds, self.shown) = (kinds, shown)
    reads = Set(shown?.reads ?? [])
  }

  /// Returns true if the text reads the value of a part, or the option that is chosen in it.
  fileprivate func reads(_ part: Int, in operation: Operation) -> Bool {
    reads.contains(part)
      || operation.lookups.indices.contains { index in
        operation.lookups[index].isOption && operation.lookups[index].subject == part
          && reads.contains(operation.atoms.count + index)
      }
  }
}

extension OperationCompiler {
  /// Returns the composed kinds of a group or of a single input; nil for any other atom.
  mutating func composedGroup(of draft: AtomDraft, in scope: Scope) -> ComposedGroup? {
    let kinds = draft.composedKinds
    if kinds.isEmpty { return nil }
    guard draft.composed != nil, let file = draft.children?.location.file, let node = file.terms?.composition?.shown
    else { return ComposedGroup(kinds: kinds, shown: nil) }
    let key = SourceNode(.scalar("shown", quoted: false), at: node.location)
    var properties = Properties([SourceNode.Entry(key: key, value: node.included(in: file))], at: node.location)
    let written = properties.written("shown")
    diagnostics.append(properties.diagnostics)
    return ComposedGroup(kinds: kinds, shown: wording(written, in: scope))
  }
}

extension Operation {
  /// Returns the indexes of the atoms in the group at an index.
  package func parts(ofGroupAt place: Int) -> Range<Int> { place + 1..<atoms[place].position.end }
}

extension Evaluation {
  /// Records the text of a composed atom, because the person signs it in place of the parts.
  ///
  /// A text that omits a part with a value is not recorded. No text replaces a consent, whose own
  /// line contains the title and the digest of the document.
  mutating func noteComposed(_ atom: Atom, at place: Int) {
    guard captions != nil, let group = atom.composedGroup, let live = group.shown?.live,
      !marks[place].contains(.hidden), let version = live[language]
    else { return }
    let inputs = (place + 1..<atom.position.end).filter { part in
      operation.atoms[part].input != nil && !marks[part].contains(.hidden)
    }
    guard !inputs.contains(where: { operation.atoms[$0].consent != nil }) else { return }
    let parts = inputs.filter { !Self.isEmpty(input.values[$0]) }
    guard !parts.isEmpty, parts.allSatisfy({ group.reads($0, in: operation) }) else { return }
    let outer = doubt
    defer { doubt = outer }
    let values = values(of: version, of: atom, "shown")
    let text = version.template.text(values) { version.shown($0, $1) }
    guard !text.isEmpty, StepBudget.take(text.utf8.count / 64) else { return }
    captions?.append(Object.Member(name: here.prefix + atom.id + Self.composedMark, value: .string(text)))
  }

  private static func isEmpty(_ value: Value) -> Bool { value.isNull || value.array?.isEmpty == true }

  /// The suffix of a path in `captions` for the text of a composed atom.
  package static let composedMark = "="
}
