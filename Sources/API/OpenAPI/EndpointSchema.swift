import Atoms
import JSON
import Model

/// A schema of the OpenAPI document that a group of endpoints derives from an entity or a list.
///
/// It completes the schema with its name in `OpenAPI/schemas`, if that exists.
enum EndpointSchema: Sendable {
  /// A schema that a function completes.
  case completed(name: String, @Sendable (Object) -> Object)
  case rows(ListSchema)

  /// The selected members of an entity, by default all.
  static func entity<Record: Entity, each Value: JSONConvertible & Sendable & Equatable>(
    _ name: String, _ document: EntityJSON<Record, repeat each Value>,
    of selection: EntityJSON<Record, repeat each Value>.Selection? = nil
  ) -> EndpointSchema {
    .completed(name: name) { document.schema(with: $0, of: selection) }
  }

  /// A body with the selected members.
  static func body<Record: Entity, each Value: JSONConvertible & Sendable & Equatable>(
    _ name: String, _ document: EntityJSON<Record, repeat each Value>,
    of selection: EntityJSON<Record, repeat each Value>.Selection
  ) -> EndpointSchema {
    .completed(name: name) { document.bodySchema(of: selection, with: $0) }
  }

  /// A patch of the selected members. If `nullResets` is true, null restores the initial value of
  /// each member.
  static func patch<Record: Entity, each Value: JSONConvertible & Sendable & Equatable>(
    _ name: String, _ document: EntityJSON<Record, repeat each Value>,
    of selection: EntityJSON<Record, repeat each Value>.Selection, nullResets: Bool = false
  ) -> EndpointSchema {
    .completed(name: name) { document.patchSchema(of: selection, with: $0, nullResets: nullResets) }
  }

  /// A list without pages. `row` is the schema of its rows.
  static func list(
    _ name: String, of row: String, hasSums: Bool = false, hasParts: Bool = true, hasActions: Bool = false
  ) -> EndpointSchema {
    .rows(
      ListSchema(
        name: name, row: row, isPaged: false, hasSums: hasSums, hasParts: hasParts, hasActions: hasActions))
  }

  /// A list with pages. `row` is the schema of its rows.
  static func page(
    _ name: String, of row: String, isFiltered: Bool = false, hasParts: Bool = true
  ) -> EndpointSchema {
    .rows(ListSchema(name: name, row: row, isPaged: true, isFiltered: isFiltered, hasParts: hasParts))
  }

  /// Completes `schemas`: entities first, because lists complete the schemas of their rows.
  static func complete(_ schemas: inout Object, with all: [EndpointSchema]) {
    for case .completed(let name, let complete) in all {
      schemas[name] = .object(complete(schemas[name]?.object ?? ["type": "object"]))
    }
    for case .rows(let list) in all {
      if let row = schemas[list.row]?.object { schemas[list.row] = .object(list.row(row)) }
      schemas[list.name] = .object(list.schema(with: schemas[list.name]?.object ?? Object()))
    }
  }
}

/// The schema of a list, as `Response.list` and `Response.page` write it.
struct ListSchema: Sendable {
  let name: String
  /// The name of the schema of its rows.
  let row: String
  /// True if the list has pages. `next` is then the address of the next page.
  let isPaged: Bool
  /// True if the list has filters.
  var isFiltered = false
  /// True if the list contains sums. A filtered list always can.
  var hasSums = false
  /// True if its rows contain the roles of their texts.
  var hasParts = true
  /// True if the list has actions.
  var hasActions = false
}

extension ListSchema {
  /// Returns the schema of a row, with the members that describe its texts.
  func row(_ schema: Object) -> Object {
    guard hasParts else { return schema }
    var (schema, properties) = (schema, schema["properties"]?.object ?? Object())
    for (name, part) in [("parts", "RowParts"), ("badge", "Badge"), ("group", "RowGroup")] {
      properties[name] = ["$ref": .string("#/components/schemas/\(part)")]
    }
    properties["actions"] = ["type": "array", "items": ["$ref": "#/components/schemas/RowAction"]]
    properties["icon"] = ["$ref": "#/components/schemas/Icon"]
    schema["properties"] = .object(properties)
    return schema
  }

  /// Returns the schema, with the properties and required members of `more`.
  func schema(with more: Object) -> Object {
    var properties: Object = [
      DrawnDocument.member: DrawnDocument.list.memberSchema,
      "count": ["type": "integer"],
      "data": ["type": "array", "items": ["$ref": .string("#/components/schemas/\(row)")]],
    ]
    if isPaged { properties["next"] = ["type": "string"] }
    if hasActions {
      properties["actions"] = [
        "type": "array", "description": "actions on the whole list",
        "items": ["$ref": "#/components/schemas/RowAction"],
      ]
    }
    if isFiltered {
      properties["filters"] = ["type": "array", "items": ["$ref": "#/components/schemas/ListFilter"]]
      properties["filterHref"] = [
        "type": "string", "description": "the address of the filtered list: a template (RFC 6570) over the filters",
      ]
    }
    if isFiltered || hasSums {
      properties["summary"] = [
        "type": "array", "description": "the sums of the whole list",
        "items": ["$ref": "#/components/schemas/ShownPair"],
      ]
    }
    for property in more["properties"]?.object?.members ?? [] { properties[property.name] = property.value }
    var schema = more
    schema["type"] = "object"
    schema["required"] = .array([.string(DrawnDocument.member), "count", "data"] + (more["required"]?.array ?? []))
    schema["properties"] = .object(properties)
    return schema
  }
}
