import Model
import XML

/// A parser for the elements of a directory file. The closing tag of the root is required.
final class DirectoryParser {
  private let bytes: [UInt8]
  private var header: DirectoryHeader?
  private var entries: [DirectoryEntry] = []
  private var refusals: [DirectoryRefusal] = []
  private var seen: [BIC: Int] = [:]
  private var count = 0
  private var draft: DirectoryDraft?
  private var part: DirectoryPart?
  private var fault: DirectoryError?
  private var ended = false
  private var begun = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the file. Throws its first fault.
  func file() throws(DirectoryError) -> DirectoryFile {
    let problem = XMLEvents.read(bytes) { [self] event, place in
      take(event, at: DirectoryPlace(line: place.line, column: place.column, entry: count))
      return fault == nil
    }
    if let fault { throw fault }
    if let problem {
      let place = DirectoryPlace(line: problem.place.line, column: problem.place.column, entry: count)
      throw isCutOff ? DirectoryError.cutOff(at: end) : DirectoryError.malformed(code: problem.code, at: place)
    }
    guard ended, let header else { throw .cutOff(at: end) }
    guard refusals.isEmpty else { throw .entries(refusals, of: count) }
    if header.scope == .full, entries.isEmpty { throw .noEntries }
    return DirectoryFile(scope: header.scope, edition: header.edition, entries: entries)
  }

  private func take(_ event: XMLEvent, at place: DirectoryPlace) {
    switch event {
    case .start(let element, let namespace, let attributes): startElement(element, namespace, attributes, at: place)
    case .text(let text): if draft == nil { part?.read(text) }
    case .end(let element): endElement(element)
    }
  }

  private func startElement(
    _ element: String, _ namespace: String, _ attributes: [String: String], at place: DirectoryPlace
  ) {
    if !begun {
      begun = true
      begin(element, namespace, attributes, at: place)
    } else if element == "BICDirectoryEntry", let header {
      count += 1
      let numbered = DirectoryPlace(line: place.line, column: place.column, entry: count)
      draft = DirectoryDraft(at: numbered, in: header.scope, attributes: attributes)
    } else if draft != nil {
      draft?.read(element, attributes)
    } else if element == "PartInfo" {
      part = DirectoryPart(attributes: attributes, at: place)
    } else {
      part?.begin(element)
    }
  }

  private func endElement(_ element: String) {
    switch element {
    case "ED807": ended = true
    case "BICDirectoryEntry":
      if let draft { finish(draft) }
      draft = nil
    case "PartInfo":
      if draft == nil, let quantity = part?.quantity, quantity != "1" {
        fault = .part(number: part?.number ?? "", of: quantity, at: part?.at ?? end)
      }
      part = nil
    default: part?.end()
    }
  }

  /// True if the bytes end without the closing tag of the root.
  private var isCutOff: Bool {
    let end = bytes.lastIndex { $0 > 0x20 } ?? 0
    let isBegun = begun || bytes.firstRange(of: Self.root) != nil
    return isBegun && !bytes[...end].reversed().starts(with: "ED807>".utf8.reversed())
  }

  /// True if the bytes end within the opening tag of the root. The parser reports such a tag with
  /// the attributes that it has read.
  private var isRootCutOff: Bool {
    guard let root = bytes.firstRange(of: Self.root) else { return false }
    return !bytes[root.upperBound...].contains(UInt8(ascii: ">"))
  }

  private static let root = Array("ED807 ".utf8)

  private var end: DirectoryPlace { DirectoryPlace(offset: bytes.count, in: bytes, entry: count) }

  private func begin(
    _ element: String, _ namespace: String, _ attributes: [String: String], at place: DirectoryPlace
  ) {
    if isRootCutOff {
      fault = .cutOff(at: end)
      return
    }
    guard element == "ED807", namespace.hasPrefix("urn:cbr-ru:ed:v2.") else {
      fault = .notDirectory(root: element, namespace: namespace, at: place)
      return
    }
    do throws(DirectoryError) { header = try DirectoryHeader(attributes, at: place) } catch { fault = error }
  }

  private func finish(_ draft: DirectoryDraft) {
    do throws(DirectoryDraft.Refused) {
      let entry = try draft.entry()
      if let first = seen.updateValue(count, forKey: entry.bic) {
        seen[entry.bic] = first
        throw DirectoryDraft.Refused(fault: .duplicate(firstEntry: first))
      }
      entries.append(entry)
    } catch {
      refusals.append(DirectoryRefusal(at: draft.at, bic: draft.bic, fault: error.fault))
    }
  }
}
