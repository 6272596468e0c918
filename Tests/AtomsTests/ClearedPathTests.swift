import Atoms
import JSON
import Testing

/// Inputs with a preset that a person has cleared, at each level of repeats.
struct ClearedPathTests {
  private static let definition = """
    operation: order
    title: {ru: Заказ, en: Order}
    atoms:
      - {textInput: what, caption: {ru: Что, en: What}, default: tea}
      - repeat: lines
        caption: {ru: Строки, en: Lines}
        max: 3
        atoms:
          - {textInput: name, caption: {ru: Имя, en: Name}, default: cup}
          - repeat: parts
            caption: {ru: Части, en: Parts}
            max: 3
            atoms:
              - {textInput: size, caption: {ru: Размер, en: Size}}
              - {textInput: note, caption: {ru: Заметка, en: Note}, default: none}
    """

  @Test(
    "A cleared input is restored as null at each level of repeats, also alone",
    arguments: [
      (["what"], #"{"lines":[{"parts":[{"size":"1"},{"size":"2"}]}],"what":null}"#),
      (["lines[0].name"], #"{"lines":[{"parts":[{"size":"1"},{"size":"2"}],"name":null}]}"#),
      (["lines[0].parts[1].note"], #"{"lines":[{"parts":[{"size":"1"},{"size":"2","note":null}]}]}"#),
      (
        ["lines[0].name", "lines[0].parts[0].note"],
        #"{"lines":[{"parts":[{"size":"1","note":null},{"size":"2"}],"name":null}]}"#
      ),
    ])
  func restoresClearedInputs(_ paths: [String], _ expected: String) throws {
    let operation = try EvaluationTests.operation(Self.definition)
    let values: Object = ["lines": [["parts": [["size": "1"], ["size": "2"]]]]]
    let captions = Object(unique: paths.map { Object.Member(name: $0 + Evaluation.clearedMark, value: "") })
    #expect(Self.json(operation.restored(values, clearedIn: captions)) == expected)
  }

  @Test(
    "A path without item indexes clears the input in every item",
    arguments: [
      (["lines.parts.note"], #"{"lines":[{"parts":[{"size":"1","note":null},{"size":"2","note":null}]}]}"#),
      (["lines.name"], #"{"lines":[{"parts":[{"size":"1"},{"size":"2"}],"name":null}]}"#),
    ])
  func clearsPostedInputs(_ paths: [String], _ expected: String) throws {
    let operation = try EvaluationTests.operation(Self.definition)
    let values: Object = ["lines": [["parts": [["size": "1"], ["size": "2"]]]]]
    #expect(Self.json(operation.posted(values, clearing: paths)) == expected)
  }

  private static func json(_ object: Object) -> String {
    var writer = Writer()
    writer.value(.object(object))
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
