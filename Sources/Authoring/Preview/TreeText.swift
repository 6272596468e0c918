package import JSON

/// A tree as lines of text, in drawing order, without hidden atoms.
package struct TreeText {
  /// The evaluated states with errors, warnings and notes, by path.
  private let judged: Object

  /// Creates the text of a tree with the messages in `judged`.
  package init(judged: Object) { self.judged = judged }

  /// Returns the lines of a tree in its wire format.
  ///
  /// - Parameter group: The id of the only group to draw; nil for all atoms.
  package func lines(of tree: Value, only group: String? = nil) -> [String] {
    let title = tree["title"]?.string ?? ""
    let head = "\(title)   (\(tree["operation"]?.string ?? "") \(tree["version"]?.string ?? ""))"
    let rule = String(repeating: "─", count: head.unicodeScalars.count)
    let atoms = (tree["atoms"]?.array ?? []).filter { group == nil || $0["id"]?.string == group }
    return [head, rule] + atoms.flatMap { lines(of: $0, at: "", depth: 0) }
  }

  private func lines(of atom: Value, at prefix: String, depth: Int) -> [String] {
    guard atom["shown"]?.bool != false else { return [] }
    let indent = String(repeating: "  ", count: depth)
    let path = prefix + (atom["id"]?.string ?? "")
    var lines = head(of: atom, at: path).map { [indent + $0] } ?? []
    for option in atom["options"]?.array ?? [] { lines.append(indent + "    " + line(of: option, in: atom)) }
    for severity in ["error", "warning", "note"] {
      guard let message = (judged[path]?[severity] ?? .null)["message"]?.string else { continue }
      lines.append("\(indent)    ! \(severity == "error" ? "" : "\(severity): ")\(message)")
    }
    lines += (atom["atoms"]?.array ?? []).flatMap { self.lines(of: $0, at: prefix, depth: depth + 1) }
    for (place, item) in (atom["items"]?.array ?? []).enumerated() {
      let title = item["title"]?.string.map { " \($0)" } ?? ""
      lines.append("\(indent)  \(place + 1).\(title)")
      let inner = "\(path)[\(place)]."
      lines += (item["atoms"]?.array ?? []).flatMap { self.lines(of: $0, at: inner, depth: depth + 2) }
    }
    return lines
  }

  private func head(of atom: Value, at path: String) -> String? {
    let caption = atom["caption"]?.string ?? ""
    let notes = atom["enabled"] == false ? "   (\(path), may not be changed)" : "   (\(path))"
    switch atom["kind"]?.string {
    case "text": return caption.isEmpty ? nil : "\(caption)\(notes)"
    case "button": return "[ \(caption) ]\(notes)"
    case "command": return "( \(caption) )\(notes)"
    case "toggle", "consent": return "[\(atom["value"] == true ? "x" : " ")] \(caption)\(notes)"
    default: break
    }
    let star = atom["required"] == true ? " *" : ""
    guard let value = atom["value"], atom["items"] == nil else { return "\(caption)\(star)\(notes)" }
    let isChoice = atom["options"] != nil
    return "\(caption)\(star): \(value.isNull ? isChoice ? "-" : "______" : Self.text(value))\(notes)"
  }

  private func line(of option: Value, in atom: Value) -> String {
    let isChosen =
      atom["value"]?.array.map { $0.contains(option["value"] ?? .null) } ?? (option["value"] == atom["value"])
    let value = option["value"].map(Self.text) ?? ""
    let money = option["available"] ?? option["balance"]
    let more = [option["caption"]?.string, money?.string, option["currency"]?.string].compactMap { $0 }
    return ([isChosen ? "(x)" : "( )", value] + more).joined(separator: " ")
  }

  private static func text(_ value: Value) -> String {
    if let text = value.string { return text }
    var writer = Writer()
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
