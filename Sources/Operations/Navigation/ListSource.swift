import Conditions

/// A list that a screen can show: where its rows are, what it is of, and what each row gives.
package struct ListSource: Sendable {
  /// The name in screens.
  package let name: String
  /// Where the rows are; `{account}` is an input in the path, the others go into the query.
  let path: String
  /// What goes in, and what comes out with a row.
  package let signature: Signature

  private init(_ name: String, _ path: String, _ inputs: [Port] = [], _ outputs: [Port]) {
    (self.name, self.path) = (name, path)
    signature = Signature(inputs: inputs, outputs: outputs)
  }

  /// The lists there are; the outputs are members of their rows.
  static let all: [ListSource] = [
    ListSource(
      "accounts", "/accounts", [],
      [
        Port("number", .text), Port("caption", .text), Port("currency", .text), Port("balance", .number),
        Port("available", .number), Port("isOwner", .boolean), Port("disabled", .boolean),
      ]),
    ListSource(
      "entries", "/accounts/{account}/entries",
      [Port("account", .text, isRequired: true), Port("from", .date), Port("to", .date)],
      [Port("id", .integer), Port("amount", .number)]),
    ListSource(
      "cards", "/cards", [],
      [Port("id", .text), Port("number", .text), Port("account", .text), Port("status", .text)]),
    ListSource(
      "deals", "/deals", [Port("ended", .boolean)],
      [Port("id", .text), Port("startDate", .date), Port("endDate", .date), Port("ended", .boolean)]),
    ListSource(
      "deal", "/deals/{deal}/pages", [Port("deal", .text, isRequired: true)], [Port("image", .text)]),
    ListSource(
      "history", "/submissions", [Port("unsigned", .boolean)],
      [Port("id", .text), Port("operation", .text), Port("status", .text)]),
    ListSource("notifications", "/notifications", [], [Port("id", .text), Port("kind", .text)]),
    ListSource(
      "providers", "/providers", [Port("q", .text)], [Port("id", .text), Port("kind", .text)]),
  ]

  /// The list of that name.
  static func named(_ name: String) -> ListSource? { all.first { $0.name == name } }
}
