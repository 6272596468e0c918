/// An event of libyaml's parser: the start or end of a node or document.
package struct YAMLEvent {
  /// The type of an event, with the text of a scalar.
  package enum Content {
    case documentStart
    case documentEnd
    /// `*name`.
    case alias
    /// A scalar. `isPlain` is true if it is neither quoted nor a block.
    case scalar(String, isPlain: Bool)
    case sequenceStart
    case mappingStart
    /// The end of the innermost sequence or mapping.
    case collectionEnd
  }

  package let content: Content
  /// The start of the node, including its anchor and tag.
  package let place: YAMLPlace
  /// True if the node has an anchor (`&name`).
  package let isAnchored: Bool
  /// The explicit tag of the node, with its handle resolved; nil without a tag.
  package let tag: String?
}

/// A line and column of a YAML text.
package struct YAMLPlace: Sendable, Equatable {
  /// The line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int
}

/// The reason why libyaml stopped.
package enum YAMLProblem: Sendable {
  /// A malformed part of the text. `context` describes the construct that libyaml was parsing, and
  /// its start.
  case malformed(String, at: YAMLPlace, context: (text: String, place: YAMLPlace)?)
  /// A character that YAML does not allow, at a byte offset.
  case character(String, code: UInt32?, offset: Int)
  /// Memory allocation failed.
  case memory
}
