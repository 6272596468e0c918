import ArgumentParser
import Services

/// How much people may keep as templates.
struct TemplateOptions: ParsableArguments {
  @Option(help: "Templates that a person may have, 1 to 1000.")
  var templatesPerPerson = TemplateRules().perPerson

  @Option(help: "Bytes that one template may take, 256 to 1048576.")
  var templateBytes = TemplateRules().bytes

  /// The rules that the options write.
  func rules() throws -> TemplateRules {
    guard (1...1000).contains(templatesPerPerson) else {
      throw CommandFailure("--templates-per-person takes 1 to 1000")
    }
    guard (256...1_048_576).contains(templateBytes) else {
      throw CommandFailure("--template-bytes takes 256 to 1048576")
    }
    var rules = TemplateRules()
    (rules.perPerson, rules.bytes) = (templatesPerPerson, templateBytes)
    return rules
  }
}
