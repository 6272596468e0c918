import JSON

/// The schemas of lists and pages, as `Response.list` and `Response.page` write them.
enum ListSchemas {
  /// The names of a list's schema and of the schema of its rows.
  struct List {
    let name: String
    let row: String
    /// True if the list has pages. `next` is then the address of the next page.
    let isPaged: Bool
    /// True if the list has filters.
    var isFiltered = false
    /// True if the list can contain sums (`summary`). A list with filters always can.
    var hasSums = false
    /// True if its rows have members for display, such as `parts`, `badge` and `actions`.
    var hasParts = true
    /// True if the list has actions.
    var hasActions = false
  }

  /// The lists whose rows have a named schema.
  static let all = [
    List(name: "Accounts", row: "Account", isPaged: false, hasSums: true),
    List(name: "Entries", row: "Entry", isPaged: true, isFiltered: true),
    List(name: "Banks", row: "Bank", isPaged: true), List(name: "Cards", row: "Card", isPaged: false),
    List(name: "DealPages", row: "DealPageRow", isPaged: false, hasParts: false),
    List(name: "Deals", row: "Deal", isPaged: true),
    List(name: "Drafts", row: "Draft", isPaged: false),
    List(name: "DraftCopies", row: "DraftCopy", isPaged: false, hasParts: false),
    List(name: "HandOvers", row: "HandOver", isPaged: true, hasParts: false),
    List(name: "Limits", row: "Limit", isPaged: false),
    List(name: "Notifications", row: "Notification", isPaged: true),
    List(name: "Operations", row: "OperationRow", isPaged: false, hasParts: false),
    List(name: "Providers", row: "ProviderRow", isPaged: true),
    List(name: "Requisites", row: "Requisite", isPaged: false, hasParts: false),
    List(name: "Sessions", row: "OpenSession", isPaged: false, hasActions: true),
    List(name: "Submissions", row: "Submission", isPaged: true, isFiltered: true),
    List(name: "Templates", row: "Template", isPaged: true),
  ]
}

extension ListSchemas.List {
  /// Returns the schema of a row. If `hasParts` is true, adds the members for display.
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
    schema["required"] = .array(["count", "data"] + (more["required"]?.array ?? []))
    schema["properties"] = .object(properties)
    return schema
  }
}
