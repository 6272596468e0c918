/// How much people may keep as templates.
package struct TemplateRules: Sendable {
  /// Templates that a person may have; 100.
  package var perPerson = 100
  /// Bytes that the values of one template may take as canonical JSON; 64 KiB.
  package var bytes = 64 * 1024

  /// The defaults.
  package init() {}
}
