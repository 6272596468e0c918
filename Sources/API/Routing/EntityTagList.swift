import HTTPServer

/// The entity tags of an `If-Match` or `If-None-Match` header (RFC 9110, 13.1.1 and 13.1.2).
struct EntityTagList: Sendable {
  /// True if the list contains `*`, which matches every state of an existing resource.
  let isAny: Bool
  /// The opaque tags without quotation marks, and true if the tag is weak.
  private let tags: [(opaque: Substring, isWeak: Bool)]

  /// Reads the value of a header. A malformed element and all following elements are ignored.
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

  /// Returns true if the list contains a tag of this state.
  ///
  /// - The tags of its compressed form (`tag-gzip`) and of its representations (`tag.more`) also
  ///   match.
  /// - If `isStrong` is true, as for `If-Match`, a weak tag never matches.
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
  /// Returns true if the list contains this tag in the weak comparison, which `If-None-Match`
  /// requires.
  func namesExactly(_ tag: Substring) -> Bool { isAny || tags.contains { $0.opaque == tag } }
}

/// The `If-Match` and `If-None-Match` conditions of a write.
///
/// Check them in the write transaction, because another server may change the same resource.
struct WriteConditions: Sendable {
  private let match: EntityTagList?
  private let noneMatch: EntityTagList?

  /// The headers, for the OpenAPI document.
  static let documents = [
    ParameterDocument("If-Match", "the ETag of the state to change, or * for any state; otherwise 412"),
    ParameterDocument(
      "If-None-Match", "*: change only if the resource does not exist; an ETag: change only another state"),
  ]

  init(of request: Request) {
    match = request.headers.list("If-Match").map(EntityTagList.init)
    noneMatch = request.headers.list("If-None-Match").map(EntityTagList.init)
  }

  /// True if the request has neither header.
  var isEmpty: Bool { match == nil && noneMatch == nil }

  /// Returns true if the conditions allow a change of a resource whose current state has one of
  /// these tags, without quotation marks.
  ///
  /// An empty list means that the resource does not exist. `If-Match` then fails and
  /// `If-None-Match` succeeds.
  func hold(for tags: [String]) -> Bool {
    if let match, !tags.contains(where: { match.names($0, isStrong: true) }) { return false }
    if let noneMatch, tags.contains(where: { noneMatch.names($0, isStrong: false) }) { return false }
    return true
  }
}
