import Conditions
import Dates
package import Texts
package import JSON

/// Pasted rows as items of a repeat, with the violations of these items.
package struct PastedRows: Sendable {
  /// The place of pasted rows in the values of a form.
  package struct Target: Sendable {
    /// The path of the repeat, such as `lines`.
    package let path: String
    /// The values of the form. Rules of the items can read them.
    package let values: Object
    /// The number of present items that stay before the pasted ones.
    package let kept: Int

    package init(path: String, values: Object, kept: Int) {
      (self.path, self.values) = (path, values)
      self.kept = kept
    }
  }

  /// The items in wire form, without values for blank cells.
  package private(set) var items: [Value] = []
  /// The violations: of the whole text, at the path of the repeat, then of each item in order.
  package private(set) var violations: [Violation] = []
  /// The conditions and expressions that could not be evaluated.
  package private(set) var failures: [EvaluationFailure] = []

  /// The maximum number of cells of a row that are read in addition to the columns, for headers
  /// with other columns.
  private static let moreCells = 64
  /// The bytes of text for one step of `StepBudget`.
  private static let bytesOfStep = 16

  /// Reads and validates rows. Returns nil if the operation has no repeat with `paste` at the path,
  /// or if the values do not contain the kept items.
  package init?(
    _ text: SeparatedText, at target: Target, of operation: Operation, in language: Language,
    _ surroundings: any Environment
  ) {
    guard let (place, indexes) = operation.place(atPath: target.path),
      let template = operation.atoms[place].template, !template.pasted.isEmpty,
      let kept = target.values.items(of: template, indexes[...]), kept.count >= target.kept,
      StepBudget.take(text.size / Self.bytesOfStep)
    else { return nil }
    let cells = PastedCell(language: language, today: CivilDate(surroundings.today))
    var found = read(text, at: target, template, cells, of: operation)
    let all = Array(kept.prefix(target.kept)) + items
    let values = target.values.replacing(itemsOf: template, indexes[...], with: all)
    var evaluation = Evaluation(operation, Question(values: values, commit: true), in: language, surroundings)
    evaluation.judgesSubmission = false
    found += evaluation.violations().compactMap { violation in
      Self.index(in: violation.atom, of: target.path).flatMap { $0 < target.kept ? nil : ($0, violation) }
    }
    failures = evaluation.failures
    // A stable order: wrong rows before the values of the same item.
    violations += found.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
  }

  /// Reads the items, and returns the violations of rows with the indexes of their items.
  private mutating func read(
    _ text: SeparatedText, at target: Target, _ template: ItemTemplate, _ cells: PastedCell, of operation: Operation
  ) -> [(Int, Violation)] {
    var (text, found, surplus): (SeparatedText, [(Int, Violation)], Int) = (text, [], 0)
    text.findSeparator(columns: template.pasted.count)
    let room = max(0, template.kind.maximum - target.kept)
    var columns: PastedColumns?
    while let row = text.next(upTo: template.pasted.count + Self.moreCells) {
      if row.isBlank { continue }
      if columns == nil {
        let first = PastedColumns(row, template.pasted, of: operation)
        columns = first
        violations += first.unknown.map { name in
          Violation("column", sentence: "pastedColumn", params: [("column", .string(name))]).at(target.path)
        }
        if first.isHeader { continue }
      }
      guard let columns, items.count < room, StepBudget.take(template.work) else {
        surplus += 1
        continue
      }
      let index = target.kept + items.count
      found += Self.faults(of: row, columns, index, "\(target.path)[\(index)]", operation).map { (index, $0) }
      items.append(.object(Self.item(of: row, columns, cells, operation)))
    }
    if surplus > 0 {
      let params: [(String, Value)] = [
        ("max", .integer(Int64(template.kind.maximum))), ("surplus", .integer(Int64(surplus))),
      ]
      violations.append(Violation("max", sentence: "surplusRows", params: params).at(target.path))
    }
    return found
  }

  private static func item(
    of row: SeparatedText.Row, _ columns: PastedColumns, _ cells: PastedCell, _ operation: Operation
  ) -> Object {
    var members: [Object.Member] = []
    for (text, input) in zip(row.cells, columns.inputs) {
      guard let input else { continue }
      let value = cells.value(text, of: operation.atoms[input])
      if !value.isNull { members.append(Object.Member(name: operation.atoms[input].id, value: value)) }
    }
    return Object(unique: members)
  }

  /// Returns the violations of a row itself: too many cells, and cells with wrong quotation marks.
  private static func faults(
    of row: SeparatedText.Row, _ columns: PastedColumns, _ index: Int, _ path: String, _ operation: Operation
  ) -> [Violation] {
    let number: (String, Value) = ("row", .integer(Int64(row.number)))
    var faults: [Violation] = []
    if row.count > columns.inputs.count {
      let counts: [(String, Value)] = [
        ("columns", .integer(Int64(columns.inputs.count))), ("got", .integer(Int64(row.count))), number,
      ]
      faults.append(Violation("columns", sentence: "pastedColumns", params: counts).at(path))
    }
    for cell in row.broken where cell < columns.inputs.count {
      guard let input = columns.inputs[cell] else { continue }
      let params = [number, ("column", .integer(Int64(cell + 1)))]
      faults.append(
        Violation("quote", sentence: "pastedQuote", params: params).at("\(path).\(operation.atoms[input].id)"))
    }
    return faults
  }

  /// Returns the index of the item of a repeat in a path such as `lines[3].amount`; nil for another
  /// path.
  private static func index(in path: String, of repeated: String) -> Int? {
    guard path.hasPrefix(repeated + "[") else { return nil }
    return Int(path.dropFirst(repeated.count + 1).prefix { $0 != "]" })
  }
}

extension Object {
  /// Returns the posted items of a repeat; empty if none were posted, nil without its enclosing
  /// item.
  fileprivate func items(of template: ItemTemplate, _ indexes: ArraySlice<Int>) -> [Value]? {
    let name = template.names[template.names.count - 1 - indexes.count]
    let list = self[name]?.array ?? []
    guard let index = indexes.first else { return list }
    guard list.indices.contains(index), let item = list[index].object else { return nil }
    return item.items(of: template, indexes.dropFirst())
  }

  /// Returns the values with other items of a repeat.
  fileprivate func replacing(
    itemsOf template: ItemTemplate, _ indexes: ArraySlice<Int>, with items: [Value]
  ) -> Object {
    var (values, name) = (self, template.names[template.names.count - 1 - indexes.count])
    guard let index = indexes.first else {
      values[name] = .array(items)
      return values
    }
    var list = self[name]?.array ?? []
    if list.indices.contains(index), let item = list[index].object {
      list[index] = .object(item.replacing(itemsOf: template, indexes.dropFirst(), with: items))
    }
    values[name] = .array(list)
    return values
  }
}
