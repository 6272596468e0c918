import Model
import Atoms
import Texts
import HTTPServer
import JSON
import Services
import Synchronization

/// A request to an endpoint, with its caller and the language of its response.
final class Call: Sendable {
  let request: Request
  /// The path parameters.
  let parameters: Parameters
  let language: Language
  /// The caller; for an unauthenticated request, the problem to throw if a caller is required.
  private let asker: Result<Caller, Problem>
  /// The answers of the bank's systems; nil if no systems are configured.
  let fetched: SystemAnswers?
  private let firstUnknown = Mutex<UnreadableFact?>(nil)

  /// Creates a call. A failure in `identity` means that the request is unauthenticated.
  init(
    request: Request, parameters: Parameters, language: Language, identity: Result<Caller, Problem>,
    fetched: SystemAnswers? = nil
  ) {
    (self.request, self.parameters, self.language, asker) = (request, parameters, language, identity)
    self.fetched = fetched
  }

  /// Creates a copy of a call with the answers of the bank's systems.
  init(_ call: Call, fetched: SystemAnswers) {
    (request, parameters, language, asker) = (call.request, call.parameters, call.language, call.asker)
    self.fetched = fetched
  }

  /// Records a fact or directory that could not be read. Only the first is kept.
  ///
  /// The evaluation continues, but its results must be discarded. Without a fact, a limit could be
  /// missing or a payment could need no signature.
  func note(_ fact: UnreadableFact) { firstUnknown.withLock { $0 = $0 ?? fact } }

  /// The first fact or directory that could not be read; nil if all reads succeeded.
  var unknown: UnreadableFact? { firstUnknown.withLock { $0 } }

  /// The caller; nil for an unauthenticated request.
  var identity: Caller? { try? asker.get() }

  /// The caller. Throws 401 for an unauthenticated request.
  ///
  /// Such requests reach only endpoints with the access `open` or `anybody`.
  var caller: Caller {
    get throws(Problem) { try asker.get() }
  }

  /// Returns a path parameter. Throws `not-found` if the path does not contain it.
  func parameter(_ name: String) throws(Problem) -> String {
    guard let value = parameters[name] else { throw Problem(.notFound) }
    return value
  }

  /// Returns the submission id in the path. Throws `not-found` if it is malformed.
  func submission() throws(Problem) -> SubmissionID {
    guard let id = SubmissionID(try parameter("id")) else { throw Problem(.notFound) }
    return id
  }

  /// Returns the body as JSON.
  ///
  /// - Throws:
  ///   - `unsupported-media-type` if the media type is not JSON.
  ///   - `malformed-request` with the offset of the error if the JSON is invalid.
  func json() throws(Problem) -> Value { try outline().value }

  /// Returns the validated body. Its values are created on access.
  private func outline() throws(Problem) -> Outline.Part {
    let type = request.headerBytes("Content-Type") ?? []
    guard MediaType.isJSON(type) else {
      var problem = Problem(
        .unsupportedMediaType, ru: "Content-Type: \(type.isEmpty ? "(нет)" : String(decoding: type, as: UTF8.self))",
        en: "Content-Type: \(type.isEmpty ? "(none)" : String(decoding: type, as: UTF8.self))")
      problem.headers.append(MediaType.accepted)
      if request.method == .patch { problem.headers.append(MediaType.acceptedPatches) }
      throw problem
    }
    do {
      return try Outline(of: request.body).root
    } catch {
      throw Problem(.malformedRequest, LocalizedText(error))
        .member("offset", Array(String(error.offset).utf8))
    }
  }

  /// Returns the body as a JSON object. Throws like `json()`, and `malformed-request` if the body
  /// is not an object.
  func object() throws(Problem) -> Object {
    guard let object = try json().object else { throw Self.noObject }
    return object
  }

  /// Returns the body as a JSON object whose members are created on access. Throws like `object()`.
  func members() throws(Problem) -> Outline.Part {
    let body = try outline()
    guard body.isObject else { throw Self.noObject }
    return body
  }

  private static var noObject: Problem {
    Problem(.malformedRequest, ru: "JSON: тело должно быть объектом", en: "JSON: the body must be an object")
  }
}

extension Call {
  /// The origin of the request: the peer's address and the client's platform and version.
  ///
  /// A malformed `Client-Version` is ignored.
  var origin: Origin {
    let client = (try? ClientHeaders.client(of: request)) ?? nil
    return Origin(address: request.peer, client: client.map { "\($0.platform)/\($0.version)" })
  }

  /// The request as a part of the evidence of a signature.
  var signing: SigningRequest {
    let client = (try? ClientHeaders.client(of: request)) ?? nil
    return SigningRequest(
      peer: request.peer, client: client.map { "\($0.platform)/\($0.version)" }, id: request.id)
  }
}

protocol NamedValues {
  /// The member with that name; nil if absent.
  subscript(name: String) -> Value? { get }
}

extension Object: NamedValues {}
extension Outline.Part: NamedValues {}

extension Outline.Part {
  /// Returns a member that is an object; nil if it is absent or null. Its own members are created
  /// on access.
  ///
  /// Throws `malformed-request` for any other type.
  func members(_ name: String) throws(Problem) -> Object? {
    guard let member = member(name), !member.isNull else { return nil }
    guard let object = member.object else {
      throw Problem(.malformedRequest, ru: "`\(name)`: нужен объект", en: "`\(name)` must be an object")
    }
    return object
  }

  /// Returns a member that is a list of strings; nil if it is absent or null. Does not create a
  /// `Value` for each string.
  ///
  /// Throws `malformed-request` for any other type.
  func texts(_ name: String) throws(Problem) -> [String]? {
    guard let member = member(name), !member.isNull else { return nil }
    guard let texts = member.texts else {
      throw Problem(.malformedRequest, ru: "`\(name)`: нужен список строк", en: "`\(name)` must be a list of strings")
    }
    return texts
  }
}

extension NamedValues {
  /// Returns a member that is a string; nil if it is absent or null.
  ///
  /// Throws `malformed-request` for any other type.
  func text(_ name: String) throws(Problem) -> String? {
    switch self[name] {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw Problem(.malformedRequest, ru: "`\(name)`: нужна строка", en: "`\(name)` must be a string")
    }
  }

  /// Returns a member that is a Boolean; nil if it is absent or null.
  ///
  /// Throws `malformed-request` for any other type.
  func flag(_ name: String) throws(Problem) -> Bool? {
    switch self[name] {
    case nil, .null: return nil
    case .bool(let flag): return flag
    default:
      throw Problem(.malformedRequest, ru: "`\(name)`: нужно true или false", en: "`\(name)` must be true or false")
    }
  }

  /// Returns a member that is an object; nil if it is absent or null.
  ///
  /// Throws `malformed-request` for any other type.
  func members(_ name: String) throws(Problem) -> Object? {
    switch self[name] {
    case nil, .null: return nil
    case .object(let object): return object
    default: throw Problem(.malformedRequest, ru: "`\(name)`: нужен объект", en: "`\(name)` must be an object")
    }
  }

  /// Returns a member that is a list of strings; nil if it is absent or null.
  ///
  /// Throws `malformed-request` for any other type.
  func texts(_ name: String) throws(Problem) -> [String]? {
    switch self[name] {
    case nil, .null: return nil
    case .array(let elements):
      var texts: [String] = []
      texts.reserveCapacity(elements.count)
      for case .string(let text) in elements { texts.append(text) }
      if texts.count == elements.count { return texts }
      fallthrough
    default:
      throw Problem(.malformedRequest, ru: "`\(name)`: нужен список строк", en: "`\(name)` must be a list of strings")
    }
  }
}

extension String {
  /// The text, percent-encoded except for unreserved characters (RFC 3986, 2.3).
  var queryEncoded: String {
    let digits = Array("0123456789ABCDEF")
    return utf8.map { byte -> String in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }.joined()
  }
}
