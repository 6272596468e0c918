import CYAML

/// The events of a YAML text, from libyaml's parser.
///
/// libyaml reads ahead at most the length of a simple key (1,024 characters). A caller that throws
/// in `take` therefore stops the parser there and bounds its work.
package enum YAMLEvents {
  /// Calls `take` with each event of a UTF-8 text, in order.
  ///
  /// - Parameter texts: A string pool shared with other files; nil without sharing.
  /// - Returns: The problem of a malformed text; nil if the text was read completely.
  /// - Throws: The errors of `take`.
  package static func read<Failure: Error>(
    _ text: ArraySlice<UInt8>, sharing texts: SharedTexts? = nil, _ take: (YAMLEvent) throws(Failure) -> Void
  ) throws(Failure) -> YAMLProblem? {
    // The parser stores the address of the text and must not outlive it.
    try text.withUnsafeBufferPointer { bytes throws(Failure) in
      var parser = yaml_parser_t()
      guard yaml_parser_initialize(&parser) == 1 else { return .memory }
      defer { yaml_parser_delete(&parser) }
      yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
      while true {
        var event = yaml_event_t()
        guard yaml_parser_parse(&parser, &event) == 1 else { return problem(of: parser) }
        defer { yaml_event_delete(&event) }
        switch event.type {
        case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return nil
        case YAML_STREAM_START_EVENT: continue
        default: if let found = YAMLEvent(event, sharing: texts) { try take(found) }
        }
      }
    }
  }

  private static func problem(of parser: yaml_parser_t) -> YAMLProblem {
    let problem = parser.problem.map { String(cString: $0) } ?? ""
    switch parser.error {
    case YAML_SCANNER_ERROR, YAML_PARSER_ERROR, YAML_COMPOSER_ERROR:
      let context = parser.context.map { (String(cString: $0), YAMLPlace(parser.context_mark)) }
      return .malformed(problem, at: YAMLPlace(parser.problem_mark), context: context)
    case YAML_READER_ERROR:
      return .character(problem, code: UInt32(exactly: parser.problem_value), offset: parser.problem_offset)
    default: return .memory
    }
  }
}

extension YAMLEvent {
  /// Copies an event of libyaml; nil for an event of the stream.
  fileprivate init?(_ event: yaml_event_t, sharing texts: SharedTexts?) {
    var (anchor, tag): (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?)
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: content = .documentStart
    case YAML_DOCUMENT_END_EVENT: content = .documentEnd
    case YAML_ALIAS_EVENT: content = .alias
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      // A scalar can contain NUL characters, so use its length.
      let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      content = .scalar(
        texts?.shared(text) ?? text,
        isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE || scalar.style == YAML_ANY_SCALAR_STYLE)
      (anchor, tag) = (scalar.anchor, scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      content = .sequenceStart
      (anchor, tag) = (event.data.sequence_start.anchor, event.data.sequence_start.tag)
    case YAML_MAPPING_START_EVENT:
      content = .mappingStart
      (anchor, tag) = (event.data.mapping_start.anchor, event.data.mapping_start.tag)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: content = .collectionEnd
    default: return nil
    }
    place = YAMLPlace(event.start_mark)
    isAnchored = anchor != nil
    self.tag = tag.map { String(cString: $0) }
  }
}

extension YAMLPlace {
  /// Converts a mark. libyaml counts lines and columns from 0.
  fileprivate init(_ mark: yaml_mark_t) { self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1) }
}
