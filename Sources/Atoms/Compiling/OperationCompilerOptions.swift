import Conditions
import SourceText

extension OperationCompiler {
  /// Adds the record of the chosen option as a lookup if a text reads one of its fields, such as
  /// `$product.rate`.
  mutating func readOption(of index: Int) {
    let draft = drafts[index]
    // A fragment reads the name without its prefix. `@count` of several choices counts records.
    let isRead = draft.kind is ChoicesKind || keyedNames.contains(draft.id) || keyedNames.contains(draft.writtenID)
    guard draft.input?.options != nil, isRead else { return }
    lookups.append(
      Operation.LookupCall(
        directory: nil, name: "$" + draft.id, subject: index, terms: LookupTerms(), isOption: true))
  }

  /// Returns the fields of an atom's options; nil if they are defined by an expression.
  func optionFields(of draft: AtomDraft) -> [Field]? {
    switch draft.input?.options {
    case .literal(let choices): return Choice.fields(of: choices)
    case .fact(let name):
      if case .list(.record(let fields)) = vocabulary.facts[name] { return fields }
      return nil
    default: return nil
    }
  }
}

extension Binding {
  /// Returns the binding with the record of the chosen option in `slot`.
  func choosing(_ slot: Slot, _ fields: [Field]?) -> Binding {
    Binding(
      slot: self.slot, type: type, options: options, isRounded: isRounded, chosen: Chosen(slot: slot, fields: fields))
  }
}

/// The names in `$name.key` expressions of a definition, such as `product` in `$product.rate`, and
/// the name in `formatFrom: $name`.
///
/// They are collected before any condition is compiled, because a chosen option only has a slot if
/// it is read. A `currencyFrom` that consists of one field is excluded, because it finds the option
/// itself.
struct KeyedNames {
  private(set) var names: Set<String> = []

  init(in root: SourceNode) { read(root) }

  private mutating func read(_ node: SourceNode) {
    switch node.content {
    case .scalar(let text, _): read(text)
    case .null: return
    case .sequence(let nodes): for node in nodes { read(node) }
    case .mapping(let entries):
      for entry in entries {
        let isField = entry.key.scalar == "currencyFrom" && entry.value.scalar.map(Self.isField) == true
        if !isField { read(entry.value) }
        if entry.key.scalar == "formatFrom", let text = entry.value.scalar, text.hasPrefix("$") {
          names.insert(String(text.dropFirst()))
        }
      }
    }
  }

  private static func isField(_ text: String) -> Bool {
    let words = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    return text.hasPrefix("$") && words.count == 2 && words.allSatisfy(isIdentifier)
  }

  private mutating func read(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return }
    for part in text.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false).dropFirst() {
      let name = part.prefix(while: Self.isOfName)
      let rest = part.dropFirst(name.count).drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      guard rest.first == UInt8(ascii: ".") else { continue }
      names.insert(String(decoding: name, as: UTF8.self))
    }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
