import HTTPServer

/// The entity tags of an `If-Match` or `If-None-Match` header (RFC 9110, 13.1.1 and 13.1.2).
///
///     EntityTagList(#""a1", W/"b2""#).names("a1", isStrong: true)  // true
struct EntityTagList: Sendable {
  /// True for `*`, also as an element of a list: it names every state of a resource that exists.
  let isAny: Bool
  /// The opaque tags without quotation marks, and whether each is weak.
  private let tags: [(opaque: Substring, isWeak: Bool)]

  /// Reads the value of a header. A malformed element and all that follow it name nothing.
  init(_ header: String) {
    var rest = header[...]
    var tags: [(opaque: Substring, isWeak: Bool)] = []
    var isAny = false
    rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
    while !rest.isEmpty {
      let isWeak = rest.hasPrefix("W/")
      if isWeak { rest = rest.dropFirst(2) }
      var tag: Substring?
      if rest.first == "*", !isWeak {
        rest = rest.dropFirst()
      } else {
        guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { break }
        tag = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
      }
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard rest.isEmpty || rest.first == "," else { break }
      if let tag { tags.append((tag, isWeak)) } else { isAny = true }
      rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
    }
    (self.tags, self.isAny) = (tags, isAny)
  }

  /// Returns true if the list names the state with that tag.
  ///
  /// - The tags of its compressed form (`tag-gzip`) and of its representations (`tag.more`) are the same state.
  /// - A weak tag never matches in the strong comparison, which `If-Match` requires.
  func names(_ tag: String, isStrong: Bool) -> Bool {
    isAny
      || tags.contains { opaque, isWeak in
        guard !(isStrong && isWeak), opaque.hasPrefix(tag) else { return false }
        let rest = opaque.dropFirst(tag.count)
        return rest.isEmpty || rest == "-gzip" || rest.first == "."
      }
  }
}

extension EntityTagList {
  /// Returns true if the list names that representation itself, in the weak comparison, which `If-None-Match` requires.
  func namesExactly(_ tag: Substring) -> Bool { isAny || tags.contains { $0.opaque == tag } }
}

/// The conditions under which a request may change a resource: its `If-Match` and `If-None-Match` headers.
///
///     let conditions = WriteConditions(of: call.request)
///     let renamed = templates.rename(id, to: title, if: { conditions.hold(for: tags($0)) }, by: caller)
///
/// They are judged in the transaction of the write: two servers may change the same resource.
struct WriteConditions: Sendable {
  private let match: EntityTagList?
  private let noneMatch: EntityTagList?

  /// The headers, for the documents of endpoints.
  static let documents = [
    ParameterDocument("If-Match", "the ETag of the state that may be changed, or * for any; another state is 412"),
    ParameterDocument("If-None-Match", "* changes nothing that exists; an ETag, nothing in that state"),
  ]

  /// Reads the headers of a request.
  init(of request: Request) {
    match = request.headers.list("If-Match").map(EntityTagList.init)
    noneMatch = request.headers.list("If-None-Match").map(EntityTagList.init)
  }

  /// True if the request has neither header.
  var isEmpty: Bool { match == nil && noneMatch == nil }

  /// Returns true if the request may change a resource whose present state has one of these tags, without quotation marks.
  ///
  /// Without tags the resource does not exist: then `If-Match` does not hold, and `If-None-Match` does.
  func hold(for tags: [String]) -> Bool {
    if let match, !tags.contains(where: { match.names($0, isStrong: true) }) { return false }
    if let noneMatch, tags.contains(where: { noneMatch.names($0, isStrong: false) }) { return false }
    return true
  }
}
