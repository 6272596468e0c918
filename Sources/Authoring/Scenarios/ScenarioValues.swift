import Atoms
import Conditions
import Dates
import SourceText
import JSON

extension ScenarioReader {
  /// Returns the value that a client posts. An unquoted `1` is converted to the type of the atom,
  /// and `"1"` is text.
  mutating func posted(_ node: SourceNode, to path: String, of operation: Operation) -> Value {
    switch node.content {
    case .scalar(let text, quoted: true): return .string(text)
    case .null: return .null
    case .scalar(let text, _): return input(at: path, of: operation)?.posted(text) ?? plain(text)
    case .sequence(let elements): return .array(elements.map { posted($0, to: path, of: operation) })
    case .mapping(let entries):
      var object = Object()
      for entry in entries {
        let name = entry.key.scalar ?? ""
        object[name] = posted(entry.value, to: "\(path).\(name)", of: operation)
      }
      return .object(object)
    }
  }

  /// Returns the value in its wire format: `10` for an amount in roubles is `"10.00"`.
  mutating func seen(_ node: SourceNode, at path: String, of operation: Operation) -> Value {
    seen(posted(node, to: path, of: operation), at: path, of: operation)
  }

  private func seen(_ value: Value, at path: String, of operation: Operation) -> Value {
    switch value {
    case .null: return .null
    case .array(let elements): return .array(elements.map { seen($0, at: path, of: operation) })
    case .object(let object):
      return .object(Object(object.members.map { ($0.name, seen($0.value, at: "\(path).\($0.name)", of: operation)) }))
    default:
      guard let input = input(at: path, of: operation), !input.isSecret, let kept = input.read(value) else {
        return value
      }
      return input.wire(kept)
    }
  }

  private func input(at path: String, of operation: Operation) -> (any InputKind)? {
    definition(of: path, in: operation)?.input
  }

  private func plain(_ text: String) -> Value {
    switch text {
    case "true": true
    case "false": false
    default: Int64(text).flatMap { String($0) == text ? .integer($0) : nil } ?? .string(text)
    }
  }

  /// Returns a fact or an answer of that type; reports a fault if the value has another type.
  mutating func value(_ node: SourceNode, of type: ValueType, _ name: String) -> Value {
    if node.isNull { return .null }
    switch (type, node.content) {
    case (.text, .scalar(let text, _)): return .string(text)
    case (.date, .scalar(let text, _)) where CivilDate(text) != nil: return .string(text)
    case (.boolean, .scalar("true", quoted: false)): return true
    case (.boolean, .scalar("false", quoted: false)): return false
    case (.integer, .scalar(let text, _)):
      if let number = Int64(text) { return .integer(number) }
    case (.number, .scalar(let text, _)):
      if let number = Decimal(text) { return .decimal(number) }
    case (.list(let element), .sequence(let nodes)): return .array(nodes.map { value($0, of: element, name) })
    case (.record(let fields), .mapping(let entries)): return record(entries, fields, name)
    case (.any, .scalar(let text, let quoted)): return quoted ? .string(text) : plain(text)
    case (.any, .sequence(let nodes)): return .array(nodes.map { value($0, of: .any, name) })
    case (.any, .mapping(let entries)):
      return .object(Object(entries.map { ($0.key.scalar ?? "", value($0.value, of: .any, name)) }))
    default: break
    }
    let hint =
      switch type {
      case .date: node.scalar.flatMap(CommonMistakes.dateHint)
      case .integer, .number: node.scalar.flatMap(CommonMistakes.numberHint)
      default: String?.none
      }
    diagnostics.error(
      .wrongValue, "`\(name)` takes \(Self.noun(type)), not \(node.scalar.map { "`\($0)`" } ?? node.noun)",
      remedy: hint ?? "", at: node.location)
    return .null
  }

  private mutating func record(_ entries: [SourceNode.Entry], _ fields: [Field], _ name: String) -> Value {
    var object = Object(fields.map { ($0.name, Value.null) })
    for entry in entries {
      let key = entry.key.scalar ?? ""
      guard let field = fields.first(where: { $0.name == key }) else {
        unknown("field of \(name)", key, at: entry.key.location, among: fields.map(\.name))
        continue
      }
      object[key] = value(entry.value, of: field.type, key)
    }
    return .object(object)
  }

  private static func noun(_ type: ValueType) -> String {
    switch type {
    case .text: "a text"
    case .date: "a date, YYYY-MM-DD"
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .list: "a list"
    case .record(let fields): "{\(fields.map(\.name).listed)}"
    case .any: "a value"
    }
  }
}
