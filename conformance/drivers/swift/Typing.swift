import ValenceClient

/// Returns the edits of a step in order. Each returns the text and the caret after the edit of a
/// field. README.md of the kit describes the steps.
private func edits(_ step: Members) -> [(TypedText) -> TextEdit] {
  func selection(_ field: TypedText, isFirst: Bool) -> (Int, Int) {
    let length = field.text.utf16.count
    let given = step["at"]?.array?.compactMap(\.integer) ?? step["at"]?.integer.map { [$0, $0] }
    guard isFirst, let given, given.count > 1 else { return (field.caret, field.caret) }
    return (min(given[0], length), min(given[1], length))
  }
  func replaced(_ field: TypedText, _ start: Int, _ end: Int, by text: String) -> String {
    let units = Array(field.text.utf16)
    let ends = (start: min(start, units.count), end: min(end, units.count))
    return String(decoding: units[..<ends.start] + Array(text.utf16) + units[ends.end...], as: UTF16.self)
  }
  func put(_ text: String, isFirst: Bool) -> (TypedText) -> TextEdit {
    { field in
      let (start, end) = selection(field, isFirst: isFirst)
      return TextEdit(
        text: replaced(field, start, end, by: text), caret: start + text.utf16.count, kind: .insertion, from: start)
    }
  }
  if let typed = step["type"]?.string {
    return typed.unicodeScalars.enumerated().map { put(String($1), isFirst: $0 == 0) }
  }
  if let pasted = step["paste"]?.string { return [put(pasted, isFirst: true)] }
  let isForward = step["delete"]?.string == "forward"
  return (0..<(step["times"]?.integer ?? 1)).map { index in
    { field in
      var (start, end) = selection(field, isFirst: index == 0)
      if start == end { (start, end) = isForward ? (start, end + 1) : (max(0, start - 1), end) }
      return TextEdit(
        text: replaced(field, start, end, by: ""), caret: start, kind: isForward ? .forward : .backward)
    }
  }
}

/// Performs the steps of a case on a field. Returns its last state.
private func typed(
  _ field: TypedText, _ given: Members, _ edited: (TypedText, TextEdit) -> TypedText
) -> Members {
  let steps = given["steps"]?.array ?? []
  let last = steps.flatMap { edits($0.object ?? [:]) }.reduce(field) { edited($0, $1($0)) }
  return [
    "text": .string(last.text), "value": last.value.map(WireValue.string) ?? .null,
    "caret": .integer(Int64(last.caret)), "fault": last.fault.map { .string($0.rawValue) } ?? .null,
  ]
}

private func text(_ given: Members, _ name: String) -> String { given[name]?.string ?? "" }
private func value(_ text: String?) -> Members { ["value": text.map(WireValue.string) ?? .null] }

/// The functions of typing and format by name.
let typing: [String: DriverFunction] = [
  "mask": { given in
    let mask = InputMask(text(given, "mask"))
    return typed(mask.field(with: given["given"]?.string), given, mask.edited)
  },
  "amount": { given in
    let amount = AmountTyping(language: text(given, "language"), places: given["places"]?.integer)
    return typed(amount.field(with: given["given"]?.string), given, amount.edited)
  },
  "decimal": { given in value(Decimals.read(text(given, "typed"), in: text(given, "language"))) },
  "pastedDecimal": { given in value(Decimals.readPasted(text(given, "text"), in: text(given, "language"))) },
  "text": { given in
    ["text": .string(Atom.Content(rawValue: text(given, "type")).pasted(text(given, "text")))]
  },
  "day": { given in
    let (minimum, maximum) = (given["min"]?.string, given["max"]?.string)
    return value(Days.read(text(given, "typed"), today: text(given, "today"), minimum: minimum, maximum: maximum))
  },
  "typedDay": { given in
    let typed = text(given, "typed").reduce("") { Days.pointed($0 + String($1)) }
    return ["text": .string(typed)]
  },
  "time": { given in value(Days.readTime(text(given, "typed"))) },
  "sum": { given in
    let (currency, scale) = (given["currency"]?.string, given["scale"]?.integer)
    let sum = ShownTexts.sum(text(given, "amount"), currency: currency, in: text(given, "language"), scale: scale)
    return ["text": .string(sum)]
  },
  "moment": { given in
    let (zone, language) = (text(given, "zone"), text(given, "language"))
    return ["text": .string(ShownTexts.moment(text(given, "moment"), in: zone, language: language))]
  },
  "account": { given in ["text": .string(ShownTexts.account(text(given, "given")))] },
  "groups": { given in
    let atom = try Atom(given.merging(["id": "a", "kind": "textInput"]) { $1 })
    return ["mask": atom.groupingMask.map(WireValue.string) ?? .null]
  },
  "isolated": { given in ["text": .string(ShownTexts.isolated(text(given, "text")))] },
]
