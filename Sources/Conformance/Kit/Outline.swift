import JSON

/// The outline of what a client draws: a line for each element with its role, name, value, states
/// and message.
enum Outline {
  /// The name of the member of a result.
  static let name = "outline"

  /// The roles of lines.
  static let roles = [
    "text", "heading", "image", "textbox", "combobox", "listbox", "radiogroup", "checkbox", "switch", "button", "link",
    "group", "list", "table", "alert",
  ]

  /// The states of lines.
  static let states = [
    "required", "invalid", "disabled", "checked", "expanded", "collapsed", "removable", "copyable", "movable",
  ]

  /// The members of a line in the order of messages.
  static let members = ["atom", "role", "name", "value", "states", "message"]

  /// Returns a description of the first line that differs, and of different numbers of lines.
  ///
  /// A missing member equals null and an empty list. The order of states does not matter.
  static func differences(of found: Value, from expected: Value, at path: String) -> [String] {
    guard let lines = found.array else { return ["\(path) is \(found), not a list"] }
    let wanted = (expected.array ?? []).map(Line.init)
    let drawn = lines.map(Line.init)
    var differences: [String] = []
    if let first = zip(drawn, wanted).enumerated().first(where: { $0.element.0 != $0.element.1 }) {
      differences.append("\(path)[\(first.offset)] is \(first.element.0), not \(first.element.1)")
    }
    if drawn.count != wanted.count {
      differences.append("\(path) has \(drawn.count) lines, not \(wanted.count)")
      if differences.count == 1 {
        let place = min(drawn.count, wanted.count)
        differences.append(
          drawn.count > wanted.count ? "\(path)[\(place)] is \(drawn[place])" : "\(wanted[place]) is missing")
      }
    }
    return differences
  }

  /// The members of a line that are compared.
  private struct Line: Equatable, CustomStringConvertible {
    let members: [String: Value]

    init(_ value: Value) {
      var members: [String: Value] = [:]
      for name in Outline.members {
        guard let member = value[name], member != .null else { continue }
        guard let list = member.array else {
          members[name] = member
          continue
        }
        let words = list.compactMap(\.string).sorted()
        if !words.isEmpty { members[name] = .array(words.map(Value.string)) }
      }
      self.members = members
    }

    var description: String {
      let shown = Outline.members.compactMap { name in members[name].map { (name, $0) } }
      return "\(Value.object(Object(shown)))"
    }
  }
}
