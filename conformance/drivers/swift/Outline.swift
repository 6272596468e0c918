import ValenceClient

extension App {
  /// The role of each kind in the outline.
  static let roles: [Atom.Kind: WireValue] = [
    .text: "text", .image: "image", .textInput: "textbox", .dateInput: "textbox", .timeInput: "textbox",
    .dateTimeInput: "textbox", .toggle: "switch", .consent: "checkbox", .segmented: "radiogroup", .enum: "combobox",
    .choices: "listbox", .accountPicker: "combobox", .search: "combobox", .button: "button", .command: "button",
    .group: "group", .repeat: "list", .link: "link",
  ]

  /// Returns what is shown.
  func look(_ given: Members) -> Members {
    var outline: [WireValue] = []
    if let text = question?.text {
      outline.append(["role": "alert", "name": .string(text.title), "message": .string(text.text ?? "")])
    }
    outline += (form?.form.drawn() ?? []).map { .object(line($0.path, $0.atom)) }
    outline += options.map { ["role": "option", "name": .string($0.caption), "value": $0.value] }
    var title = form?.form.tree.title ?? ""
    if case .screen(let screen) = document {
      title = screen.title
      outline += screen.modules.map { ["role": "link", "name": .string($0.title)] }
    }
    return [
      "document": .string(document.name ?? "lead"), "title": .string(title), "outline": .array(outline),
      "notice": notice.map(WireValue.string) ?? .null,
    ]
  }

  private func line(_ path: String, _ atom: Atom) -> Members {
    var line: Members = ["atom": .string(path), "role": Self.roles[atom.kind] ?? "text"]
    line["name"] = .string(atom.pair?.label ?? atom.caption ?? "")
    if atom.isInput { line["value"] = atom.items.map { .integer(Int64($0.count)) } ?? atom.value }
    line["message"] = (atom.error?.message).map(WireValue.string)
    let states = [
      atom.isRequired ? "required" : nil, atom.error == nil ? nil : "invalid", atom.isEnabled ? nil : "disabled",
    ]
    let said = states.compactMap { $0.map(WireValue.string) }
    if !said.isEmpty { line["states"] = .array(said) }
    return line
  }
}
