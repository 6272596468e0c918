extension Schemas {
  /// The schemas of screens, flows, leads and transitions.
  static let navigation = #"""
    {
      "Transition": {
        "type": "object",
        "required": ["kind"],
        "properties": {
          "kind": {"enum": ["push", "present", "embed", "cover", "window"]},
          "reverse": {"enum": ["pop", "dismiss", "remove", "close"], "description": "the transition that undoes it"},
          "container": {"type": "string", "description": "of embed: the screen's id, or that of one of its modules"},
          "appearance": {
            "type": "object",
            "description": "by the kind: push has barColor, titleColor, largeTitle, hidesTabs; present style, closable; cover handleColor, height, dim; embed animated; window statusBar",
            "properties": {
              "barColor": {"type": "string"}, "titleColor": {"type": "string"}, "largeTitle": {"type": "boolean"},
              "hidesTabs": {"type": "boolean"}, "style": {"enum": ["sheet", "page", "full"]},
              "closable": {"type": "boolean"}, "handleColor": {"type": "string"},
              "height": {"enum": ["content", "half", "full"]}, "dim": {"type": "boolean"},
              "animated": {"type": "boolean"}, "statusBar": {"enum": ["light", "dark"]}
            },
            "additionalProperties": false
          }
        }
      },
      "Screen": {
        "type": "object",
        "required": ["screen", "title", "container", "transition", "modules"],
        "properties": {
          "screen": {"type": "string"},
          "title": {"type": "string"},
          "container": {"enum": ["column", "tabs"]},
          "transition": {"$ref": "#/components/schemas/Transition"},
          "modules": {"type": "array", "items": {"$ref": "#/components/schemas/Module"}},
          "flow": {"$ref": "#/components/schemas/FlowProgress"},
          "retryAfter": {
            "type": "integer", "description": "seconds after which to ask again: a module tells that something is not known now"
          },
          "actions": {
            "type": "array", "description": "of a step: the buttons below it",
            "items": {
              "type": "object",
              "required": ["name", "title"],
              "properties": {
                "name": {"enum": ["next", "back", "submit", "cancel"]}, "title": {"type": "string"},
                "tone": {"enum": ["primary", "quiet", "danger"]},
                "method": {"type": "string"}, "href": {"type": "string"}
              }
            }
          },
          "open": {
            "description": "the target of the deep link, to follow once the screen is drawn",
            "allOf": [{"$ref": "#/components/schemas/Lead"}]
          }
        }
      },
      "FlowProgress": {
        "type": "object",
        "description": "of a step: which flow it is of, and how far the person is",
        "required": ["id", "title", "step", "place", "href"],
        "properties": {
          "id": {"type": "string"}, "title": {"type": "string"}, "step": {"type": "string"},
          "place": {"type": "integer", "minimum": 1}, "href": {"type": "string"},
          "steps": {
            "type": "array", "description": "in their order; those that were passed over are left out",
            "items": {
              "type": "object", "required": ["name", "title", "state"],
              "properties": {
                "name": {"type": "string"}, "title": {"type": "string"},
                "state": {"enum": ["done", "current", "ahead"]}
              }
            }
          },
          "count": {"type": "integer", "minimum": 1, "description": "the count of all steps; absent where ways differ"}
        }
      },
      "Step": {
        "description": "a step of a flow: a tree or a screen with `flow`",
        "anyOf": [{"$ref": "#/components/schemas/Tree"}, {"$ref": "#/components/schemas/Screen"}]
      },
      "StepValues": {
        "type": "object",
        "properties": {
          "values": {"type": ["object", "null"], "description": "by atom id; a screen has none"},
          "version": {"type": ["string", "null"], "description": "the version that was drawn"},
          "shown": {"type": ["object", "null"], "description": "what the client has shown, as in a submission"},
          "action": {"type": ["string", "null"], "description": "the button that was tapped"}
        },
        "additionalProperties": false
      },
      "Module": {
        "type": "object",
        "required": ["id", "module", "title", "input", "output", "transition"],
        "properties": {
          "id": {"type": "string", "description": "its name on the screen"},
          "module": {"enum": ["operation", "list", "text", "screen", "flow", "scan"]},
          "title": {"type": "string"},
          "fontSize": {"enum": ["comment", "body", "title"], "description": "of a text"},
          "severity": {"const": "warning", "type": "string", "description": "of a text: it warns, and is drawn apart"},
          "icon": {"$ref": "#/components/schemas/Icon"},
          "pair": {"$ref": "#/components/schemas/ShownPair"},
          "hideEmpty": {"const": true, "type": "boolean", "description": "a list without rows is not drawn, nor is its title"},
          "input": {
            "type": "object", "description": "the values that go in", "additionalProperties": {"type": "string"}
          },
          "output": {
            "type": "object", "description": "the types of what comes out, by name",
            "additionalProperties": {"enum": ["text", "number", "date", "boolean", "any"]}
          },
          "transition": {"$ref": "#/components/schemas/Transition"},
          "method": {"const": "POST", "description": "the method of a request for `href`; GET without it"},
          "href": {"type": "string", "description": "where it is; a text has none"},
          "scan": {
            "type": "object", "description": "of a scan: the request for the form, once there is a code",
            "required": ["method", "href", "member"],
            "properties": {
              "method": {"const": "POST"}, "href": {"type": "string"},
              "member": {"type": "string", "description": "the member of the body that the code's text goes into"}
            }
          },
          "row": {
            "type": "object",
            "description": "of a list: what a tap on a row opens; `href` is a template (RFC 6570, level 1) over the row's members",
            "required": ["transition", "href"],
            "properties": {
              "transition": {"$ref": "#/components/schemas/Transition"}, "method": {"const": "POST"},
              "href": {"type": "string"},
              "body": {
                "type": "object", "additionalProperties": {"type": "string"},
                "description": "the body to post; a name in braces is a member of the row, as it is"
              }
            }
          },
          "content": {
            "type": "object",
            "description": "of a module that is drawn in place, perhaps: what `href` answers now, to draw without asking; ask where it is absent"
          },
          "unavailable": {"type": "object", "description": "as in the list of operations"}
        }
      },
      "Lead": {
        "type": "object",
        "description": "where to go: what is at `href` is shown by the transition",
        "required": ["transition", "href"],
        "properties": {
          "route": {"type": "string"},
          "module": {"enum": ["operation", "screen", "flow", "result"]},
          "title": {"type": "string"},
          "input": {"type": "object", "additionalProperties": {"type": "string"}},
          "transition": {"$ref": "#/components/schemas/Transition"},
          "method": {"enum": ["GET", "POST"]},
          "href": {"type": "string"},
          "message": {"type": "string", "description": "the message about what was done, to show in passing"}
        }
      },
      "Back": {
        "type": "object",
        "description": "back to where the present drawing came from: its transition is undone",
        "required": ["transition"],
        "properties": {
          "transition": {
            "type": "object", "required": ["kind"], "properties": {"kind": {"const": "back"}}
          },
          "message": {"type": "string", "description": "the message about what was done, to show in passing"}
        }
      },
      "Drawing": {
        "description": "a document to draw: a tree has `atoms`, a screen has `modules`",
        "anyOf": [{"$ref": "#/components/schemas/Tree"}, {"$ref": "#/components/schemas/Screen"}]
      },
      "Next": {
        "description": "the next document: a tree has `atoms`, a screen has `modules`; else it is a lead, to follow, or the way back",
        "anyOf": [
          {"$ref": "#/components/schemas/Tree"}, {"$ref": "#/components/schemas/Screen"},
          {"$ref": "#/components/schemas/Lead"}, {"$ref": "#/components/schemas/Back"}
        ]
      }
    }
    """#
}
