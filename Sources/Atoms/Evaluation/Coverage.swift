import Conditions
import Texts
package import JSON

/// The outcomes of conditions, checks, options and pages that evaluations have seen.
package struct Coverage: Sendable {
  package enum Kind: Sendable {
    /// A condition or a check, which needs both outcomes.
    case condition
    /// An option, which needs to be chosen.
    case option
    /// A page or a step, which needs to be shown.
    case page
  }

  /// A condition, a check or an option of an atom, or a page.
  package struct Part: Hashable, Sendable {
    /// The path of the atom without item indexes, or `table NAME` for an option from a table.
    package let atom: String
    /// The property, such as `showIf`, `check 2` or `option RUB`.
    package let property: String
    package let kind: Kind

    package init(atom: String, property: String, kind: Kind) {
      (self.atom, self.property) = (atom, property)
      self.kind = kind
    }
  }

  /// A part and the outcomes that were not seen.
  package struct Gap: Sendable {
    package let part: Part
    /// The missing outcomes: `true`, `false` or both; for an option or a page `true`.
    package let missing: [Bool]
  }

  /// All parts in tree order.
  package let parts: [Part]
  private var seen: [Part: Set<Bool>] = [:]

  package init(of parts: [Part]) { self.parts = parts }

  package init(of operation: Operation) {
    // A public operation shows its pages all at once.
    let pages = operation.isPublic ? [] : operation.pages.all.map { Self.part(ofPage: $0.id) }
    var known: Set<Part> = []
    // Several atoms can offer the rows of one table.
    parts =
      pages
      + operation.atoms.flatMap { atom in
        operation.conditions(of: atom).map(\.part)
          + operation.optionParts(of: atom).map(\.part).filter { known.insert($0).inserted }
      }
  }

  /// The parts with an outcome that was not seen, in tree order.
  package var gaps: [Gap] {
    parts.compactMap { part in
      let wanted: [Bool] = part.kind != .condition ? [true] : [true, false]
      let missing = wanted.filter { seen[part]?.contains($0) != true }
      return missing.isEmpty ? nil : Gap(part: part, missing: missing)
    }
  }

  /// Returns the coverage in which a page or step was shown.
  package func noting(_ part: Part) -> Coverage {
    var coverage = self
    coverage.note(part, true)
    return coverage
  }

  /// Notes that the person is at a page.
  package mutating func note(page: String) { note(Self.part(ofPage: page), true) }

  private static func part(ofPage page: String) -> Part { Part(atom: page, property: "page", kind: .page) }

  package mutating func note(_ part: Part, _ outcome: Bool) { seen[part, default: []].insert(outcome) }

  /// Notes the outcomes of an evaluation of these values.
  package mutating func note(
    _ values: Object, of operation: Operation, in surroundings: any Environment
  ) {
    var evaluation = Evaluation(operation, Question(values: values, commit: true), in: .standard, surroundings)
    evaluation.walk { evaluation, entry in
      let atom = operation.atoms[entry.place]
      let isHidden = evaluation.marks[entry.place].contains(.hidden)
      for (part, condition, needsValue) in operation.conditions(of: atom) {
        // The other conditions of a hidden atom are not evaluated.
        if isHidden, part.property != "showIf" { continue }
        if needsValue, evaluation.input.values[entry.place].isNull { continue }
        if let outcome = evaluation.outcome(of: condition) { self.note(part, outcome) }
      }
      guard !isHidden else { return }
      let value = evaluation.input.values[entry.place]
      let chosen = value.array ?? [value]
      for (part, option) in operation.optionParts(of: atom) where chosen.contains(option) { self.note(part, true) }
    }
  }
}

extension Operation {
  fileprivate typealias NotedCondition = (part: Coverage.Part, condition: Condition, needsValue: Bool)

  /// Returns the conditions of an atom, and whether each applies to a value only.
  fileprivate func conditions(of atom: Atom) -> [NotedCondition] {
    let path = path(of: atom)
    func part(_ name: String, _ condition: Condition, _ needsValue: Bool = false) -> NotedCondition {
      (Coverage.Part(atom: path, property: name, kind: .condition), condition, needsValue)
    }
    let states = [("showIf", atom.showIf), ("enableIf", atom.enableIf), ("requireIf", atom.requireIf)].compactMap {
      name, condition in condition.map { part(name, $0) }
    }
    let checks = atom.checks.enumerated().map { index, check in
      part(atom.checks.count == 1 ? "check" : "check \(index + 1)", check.condition, true)
    }
    return states + checks
  }

  /// Returns the options of an atom. A row of a table is one part for all atoms that offer it.
  fileprivate func optionParts(of atom: Atom) -> [(part: Coverage.Part, value: Value)] {
    (atom.choices ?? []).map { choice in
      let owner = choice.row.map { "table \($0.table)" } ?? path(of: atom)
      return (
        Coverage.Part(atom: owner, property: "option \(choice.value.plainText)", kind: .option), choice.value
      )
    }
  }
}
