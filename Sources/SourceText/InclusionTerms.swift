/// The options of one inclusion of a fragment: the prefix of its names and the values of its
/// parameters.
package struct InclusionTerms: Sendable {
  /// The type of a parameter.
  package enum Kind: String, CaseIterable, Sendable {
    /// A text in one or several languages.
    case text
    /// An exact decimal number.
    case number
    /// `true` or `false`.
    case boolean
    /// A day, such as `2026-11-21`.
    case date
    /// The options of an atom: a mapping or a list of records.
    case options
    /// A word, such as a currency.
    case word

    /// The type with its article, for messages.
    package var noun: String { self == .options ? "options" : "a \(rawValue)" }
  }

  /// The value of a parameter.
  package struct Argument: Sendable {
    /// The declared type.
    package let kind: Kind
    /// The value in the `include` line, or else the default.
    package let node: SourceNode
    /// The size of the value, with the values of parameters that it names.
    package let size: NodeSize

    package init(_ kind: Kind, _ node: SourceNode) {
      (self.kind, self.node) = (kind, node)
      size = NodeSize(node)
    }
  }

  /// The prefix from `as`; empty without `as`.
  package let prefix: String
  /// The values of the parameters, by name.
  package let arguments: [String: Argument]
  /// The use of a composed kind; nil for a fragment.
  package let composition: Composition?

  package init(prefix: String = "", arguments: [String: Argument] = [:], composition: Composition? = nil) {
    (self.prefix, self.arguments) = (prefix, arguments)
    self.composition = composition
  }

  /// Returns the name in the including file for a name of the fragment: with the prefix `payer`,
  /// `name` becomes `payerName`.
  package func named(_ name: String) -> String {
    if composition != nil, name == Composition.itself { return prefix }
    return prefix.isEmpty ? name : prefix + name.prefix(1).uppercased() + name.dropFirst()
  }
}

extension SourceFile {
  /// Returns the name in the operation for a name of this file, with the prefixes of all
  /// inclusions.
  ///
  /// - Parameter stop: The file of a repeat that contains the name. The prefixes of its own
  ///   inclusion and of the files that include it are omitted, because the path of the repeat
  ///   already contains them.
  package func whole(_ name: String, upTo stop: SourceFile? = nil) -> String {
    var (name, file) = (name, self)
    while file !== stop, let terms = file.terms, let place = file.includedFrom {
      name = terms.named(name)
      file = place.file
    }
    return name
  }
}

extension SourceNode {
  /// The value of a parameter if the node is `$` and the name of a parameter; otherwise the node.
  package var given: SourceNode {
    guard let terms = location.file.terms, !terms.arguments.isEmpty, let text = scalar, text.hasPrefix("$") else {
      return self
    }
    return terms.arguments[String(text.dropFirst())]?.node ?? self
  }
}
