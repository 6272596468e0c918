import Definitions
import Atoms
import JSON
import Operations

/// A timed operation with its values.
struct Shape {
  let operation: Operation
  let values: Object

  init(_ atoms: [String], _ values: [(String, Value)]) throws {
    operation = try Shape.operation(atoms)
    self.values = Object(values)
  }

  static func definition(_ atoms: [String], id: String = "shape") -> String {
    (["operation: \(id)", "title: {ru: Форма, en: Shape}", "atoms:"] + atoms.map { "  - \($0)" })
      .joined(separator: "\n")
  }

  static func operation(_ atoms: [String]) throws -> Operation {
    let file = try YAMLFile(Array(definition(atoms).utf8), name: "shape.yaml")
    return try OperationCompiler.compile(file.root, version: "1", with: .bank)
  }

  /// Inputs of several kinds, three in ten of them with a condition: on whether they are shown,
  /// required, enabled or valid. A change of `a1` affects three atoms including itself.
  static func mixedLines(_ count: Int) -> [String] {
    let caption = "caption: Поле"
    return (0..<count).map { place -> String in
      let block = place / 10 * 10
      switch place % 10 {
      case 0: return "{enum: a\(place), \(caption), options: {1: А, 2: Б}}"
      case 2: return "{textInput: a\(place), \(caption), showIf: \"$a\(block + 1) == 'text 1'\", maxLength: 20}"
      case 3: return "{textInput: a\(place), \(caption), optional: true, requireIf: \"$a\(block + 1) != nil\"}"
      case 4: return "{textInput: a\(place), \(caption), type: amount, currency: RUB, check: \"$a\(place) < 1000\"}"
      case 5: return "{textInput: a\(place), \(caption), type: digits, length: 9}"
      case 6: return "{toggle: a\(place), \(caption)}"
      default: return "{textInput: a\(place), \(caption), maxLength: 20}"
      }
    }
  }

  /// An operation of such inputs.
  static func mixed(_ count: Int) throws -> Shape { try Shape(mixedLines(count), mixedValues(count)) }

  /// The values of such inputs.
  static func mixedValues(_ count: Int) -> [(String, Value)] {
    (0..<count).map { place in
      switch place % 10 {
      case 0: ("a\(place)", 1)
      case 4: ("a\(place)", "100.50")
      case 5: ("a\(place)", "123456789")
      case 6: ("a\(place)", true)
      default: ("a\(place)", .string("text \(place % 10)"))
      }
    }
  }

  /// SurveyJS's measured shape: required text inputs, three in ten with a condition on the first.
  static func survey(_ count: Int) throws -> Shape {
    let atoms = (0..<count).map { place in
      place > 0 && place % 10 < 4 && place % 10 > 0
        ? "{textInput: q\(place), caption: Question, showIf: \"$q0 == 'yes'\"}"
        : "{textInput: q\(place), caption: Question}"
    }
    return try Shape(atoms, (0..<count).map { ("q\($0)", .string($0 == 0 ? "yes" : "answer \($0)")) })
  }

  /// 350 numbers and 350 running totals, each of which follows its number and the total before it.
  static func calculated() throws -> Shape {
    let numbers = (0..<350).map { "{textInput: n\($0), caption: N, type: number}" }
    let totals = (0..<350).map { place in
      let before = place == 0 ? "0" : "$t\(place - 1)"
      return "{textInput: t\(place), caption: T, type: number, optional: true, value: \"\(before) + $n\(place)\"}"
    }
    return try Shape(numbers + totals, (0..<350).map { ("n\($0)", .string("\($0).25")) })
  }

  /// 420 items, 80 of them with an expression over two others.
  static func items() throws -> Shape {
    let atoms = (0..<420).map { place in
      switch place {
      case ..<340: "{textInput: i\(place), caption: I, type: number}"
      case ..<380:
        "{textInput: i\(place), caption: I, type: number, value: \"$i\(place - 340) * 2 + $i0\", optional: true}"
      default: "{textInput: i\(place), caption: I, showIf: \"$i\(place - 380) > 10 AND $i\(place - 40) != nil\"}"
      }
    }
    return try Shape(atoms, (0..<420).map { ("i\($0)", .string("\($0 % 40)")) })
  }

  /// 1,979 controls in groups of ten, each group with a condition on the first control of the group
  /// before it.
  static func controls() throws -> Shape {
    let groups = stride(from: 0, to: 1979, by: 10).map { first -> String in
      let atoms = (first..<min(first + 10, 1979)).map { place in
        place % 10 == 3
          ? "{enum: c\(place), caption: C, options: {1: A, 2: B, 3: C}, optional: true}"
          : "{textInput: c\(place), caption: C, optional: true, maxLength: 50}"
      }
      let condition = first == 0 ? "" : ", showIf: \"$c\(first - 10) != 'no'\""
      return "{group: g\(first), caption: G\(condition), atoms: [\(atoms.joined(separator: ", "))]}"
    }
    return try Shape(
      groups, (0..<1979).map { ("c\($0)", $0 % 10 == 3 ? 2 : .string("value \($0)")) })
  }

  /// Six rows, each with five grids of eight lines of four cells, with conditions between cells and
  /// on rows.
  static func grids() throws -> Shape {
    let grids = (0..<5).map { grid in
      """
      {repeat: grid\(grid), max: 20, showIf: "$kind != 'none'", atoms: [{textInput: a, caption: A, maxLength: 20}, \
      {textInput: n, caption: N, type: number, requireIf: "$a != nil", check: "$n < 1000"}, \
      {toggle: on, caption: On}, {textInput: b, caption: B, showIf: "$on == YES AND $kind == 'full'"}]}
      """
    }
    let lines: Value = .array(
      (0..<8).map { ["a": "text", "n": .string("\($0)"), "on": .bool($0 % 2 == 0), "b": $0 % 2 == 0 ? "b" : nil] })
    let row: Value = .object(
      Object(
        [("kind", Value.string("full"))] + (0..<5).map { ("grid\($0)", lines) }
          + [("sum", Value.null)]))
    let sum = "{textInput: sum, caption: S, type: number, optional: true, value: \"$grid0.@sum.n + $grid1.@sum.n\"}"
    return try Shape(
      [
        "{repeat: rows, max: 10, atoms: [{textInput: kind, caption: K}, \(grids.joined(separator: ", ")), \(sum)]}",
        "{textInput: all, caption: All, type: number, optional: true, value: \"$rows.@sum.sum\"}",
      ], [("rows", .array(Array(repeating: row, count: 6)))])
  }
}
