package import JSON

/// The JSON Schema (2020-12) of `calendar.yaml`, for editors.
package enum CalendarSchema {
  package static let document: Value = [
    "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "The business calendar of a bank, for Valence",
    "type": "object",
    "properties": [
      "holidays": SystemSchema.about("The days off from Monday to Friday: `[2026-01-01]`.", days),
      "workdays": SystemSchema.about("The business days on a Saturday or Sunday.", days),
    ], "additionalProperties": false,
  ]

  private static let days: Value = ["type": "array", "uniqueItems": true, "items": ScenarioSchema.date]
}

/// The JSON Schema (2020-12) of translation catalogs, for editors.
package enum LocaleSchema {
  package static let document: Value = [
    "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Translations, for Valence",
    "description": "Each text in the default language with its translation.", "type": "object",
    "additionalProperties": ["type": ["string", "number", "boolean", "null"]],
  ]
}
