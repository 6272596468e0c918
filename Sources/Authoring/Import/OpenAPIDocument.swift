import BankSystems
import Definitions
import SourceText
import JSON

/// An OpenAPI document, 3.0 or 3.1, with its references resolved on demand.
struct OpenAPIDocument {
  /// The reason why a document cannot be read.
  enum Unreadable: Error, CustomStringConvertible {
    case malformed(String)
    /// `openapi` is missing or is not 3.0 or 3.1.
    case version

    var description: String {
      switch self {
      case .malformed(let reason): reason
      case .version: "the file is not an OpenAPI document of version 3.0 or 3.1"
      }
    }
  }

  struct Operation {
    let method: String
    let path: String
    let about: Object
    /// The parameters. Parameters of the path precede parameters of the operation.
    let parameters: [Object]
  }

  let root: Value
  /// The maximum size in bytes.
  private static let maxBytes = 32 << 20
  /// The maximum length of a chain of references.
  private static let maxHops = 16

  /// Reads a document in JSON or YAML.
  init(_ bytes: [UInt8], name: String) throws(Unreadable) {
    let first = bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
    if first == UInt8(ascii: "{") {
      guard let value = try? Value(reading: bytes, limits: Limits(size: Self.maxBytes)) else {
        throw .malformed("\(name) is not JSON")
      }
      root = value
    } else {
      do {
        root = RecordedSystem.json(try YAMLFile(bytes, name: name, maximum: Self.maxBytes, nodes: 3_000_000).root)
      } catch {
        throw .malformed(error.sorted.first?.headline ?? "\(name) is not YAML")
      }
    }
    guard let version = root["openapi"]?.string, version.hasPrefix("3.0") || version.hasPrefix("3.1") else {
      throw .version
    }
  }

  /// Returns the object, after following references within the document; nil if the value is not an
  /// object or refers to another document.
  func object(_ value: Value?) -> Object? {
    var value = value
    for _ in 0..<Self.maxHops {
      guard let object = value?.object else { return nil }
      guard let reference = object["$ref"]?.string else { return object }
      guard reference.hasPrefix("#/") else { return nil }
      value = reference.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false).reduce(Value?.some(root)) {
        let name = $1.replacing("~1", with: "/").replacing("~0", with: "~")
        return $0?.object?[Self.decoded(String(name))]
      }
    }
    return nil
  }

  /// The GET and POST operations, in the order of the document.
  var operations: [Operation] {
    (object(root["paths"])?.members ?? []).flatMap { path -> [Operation] in
      guard let item = object(path.value) else { return [] }
      let common = item["parameters"]?.array ?? []
      return ["get", "post"].compactMap { method in
        guard let about = object(item[method]) else { return nil }
        var parameters: [Object] = []
        for parameter in (common + (about["parameters"]?.array ?? [])).compactMap({ object($0) }) {
          // A parameter of the operation overrides the same parameter of the path.
          parameters.removeAll { $0["name"] == parameter["name"] && $0["in"] == parameter["in"] }
          parameters.append(parameter)
        }
        return Operation(method: method, path: path.name, about: about, parameters: parameters)
      }
    }
  }

  /// The names of the required security schemes, without duplicates, and whether some operations
  /// require none. The schemes of the whole document precede those of single operations.
  ///
  /// If several schemes are required together, only the first is included.
  var securityNames: (names: [String], isOptional: Bool) {
    let common = root["security"]?.array
    var (names, isOptional): ([String], Bool) = ([], false)
    let all = [common ?? []] + operations.map { $0.about["security"]?.array ?? common ?? [] }
    for (place, requirements) in all.enumerated() {
      for requirement in requirements {
        if let name = requirement.object?.names.first, !names.contains(name) { names.append(name) }
      }
      let isFree = requirements.isEmpty || requirements.contains { $0.object?.count == 0 }
      if place > 0, isFree { isOptional = true }
    }
    return (names, isOptional)
  }

  /// The number of paths whose operations are in another file.
  var countElsewhere: Int {
    (object(root["paths"])?.members ?? []).count { path in
      path.value.object?["$ref"]?.string?.hasPrefix("#") == false
    }
  }

  /// The number of operations with other methods.
  var countOfOthers: Int {
    (object(root["paths"])?.members ?? []).reduce(0) { count, path in
      let names = object(path.value)?.names ?? []
      return count + names.count { ["put", "patch", "delete", "head", "options", "trace"].contains($0) }
    }
  }

  /// Returns the schema of the first JSON content type.
  func schema(in content: Value?) -> Value? {
    content?.object?.members.first { member in
      let type = member.name.prefix { $0 != ";" }.lowercased()
      return type == "application/json" || type.hasSuffix("+json")
    }?.value["schema"]
  }

  private static func decoded(_ text: String) -> String {
    guard text.contains("%") else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
