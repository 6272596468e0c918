import JSON

/// The declared answer for an OpenAPI schema: the values that a service file can name, with notes
/// on the parts that it cannot express.
struct ImportedAnswer {
  /// The maximum nesting depth of objects and lists.
  private static let deepest = 6
  /// The maximum count of values.
  private static let maxFields = 40

  /// The fields as YAML: `name: text data.name`.
  private(set) var fields: [String] = []
  /// Notes on the parts that a service file cannot express.
  private(set) var notes: [String] = []
  private let document: OpenAPIDocument
  private var count = 0

  /// Reads the schema of a response. A list at the top level becomes the field `rows`.
  init(_ schema: Value?, of document: OpenAPIDocument) {
    self.document = document
    var names = ImportedNames(besides: ["each", "at"])
    guard let schema else {
      notes.append("the document declares no JSON schema for the response")
      return
    }
    let shape = self.shape(of: schema)
    switch shape.kind {
    case .list: fields = list(shape, at: "SELF", named: "rows", isOptional: false, depth: 0, &names)
    case .record: fields = record(shape, under: [], isOptional: false, depth: 0, &names)
    default: notes.append("the answer is \(shape.words)")
    }
    if count >= Self.maxFields { notes.append("only the first \(Self.maxFields) values are included") }
  }

  /// The part of a schema that a service file can express.
  private struct Shape {
    enum Kind { case leaf(String), record, list, other }
    var kind: Kind
    var isNullable = false
    var properties: [(name: String, schema: Value)] = []
    var required: Set<String> = []
    var items: Value?
    /// The reason why the schema cannot be expressed, for a note.
    var words = ""

    /// Returns the shape that accepts any of `shapes`: the only one, or a record with the
    /// properties of all. Returns nil if `shapes` is empty, or if one of several is not a record.
    static func any(of shapes: [Shape]) -> Shape? {
      guard let first = shapes.first else { return nil }
      if shapes.count == 1 { return first }
      var whole = Shape(kind: .record)
      for shape in shapes {
        guard case .record = shape.kind else { return nil }
        whole.properties += shape.properties
      }
      // A property is required only if every alternative requires it.
      whole.required = shapes.dropFirst().reduce(first.required) { $0.intersection($1.required) }
      return whole
    }
  }

  /// Returns the shape of a schema, with the parts of `allOf` merged.
  private func shape(of schema: Value, depth: Int = 0) -> Shape {
    guard depth < 8, let object = document.object(schema) else {
      return Shape(kind: .other, words: "circular or not a schema")
    }
    var shape = Shape(kind: .other)
    var types = object["type"]?.array?.compactMap(\.string) ?? object["type"]?.string.map { [$0] } ?? []
    shape.isNullable = object["nullable"] == true || types.contains("null")
    types.removeAll { $0 == "null" }
    for word in ["oneOf", "anyOf"] {
      guard let choices = object[word]?.array else { continue }
      let real = choices.filter { document.object($0)?["type"] != "null" }
      let kinds = real.map { self.shape(of: $0, depth: depth + 1) }
      guard var inner = Shape.any(of: kinds) else {
        shape.words = "one of several types (\(word))"
        return shape
      }
      inner.isNullable = inner.isNullable || shape.isNullable || real.count < choices.count
      return inner
    }
    for part in object["allOf"]?.array ?? [] {
      let inner = self.shape(of: part, depth: depth + 1)
      switch inner.kind {
      case .record:
        shape.kind = .record
        shape.properties += inner.properties
        shape.required.formUnion(inner.required)
      case .other where shape.words.isEmpty: shape.words = inner.words
      case .leaf, .list: if case .other = shape.kind { shape = inner }
      default: break
      }
    }
    if let properties = document.object(object["properties"]) {
      shape.kind = .record
      shape.properties += properties.members.map { ($0.name, $0.value) }
      shape.required.formUnion((object["required"]?.array ?? []).compactMap(\.string))
    }
    if case .record = shape.kind { return shape }
    if case .leaf = shape.kind { return shape }
    if case .list = shape.kind { return shape }
    switch types.first {
    case "array":
      shape.kind = .list
      shape.items = object["items"]
    case "string":
      let format = object["format"]?.string
      if format == "binary" {
        shape.words = "binary"
      } else {
        shape.kind = .leaf(format == "date" || format == "date-time" ? "date" : "text")
      }
    case "integer": shape.kind = .leaf("integer")
    case "number": shape.kind = .leaf("number")
    case "boolean": shape.kind = .leaf("boolean")
    case "object": shape.words = "an object with arbitrary names"
    default: shape.words = shape.words.isEmpty ? "without a type" : shape.words
    }
    return shape
  }

  /// Returns the fields of a record. Fields of nested records become fields of the outer record, so
  /// a missing nested record does not make the answer invalid.
  private mutating func record(
    _ shape: Shape, under path: [String], isOptional: Bool, depth: Int, in origin: String = "",
    _ names: inout ImportedNames
  ) -> [String] {
    var fields: [String] = []
    guard depth < Self.deepest else {
      notes.append("`\(origin)\(path.isEmpty ? "its records" : path.joined(separator: "."))` is nested too deeply")
      return fields
    }
    var seen: Set<String> = []
    for (name, schema) in shape.properties where seen.insert(name).inserted {
      guard count < Self.maxFields else { return fields }
      let inner = self.shape(of: schema)
      let isOptionalPart = isOptional || inner.isNullable || !shape.required.contains(name)
      let place = path + [name]
      guard let written = Self.path(place) else {
        notes.append("`\(origin)\(place.joined(separator: "."))` has a name that a path cannot contain")
        continue
      }
      switch inner.kind {
      case .leaf(let type):
        count += 1
        let field = names.name(for: place.joined(separator: " ")) { _ in true }
        fields.append("\(field): \(ImportedText.scalar("\(isOptionalPart ? "optional " : "")\(type) \(written)"))")
      case .record:
        fields += record(inner, under: place, isOptional: isOptionalPart, depth: depth + 1, in: origin, &names)
      case .list:
        let name = place.joined(separator: " ")
        fields += list(inner, at: written, named: name, isOptional: isOptionalPart, depth: depth + 1, &names)
      case .other: notes.append("`\(origin)\(place.joined(separator: "."))` is \(inner.words)")
      }
    }
    return fields
  }

  /// Returns a list of records as one field. Returns no field for any other list.
  private mutating func list(
    _ shape: Shape, at path: String, named name: String, isOptional: Bool, depth: Int, _ names: inout ImportedNames
  ) -> [String] {
    guard let items = shape.items, case let inner = self.shape(of: items),
      case .record = inner.kind
    else {
      notes.append("`\(path)` is a list whose elements are not records")
      return []
    }
    guard depth < Self.deepest else {
      notes.append("`\(path)` is nested too deeply")
      return []
    }
    let field = names.name(for: name) { _ in true }
    var inside = ImportedNames(besides: ["each", "at"])
    let fields = record(inner, under: [], isOptional: false, depth: depth + 1, in: "\(path): ", &inside)
    guard !fields.isEmpty else { return [] }
    let each = isOptional ? "optional each" : "each"
    return ["\(field): {\(each): \(ImportedText.scalar(path)), \(fields.joined(separator: ", "))}"]
  }

  /// Returns a path of a service file; nil if a name contains a character that a path cannot
  /// contain.
  private static func path(_ names: [String]) -> String? {
    if names.allSatisfy({ ImportedText.isName($0) }) { return names.joined(separator: ".") }
    guard
      names.allSatisfy({ $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !$0.contains("'") && !$0.contains("\\") })
    else { return nil }
    return "SELF" + names.map { "['\($0)']" }.joined()
  }
}
