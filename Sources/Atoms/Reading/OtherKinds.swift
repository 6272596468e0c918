import SourceText

/// Atoms in the notation of other form engines, with the equivalent definition.
///
///     OtherKinds.remedy(for: entries)  // {checkbox: a}: ", write `toggle`"
enum OtherKinds {
  /// Kinds in lower case, each with the kind of atom and, for a text input, its type.
  private static let kinds = [
    "checkbox": ("toggle", ""), "switch": ("toggle", ""), "boolean": ("toggle", ""), "select": ("enum", ""),
    "dropdown": ("enum", ""), "combobox": ("enum", ""), "radio": ("segmented", ""), "radiogroup": ("segmented", ""),
    "checkboxes": ("choices", ""), "checkboxgroup": ("choices", ""), "selectboxes": ("choices", ""),
    "multiselect": ("choices", ""), "tagbox": ("choices", ""),
    "textarea": ("textInput", ""), "textfield": ("textInput", ""), "string": ("textInput", ""),
    "number": ("textInput", "number"), "integer": ("textInput", "number"), "decimal": ("textInput", "number"),
    "amount": ("textInput", "amount"), "money": ("textInput", "amount"), "email": ("textInput", "email"),
    "phone": ("textInput", "phone"), "tel": ("textInput", "phone"), "password": ("textInput", "password"),
    "date": ("dateInput", ""), "datepicker": ("dateInput", ""), "time": ("timeInput", ""),
    "datetime": ("dateTimeInput", ""), "panel": ("group", ""), "fieldset": ("group", ""), "columns": ("group", ""),
    "numberinput": ("textInput", "number"), "slider": ("textInput", "number"), "range": ("textInput", "number"),
    "rating": ("segmented", ""), "yesno": ("toggle", ""), "multiline": ("textInput", ""),
    "matrix": ("group", ""), "likert": ("group", ""), "grid": ("group", ""),
    "section": ("group", ""), "datagrid": ("repeat", ""), "html": ("text", ""), "paragraph": ("text", ""),
  ]
  private static let namesOfKinds: Set<String> = ["type", "kind", "component", "widget"]
  private static let namesOfIDs: Set<String> = ["id", "key", "name"]
  private static let namesOfFragments: Set<String> = ["fragment", "$ref", "ref", "use", "import"]

  /// Returns the error of a definition without a kind, at one of its names; nil if it is in no
  /// other notation.
  static func fault(of entries: [SourceNode.Entry]) -> Diagnostic? {
    for entry in entries {
      guard let name = entry.key.scalar else { continue }
      // A property such as `columns: [a, b]` has no id.
      if let (kind, type) = kinds[name.lowercased()], entry.value.scalar.map({ isIdentifier($0[...]) }) == true {
        let remedy = ", write `\(kind)`" + (type.isEmpty ? "" : " with `type: \(type)`")
        return Diagnostic(
          .error, .unknownKind, "unknown kind of atom `\(name)`", remedy: remedy, at: entry.key.location)
      }
      if namesOfFragments.contains(name), let fragment = entry.value.scalar.map(nameOfFragment), isIdentifier(fragment)
      {
        return Diagnostic(
          .error, .unknownKind, "unknown kind of atom `\(name)`", remedy: ", write `include: \(fragment)`",
          at: entry.key.location)
      }
    }
    return namedKind(in: entries)
  }

  /// Returns the name in a reference such as `party`, `#/party` or `fragments/party.yaml`.
  private static func nameOfFragment(_ reference: String) -> Substring {
    let last = reference.split(separator: "/").last ?? ""
    return last.hasSuffix(".yaml") ? last.dropLast(".yaml".count) : last
  }

  /// Returns the remedy for a line without a space after the colon or without the colon, such as
  /// `include party`; empty for other lines.
  static func lineRemedy(_ text: String?) -> String {
    let words = text?.split(maxSplits: 1, whereSeparator: { $0 == " " || $0 == ":" }) ?? []
    guard let kind = words.first.map(String.init), kind == "include" || AtomRegistry.byName[kind] != nil,
      let id = words.dropFirst().first, isIdentifier(id)
    else { return "" }
    return ": write `\(kind): \(id)`"
  }

  /// Returns the error of a definition such as `{type: toggle, id: a}`, whose kind is a value.
  private static func namedKind(in entries: [SourceNode.Entry]) -> Diagnostic? {
    func entry(_ names: Set<String>) -> SourceNode.Entry? { entries.first { names.contains($0.key.scalar ?? "") } }
    guard let head = entry(namesOfKinds), let written = head.value.scalar, let name = head.key.scalar,
      let id = entry(namesOfIDs)?.value.scalar, isIdentifier(Substring(id))
    else { return nil }
    let isType = name == "type" && TextInputKind.Content(rawValue: written) != nil
    let known = isType || AtomRegistry.byName[written] == nil ? nil : (written, "")
    guard let (kind, type) = known ?? (isType ? ("textInput", written) : kinds[written.lowercased()]) else {
      return nil
    }
    let meant = "{\(kind): \(id)\(type.isEmpty || type == "text" ? "" : ", type: \(type)")}"
    return Diagnostic(
      .error, .unknownKind, "the kind of an atom is a name, and the id is its value", remedy: ": write `\(meant)`",
      at: head.key.location)
  }
}
