extension Schemas {
  /// The schemas of logins.
  static let auth = #"""
    {
      "OpenSession": {
        "type": "object",
        "required": [
          "id", "title", "subtitle", "trailing", "createdAt", "lastSeenAt", "expiresAt", "endsAt", "current", "href"
        ],
        "properties": {
          "id": {"type": "string"}, "title": {"type": "string"}, "subtitle": {"type": "string"},
          "trailing": {"type": "string"},
          "createdAt": {"type": "string", "format": "date-time"},
          "lastSeenAt": {"type": "string", "format": "date-time", "description": "to about a minute"},
          "expiresAt": {
            "type": "string", "format": "date-time", "description": "when it ends if it is not used before"
          },
          "endsAt": {
            "type": "string", "format": "date-time", "description": "when it ends however much it is used"
          },
          "current": {"type": "boolean", "description": "whether it is the session that asks"},
          "client": {"type": "string", "description": "what the client called itself; absent where it did not"},
          "network": {
            "type": "string", "description": "the network of the login, such as 203.0.113.0/24: no more is kept"
          },
          "href": {"type": "string", "description": "DELETE ends it"}
        }
      },
      "Sessions": {
        "type": "object",
        "required": ["count", "data"],
        "properties": {
          "count": {"type": "integer"},
          "data": {"type": "array", "items": {"$ref": "#/components/schemas/OpenSession"}}
        }
      }
    }
    """#
}
