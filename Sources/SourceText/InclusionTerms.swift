/// The terms on which a fragment is included: the prefix of its names, and the values of its parameters.
///
///     let terms = InclusionTerms(prefix: "payer", arguments: [:])
///     terms.named("name")  // "payerName"
package struct InclusionTerms: Sendable {
  /// The type of a parameter.
  package enum Kind: String, CaseIterable, Sendable {
    /// A text, plain or in several languages.
    case text
    /// An exact decimal number.
    case number
    /// `true` or `false`.
    case boolean
    /// A day, such as `2026-11-21`.
    case date
    /// The choices of an atom: a mapping or a list of records.
    case options

    /// The type with its article, for a message.
    package var noun: String { self == .options ? "options" : "a \(rawValue)" }
  }

  /// The value of a parameter.
  package struct Argument: Sendable {
    /// The type that the fragment declares.
    package let kind: Kind
    /// The value that the `include` line gives, or the default of the fragment.
    package let node: SourceNode

    /// Creates the value of a parameter.
    package init(_ kind: Kind, _ node: SourceNode) { (self.kind, self.node) = (kind, node) }
  }

  /// The prefix of `as`; empty without one.
  package let prefix: String
  /// The values of the parameters by name.
  package let arguments: [String: Argument]

  /// Creates terms.
  package init(prefix: String = "", arguments: [String: Argument] = [:]) {
    (self.prefix, self.arguments) = (prefix, arguments)
  }

  /// Returns the name that the including file has for a name of the fragment: `payer` and `name` are `payerName`.
  package func named(_ name: String) -> String {
    prefix.isEmpty ? name : prefix + name.prefix(1).uppercased() + name.dropFirst()
  }
}

extension SourceFile {
  /// Returns the name that the operation has for a name of this file, with the prefixes of all lines that include it.
  ///
  /// - Parameter stop: The file of a list in whose items the name is, which tells its items apart by itself: the
  ///   prefixes of lines that include this file and more add nothing.
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
  /// The value of the parameter, if the whole node is `$` and the name of one; otherwise the node.
  package var given: SourceNode {
    guard let terms = location.file.terms, !terms.arguments.isEmpty, let text = scalar, text.hasPrefix("$") else {
      return self
    }
    return terms.arguments[String(text.dropFirst())]?.node ?? self
  }
}
