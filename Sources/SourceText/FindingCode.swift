/// The kind of mistake that a finding reports, independent of its wording.
///
/// Editors and build servers filter findings by it, so a released code keeps its meaning and its
/// raw value.
package enum FindingCode: String, CaseIterable, Sendable {
  // Files.
  case unreadableFile = "unreadable-file"
  case fileName = "file-name"
  case encoding
  case yaml
  case limit
  // Structure.
  case wrongShape = "wrong-shape"
  case wrongValue = "wrong-value"
  case wrongType = "wrong-type"
  case missingQuotes = "missing-quotes"
  case missingProperty = "missing-property"
  case missingCompanion = "missing-companion"
  case unknownProperty = "unknown-property"
  case conflict
  case misplaced
  // Names.
  case invalidName = "invalid-name"
  case reservedName = "reserved-name"
  case duplicate
  case ambiguousName = "ambiguous-name"
  case unknownName = "unknown-name"
  case unknownField = "unknown-field"
  case unknownKind = "unknown-kind"
  case unknownType = "unknown-type"
  case unknownDefinition = "unknown-definition"
  case unknownLanguage = "unknown-language"
  case unknownCurrency = "unknown-currency"
  case cycle
  case unused
  // Conditions, expressions and texts.
  case conditionSyntax = "condition-syntax"
  case conditionType = "condition-type"
  case suspiciousExpression = "suspicious-expression"
  case mixedCurrencies = "mixed-currencies"
  case neverHolds = "never-holds"
  case alwaysHolds = "always-holds"
  case mayBeEmpty = "may-be-empty"
  case templateSyntax = "template-syntax"
  case literalText = "literal-text"
  case patternSyntax = "pattern-syntax"
  case markdownSyntax = "markdown-syntax"
  // Values.
  case noPossibleValue = "no-possible-value"
  case secret
  case missingCaption = "missing-caption"
  case missingMessage = "missing-message"
  case missingKey = "missing-key"
  // Languages.
  case missingTranslation = "missing-translation"
  case swappedLanguages = "swapped-languages"
  // Effects and submissions.
  case effectMismatch = "effect-mismatch"
  case notSubmitted = "not-submitted"
  case publicAccess = "public-access"
  case retention
  case fallbackMismatch = "fallback-mismatch"
  // Tables.
  case overlappingRows = "overlapping-rows"
  // Screens, flows and routes.
  case wrongStep = "wrong-step"
  case missingInput = "missing-input"
  case unreachable
  case unseenValue = "unseen-value"
  // Services.
  case wrongAddress = "wrong-address"
  case wrongHeader = "wrong-header"
  case unreadArgument = "unread-argument"
  case ambiguousStatus = "ambiguous-status"
  case missingSetting = "missing-setting"
  case recordedAnswers = "recorded-answers"
  // Scenarios and the configuration file.
  case scenario
  case setting
}
