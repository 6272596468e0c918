extension Value: CustomStringConvertible {
  /// The value as JSON without blanks.
  public var description: String {
    var writer = Writer()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The value as JSON for people: one member or element a line, two blanks a level, empty containers closed at once.
  public var pretty: String {
    var text = ""
    write(to: &text, indent: "\n")
    return text
  }

  private func write(to text: inout String, indent: String) {
    let inner = indent + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      for (place, element) in elements.enumerated() {
        text += (place == 0 ? "[" : ",") + inner
        element.write(to: &text, indent: inner)
      }
      text += indent + "]"
    case .object(let object) where object.count > 0:
      for (place, member) in object.members.enumerated() {
        text += (place == 0 ? "{" : ",") + inner + Value.string(member.name).description + ": "
        member.value.write(to: &text, indent: inner)
      }
      text += indent + "}"
    default: text += description
    }
  }
}
