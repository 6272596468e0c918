import JSON
import Testing

@testable import Conformance

@Suite("Outlines of drawing cases") struct OutlineTests {
  private func differences(_ found: String, _ expected: String) throws -> [String] {
    Outline.differences(of: try Value(reading: found), from: try Value(reading: expected), at: "outline")
  }

  @Test(
    "A missing member equals null and an empty list, and states have no order",
    arguments: [
      (#"[{"role": "text", "name": "A"}]"#, #"[{"role": "text", "name": "A", "value": null, "states": []}]"#),
      (
        #"[{"role": "textbox", "states": ["invalid", "required"]}]"#,
        #"[{"role": "textbox", "states": ["required", "invalid"]}]"#
      ),
      (#"[{"role": "text", "name": "A", "extra": 1}]"#, #"[{"role": "text", "name": "A"}]"#),
      ("[]", "[]"),
    ])
  func areEqual(found: String, expected: String) throws {
    #expect(try differences(found, expected) == [])
  }

  @Test(
    "The first line that differs is named, and a different number of lines",
    arguments: [
      (
        #"[{"role": "text", "name": "A"}, {"role": "text", "name": "B"}]"#,
        #"[{"role": "text", "name": "A"}, {"role": "heading", "name": "B"}]"#,
        [#"outline[1] is {"role":"text","name":"B"}, not {"role":"heading","name":"B"}"#]
      ),
      (
        #"[{"role": "textbox", "states": ["required", "invalid"]}]"#, #"[{"role": "textbox", "states": ["required"]}]"#,
        [
          #"outline[0] is {"role":"textbox","states":["invalid","required"]}, "#
            + #"not {"role":"textbox","states":["required"]}"#
        ]
      ),
      (
        #"[{"role": "text"}]"#, "[]", ["outline has 1 lines, not 0", #"outline[0] is {"role":"text"}"#]
      ),
      (
        "[]", #"[{"role": "text"}]"#, ["outline has 0 lines, not 1", #"{"role":"text"} is missing"#]
      ),
      ("null", "[]", ["outline is null, not a list"]),
    ])
  func differ(found: String, expected: String, differences: [String]) throws {
    #expect(try self.differences(found, expected) == differences)
  }
}
