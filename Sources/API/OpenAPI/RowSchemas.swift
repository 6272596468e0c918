extension Schemas {
  /// The schemas of what rows of lists have in common.
  static let rows = #"""
    {
      "RowParts": {
        "type": "object", "description": "what the texts of the row are: a client that knows the roles draws these",
        "properties": {
          "title": {"$ref": "#/components/schemas/ShownValue"},
          "subtitle": {"type": "array", "items": {"$ref": "#/components/schemas/ShownValue"}},
          "trailing": {"$ref": "#/components/schemas/ShownValue"}
        }
      },
      "Badge": {
        "type": "object", "description": "the state of the thing, drawn as a mark",
        "required": ["state", "tone", "text"],
        "properties": {
          "state": {"type": "string"}, "tone": {"enum": ["neutral", "success", "warning", "danger"]},
          "text": {"type": "string"}
        }
      },
      "RowGroup": {
        "type": "object", "description": "the heading that the row stands under, drawn where it changes",
        "required": ["value", "text"],
        "properties": {"value": {"type": "string"}, "text": {"type": "string"}}
      },
      "ListFilter": {
        "type": "object", "description": "a query parameter that narrows the list",
        "required": ["name", "label", "kind"],
        "properties": {
          "name": {"type": "string"}, "label": {"type": "string"}, "kind": {"enum": ["choice", "date", "text"]},
          "options": {
            "type": "array", "description": "of a choice",
            "items": {
              "type": "object", "required": ["value", "caption"],
              "properties": {"value": {"type": "string"}, "caption": {"type": "string"}}
            }
          },
          "maxLength": {"type": "integer", "description": "of a text", "minimum": 1},
          "today": {"type": "string", "format": "date", "description": "of a date: the present day of the bank"}
        }
      },
      "RowAction": {
        "type": "object",
        "description": "something that the person does to a row, or to a whole list; the answer may be empty, and the list is then asked for again",
        "required": ["name", "title", "method", "href", "tone"],
        "properties": {
          "name": {"type": "string"}, "title": {"type": "string"},
          "method": {"enum": ["POST", "PUT", "PATCH", "DELETE"]}, "href": {"type": "string"},
          "tone": {"enum": ["primary", "quiet", "danger"]},
          "confirm": {
            "type": "object", "description": "the question to ask before",
            "required": ["title"],
            "properties": {
              "title": {"type": "string"}, "text": {"type": "string"}, "action": {"type": "string"},
              "cancel": {"type": "string"}
            }
          },
          "ask": {
            "type": "object",
            "description": "a text to ask for before; it is sent as this member of a JSON body",
            "required": ["member", "label"],
            "properties": {
              "member": {"type": "string"}, "label": {"type": "string"},
              "value": {"type": "string", "description": "the text to begin with"},
              "maxLength": {"type": "integer", "minimum": 1}
            }
          }
        }
      }
    }
    """#
}
