extension Schemas {
  /// The schemas of the directory of banks, of accounts and their statements.
  static let money = #"""
    {
      "Bank": {
        "type": "object",
        "required": [
          "id", "title", "subtitle", "trailing", "bic", "name", "correspondentAccount", "treasuryAccount", "place",
          "swift", "status", "statusSince", "restrictions", "href"
        ],
        "properties": {
          "id": {"type": "string"}, "title": {"type": "string"}, "subtitle": {"type": "string"},
          "trailing": {"type": "string"}, "bic": {"type": "string"}, "name": {"type": "string"},
          "correspondentAccount": {"type": ["string", "null"]},
          "treasuryAccount": {
            "type": ["string", "null"],
            "description": "the single treasury account, which stands where a correspondent account would"
          },
          "place": {"type": ["string", "null"]}, "swift": {"type": ["string", "null"]},
          "status": {"enum": ["active", "restricted", "closed"], "description": "whether payments can go there today"},
          "statusSince": {"type": ["string", "null"], "format": "date"},
          "restrictions": {
            "type": "array",
            "description": "what the directory says against payments, in force yet or not",
            "items": {
              "type": "object",
              "required": ["code", "since"],
              "properties": {"code": {"type": "string"}, "since": {"type": ["string", "null"], "format": "date"}}
            }
          },
          "href": {"type": "string"}
        }
      },
      "Banks": {
        "type": "object",
        "required": ["count", "data"],
        "properties": {
          "count": {"type": "integer"},
          "data": {"type": "array", "items": {"$ref": "#/components/schemas/Bank"}},
          "next": {"type": "string"}
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
      "Accounts": {
        "type": "object",
        "required": ["count", "data"],
        "properties": {
          "count": {"type": "integer"},
          "data": {"type": "array", "items": {"$ref": "#/components/schemas/Account"}}
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
      "Entries": {
        "type": "object",
        "required": ["count", "data"],
        "properties": {
          "count": {"type": "integer"},
          "data": {"type": "array", "items": {"$ref": "#/components/schemas/Entry"}},
          "opening": {"type": "string", "description": "the balance before `from`, where a period is asked for"},
          "received": {"type": "string", "description": "what came in over the whole period"},
          "paid": {"type": "string", "description": "what went out"},
          "closing": {"type": "string", "description": "the balance after `to`"}, "currency": {"type": "string"},
          "next": {"type": "string"}
        }
      }
    }
    """#
}
