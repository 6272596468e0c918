import Model
import Atoms
import Essentials
import HTTP
import JSON
import Services

/// A request on its way to an endpoint: its content, its caller and its language.
struct Call: Sendable {
  /// The request.
  let request: Request
  /// The values of the path's parameters.
  let parameters: Parameters
  /// The language of the answer.
  let language: Language
  /// The caller; or the problem to answer if the endpoint admits unauthenticated clients and turns out to need a
  /// caller.
  private let asker: Result<Caller, Problem>
  /// The answers of slow look-ups; nil without any.
  var fetched: FetchedAnswers?
  /// The facts that could not be read for it.
  let unknown = UnknownFacts()

  /// Creates a request for an endpoint, by `identity` or by a stranger.
  init(request: Request, parameters: Parameters, language: Language, identity: Result<Caller, Problem>) {
    (self.request, self.parameters, self.language, asker) = (request, parameters, language, identity)
  }

  /// The caller; nil for an unauthenticated client.
  var identity: Caller? { try? asker.get() }

  /// The caller. The routing table tells which endpoints need one.
  var caller: Caller {
    get throws(Problem) { try asker.get() }
  }

  /// The value of a parameter of the path.
  func parameter(_ name: String) throws(Problem) -> String {
    guard let value = parameters[name] else { throw Problem(.notFound) }
    return value
  }

  /// The submission that the path names.
  func submission() throws(Problem) -> SubmissionID {
    guard let id = SubmissionID(try parameter("id")) else { throw Problem(.notFound) }
    return id
  }

  /// The body as JSON.
  func json() throws(Problem) -> Value { try outline().value }

  /// Returns the body as JSON, which is validated whole and read on use.
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

  /// The body as a JSON object.
  func object() throws(Problem) -> Object {
    guard let object = try json().object else { throw Self.noObject }
    return object
  }

  /// The body as a JSON object whose members are made when they are asked for.
  func members() throws(Problem) -> Outline.Part {
    let body = try outline()
    guard body.isObject else { throw Self.noObject }
    return body
  }

  private static var noObject: Problem {
    Problem(.malformedRequest, ru: "JSON: тело должно быть объектом", en: "JSON: the body must be an object")
  }
}

/// Values by name, as a body has them.
protocol NamedValues {
  /// The value of that name; nil without one.
  subscript(name: String) -> Value? { get }
}

extension Object: NamedValues {}
extension Outline.Part: NamedValues {}

extension Outline.Part {
  /// A member that must be an object where it is there; its own members are made when they are asked for.
  func members(_ name: String) throws(Problem) -> Object? {
    guard let member = member(name), !member.isNull else { return nil }
    guard let object = member.object else {
      throw Problem(.malformedRequest, ru: "`\(name)`: нужен объект", en: "`\(name)` must be an object")
    }
    return object
  }

  /// A member that must be a list of strings where it is there, without a value made of each.
  func texts(_ name: String) throws(Problem) -> [String]? {
    guard let member = member(name), !member.isNull else { return nil }
    guard let texts = member.texts else {
      throw Problem(.malformedRequest, ru: "`\(name)`: нужен список строк", en: "`\(name)` must be a list of strings")
    }
    return texts
  }
}

extension NamedValues {
  /// A member that must be text where it is there.
  func text(_ name: String) throws(Problem) -> String? {
    switch self[name] {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw Problem(.malformedRequest, ru: "`\(name)`: нужна строка", en: "`\(name)` must be a string")
    }
  }

  /// A member that must be a Boolean where it is there.
  func flag(_ name: String) throws(Problem) -> Bool? {
    switch self[name] {
    case nil, .null: return nil
    case .bool(let flag): return flag
    default:
      throw Problem(.malformedRequest, ru: "`\(name)`: нужно true или false", en: "`\(name)` must be true or false")
    }
  }

  /// A member that must be an object where it is there.
  func members(_ name: String) throws(Problem) -> Object? {
    switch self[name] {
    case nil, .null: return nil
    case .object(let object): return object
    default: throw Problem(.malformedRequest, ru: "`\(name)`: нужен объект", en: "`\(name)` must be an object")
    }
  }

  /// A member that must be a list of strings where it is there.
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

extension Call {
  /// The origin of the request: its network address, and the client's name for itself if that is well-formed.
  var origin: Origin {
    let client = (try? ClientHeaders.client(of: request)) ?? nil
    return Origin(address: request.peer, client: client.map { "\($0.platform)/\($0.version)" })
  }
}

extension String {
  /// The text as a value in a query (RFC 3986, section 2.3).
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
