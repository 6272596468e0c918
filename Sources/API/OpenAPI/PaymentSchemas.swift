extension Schemas {
  /// The schemas of banks in the directory, and of accounts and their entries.
  static let money = #"""
    {
      "Bank": {
        "type": "object",
        "required": ["id", "title", "subtitle", "trailing", "status", "statusSince", "href"],
        "properties": {
          "id": {"type": "string"}, "title": {"type": "string"}, "subtitle": {"type": "string"},
          "trailing": {"type": "string"},
          "status": {"enum": ["active", "restricted", "closed"], "description": "true if payments can go there today"},
          "statusSince": {"type": ["string", "null"], "format": "date"},
          "href": {"type": "string"}
        }
      },
      "Account": {
        "type": "object",
        "required": ["href"],
        "properties": {
          "id": {"type": "string"}, "title": {"type": "string"}, "subtitle": {"type": "string"},
          "trailing": {"type": "string"}, "href": {"type": "string"}
        }
      },
      "Entry": {
        "type": "object",
        "required": ["title"],
        "properties": {
          "title": {"type": "string"}, "subtitle": {"type": "string"}, "trailing": {"type": "string"},
          "href": {"type": "string"}
        }
      },
      "Requisite": {
        "type": "object", "description": "one of the requisites, to be copied",
        "required": ["id", "title", "subtitle", "pair"],
        "properties": {
          "id": {"enum": ["recipient", "account", "bank", "bic", "correspondentAccount"]},
          "title": {"type": "string"}, "subtitle": {"type": "string"},
          "pair": {"$ref": "#/components/schemas/ShownPair"}
        }
      },
      "Requisites": {
        "type": "object",
        "required": ["share"],
        "properties": {
          "share": {
            "type": "object", "description": "all of them as one text, to be shared",
            "required": ["title", "text"],
            "properties": {"title": {"type": "string"}, "text": {"type": "string"}}
          }
        }
      },
      "Entries": {
        "type": "object",
        "properties": {
          "opening": {"type": "string", "description": "the balance before `from`, where a period is asked for"},
          "received": {"type": "string", "description": "the sum received over the whole period"},
          "paid": {"type": "string", "description": "the sum sent over the whole period"},
          "closing": {"type": "string", "description": "the balance after `to`"}, "currency": {"type": "string"}
        }
      }
    }
    """#
}

extension Schemas {
  /// The schemas of providers.
  static let providers = #"""
    {
      "ProviderRow": {
        "type": "object",
        "required": ["id", "title", "subtitle", "kind", "category", "href"],
        "properties": {
          "id": {"type": "string"}, "title": {"type": "string"}, "subtitle": {"type": "string"},
          "kind": {"enum": ["meters", "amount"], "description": "paid by the readings of meters, or by an amount"},
          "category": {"enum": ["housing", "mobile", "internet", "other"]}, "href": {"type": "string"},
          "image": {"type": "string", "description": "the path of the brand's mark; absent for one without"}
        }
      },
      "ProviderField": {
        "type": "object",
        "description": "the fields that a provider asks of a payer",
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
          "image": {"type": "string", "description": "the path of the brand's mark; absent for one without"},
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

/// The schemas of templates and prefilled trees.
enum TemplateSchemas {
  /// One JSON object of named schemas.
  static let text = #"""
    {
      "NewTemplate": {
        "required": ["values"]
      },
      "TemplatePatch": {
        "type": "object", "required": ["title"], "additionalProperties": false,
        "properties": {"title": {"type": "string", "minLength": 1, "maxLength": 100}}
      },
      "Template": {
        "type": "object",
        "required": ["subtitle", "href"],
        "properties": {
          "subtitle": {"type": "string", "description": "the operation's title"}, "href": {"type": "string"}
        }
      },
      "PrefillSource": {
        "type": "object",
        "description": "one of the three",
        "oneOf": [{"required": ["submission"]}, {"required": ["template"]}, {"required": ["qr"]}],
        "properties": {
          "submission": {"type": "string", "description": "the id of what was sent before"},
          "template": {"type": "string", "description": "a template's id"},
          "qr": {"type": "string", "description": "the text that a scanner read: GOST R 56042-2014, ST0001"}
        }
      },
      "PrefilledTree": {
        "allOf": [
          {"$ref": "#/components/schemas/Tree"},
          {
            "type": "object",
            "required": ["source", "dropped", "doubtful"],
            "properties": {
              "source": {"enum": ["submission", "template", "qr"]},
              "moreDropped": {"type": "integer", "minimum": 1, "description": "count of further elements of `dropped`"},
              "dropped": {
                "type": "array", "maxItems": 100,
                "description": "the values that the operation has no place for; `atom` is the code's key where there is no atom",
                "items": {"$ref": "#/components/schemas/ValueError"}
              },
              "moreDoubtful": {"type": "integer", "minimum": 1, "description": "count of further elements of `doubtful`"},
              "doubtful": {
                "type": "array", "maxItems": 100, "description": "the values that the person should look at before sending",
                "items": {"$ref": "#/components/schemas/ValueError"}
              }
            }
          }
        ]
      }
    }
    """#
}
