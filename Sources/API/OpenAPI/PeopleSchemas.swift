extension Schemas {
  /// The schemas of a person's cards, settings, password and new session.
  static let people = #"""
    {
      "PasswordChange": {
        "type": "object",
        "required": ["oldPassword", "newPassword"],
        "properties": {
          "oldPassword": {"type": "string"},
          "newPassword": {
            "type": "string",
            "description": "12 to 128 characters, at least 5 different ones; not common, neither the login nor the present password"
          }
        }
      },
      "Card": {
        "type": "object",
        "required": ["href", "operation"],
        "properties": {
          "subtitle": {"type": "string"},
          "href": {"type": "string"},
          "operation": {"type": "string", "description": "the tree that blocks and unblocks it"},
          "history": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["status", "at"],
              "properties": {
                "status": {"enum": ["active", "blocked"]}, "at": {"type": "string", "format": "date-time"},
                "submission": {"type": "string", "description": "the submission that gave it the status; absent if the bank did"}
              }
            }
          }
        }
      },
      "Settings": {
        "type": "object",
        "properties": {}
      },
      "UserPatch": {
        "description": "a phone comes with the country's code, and is kept as E.164 writes it",
        "additionalProperties": false
      },
      "SettingsPatch": {"additionalProperties": false},
      "OpenedSession": {
        "type": "object",
        "description": "the answer of a public operation that logs in: the session, and the next document",
        "required": ["session", "next"],
        "properties": {
          "session": {"$ref": "#/components/schemas/Session"},
          "next": {"$ref": "#/components/schemas/Next"}
        }
      },
      "ProgressOrSession": {
        "anyOf": [{"$ref": "#/components/schemas/Progress"}, {"$ref": "#/components/schemas/OpenedSession"}]
      }
    }
    """#
}

extension Schemas {
  /// The schemas of a person's open sessions and daily limits.
  static let auth = #"""
    {
      "Limit": {
        "type": "object",
        "required": ["id", "title", "subtitle", "trailing", "operation", "currency", "limit", "sent", "left"],
        "properties": {
          "id": {"type": "string"}, "title": {"type": "string"}, "subtitle": {"type": "string"},
          "trailing": {"type": "string"}, "operation": {"type": "string"}, "currency": {"type": "string"},
          "limit": {"type": "string"}, "sent": {"type": "string", "description": "what was signed today"},
          "left": {"type": "string"}
        }
      },
      "OpenSession": {
        "type": "object",
        "required": ["title", "subtitle", "trailing", "expiresAt", "current", "href"],
        "properties": {
          "title": {"type": "string"}, "subtitle": {"type": "string"}, "trailing": {"type": "string"},
          "expiresAt": {
            "type": "string", "format": "date-time", "description": "when it ends if it is not used before"
          },
          "current": {"type": "boolean", "description": "true for the session that asks"},
          "href": {"type": "string", "description": "DELETE ends it"}
        }
      }
    }
    """#
}
