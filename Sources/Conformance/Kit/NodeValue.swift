import JSON
import SourceText

extension Value {
  /// The JSON value of a node. Any scalar other than a literal of JSON is a string.
  init(_ node: SourceNode) {
    switch node.content {
    case .null: self = .null
    case .sequence(let elements): self = .array(elements.map(Value.init))
    case .mapping(let entries):
      self = .object(Object(entries.map { ($0.key.scalar ?? "", Value($0.value)) }))
    case .scalar(let text, quoted: true): self = .string(text)
    case .scalar(let text, quoted: false): self = (try? Value(reading: text)) ?? .string(text)
    }
  }
}
