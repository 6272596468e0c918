package import Model

/// What a person is shown once, in the answer to a signature, and what is kept nowhere.
package struct Disclosure: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The codes of a new security matrix.
  package let matrix: [Cell: String]

  /// A new matrix's codes.
  package init(matrix: [Cell: String]) { self.matrix = matrix }

  package var description: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
