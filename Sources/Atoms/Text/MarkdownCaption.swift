extension Markdown {
  /// The text without formatting, for clients that draw only captions, and for stored and signed
  /// texts.
  ///
  /// Blocks are separated by an empty line. Each item is on its own line after `•` or its number.
  var caption: [Template.Part] {
    var caption = Caption()
    for (place, block) in blocks.enumerated() {
      if place > 0 { caption.add("\n\n") }
      switch block {
      case .paragraph(let spans), .heading(_, let spans): caption.add(spans)
      case .list(let list): caption.add(list, depth: 0)
      }
    }
    return caption.parts
  }

  /// The parts of a caption. Adjacent texts are one part.
  private struct Caption {
    private(set) var parts: [Template.Part] = []

    mutating func add(_ text: String) {
      if case .text(let before)? = parts.last {
        parts[parts.count - 1] = .text(before + text)
      } else {
        parts.append(.text(text))
      }
    }

    mutating func add(_ spans: [Span]) {
      for part in spans.flatMap(\.parts) {
        if case .text(let text) = part { add(text) } else { parts.append(part) }
      }
    }

    /// Adds the items of a list. The depth of lists is limited by the parser.
    mutating func add(_ list: List, depth: Int) {
      for (place, item) in list.items.enumerated() {
        if depth > 0 || place > 0 { add("\n") }
        add(String(repeating: "  ", count: depth) + (list.isOrdered ? "\(place + 1). " : "• "))
        add(item.spans)
        for inner in item.lists { add(inner, depth: depth + 1) }
      }
    }
  }
}
