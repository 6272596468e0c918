extension Schemas {
  /// The schemas of what the bank's core asks and says, and of the server's readiness.
  static let core = #"""
    {
      "Readiness": {
        "type": "object",
        "required": ["status", "checks"],
        "properties": {
          "status": {"const": "ok"},
          "checks": {
            "type": "object",
            "required": ["database"],
            "properties": {
              "database": {"$ref": "#/components/schemas/Health"},
              "core": {
                "type": "object",
                "description": "where the bank's core carries out what is signed: whether it keeps up",
                "required": ["status", "waiting", "oldestSeconds"],
                "properties": {
                  "status": {"enum": ["ok", "silent"]},
                  "waiting": {"type": "integer", "description": "submissions that it has not acknowledged"},
                  "oldestSeconds": {"type": "integer", "description": "how long one of them has waited at most"},
                  "lastPullAt": {
                    "type": "string", "format": "date-time",
                    "description": "when it last asked this process; absent where it has not since the start"
                  }
                }
              }
            }
          }
        }
      },
      "HandOver": {
        "type": "object",
        "description": "a signed submission as the bank's core gets it",
        "required": [
          "id", "sequence", "operation", "version", "status", "person", "values", "digest", "businessDay", "createdAt",
          "signedAt", "ack"
        ],
        "properties": {
          "id": {"type": "string"},
          "sequence": {"type": "integer", "description": "its place in the order of signing, from 1 on without gaps"},
          "title": {"type": "string"}, "subtitle": {"type": "string"}, "trailing": {"type": "string"},
          "operation": {"type": "string"}, "version": {"type": "string"},
          "status": {"enum": ["signed", "executed", "rejected"]}, "reason": {"type": "string"},
          "message": {"type": "string"},
          "person": {
            "type": "object", "required": ["id", "name"],
            "properties": {"id": {"type": "string"}, "name": {"type": "string"}}
          },
          "values": {"type": "object"},
          "digest": {"type": "string", "description": "of what was signed: 64 hexadecimal digits"},
          "amount": {"type": "string", "description": "an exact decimal"}, "currency": {"type": "string"},
          "businessDay": {"type": "string", "format": "date", "description": "the business day that it carries"},
          "createdAt": {"type": "string", "format": "date-time"},
          "signedAt": {"type": "string", "format": "date-time"},
          "acknowledgedAt": {"type": "string", "format": "date-time"},
          "ack": {"$ref": "#/components/schemas/Link"}
        }
      },
      "HandOvers": {
        "type": "object",
        "required": ["count", "data"],
        "properties": {
          "count": {"type": "integer"},
          "data": {"type": "array", "items": {"$ref": "#/components/schemas/HandOver"}},
          "next": {"type": "string"}
        }
      },
      "Acknowledgement": {
        "type": "object",
        "required": ["status"],
        "oneOf": [
          {"properties": {"status": {"const": "executed"}, "reason": {"type": "null"}}},
          {
            "required": ["reason"],
            "properties": {"status": {"const": "rejected"}, "reason": {"type": "string", "pattern": "^[a-z0-9-]{1,64}$"}}
          }
        ],
        "properties": {
          "status": {"enum": ["executed", "rejected"]},
          "reason": {"type": ["string", "null"], "description": "a code: with rejected, and then required"},
          "message": {
            "description": "shown to the person",
            "anyOf": [
              {"type": "null"},
              {"type": "string", "minLength": 1, "maxLength": 500},
              {
                "type": "object", "required": ["ru"], "additionalProperties": false,
                "properties": {
                  "ru": {"type": "string", "minLength": 1, "maxLength": 500},
                  "en": {"type": "string", "minLength": 1, "maxLength": 500}
                }
              }
            ]
          }
        }
      }
    }
    """#
}
