extension Schemas {
  /// Schemas of providers.
  static let providers = #"""
    {
      "ProviderRow": {
        "type": "object",
        "required": ["id", "title", "subtitle", "kind", "category", "href"],
        "properties": {
          "id": {"type": "string"}, "title": {"type": "string"}, "subtitle": {"type": "string"},
          "kind": {"enum": ["meters", "amount"], "description": "paid by the readings of meters, or by an amount"},
          "category": {"enum": ["housing", "mobile", "internet", "other"]}, "href": {"type": "string"}
        }
      },
      "Providers": {
        "type": "object",
        "required": ["count", "data"],
        "properties": {
          "count": {"type": "integer"},
          "data": {"type": "array", "items": {"$ref": "#/components/schemas/ProviderRow"}},
          "next": {"type": "string"}
        }
      },
      "ProviderField": {
        "type": "object",
        "description": "what a provider wants to know of who pays",
        "required": ["caption"],
        "properties": {
          "caption": {"type": "string"}, "hint": {"type": "string"},
          "mask": {"type": "string", "description": "# is a digit, @ a letter, a character after \\ is drawn and part of the value, anything else is drawn only"},
          "pattern": {"type": "string", "description": "a regular expression that the whole value matches"},
          "length": {"type": "integer"}, "keyboard": {"type": "string"}
        }
      },
      "Meter": {
        "type": "object",
        "required": ["id", "title", "number", "unit", "places", "tariff", "previous", "date"],
        "properties": {
          "id": {"type": "string"}, "title": {"type": "string"}, "number": {"type": "string"},
          "unit": {"type": "string"}, "places": {"type": "integer", "description": "decimal places of a reading"},
          "tariff": {"type": "string", "description": "roubles for a unit, an exact decimal"},
          "previous": {"type": "string", "description": "the last reading that was paid"},
          "date": {"type": "string", "format": "date"}
        }
      },
      "Provider": {
        "type": "object",
        "required": [
          "id", "title", "subtitle", "kind", "category", "href", "payee", "least", "most", "account", "fields",
          "subscriptions", "pay"
        ],
        "properties": {
          "id": {"type": "string"}, "title": {"type": "string"}, "subtitle": {"type": "string"},
          "kind": {"enum": ["meters", "amount"]},
          "category": {"enum": ["housing", "mobile", "internet", "other"]}, "href": {"type": "string"},
          "payee": {
            "type": "object",
            "required": ["name", "inn", "bic", "account"],
            "properties": {
              "name": {"type": "string"}, "inn": {"type": "string"}, "bic": {"type": "string"},
              "account": {"type": "string"}
            }
          },
          "least": {"type": "string", "description": "the least that one payment may be, in roubles"},
          "most": {"type": "string"},
          "account": {
            "description": "the number by which the provider knows the person",
            "allOf": [{"$ref": "#/components/schemas/ProviderField"}]
          },
          "fields": {"type": "array", "items": {"$ref": "#/components/schemas/ProviderField"}},
          "subscriptions": {
            "type": "array",
            "description": "the person's own numbers there",
            "items": {
              "type": "object",
              "required": ["id", "title", "subtitle", "account", "meters", "href"],
              "properties": {
                "id": {"type": "string"}, "title": {"type": "string"}, "subtitle": {"type": "string"},
                "account": {"type": "string"},
                "meters": {"type": "array", "items": {"$ref": "#/components/schemas/Meter"}},
                "href": {"type": "string", "description": "the form, with the number entered"}
              }
            }
          },
          "pay": {"type": "string", "description": "the form, with the provider chosen"}
        }
      }
    }
    """#
}
