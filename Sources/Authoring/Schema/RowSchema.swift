import Atoms
import Conditions
import JSON
import Operations

/// The JSON Schemas of the rows of declared lists.
struct RowSchema {
  private let names: DefinitionNames

  init(_ names: DefinitionNames) { self.names = names }

  /// The properties of a declared list. `targets` is the schema of a row's target.
  func properties(targets: Value) -> [(String, Value)] {
    [
      ("from", about("The fact or the search of a service whose records are the rows.", sources)),
      ("row", about("The texts of a row: fields, or texts with fields in braces.", row)),
      (
        "filter",
        about(
          "The condition, over the fields of a row and the screen's inputs, under which it is shown.",
          SystemSchema.ref("condition"))
      ),
      ("actions", about("The actions of a row, each with a target.", ["type": "array", "items": action(targets)])),
    ]
  }

  /// Returns the schema of a line with `list`, in which `from` and `row` belong together and a list
  /// without them is one of the server's.
  static func constrained(_ line: Value) -> Value {
    let own: Value = ["properties": ["list": ["not": OwnShapes.one(of: ListSource.all.map(\.name))]]]
    let served: Value = ["properties": ["list": OwnShapes.one(of: ListSource.all.map(\.name))]]
    var members = line.object ?? Object([])
    members["if"] = ["required": ["from"]]
    members["then"] = .object(Object([("required", ["row"])] + (own.object?.members ?? []).map { ($0.name, $0.value) }))
    members["else"] = served
    members["dependentRequired"] = ["row": ["from"], "filter": ["from"], "actions": ["from"]]
    return .object(members)
  }

  /// The schema of a text of a row.
  var text: Value {
    let shown = Object(FormatSchema(names).textProperties(DeclaredList.shownWords))
    return [
      "anyOf": [
        SystemSchema.ref("text"),
        [
          "type": "object", "properties": .object(shown), "required": ["value"], "additionalProperties": false,
        ],
      ]
    ]
  }

  /// The facts that are lists of records, and the searches of services; any name if the set is
  /// unknown.
  private var sources: Value {
    guard names.own != nil else { return OwnShapes.id }
    let lists = names.vocabulary.facts.filter { if case .list(.record(_)) = $0.value { true } else { false } }
    let searches = names.vocabulary.searches.filter { $0.value.pages != nil }.map(\.key)
    return OwnShapes.one(of: (lists.map(\.key) + searches).sorted())
  }

  private var row: Value {
    let text = SystemSchema.ref("rowText")
    let tones = BadgeTone.allCases.map(\.rawValue).joined(separator: ", ")
    let badge = [
      ("text", about("The text; an empty text has no badge.", text)),
      ("tone", about("One of \(tones), or a field with it. Default: `neutral`.", SystemSchema.ref("scalar"))),
    ]
    let properties = [
      ("title", about("The first line.", text)),
      (
        "subtitle",
        about("The second line, or a list of its values.", ["anyOf": [text, ["type": "array", "items": text]]])
      ),
      ("trailing", about("The value at the end of the first line.", text)),
      (
        "badge",
        about("The state of the record.", ["anyOf": [text, Self.object(badge, required: ["text"])]])
      ),
      ("group", about("The heading of consecutive rows with the same value.", text)),
      ("icon", about("The picture that clients draw.", OwnShapes.one(of: Icon.allCases.map(\.rawValue)))),
    ]
    return Self.object(properties, required: ["title"])
  }

  private func action(_ targets: Value) -> Value {
    let own = [
      ("caption", about("The text of the action.", SystemSchema.ref("text"))),
      ("tone", about("`danger`: the action needs attention.", OwnShapes.one(of: ["quiet", "danger"]))),
    ]
    // Each variant of a target excludes other properties, so it receives the properties of actions.
    var members = targets.object ?? Object([])
    let variants = (members["allOf"]?.array ?? []).map { variant -> Value in
      guard var then = variant["then"]?.object, let condition = variant["if"] else { return variant }
      let properties = (then["properties"]?.object?.members ?? []).map { ($0.name, $0.value) }
      then["properties"] = .object(Object(properties + own))
      return ["if": condition, "then": .object(then)]
    }
    members["allOf"] = .array(variants)
    members["required"] = ["caption"]
    return .object(members)
  }

  private static func object(_ properties: [(String, Value)], required: [Value]) -> Value {
    [
      "type": "object", "properties": .object(Object(properties)), "required": .array(required),
      "additionalProperties": false,
    ]
  }

  private func about(_ text: String, _ schema: Value) -> Value { SystemSchema.about(text, schema) }
}
