/// The schemas of templates and of prefilled trees.
enum TemplateSchemas {
  /// One JSON object of named schemas.
  static let text = #"""
    {
      "NewTemplate": {
        "required": ["values"]
      },
      "Template": {
        "type": "object",
        "required": ["subtitle", "href"],
        "properties": {
          "subtitle": {"type": "string", "description": "the operation's title"}, "href": {"type": "string"}
        }
      },
      "Templates": {
        "type": "object",
        "required": ["count", "data"],
        "properties": {
          "count": {"type": "integer"},
          "data": {"type": "array", "items": {"$ref": "#/components/schemas/Template"}},
          "next": {"type": "string"}
        }
      },
      "PrefillSource": {
        "type": "object",
        "description": "one of the three",
        "oneOf": [{"required": ["submission"]}, {"required": ["template"]}, {"required": ["qr"]}],
        "properties": {
          "submission": {"type": "string", "description": "the id of what was sent before"},
          "template": {"type": "string", "description": "a template's id"},
          "qr": {"type": "string", "description": "what a scanner read: GOST R 56042-2014, ST0001"}
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
              "moreDropped": {"type": "integer", "minimum": 1, "description": "how many more of `dropped` there are"},
              "dropped": {
                "type": "array", "maxItems": 100,
                "description": "what the operation has no place for; `atom` is the code's key where there is no atom",
                "items": {"$ref": "#/components/schemas/ValueError"}
              },
              "moreDoubtful": {"type": "integer", "minimum": 1, "description": "how many more of `doubtful` there are"},
              "doubtful": {
                "type": "array", "maxItems": 100, "description": "what the person should look at before it is sent",
                "items": {"$ref": "#/components/schemas/ValueError"}
              }
            }
          }
        ]
      }
    }
    """#
}
