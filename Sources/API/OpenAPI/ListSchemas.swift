import JSON

/// The schemas of lists and of pages of lists, as `Response.list` and `Response.page` write them.
enum ListSchemas {
  /// A list by the names of its schema and of the schema of its rows.
  struct List {
    let name: String
    let row: String
    /// True if the list comes in pages: then `next` is the address of the following one.
    let isPaged: Bool
  }

  /// The lists whose rows have a schema of their own.
  static let all = [
    List(name: "Accounts", row: "Account", isPaged: false), List(name: "Entries", row: "Entry", isPaged: true),
    List(name: "Banks", row: "Bank", isPaged: true), List(name: "Cards", row: "Card", isPaged: false),
    List(name: "DealPages", row: "DealPageRow", isPaged: false), List(name: "Deals", row: "Deal", isPaged: true),
    List(name: "Drafts", row: "Draft", isPaged: false), List(name: "HandOvers", row: "HandOver", isPaged: true),
    List(name: "Notifications", row: "Notification", isPaged: true),
    List(name: "Operations", row: "OperationRow", isPaged: false),
    List(name: "Providers", row: "ProviderRow", isPaged: true),
    List(name: "Sessions", row: "OpenSession", isPaged: false),
    List(name: "Submissions", row: "Submission", isPaged: true),
    List(name: "Templates", row: "Template", isPaged: true),
  ]
}

extension ListSchemas.List {
  /// Returns the schema, with the properties of `more` and those that it requires besides.
  func schema(with more: Object) -> Object {
    var properties: Object = [
      "count": ["type": "integer"],
      "data": ["type": "array", "items": ["$ref": .string("#/components/schemas/\(row)")]],
    ]
    if isPaged { properties["next"] = ["type": "string"] }
    for property in more["properties"]?.object?.members ?? [] { properties[property.name] = property.value }
    var schema = more
    schema["type"] = "object"
    schema["required"] = .array(["count", "data"] + (more["required"]?.array ?? []))
    schema["properties"] = .object(properties)
    return schema
  }
}
