extension Schemas {
  /// The schemas of the feed and the acknowledgements of the bank's core, and of the server's readiness.
  static let core = #"""
    {
      "Callback": {"type": "object", "description": "the service's own document, read as its file declares"},
      "CallbackReceipt": {
        "type": "object",
        "required": ["status"],
        "properties": {
          "status": {
            "enum": ["waiting", "accepted", "unknown", "executed", "rejected", "none"],
            "description": "state of the delivery; `none` for a message that says nothing declared"
          }
        }
      },
      "Readiness": {
        "type": "object",
        "required": ["status", "checks"],
        "properties": {
          "status": {
            "enum": ["ok", "unavailable", "stopping"],
            "description": "`stopping`: the server serves on for a moment and ends; send new requests to another one"
          },
          "checks": {
            "type": "object",
            "required": ["database", "definitions", "directory"],
            "properties": {
              "database": {
                "type": "object",
                "required": ["status"],
                "properties": {
                  "status": {
                    "enum": ["ok", "full", "read-only", "busy", "damaged", "failing", "unreachable", "denied", "missing"],
                    "description": "the fault that the last tries to read and write it met"
                  },
                  "cause": {
                    "type": "string",
                    "description": "with `denied`, `missing` and `damaged`: the object or file at fault, where one is known"
                  },
                  "check": {
                    "enum": ["running", "passed", "failed", "ended"],
                    "description": "the check for damage that runs beside the service after a clean stop; absent where the file was checked before"
                  }
                }
              },
              "definitions": {
                "type": "object",
                "required": ["status", "operations"],
                "properties": {
                  "status": {"enum": ["ok", "empty"]},
                  "operations": {"type": "integer", "description": "operations that are served"},
                  "reloadFailedAt": {
                    "type": "string", "format": "date-time",
                    "description": "when reading them anew failed for some or for all; absent where the last attempt did not"
                  },
                  "held": {
                    "type": "array", "items": {"type": "string"},
                    "description": "the changed files that serve as they did, while the others were replaced"
                  }
                }
              },
              "directory": {
                "type": "object",
                "description": "the BIC directory; a stale one serves on",
                "required": ["status", "banks"],
                "properties": {
                  "status": {"enum": ["ok", "stale", "empty"]},
                  "banks": {"type": "integer"},
                  "date": {"type": "string", "format": "date", "description": "the day of the last file imported"}
                }
              },
              "systems": {
                "type": "object",
                "description": "the bank's own systems, by name; one that is paused failed too often and is left alone for a while, and recorded answers take the place of one that is recorded",
                "additionalProperties": {
                  "type": "object", "required": ["status"], "properties": {"status": {"enum": ["ok", "paused", "recorded"]}}
                }
              },
              "deliveries": {
                "type": "array",
                "description": "open deliveries to the bank's own systems, by effect; an overdue one waits longer than its file says, or for an operator",
                "items": {
                  "type": "object",
                  "required": ["system", "effect", "status", "waiting", "unknown", "failing", "oldestSeconds"],
                  "properties": {
                    "system": {"type": "string"}, "effect": {"type": "string"},
                    "status": {"enum": ["ok", "overdue"]},
                    "waiting": {"type": "integer", "description": "submissions that wait or are accepted"},
                    "unknown": {"type": "integer", "description": "submissions that may have arrived and are not sent again"},
                    "failing": {
                      "type": "integer",
                      "description": "submissions that were tried ten times and more, the last time without a declared answer"
                    },
                    "oldestSeconds": {"type": "integer", "description": "age of the oldest signature in seconds"}
                  }
                }
              },
              "messages": {
                "type": "object",
                "description": "messages to people, by kind: code and notice; stuck where they have waited too long",
                "additionalProperties": {
                  "type": "object",
                  "required": ["status", "waiting", "oldestSeconds"],
                  "properties": {
                    "status": {"enum": ["ok", "stuck"]},
                    "waiting": {"type": "integer", "description": "messages that no sender has taken"},
                    "oldestSeconds": {"type": "integer", "description": "how long one of them has waited at most"}
                  }
                }
              },
              "core": {
                "type": "object",
                "description": "where the bank's core carries out what is signed: whether it keeps up",
                "required": ["status", "waiting", "oldestSeconds"],
                "properties": {
                  "status": {"enum": ["ok", "silent"]},
                  "waiting": {"type": "integer", "description": "submissions that it has not acknowledged"},
                  "oldestSeconds": {"type": "integer", "description": "the longest wait of one of them"},
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
          "values", "sequence", "person", "digest", "businessDay", "signedAt", "ack"
        ],
        "properties": {
          "sequence": {"type": "integer", "description": "its place in the order of signing, from 1 on without gaps"},
          "title": {"type": "string"}, "subtitle": {"type": "string"}, "trailing": {"type": "string"},
          "status": {"enum": ["signed", "executed", "rejected"]},
          "person": {
            "type": "object", "required": ["id", "name"],
            "properties": {"id": {"type": "string"}, "name": {"type": "string"}}
          },
          "digest": {"type": "string", "description": "of what was signed: 64 hexadecimal digits"},
          "amount": {"type": "string", "description": "an exact decimal"}, "currency": {"type": "string"},
          "businessDay": {"type": "string", "format": "date", "description": "the business day that it carries"},
          "signedAt": {"type": "string", "format": "date-time"},
          "acknowledgedAt": {"type": "string", "format": "date-time"},
          "ack": {"$ref": "#/components/schemas/Link"}
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
