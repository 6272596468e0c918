import Atoms
import JSON
import Model

/// Reads a JSON object member by member and records every error with its path, such as
/// `pages[0].title`.
///
/// If a member has the wrong type, exceeds a limit, or is required and absent, a reading function
/// records a violation and returns nil. If an optional member is absent or null, it returns nil
/// without a violation.
struct RecordReader {
  /// The errors so far.
  private(set) var violations: [Violation] = []
  private let members: Object
  private let path: String
  private var asked: [String] = []

  /// Creates a reader of an object's members. `path` is the prefix of their names in violations.
  init(_ members: Object, at path: String = "") { (self.members, self.path) = (members, path) }

  /// Reads a text of at most `longest` characters and normalizes it.
  ///
  /// The text must be one line without misleading characters. If `lines` is true, line feeds are
  /// allowed. A text without visible characters counts as absent.
  mutating func text(_ name: String, longest: Int, isRequired: Bool = false, lines: Bool = false) -> String? {
    switch member(name) {
    case nil, .null: break
    case .string(let entered):
      let text = normalized(entered)
      let misleading = CharacterName.misleading(in: text, lines: lines)
      guard misleading != nil || CharacterName.shows(text) else { break }
      guard text.unicodeScalars.count <= longest else {
        return refuse(
          name, Violation("length", sentence: "maxLength", params: [("maxLength", .integer(Int64(longest)))]))
      }
      if let misleading {
        return refuse(name, Violation("charset", params: [("character", .string(CharacterName.code(misleading)))]))
      }
      return text
    default: return refuse(name, Violation("type"))
    }
    return isRequired ? refuse(name, Violation("required")) : nil
  }

  /// Reads one value from several members. `read` receives them in the order of `names`, with null
  /// for absent ones.
  ///
  /// If `read` returns nil, `fault` is recorded for the first name. If all members are absent, the
  /// value is absent.
  mutating func value<One>(
    _ names: [String], isRequired: Bool = false, _ fault: Violation = Violation("type"), _ read: ([Value]) -> One?
  ) -> One? {
    let values = names.map { member($0) ?? .null }
    if values.allSatisfy(\.isNull) { return isRequired ? refuse(names[0], Violation("required")) : nil }
    return read(values) ?? refuse(names[0], fault)
  }

  /// Reads a whole number within `limits`.
  mutating func number(_ name: String, _ limits: ClosedRange<Int64>, isRequired: Bool = false) -> Int? {
    switch member(name) {
    case nil, .null: return isRequired ? refuse(name, Violation("required")) : nil
    case .integer(let number) where number < limits.lowerBound:
      return refuse(name, Violation("min", params: [("min", .integer(limits.lowerBound))]))
    case .integer(let number) where number > limits.upperBound:
      return refuse(name, Violation("max", params: [("max", .integer(limits.upperBound))]))
    case .integer(let number): return Int(number)
    default: return refuse(name, Violation("type", sentence: "typeNumber"))
    }
  }

  /// Reads an object with `read`. Members that `read` does not use are violations.
  mutating func record<Part>(
    _ name: String, isRequired: Bool = false, _ read: (inout RecordReader) -> Part?
  ) -> Part? {
    switch member(name) {
    case nil, .null: return isRequired ? refuse(name, Violation("required")) : nil
    case .object(let members): return part(members, at: path + name, read)
    default: return refuse(name, Violation("type"))
    }
  }

  /// Reads each object of a list with `read`. The list has at most `maximum` elements; an absent
  /// list is empty.
  ///
  /// Unused members and elements that are not objects are violations. Elements for which `read`
  /// returns nil are omitted.
  mutating func records<Part>(_ name: String, maximum: Int, _ read: (inout RecordReader) -> Part?) -> [Part] {
    switch member(name) {
    case nil, .null: return []
    case .array(let elements):
      guard elements.count <= maximum else {
        let fault: Part? = refuse(
          name, Violation("max", sentence: "maxItems", params: [("max", .integer(Int64(maximum)))]))
        return fault.map { [$0] } ?? []
      }
      var parts: [Part] = []
      for (place, element) in elements.enumerated() {
        if let members = element.object {
          if let part = part(members, at: "\(path)\(name)[\(place)]", read) { parts.append(part) }
        } else {
          violations.append(Violation("type").at("\(path)\(name)[\(place)]"))
        }
      }
      return parts
    default:
      violations.append(Violation("type").at(path + name))
      return []
    }
  }

  /// Records a violation of a member and returns nil.
  @discardableResult
  mutating func refuse<Part>(_ name: String, _ violation: Violation) -> Part? {
    violations.append(violation.at(path + name))
    return nil
  }

  /// Throws `invalid-values` with all errors. Members that were not read are errors.
  mutating func refuseTheRest() throws(Problem) {
    noteTheRest()
    guard violations.isEmpty else { throw Problem(.invalidValues).violations(violations) }
  }

  private mutating func part<Part>(
    _ members: Object, at place: String, _ read: (inout RecordReader) -> Part?
  ) -> Part? {
    var reader = RecordReader(members, at: place + ".")
    let part = read(&reader)
    reader.noteTheRest()
    violations += reader.violations
    return part
  }

  private mutating func noteTheRest() {
    violations += members.names.filter { !asked.contains($0) }.map { Violation("unknown").at(path + $0) }
  }

  private mutating func member(_ name: String) -> Value? {
    asked.append(name)
    return members[name]
  }
}

/// A merge patch (RFC 7396) of a flat record.
///
/// A member with a value changes its field, null resets the field, and an absent member leaves it
/// unchanged. Members that are not read are rejected.
struct MergePatch {
  private let members: Object
  private var asked: [String] = []
  private var violations: [Violation] = []

  init(_ members: Object) { self.members = members }

  /// Reads and normalizes a text. Returns `.some(nil)` for null, which removes the text, and nil if
  /// the member is absent.
  ///
  /// If the member is not a string, records a violation and returns nil.
  mutating func text(_ name: String) -> String?? {
    switch member(name) {
    case nil: return nil
    case .null: return .some(nil)
    case .string(let text): return .some(normalized(text))
    default:
      violations.append(Violation("type").at(name))
      return nil
    }
  }

  /// Reads a text that cannot be removed. Returns nil if the member is absent.
  ///
  /// If it is null, empty or not a string, records a violation and returns nil.
  mutating func requiredText(_ name: String) -> String? {
    guard let text = text(name) else { return nil }
    if let text, !text.isEmpty { return text }
    violations.append(Violation("required").at(name))
    return nil
  }

  /// Throws `invalid-values` with all errors. Members that were not read are errors.
  mutating func refuseTheRest() throws(Problem) {
    violations += members.names.filter { !asked.contains($0) }.map { Violation("unknown").at($0) }
    guard violations.isEmpty else { throw Problem(.invalidValues).violations(violations) }
  }

  private mutating func member(_ name: String) -> Value? {
    asked.append(name)
    return members[name]
  }
}
