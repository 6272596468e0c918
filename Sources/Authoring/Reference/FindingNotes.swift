package import SourceText

/// Descriptions of the codes of findings for the reference.
package enum FindingNotes {
  /// The descriptions by code.
  package static let texts: [FindingCode: String] = [
    // Files.
    .unreadableFile: "A file cannot be read, is empty, or is a link out of its directory.",
    .fileName: "A file has a wrong name, so that it is not read.",
    .encoding: "A file is not UTF-8 text, or has characters that YAML does not allow.",
    .yaml: "A file is not YAML, or uses a part of YAML that is not supported.",
    .limit: "A file, list, text or nesting exceeds its maximum.",
    // Structure.
    .wrongShape: "A list, mapping or single value is required instead of another, or a line has another form.",
    .wrongValue: "A written value is not among the values that its property takes.",
    .wrongType: "A value or column has another type than its place takes.",
    .missingQuotes: "A text requires quotes: a comma, `#`, `: ` or a quote ends it, or it is read as a name.",
    .missingProperty: "A required property or part is missing.",
    .missingCompanion: "A property requires another one, which is missing.",
    .unknownProperty: "A mapping has no such property.",
    .conflict: "Properties exclude each other, or a line is of two kinds.",
    .misplaced: "A property or element is not allowed at this place.",
    // Names.
    .invalidName: "An id or a name has characters that names must not have, or a wrong form.",
    .reservedName: "A name already has a meaning in the server or in conditions.",
    .duplicate: "A name, key or value is defined or listed twice.",
    .ambiguousName: "A name in a condition has two meanings.",
    .unknownName: "A condition, text or link reads a variable, function or name that does not exist here.",
    .unknownField: "A record, option, table or lookup has no such field, key or column.",
    .unknownKind: "The kind of an atom does not exist.",
    .unknownType: "The type of a column, parameter, input or answer does not exist.",
    .unknownDefinition: "The named operation, screen, route, lookup, atom or other object does not exist.",
    .unknownLanguage: "The language is not supported.",
    .unknownCurrency: "A currency is not supported, or an option has none.",
    .cycle: "Atoms, definitions, fragments or screens depend on each other in a cycle.",
    .unused: "An input, parameter, definition, answer, translation, file or limit has no effect.",
    // Conditions, expressions and texts.
    .conditionSyntax: "A text is not a condition or an expression.",
    .conditionType: "An operator or function takes values of another type or number.",
    .suspiciousExpression: "An expression probably computes something else than intended.",
    .mixedCurrencies: "Amounts in two currencies are added, compared or copied.",
    .neverHolds: "A condition never holds.",
    .alwaysHolds: "A condition always holds.",
    .mayBeEmpty: "A computed value may be missing: an input may be empty, locked or hidden, or a list too short.",
    .templateSyntax: "The placeholders of a text are malformed.",
    .literalText: "An expression is used as a text.",
    .patternSyntax: "A `pattern` is not a regular expression.",
    .markdownSyntax: "The formatting of a text is malformed or not supported.",
    // Values.
    .noPossibleValue: "No value can pass the rules, or no value matches a row.",
    .secret: "A secret would be shown, stored or written in a file.",
    .missingCaption: "An input or a button has no caption.",
    .missingMessage: "A check has no message.",
    .missingKey: "A list has no `key`, so that entries can be assigned to another record.",
    .fallbackMismatch: "A fallback cannot replace its atom.",
    // Languages.
    .missingTranslation: "A text has no translation, or none in the default language.",
    .swappedLanguages: "The languages of a text seem to be swapped.",
    // Effects and submissions.
    .effectMismatch: "The operation lacks what its effect requires.",
    .notSubmitted: "Nothing submits an operation with an effect.",
    .publicAccess: "A public operation uses what requires a login, or the reverse.",
    .retention: "Submissions would be kept for a shorter time than the law requires.",
    // Tables.
    .overlappingRows: "Two rows of a table match the same keys.",
    // Screens and flows.
    .missingInput: "A lookup, fragment, module or operation does not get a value that it requires.",
    .wrongStep: "An operation cannot be a step of a flow, or cannot be submitted by one.",
    .unreachable: "A step, a submission or a required atom can never be reached.",
    .unseenValue: "A flow would submit a value that the person does not see.",
    // Services.
    .wrongAddress: "An address, path or link is malformed.",
    .wrongHeader: "A header or parameter has a wrong name or value, or is set by the server.",
    .unreadArgument: "A request does not read an argument, so that its answers are the same for all values.",
    .ambiguousStatus: "A status has two meanings.",
    .missingSetting: "An environment variable or a secret file of a service is missing.",
    .recordedAnswers: "Recorded answers would replace a service in production.",
    // Scenarios and the configuration file.
    .scenario: "A scenario does not end as expected.",
    .setting: "A key of the configuration file is unknown or has a wrong value.",
  ]
}
