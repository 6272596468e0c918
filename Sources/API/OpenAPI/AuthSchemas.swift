extension Schemas {
  /// The schemas of logins.
  static let auth = #"""
    {
      "OpenSession": {
        "type": "object",
        "required": ["title", "subtitle", "trailing", "expiresAt", "current", "href"],
        "properties": {
          "title": {"type": "string"}, "subtitle": {"type": "string"}, "trailing": {"type": "string"},
          "expiresAt": {
            "type": "string", "format": "date-time", "description": "when it ends if it is not used before"
          },
          "current": {"type": "boolean", "description": "whether it is the session that asks"},
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
