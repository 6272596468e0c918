/// One use of a composed kind: the properties of the whole, and its parts' common texts.
package struct Composition: Sendable {
  /// The name of the kind, such as `postalAddress`.
  package let kind: String
  /// The id in the line that uses the kind, without prefixes.
  package let id: String
  /// The expression or record in `value` of the kind's file, located there.
  package var value: SourceNode?
  /// The text in `shown` of the kind's file, located there.
  package var shown: SourceNode?
  /// The condition that enables all inputs.
  package var enableIf: SourceNode?
  /// True if all parts can be empty together.
  package var isOptional = false
  /// True for a kind of one part, `self`, which has all properties of the line.
  package var isSingle = false
  /// True if no input is prefilled into another submission.
  package var isOnce = false
  /// `check` and `message` of the whole.
  package var checks: [SourceNode.Entry] = []

  package init(kind: String, id: String) { (self.kind, self.id) = (kind, id) }

  /// The name of the part that has the id of the whole.
  package static let itself = "self"
}

extension SourceFile {
  /// True for the file of a composed kind.
  package var isKind: Bool { terms?.composition != nil }

  /// The file with the uses of composed kinds that contain it, the innermost first.
  ///
  /// - Parameter stop: The file of a repeat that contains the node. Uses around the repeat are
  ///   omitted.
  package func compositions(upTo stop: SourceFile? = nil) -> [(file: SourceFile, use: Composition)] {
    guard terms != nil else { return [] }
    return sequence(first: self) { $0.includedFrom?.file }.prefix { $0 !== stop }.compactMap { file in
      file.terms?.composition.map { (file, $0) }
    }
  }
}
