/// One finding of libyaml's parser in a YAML text: the beginning or end of a node or document.
package struct YAMLEvent {
  /// The kind of an event, with the text of a scalar.
  package enum Content {
    case documentStart
    case documentEnd
    /// `*name`.
    case alias
    /// A single value; `isPlain` if it is written without quotes and is no block.
    case scalar(String, isPlain: Bool)
    case sequenceStart
    case mappingStart
    /// The end of the innermost sequence or mapping.
    case collectionEnd
  }

  /// The kind.
  package let content: Content
  /// The place at which the node begins, with its anchor and tag.
  package let place: YAMLPlace
  /// True if the node has an anchor (`&name`).
  package let isAnchored: Bool
  /// The tag that is written at the node, its handle resolved; nil without one.
  package let tag: String?
}

/// A line and a column of a YAML text.
package struct YAMLPlace: Sendable, Equatable {
  /// The line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int
}

/// The reason why libyaml cannot read on.
package enum YAMLProblem: Sendable {
  /// A malformed part of the text; `context` tells what libyaml was reading, and where that began.
  case malformed(String, at: YAMLPlace, context: (text: String, place: YAMLPlace)?)
  /// A character that YAML does not allow, with the count of bytes before it.
  case character(String, code: UInt32?, offset: Int)
  /// The memory is exhausted.
  case memory
}
