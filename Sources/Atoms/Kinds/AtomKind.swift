package import JSON

/// A kind of atom: what its line in a definition may say and how it is drawn.
///
/// A new kind is one type that conforms to this (or to `InputKind`, where it carries a value) and one line in
/// `AtomRegistry`. An instance is one atom's settings: immutable, made once when the definition is loaded; a class, because what is
/// passed on of it is then one reference.
package protocol AtomKind: AnyObject, Sendable {
  /// The kind's name in definitions and on the wire.
  static var name: String { get }
  /// Reads the kind's own properties; faults go to the properties' diagnostics.
  init(_ properties: inout Properties)
  /// Whether nothing is lost but a drawing where a client does without the atom.
  var isOrnament: Bool { get }
  /// Writes the kind's own members of the tree, such as `"wide": true`.
  func write(to writer: inout Writer, in language: Language)
}

extension AtomKind {
  /// The kind's name.
  package var name: String { Self.name }
  /// What it shows or does counts.
  package var isOrnament: Bool { false }
  /// Nothing of its own.
  package func write(to writer: inout Writer, in language: Language) {}
}
