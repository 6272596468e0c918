import JSON

extension Evaluation {
  /// Writes what of the posted text was changed, or null where nothing was: the client shows the value as it is kept.
  func writeChanges(by normalization: Normalization, of place: Int, _ atom: Atom, to writer: inout Writer) {
    writer.key("normalized")
    guard case .string(let text) = posted(for: atom, at: place) else { return writer.null() }
    let changes = normalization.normalize(normalized(text)).changes
    if changes.isEmpty { return writer.null() }
    var kinds: [(from: Unicode.Scalar, to: Unicode.Scalar, positions: [Int])] = []
    for change in changes {
      if let known = kinds.firstIndex(where: { $0.from == change.from && $0.to == change.to }) {
        kinds[known].positions.append(change.position)
      } else {
        kinds.append((change.from, change.to, [change.position]))
      }
    }
    let listed = kinds.map { "\(name(of: $0.from)) → \(name(of: $0.to))" }.joined(separator: ", ")
    writer.beginObject()
    writer.member("message", Message.text("normalized", [("changes", .string(listed))], language))
    writer.key("changes")
    writer.beginArray()
    for kind in kinds {
      writer.beginObject()
      writer.member("from", String(kind.from))
      writer.member("to", String(kind.to))
      writer.key("positions")
      writer.value(.array(kind.positions.map { .integer(Int64($0)) }))
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  /// A character as a sentence names it: one that shows as nothing by its number.
  private func name(of scalar: Unicode.Scalar) -> String {
    if scalar == " " { return Message.text("U+0020", [], language) }
    guard scalar.properties.isWhitespace else { return String(scalar) }
    return CharacterName.name(of: scalar)[language]
  }
}
