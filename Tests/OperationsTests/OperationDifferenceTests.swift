import Atoms
import Operations
import Testing

/// The differences of two versions of an operation.
struct OperationDifferenceTests {
  private static let before = [
    "operations/pay.yaml": Sets.operation(
      [
        "{textInput: name, caption: Имя, maxLength: 160}",
        "{enum: type, options: {1: Налоговый, 2: Прочий}, default: 2}",
        "{textInput: inn, optional: true, showIf: taxed}",
        "{textInput: old}",
        "include: payee",
        "{button: send, action: submit}",
      ], more: "define: {taxed: \"$type == 1\"}\n"),
    "fragments/payee.yaml": Sets.fragment(["{textInput: account, length: 20}", "{toggle: urgent}"]),
    "locales/en.yaml": "Имя: Name\n",
  ]

  private static func lines(_ changes: [String: String]) throws -> [String] {
    let (old, new) = (try Sets.catalog(before), try Sets.catalog(before.merging(changes) { $1 }))
    let sources = (try #require(old.source(of: "pay")), try #require(new.source(of: "pay")))
    return try OperationDifference(from: sources.0, to: sources.1).lines
  }

  @Test("Operation files that are equal apart from comments have no differences") func ignoresComments() throws {
    #expect(try Self.lines([:]) == [])
    let remark = ["operations/pay.yaml": "# a remark\n" + (Self.before["operations/pay.yaml"] ?? "")]
    #expect(try Self.lines(remark) == [])
  }

  @Test("Each change of an operation is listed as one line") func listsEveryChange() throws {
    let after = [
      "operations/pay.yaml": Sets.operation(
        [
          "{enum: type, options: {1: Налоговый, 3: Таможенный}, default: 3}",
          "{textInput: name, caption: Имя, maxLength: 210, showIf: taxed}",
          "{textInput: inn}",
          "{textInput: purpose}",
          "{textInput: note, optional: true}",
          "include: payee",
          "{button: send, action: submit}",
        ], more: "sign: matrix\ndefine: {taxed: \"$type != 3\"}\n"),
      "fragments/payee.yaml": Sets.fragment(["{textInput: account, length: 22}", "{enum: urgent, options: {1: Да}}"]),
      "locales/en.yaml": "Имя: Full name\n",
    ]
    #expect(
      try Self.lines(after) == [
        "~ sign none -> matrix",
        "~ define: taxed $type == 1 -> $type != 3",
        "- textInput old",
        "~ type: options {1: Налоговый, 2: Прочий} -> {1: Налоговый, 3: Таможенный}",
        "~ type: default 2 -> 3",
        "~ name: maxLength 160 -> 210",
        "~ name: showIf none -> taxed",
        "~ inn: optional true -> none",
        "~ inn: showIf taxed -> none",
        "+ textInput purpose, which open forms have no value for",
        "+ textInput note",
        "~ account: length 20 -> 22",
        "~ urgent: kind toggle -> enum",
        "~ urgent: options none -> {1: Да}",
        "~ en of `Имя`: `Name` -> `Full name`",
        "~ order: name, type, inn, account, urgent, send -> type, name, inn, purpose, note, account, urgent, send",
      ])
  }
}
