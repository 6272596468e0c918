extension Checker {
  /// Returns the type of `base.name`, or of the operator's result if `base` has a key-path
  /// operator.
  mutating func key(_ name: String, of base: Int, _ place: Int) -> ValueType {
    if let start = checked.aggregates[base], let element = elements[base] {
      checked.aggregates[place] = start
      checked.continued.insert(base)
      let first = start == base
      let inner = first && name == "self" ? element : field(name, of: element, place)
      elements[place] = inner
      return result(of: start, over: inner)
    }
    if let type = chosenField(name, of: base, place) { return type }
    if case .selfObject = checked.tree.nodes[base] { checked.reads.keys.append(name) }
    return field(name, of: checked.types[base], place)
  }

  /// Returns the type of a field of the chosen option of a variable, and rebinds the base node to
  /// the option.
  ///
  /// Returns nil for the base of any other key path, and for a key of the value itself.
  private mutating func chosenField(_ name: String, of base: Int, _ place: Int) -> ValueType? {
    guard case .variable(let variable) = checked.tree.nodes[base], let chosen = scope.binding(of: variable)?.chosen
    else { return nil }
    let field = chosen.fields?.first { $0.name == name }
    if field == nil, name == "length", checked.types[base] == .text { return nil }
    let isList = checked.types[base].isList
    readOptions(chosen, at: base)
    let type = field?.type ?? .any
    guard let fields = chosen.fields, field == nil, scope.checksTypes else { return isList ? .list(type) : type }
    let hint = suggestion(for: name, among: fields.map(\.name))
    fault(
      at: place,
      "an option of `\(variable)` has no field `\(name)`",
      remedy: hint.isEmpty && !fields.isEmpty ? "; the fields are \(fields.map(\.name).joined(separator: ", "))" : hint,
      as: .unknownField)
    return .any
  }

  /// Rebinds a variable of several chosen options to their records, for an aggregate of them.
  ///
  /// Returns the type of the records; nil for any other node.
  mutating func chosenRecords(of place: Int) -> ValueType? {
    guard case .variable(let variable) = checked.tree.nodes[place], checked.types[place].isList,
      let chosen = scope.binding(of: variable)?.chosen
    else { return nil }
    readOptions(chosen, at: place)
    return checked.types[place]
  }

  /// Rebinds a variable to the record of its chosen option, or to the records of its chosen
  /// options.
  private mutating func readOptions(_ chosen: Binding.Chosen, at place: Int) {
    let record = chosen.fields.map(ValueType.record) ?? .any
    checked.types[place] = checked.types[place].isList ? .list(record) : record
    checked.meanings[place] = .slot(chosen.slot, options: nil)
    checked.reads.slots.append(chosen.slot)
  }

  /// Returns the type of a key of a value of that type; `any` after a fault.
  private mutating func field(_ name: String, of type: ValueType, _ place: Int) -> ValueType {
    switch type {
    case .any: return .any
    case .list(let element): return .list(field(name, of: element, place))
    case .record(let fields):
      if let field = fields.first(where: { $0.name == name }) { return field.type }
      if scope.checksTypes {
        fault(at: place, "there is no field `\(name)`", remedy: fieldHint(name, place, fields), as: .unknownField)
      }
      return .any
    case .text where name == "length": return .integer
    case .boolean, .integer, .number, .text, .date:
      if scope.checksTypes {
        fault(at: place, "\(type.noun) has no key `\(name)`", remedy: valueHint(name, place), as: .unknownField)
      }
      return .any
    }
  }

  /// Finds the meaning of `base.@name` and returns its type; `base` is nil at the root of a path.
  mutating func pathOperator(_ name: String, on type: ValueType, base: Int?, _ place: Int) -> ValueType {
    guard let sign = PathOperator(rawValue: name) else {
      // With type checking, an unknown name is a fault; otherwise, it is an evaluation error.
      if scope.checksTypes {
        let hint =
          OtherNotations.pathOperators[name.lowercased()].map { ", write `@\($0)`" }
          ?? suggestion(for: name, among: PathOperator.names, prefix: "@")
        let known = "; the operators are " + PathOperator.names.map { "@" + $0 }.joined(separator: ", ")
        fault(at: place, "unknown key-path operator `@\(name)`", remedy: hint.isEmpty ? known : hint, as: .unknownName)
      }
      return .any
    }
    checked.meanings[place] = .pathOperator(sign)
    let type = base.flatMap { chosenRecords(of: $0) } ?? type
    if let base, let start = checked.aggregates[base], let element = elements[base], start != base {
      checked.aggregates[place] = start
      checked.continued.insert(base)
      elements[place] = sign == .count ? .integer : element.element ?? .any
      return result(of: start, over: elements[place] ?? .any)
    }
    if scope.checksTypes, type.element == nil {
      fault(at: place, "`@\(name)` needs a list, found \(type.noun)")
    }
    guard sign != .count else { return .integer }
    checked.aggregates[place] = place
    elements[place] = type.element ?? .any
    return result(of: place, over: elements[place] ?? .any)
  }

  /// Returns the result type of the key-path operator at `start` over values of that type.
  private func result(of start: Int, over element: ValueType) -> ValueType {
    guard case .pathOperator(let sign) = checked.meanings[start] else { return .any }
    switch sign {
    case .count: return .integer
    case .avg: return .number
    case .sum: return element == .integer ? .integer : .number
    case .min, .max: return element
    }
  }

  /// Reports every `@sum`, `@avg`, `@min` and `@max` without a following key.
  mutating func demandKeys() {
    for (place, start) in checked.aggregates.enumerated() where start == place && !checked.continued.contains(place) {
      guard case .pathOperator(let sign) = checked.meanings[place] else { continue }
      let name = "@" + sign.rawValue
      fault(at: place, "`\(name)` needs a key: `\(name).amount`, or `\(name).#self` for the elements themselves")
    }
  }

  /// Reports `@sum` and `@avg` of values other than numbers, and `@min` and `@max` of lists or
  /// records.
  mutating func demandFittingElements() {
    for (place, start) in checked.aggregates.enumerated() {
      guard let start, start != place, !checked.continued.contains(place), let type = elements[place],
        case .pathOperator(let sign) = checked.meanings[start]
      else { continue }
      switch (sign, type) {
      case (.count, _),
        (.sum, _) where type.isNumeric, (.avg, _) where type.isNumeric:
        continue
      case (.sum, _), (.avg, _): fault(at: start, "`@\(sign.rawValue)` takes numbers, found \(type.noun)")
      case (.min, .list), (.max, .list), (.min, .record), (.max, .record):
        fault(at: start, "`@\(sign.rawValue)` takes ordered values (numbers, texts, dates), found \(type.noun)")
      case (.min, _), (.max, _): continue
      }
    }
  }

  mutating func index(_ base: Int, _ index: Int, _ place: Int) -> ValueType {
    let (type, by) = (checked.types[base], checked.types[index])
    if case .dictionary(let elements) = checked.tree.nodes[base] { return member(elements, index) }
    switch type {
    case .any: return .any
    case .list(let element):
      if scope.checksTypes, !Checker.accepts(.integer, by) {
        fault(index, "a list is indexed by a whole number, found \(by.noun)")
      }
      return element
    case .record(let fields):
      if scope.checksTypes, !by.isTextual {
        fault(index, "a record is indexed by a key in quotes, found \(by.noun)")
      }
      guard case .literal(.text(let name)) = checked.tree.nodes[index] else { return .any }
      return fields.first { $0.name == name }?.type ?? .any
    default:
      if scope.checksTypes { fault(place, "\(type.noun) cannot be indexed") }
      return .any
    }
  }

  /// Returns the type of `{key: value, ...}[index]`; in `elements`, keys and values alternate.
  private mutating func member(_ elements: [Int], _ index: Int) -> ValueType {
    let by = checked.types[index]
    if scope.checksTypes, case .text = checked.types[elements[0]], !(by.isTextual || by == .date) {
      fault(index, "the keys of this dictionary are texts, found \(by.noun)")
    } else if scope.checksTypes, checked.types[elements[0]] != .text, !by.isNumeric || by == .boolean {
      fault(index, "the keys of this dictionary are numbers, found \(by.noun)")
    }
    let types = stride(from: 1, to: elements.count, by: 2).map { checked.types[elements[$0]] }
    return types.dropFirst().reduce(types.first ?? .any) { $0.joined($1) }
  }

  mutating func position(_ base: Int, _ position: Position, _ place: Int) -> ValueType {
    let type = checked.types[base]
    if case .dictionary = checked.tree.nodes[base] {
      fault(place, "expected a key in brackets after a dictionary, found [\(position.rawValue)]")
      return .any
    }
    if case .record = type, position == .size { return .integer }
    demandList(base, "[\(position.rawValue)]")
    return position == .size ? .integer : type.element ?? .any
  }
}
