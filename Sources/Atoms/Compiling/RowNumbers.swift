import Conditions
import JSON
import SourceText

/// The number of an item that people add, or of an item of a list, as conditions and texts read it.
enum RowNumber {
  /// The only field of the record that `row` names: the number of the item, from 1.
  static let field = "number"
  static let fields = [Field(field, .integer)]

  /// Returns the record of the item at an index from 0.
  static func record(ofItemAt index: Int) -> Value { .object([field: .integer(Int64(index + 1))]) }
}

extension OperationCompiler {
  /// Adds the name in `row` of a repeat to the names of its items.
  mutating func readRowNumber(of index: Int) {
    guard let kind = drafts[index].kind as? RepeatKind, let node = kind.row, !kind.isCounted else { return }
    let written = node.scalar ?? ""
    let name = node.location.file.whole(written)
    if !isIdentifier(written[...]) {
      diagnostics.error(
        .invalidName, "`row` takes a name of Latin letters, digits and _ that does not begin with a digit",
        at: node.location)
      return
    }
    if written == WrittenItems.previous {
      diagnostics.error(
        .reservedName, "`\(WrittenItems.previous)` is reserved for the previous row", remedy: ": use another name",
        at: node.location)
    } else if let other = lookups.first(where: { $0.name == name && !$0.isDefinition }) {
      let twin = other.isRow || other.isRecord ? drafts[other.subject] : nil
      let owner = twin.map { "the items of `\($0.writtenID)`" } ?? "an answer"
      diagnostics.error(
        .duplicate, "`\(name)` is already the name of \(owner)",
        remedy: ": give each list a name of its own, such as `\(drafts[index].writtenID)Row`", at: node.location)
    } else if let fault = fault(ofAlias: name) {
      diagnostics.error(.reservedName, fault, at: node.location)
    }
    names.note(word: written, at: node.location)
    lookups.append(
      Operation.LookupCall(
        directory: nil, name: name, subject: index, terms: LookupTerms(), isRow: true, fields: RowNumber.fields))
  }

  /// Returns the slot of the number of an item; nil if the repeat at `place` does not name it.
  func rowSlot(ofItemsAt place: Int) -> Int? {
    lookups.firstIndex { $0.isRow && $0.subject == place }.map { drafts.count + $0 }
  }
}
