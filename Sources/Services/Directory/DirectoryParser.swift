import Foundation
import Model

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// One pass over the elements of a directory file.
///
/// The parser reports success for a file that is cut off and goes on after some faults: what counts is the first fault
/// that it reported and whether the root element ended.
final class DirectoryParser: NSObject, XMLParserDelegate {
  private let bytes: [UInt8]
  private var result = DirectoryFile()
  private var seen: [BIC: Int] = [:]
  private var count = 0
  private var draft: DirectoryDraft?
  private var fault: DirectoryError?
  private var ended = false
  private var begun = false

  /// A parser of these bytes.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// What the file holds.
  func file() throws(DirectoryError) -> DirectoryFile {
    let parser = XMLParser(data: Data(bytes))
    parser.shouldProcessNamespaces = true
    parser.delegate = self
    _ = parser.parse()
    if let fault { throw fault }
    guard ended else { throw .cutOff(at: end) }
    return result
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    if !begun {
      begun = true
      let namespace = namespaceURI ?? ""
      guard element == "ED807", namespace.hasPrefix("urn:cbr-ru:ed:v2.") else {
        fault = .notDirectory(root: element, namespace: namespace, at: place(parser))
        return parser.abortParsing()
      }
      result.scope = attributes["InfoTypeCode"].flatMap(DirectoryFile.Scope.init)
      result.businessDay = attributes["BusinessDay"].flatMap { CivilDate($0) }
    } else if element == "BICDirectoryEntry" {
      count += 1
      draft = DirectoryDraft(at: place(parser), attributes: attributes)
    } else {
      draft?.read(element, attributes)
    }
  }

  func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
    if element == "ED807" {
      ended = true
    } else if element == "BICDirectoryEntry", let draft {
      finish(draft)
      self.draft = nil
    }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    // The first fault counts: the parser goes on and reports what follows from it.
    guard fault == nil else { return }
    let code = (error as NSError).code
    fault = isCutOff ? .cutOff(at: end) : .malformed(code: code, at: place(parser))
    parser.abortParsing()
  }

  /// Whether the bytes end without the root's closing tag.
  private var isCutOff: Bool {
    let end = bytes.lastIndex { $0 > 0x20 } ?? 0
    return begun && !bytes[...end].reversed().starts(with: "ED807>".utf8.reversed())
  }

  private var end: DirectoryPlace { DirectoryPlace(offset: bytes.count, in: bytes, entry: count) }

  private func finish(_ draft: DirectoryDraft) {
    do throws(DirectoryDraft.Refused) {
      let entry = try draft.entry()
      if let first = seen.updateValue(count, forKey: entry.bic) {
        seen[entry.bic] = first
        throw DirectoryDraft.Refused(fault: .duplicate(firstEntry: first))
      }
      result.entries.append(entry)
    } catch {
      result.refusals.append(DirectoryRefusal(at: draft.at, bic: draft.bic, fault: error.fault))
    }
  }

  private func place(_ parser: XMLParser) -> DirectoryPlace {
    DirectoryPlace(line: parser.lineNumber, column: parser.columnNumber, entry: count)
  }
}
