import Atoms
import HTTPServer
import JSON
import Operations
import Services
import Texts

/// Endpoints for the documents that people consent to.
struct DocumentEndpoints {
  let forms: OperationForms
  let openings: DocumentOpenings
  let errors: ErrorAnswers

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/documents/{sha256}", .anybody,
        EndpointDocument(
          tag: "Operations", id: "openDocument",
          summary: "A document of a consent as a tree. If the person is known, the opening is recorded.",
          answers: [.init(200, "DocumentTree", "The document."), .init(304, nil, "Not modified.")],
          problems: [.notFound]),
        handle: open),
      Endpoint(
        .get, "/documents/{sha256}/file", .anybody,
        EndpointDocument(
          tag: "Operations", id: "getDocumentFile", summary: "The file of a document, as the bank has published it.",
          answers: [
            .init(200, nil, "The file.", type: "text/markdown; charset=utf-8"),
            .init(200, nil, "The file.", type: "application/pdf"), .init(304, nil, "Not modified."),
          ],
          problems: [.notFound]),
        handle: file),
    ]
  }

  @Sendable private func open(_ call: Call) throws -> Reply {
    let (consent, document) = try found(call)
    let response = Response.json { writer in Self.write(document, titled: consent, to: &writer, call) }
      .compressible.tagged(for: call.request)
    let digest = Self.bytes(of: document.sha256)
    guard let caller = call.identity, let record = openings.record(digest, by: caller) else { return .now(response) }
    return call.later(record, failing: errors.response(to: call)) { [openings] in
      openings.note(digest, by: caller)
      return response
    }
  }

  /// Writes a document as a tree with one text. A PDF has only its head.
  private static func write(
    _ document: ConsentDocument, titled consent: ConsentKind, to writer: inout Writer, _ call: Call
  ) {
    let href = Address.documents + document.sha256
    writer.object { writer in
      writer.document(.tree)
      writer.member("operation", "document")
      writer.member("version", String(document.sha256.prefix(12)))
      writer.member("title", consent.title[call.language])
      writer.key("transition")
      writer.object { $0.member("kind", "push") }
      writer.key("self")
      writer.object { writer in
        writer.member("method", "GET")
        writer.member("href", href)
      }
      writer.key("content")
      writer.object { writer in
        writer.member("format", document.format.rawValue)
        writer.member("sha256", document.sha256)
        writer.member("size", document.bytes.count)
        writer.member("file", "\(href)/file")
      }
      writer.key("atoms")
      writer.array { writer in
        writer.object { writer in
          writer.member("id", "text")
          writer.member("kind", "text")
          if document.format == .pdf {
            writer.member("caption", "\(consent.title[call.language]), PDF")
          } else {
            document.writeText(to: &writer)
          }
          writer.member("shown", true)
        }
      }
    }
  }

  @Sendable private func file(_ call: Call) throws -> Reply {
    let (_, document) = try found(call)
    let type = document.format == .pdf ? "application/pdf" : "text/markdown; charset=utf-8"
    let headers = [
      ("Content-Type", type), ("Cache-Control", "public, max-age=31536000, immutable"),
      ("Content-Disposition", "inline; filename=\"\(document.name.filter(Self.isPlain))\""),
      ("Content-Security-Policy", "default-src 'none'; sandbox"),
    ]
    return .now(Response(status: 200, headers: headers, body: document.bytes).tagged(for: call.request, isAlike: true))
  }

  /// Returns true for a character that a file name in a header has unchanged.
  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
  }

  /// Returns the document with the digest in the path, and a consent to it. Throws `not-found` if
  /// no form that is served has it. Documents of earlier versions are for persons only.
  private func found(_ call: Call) throws -> (ConsentKind, ConsentDocument) {
    let sha256 = try call.parameter("sha256")
    let isDigest =
      sha256.utf8.count == 64
      && sha256.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
    guard isDigest,
      let found = try forms.definitions.consent(to: sha256, includesEarlier: call.identity != nil)
    else {
      throw Problem(.notFound)
    }
    return found
  }

  /// Returns the bytes of hexadecimal digits.
  private static func bytes(of digits: String) -> [UInt8] {
    let values = digits.compactMap(\.hexDigitValue)
    return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}
