import Atoms
import HTTP
import JSON

extension Problem {
  /// The problem document for a request, in that language.
  func response(to request: Request, in language: Language) -> Response {
    var writer = Writer()
    writer.beginObject()
    writer.member("type", "/problems/\(type.name)")
    writer.member("title", type.title[language])
    writer.member("status", type.status)
    if let detail { writer.member("detail", detail[language].shortened) }
    writer.member("requestId", request.id)
    if !violations.isEmpty { writer.errors("errors", violations, more: "moreErrors", in: language) }
    for member in members {
      writer.key(member.name)
      writer.raw(member.json)
    }
    writer.endObject()
    return Response(
      status: type.status,
      headers: [
        ("Content-Type", "application/problem+json"), ("Content-Language", language.rawValue),
        ("Cache-Control", "no-store"),
      ] + headers,
      body: writer.bytes)
  }

  /// The problem that a refusal of HTTP itself is.
  init(_ refusal: Refusal) {
    switch refusal {
    case .bodyTooLarge(let limit):
      self.init(
        .bodyTooLarge, ru: "В теле может быть не больше \(limit) байт.", en: "The body may have at most \(limit) bytes."
      )
    case .headersTooLarge(let limit):
      self.init(
        .headersTooLarge, ru: "В заголовках может быть не больше \(limit) байт.",
        en: "The headers may have at most \(limit) bytes.")
    case .tooManyHeaders(let limit):
      self.init(
        .headersTooLarge, ru: "Заголовков может быть не больше \(limit).", en: "There may be at most \(limit) headers.")
    case .targetTooLong(let limit):
      self.init(
        .targetTooLong, ru: "В строке запроса может быть не больше \(limit) байт.",
        en: "The request line may have at most \(limit) bytes.")
    case .unsupportedVersion: self.init(ProblemType.unsupportedVersion)
    case .badTarget(let fault):
      self.init(.malformedRequest, LocalizedText(fault))
    case .badFraming(let fault):
      self.init(.malformedRequest, LocalizedText(fault))
    case .unsupportedTransferEncoding: self.init(.unsupportedTransferEncoding)
    case .stopping: self.init(.overloaded, ru: "Сервер останавливается.", en: "The server is stopping.")
    case .unanswered: self.init(.internalError)
    }
  }
}
