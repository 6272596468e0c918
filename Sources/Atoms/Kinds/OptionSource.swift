package import JSON

/// Where the options of a choice come from.
package enum OptionSource: Sendable {
  /// Written in the definition.
  case literal([Choice])
  /// A list among the facts of the caller, such as `accounts`: records with `value` and `caption`.
  case fact(String)
}

/// One option written in a definition.
package struct Choice: Sendable {
  /// What is posted when it is chosen.
  package let value: Value
  /// What the person sees.
  package let caption: LocalizedText
}
