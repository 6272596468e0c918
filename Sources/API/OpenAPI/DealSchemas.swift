extension Schemas {
  /// The schemas of deals, as persons read and operators change them, and of notifications.
  static let deals = #"""
    {
      "DealPageRow": {
        "type": "object",
        "required": ["id", "title", "subtitle"],
        "properties": {
          "id": {"type": "string"}, "title": {"type": "string"}, "subtitle": {"type": "string"},
          "image": {"type": "string"}
        }
      },
      "Deal": {
        "type": "object",
        "required": ["ended", "href"],
        "properties": {
          "ended": {"type": "boolean"},
          "seen": {"type": "boolean", "description": "true if this person has seen it; absent for operators"},
          "state": {"enum": ["planned", "current", "ended"], "description": "for operators"},
          "href": {"type": "string"},
          "pages": {
            "type": "array", "description": "the pages of the deal; absent in lists",
            "items": {
              "type": "object",
              "required": ["title", "text"],
              "properties": {
                "title": {"type": "string"}, "text": {"type": "string"}, "image": {"type": "string"}
              }
            }
          }
        }
      },
      "DealDetails": {
        "description": "for a person the deal in their language, for an operator in all",
        "anyOf": [{"$ref": "#/components/schemas/Deal"}, {"$ref": "#/components/schemas/EditedDeal"}]
      },
      "DealText": {
        "type": "object",
        "description": "Russian stands in for what is not translated",
        "required": ["ru"],
        "additionalProperties": false,
        "properties": {"ru": {"type": "string"}, "en": {"type": "string"}}
      },
      "DealPage": {
        "type": "object",
        "required": ["title", "text"],
        "additionalProperties": false,
        "properties": {
          "title": {"$ref": "#/components/schemas/DealText"}, "text": {"$ref": "#/components/schemas/DealText"},
          "image": {"type": "string", "description": "a path of this server, or an https address"}
        }
      },
      "EditedDeal": {
        "type": "object",
        "description": "all of a deal, the same in every language and on every day; its ETag goes into If-Match",
        "required": ["place", "pages", "href"],
        "properties": {
          "pages": {"type": "array", "items": {"$ref": "#/components/schemas/DealPage"}},
          "href": {"type": "string"}
        }
      },
      "NewDeal": {
        "additionalProperties": false,
        "properties": {
          "pages": {
            "type": ["array", "null"], "maxItems": 20, "items": {"$ref": "#/components/schemas/DealPage"}
          }
        }
      },
      "DealPatch": {
        "additionalProperties": false,
        "properties": {
          "pages": {
            "type": ["array", "null"], "maxItems": 20, "items": {"$ref": "#/components/schemas/DealPage"}
          }
        }
      },
      "DealTextPatch": {
        "type": "object",
        "additionalProperties": false,
        "properties": {"ru": {"type": "string"}, "en": {"type": ["string", "null"]}}
      },
      "Notification": {
        "type": "object",
        "required": ["id", "kind", "title", "subtitle", "at", "read", "href"],
        "properties": {
          "id": {"type": "string"}, "kind": {"enum": ["deal"]},
          "title": {"type": "string"}, "subtitle": {"type": "string"},
          "at": {"type": "string", "format": "date-time"},
          "read": {"type": "boolean"}, "href": {"type": "string", "description": "the deal"}
        }
      },
      "Notifications": {
        "required": ["unread"],
        "properties": {
          "unread": {"type": "integer", "description": "of all notifications, not of this page alone"}
        }
      }
    }
    """#
}
