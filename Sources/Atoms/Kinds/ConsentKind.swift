package import Conditions
package import Texts
import SourceText
package import JSON

/// The consent to a document: `{consent: terms, caption: Согласен, document: terms.md}`.
///
/// The value is a Boolean that must be true, unless the consent is optional. It is never preset.
package final class ConsentKind: InputKind {
  package static let name = "consent"

  /// The source of a document.
  package enum Source: Sendable {
    case file(ConsentDocument)
    /// A document outside of the bank's definitions. The bank changes `version` with the document.
    case address(String, version: String)
  }

  package let title: LocalizedText
  /// The document; nil after an error.
  package let source: Source?
  /// True if clients accept the consent only after the document was opened.
  private let mustOpen: Bool
  private let guidance: Guidance

  /// Reads `document` (required), `title`, `version`, `mustOpen`, `hint` and `help`.
  package init(_ properties: inout Properties) {
    let written = properties.text("title")
    let version = properties.string("version")
    mustOpen = properties.flag("mustOpen", default: false)
    guidance = Guidance(&properties)
    source = Self.source(&properties, version)
    var heading: String?
    if case .file(let document)? = source { heading = document.heading }
    title = written ?? LocalizedText(ru: heading ?? "", en: nil)
    if source != nil, written == nil, heading == nil, properties.node("title") == nil {
      properties.isMissing("title", "`title` is missing: only a Markdown document with a heading has its own")
    }
  }

  /// Returns the document; nil after adding an error.
  private static func source(_ properties: inout Properties, _ version: String?) -> Source? {
    guard let node = properties.node("document") else {
      properties.isMissing("document", "`document`, the document to consent to, is missing")
      return nil
    }
    guard let name = node.scalar else {
      properties.error(.wrongShape, "`document` takes a file or an address, not \(node.noun)", at: node.location)
      return nil
    }
    if LinkAddress.scheme(of: name) != nil || name.hasPrefix("/") {
      guard LinkAddress.isAllowed(name, schemes: ["https"]), !name.hasPrefix("/") else {
        properties.error(
          .wrongAddress, "`document` takes a file of `documents`, or an address with the scheme https",
          at: node.location)
        return nil
      }
      if properties.node("version") == nil {
        properties.isMissing("version", "`version` is missing: the document at the address can change")
      }
      return .address(name, version: version ?? "")
    }
    if let node = properties.node("version") {
      properties.error(
        .conflict, "`version` is for an address: the digest of the file is its version", at: node.location)
    }
    guard let document = properties.documents[name] else {
      let known = properties.documents.keys.sorted()
      let hint = suggestion(for: name, among: known)
      let all =
        known.isEmpty ? ": the folder `documents` has no files" : "; there is \(known.prefix(12).map { $0 }.listed)"
      properties.error(
        .unknownDefinition, "unknown document `\(name)`", remedy: hint.isEmpty ? all : hint, at: node.location)
      return nil
    }
    properties.usedDocuments.insert(name)
    return .file(document)
  }

  package var type: ValueType { .boolean }
  /// False: a consent always has a state.
  package var initial: Value { false }
  package var schema: Value { ["type": "boolean"] }
  package var requiredSentence: String { "requiredConsent" }
  package var hasRules: Bool { true }

  package func read(_ posted: Value) -> Value? {
    switch posted {
    case .null, .bool: posted
    default: nil
    }
  }

  /// Returns the Boolean for `true` and `false`. Returns any other text unchanged.
  package func posted(_ text: String) -> Value {
    switch text {
    case "true": true
    case "false": false
    default: .string(text)
    }
  }

  package func write(to writer: inout Writer, in language: Language) {
    if mustOpen { writer.member("mustOpen", true) }
    guidance.write(to: &writer, in: language)
  }

  /// Writes the member `document`, which needs the addresses of the server.
  func writeDocument(to writer: inout Writer, _ links: Links, in language: Language) {
    writer.key("document")
    writer.beginObject()
    writer.member("title", title[language])
    switch source {
    case .file(let document):
      writer.member("href", links.path(of: .document(document.sha256)) ?? "")
      writer.member("format", document.format.rawValue)
      writer.member("sha256", document.sha256)
    case .address(let href, let version):
      writer.member("href", href)
      writer.member("version", version)
    case nil: break
    }
    writer.endObject()
  }

  /// Returns the title and the digest or the version of the document, as a person signs them.
  func signedText(in language: Language) -> String {
    switch source {
    case .file(let document): "\(title[language]), SHA-256 \(document.sha256)"
    case .address(let href, let version):
      "\(title[language]), \(LocalizedText(ru: "версия", en: "version")[language]) \(version), \(href)"
    case nil: title[language]
    }
  }
}

extension Operation {
  /// The consents of the operation, in tree order.
  package var consents: [ConsentKind] { atoms.compactMap { $0.input as? ConsentKind } }

  /// Returns the consent to a document by its SHA-256 digest, with the document; nil if there is
  /// none.
  package func consent(to sha256: String) -> (ConsentKind, ConsentDocument)? {
    documentConsents.first { $0.1.sha256 == sha256 }
  }

  /// The consents to files of the bank with their documents, in tree order.
  package var documentConsents: [(ConsentKind, ConsentDocument)] {
    consents.compactMap { consent in
      if case .file(let document)? = consent.source { (consent, document) } else { nil }
    }
  }

  /// The documents of the consents, each once.
  package var consentDocuments: [ConsentDocument] {
    var known: Set<String> = []
    return consents.compactMap { consent in
      if case .file(let document)? = consent.source, known.insert(document.name).inserted { document } else { nil }
    }
  }
}
