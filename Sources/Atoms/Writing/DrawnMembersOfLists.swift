import JSON

extension DrawnMembers {
  /// Groups and repeats.
  static let ofLists: [DrawnMember] = ofGroups + ofRepeats + ofItems

  private static let ofGroups: [DrawnMember] = [
    DrawnMember(
      "atoms", .list(.record("Atom")), of: .group, in: .trait, "the atoms of the group",
      example: [["id": "city", "kind": "textInput"]]
    ).required,
    DrawnMember(
      "folded", .yes, of: .group, in: .trait, "closed until the person opens it, or an atom in it has an error",
      example: true),
    DrawnMember(
      "composed", .text, of: [.group, .inputs], in: .trait,
      "the bank's own kind of the atoms, or of the input, for a client that lists it in `Accept-Atoms`",
      example: "address"),
  ]

  private static let ofRepeats: [DrawnMember] = [
    DrawnMember(
      "value", .any, of: .repeat, in: .state, "a list with one object of values for each item",
      example: [["name": "Eva", "sum": "10.00"]]),
    DrawnMember(
      "item", .record("Item"), of: .repeat, in: .trait, "an empty new item",
      example: ["atoms": [["id": "name", "kind": "textInput"]]]
    ).required,
    DrawnMember(
      "items", .list(.record("Item")), of: .repeat, in: .trait, "the items",
      example: [["title": "Eva", "atoms": [["id": "name", "kind": "textInput"]]]]
    ).required,
    DrawnMember("min", .integer, of: .repeat, in: .trait, "the minimum number of items", example: 1),
    DrawnMember("max", .integer, of: .repeat, in: .trait, "the maximum number of items", example: 20),
    DrawnMember(
      "fixed", .yes, of: .repeat, in: .trait, "the items come from a list, and cannot be added or removed",
      example: true),
    DrawnMember(
      "computed", .yes, of: .repeat, in: .trait, "the rows are computed: they are read-only and are not sent",
      example: true),
    DrawnMember(
      "edit", .word(.editing), of: .repeat, in: .trait, "absent: all items are drawn with their inputs",
      example: "apart"),
    DrawnMember(
      "add", .text, of: .repeat, in: .trait, "the text of the button that adds an item", example: "Add a line"),
    DrawnMember(
      "remove", .record("ItemRemoval"), of: .repeat, in: .trait, "the question before an item is removed",
      example: ["confirm": ["title": "Remove the line?"]]),
    DrawnMember("copy", .yes, of: .repeat, in: .trait, "the person can copy an item", example: true),
    DrawnMember("order", .yes, of: .repeat, in: .trait, "the person can move an item", example: true),
    DrawnMember(
      "paste", .list(.text), of: .repeat, in: .trait, "the ids of the columns of pasted rows, in order",
      example: ["name", "sum"]),
    DrawnMember(
      "rows", .record("Link"), of: .repeat, in: .trait, "the request that reads pasted rows",
      example: ["method": "POST", "href": "/operations/payroll/rows"]),
  ]

  private static let ofItems: [DrawnMember] = [
    DrawnMember(
      "title", .nullable(.text), of: [], in: .state,
      "of an item such as `lines[3]`: its title; null if it has only its number", example: "Eva")
  ]
}
