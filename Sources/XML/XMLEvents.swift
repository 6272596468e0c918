import CXML

/// The events of an XML text, from libxml2's parser.
///
/// Entities other than the five of XML are errors: their declarations are ignored. No other file is
/// read. libxml2 limits the depth and the lengths of names and texts.
package enum XMLEvents {
  /// Calls `take` with each event of a text, in order, until it returns false.
  ///
  /// - Parameter take: Receives an event and the position of the parser.
  /// - Returns: The first problem of the text; nil if it was read completely or `take` returned
  ///   false.
  package static func read(_ bytes: [UInt8], _ take: @escaping (XMLEvent, XMLPlace) -> Bool) -> XMLProblem? {
    let run = XMLRun(take)
    return withExtendedLifetime(run) { run.read(bytes) }
  }
}

/// One run of libxml2's parser.
private final class XMLRun {
  /// The length of a block in bytes. The parser decodes one block at a time.
  private static let block = 32 * 1024

  private let take: (XMLEvent, XMLPlace) -> Bool
  private var context: xmlParserCtxtPtr?
  private var problem: XMLProblem?
  private var isStopped = false

  init(_ take: @escaping (XMLEvent, XMLPlace) -> Bool) { self.take = take }

  /// Initializes libxml2 once, before parsers run on several threads.
  private static let prepared: Void = xmlInitParser()

  func read(_ bytes: [UInt8]) -> XMLProblem? {
    _ = Self.prepared
    var handler = Self.handler
    let own = Unmanaged.passUnretained(self).toOpaque()
    guard let context = xmlCreatePushParserCtxt(&handler, own, nil, 0, nil) else {
      return XMLProblem(code: Int(XML_ERR_NO_MEMORY.rawValue), place: XMLPlace(line: 1, column: 1))
    }
    self.context = context
    defer { valence_xml_release(context) }
    // The first option puts `&` itself in attributes instead of a reference to it.
    xmlCtxtUseOptions(context, Int32(XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue))
    bytes.withUnsafeBytes { all in
      var start = 0
      while start < all.count, !isStopped {
        let count = min(Self.block, all.count - start)
        xmlParseChunk(
          context, all.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self), Int32(count), 0)
        start += count
      }
    }
    if !isStopped { xmlParseChunk(context, nil, 0, 1) }
    return problem
  }

  /// The functions that libxml2 calls. Functions for declarations of entities are absent.
  private static var handler: xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { run, name, _, namespace, _, _, count, _, attributes in
      XMLRun.of(run)?.report(
        .start(text(name), namespace: text(namespace), attributes: unprefixed(attributes, count: Int(count))))
    }
    handler.endElementNs = { run, name, _, _ in XMLRun.of(run)?.report(.end(text(name))) }
    handler.characters = { run, characters, count in
      let text = String(decoding: UnsafeBufferPointer(start: characters, count: Int(count)), as: UTF8.self)
      XMLRun.of(run)?.report(.text(text))
    }
    handler.ignorableWhitespace = handler.characters
    handler.serror = { run, error in
      guard let error else { return }
      XMLRun.of(run)?.stop(Int(error.pointee.code))
    }
    return handler
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLRun? {
    pointer.map { Unmanaged<XMLRun>.fromOpaque($0).takeUnretainedValue() }
  }

  private var place: XMLPlace {
    XMLPlace(line: Int(valence_xml_line(context)), column: Int(valence_xml_column(context)))
  }

  private func report(_ event: XMLEvent) {
    guard !isStopped, !take(event, place) else { return }
    isStopped = true
    xmlStopParser(context)
  }

  /// Stops at the first problem, also if libxml2 could continue after it.
  private func stop(_ code: Int) {
    guard !isStopped else { return }
    problem = XMLProblem(code: code, place: place)
    isStopped = true
    xmlStopParser(context)
  }
}

private func text(_ characters: UnsafePointer<xmlChar>?) -> String { characters.map { String(cString: $0) } ?? "" }

/// Returns the attributes without a prefix. Each has five pointers: its name, prefix and namespace,
/// the start of its value and the end.
private func unprefixed(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) -> [String: String] {
  var found: [String: String] = [:]
  guard let attributes else { return found }
  found.reserveCapacity(count)
  for index in 0..<count {
    let parts = attributes + index * 5
    guard parts[1] == nil, let start = parts[3], let end = parts[4] else { continue }
    found[text(parts[0])] = String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
  }
  return found
}
