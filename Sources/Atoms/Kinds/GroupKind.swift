/// Atoms that belong together; its `showIf` covers them all.
package final class GroupKind: NestingKind {
  /// `group`.
  package static let name = "group"

  /// Reads no properties.
  package init(_ properties: inout Properties) {}
}
