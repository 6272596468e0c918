/// A named way to write a text in the characters that it may have: given from outside, as verifications are.
///
/// It changes one character into one, drops nothing, and every change is told in the atom's state.
package struct Normalization: Sendable {
  /// A character that was changed.
  package struct Change: Sendable {
    /// What stood there.
    package let from: Unicode.Scalar
    /// What stands there now.
    package let to: Unicode.Scalar
    /// The place in the text, from 1.
    package let position: Int

    /// A character changed at a place.
    package init(_ from: Unicode.Scalar, to: Unicode.Scalar, position: Int) {
      (self.from, self.to, self.position) = (from, to, position)
    }
  }

  /// The name in definitions.
  package let name: String
  /// The text as it is kept, with every change.
  package let normalize: @Sendable (String) -> (text: String, changes: [Change])

  /// A named normalisation.
  package init(_ name: String, normalize: @escaping @Sendable (String) -> (text: String, changes: [Change])) {
    self.name = name
    self.normalize = normalize
  }

  /// Reads `normalize`; nil where there is none.
  init?(_ properties: inout Properties) {
    let known = properties.normalizations
    guard let name = properties.word("normalize", of: known.keys.sorted()), let found = known[name] else { return nil }
    self = found
  }
}
