import Platform

/// A request method (RFC 9110, 9).
package enum Method: Sendable, Hashable {
  case get, head, post, put, patch, delete, options
  case other(String)

  /// Parses a method name, which is case-sensitive.
  package init(_ name: String) {
    switch name {
    case "GET": self = .get
    case "HEAD": self = .head
    case "POST": self = .post
    case "PUT": self = .put
    case "PATCH": self = .patch
    case "DELETE": self = .delete
    case "OPTIONS": self = .options
    default: self = .other(name)
    }
  }

  /// Parses a NUL-terminated method name in libmicrohttpd's memory.
  init(_ name: UnsafePointer<CChar>) {
    if strcmp(name, "GET") == 0 {
      self = .get
    } else if strcmp(name, "POST") == 0 {
      self = .post
    } else {
      self.init(String(cString: name))
    }
  }

  /// The name in a request line, such as `GET`.
  package var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .other(let name): name
    }
  }
}

extension Method: Comparable {
  /// Orders methods by name, as in an `Allow` header.
  package static func < (left: Method, right: Method) -> Bool { left.name < right.name }
}
