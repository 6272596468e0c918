import ArgumentParser
import Services

/// How much people may keep as templates.
struct TemplateOptions: ParsableArguments {
  @Option(1...1000, help: "Templates that a person may have.")
  var templatesPerPerson = TemplateRules().perPerson

  @Option(256...1_048_576, "bytes", help: "What one template may take.")
  var templateBytes = TemplateRules().bytes

  /// The rules that the options write.
  var rules: TemplateRules {
    var rules = TemplateRules()
    (rules.perPerson, rules.bytes) = (templatesPerPerson, templateBytes)
    return rules
  }
}
