import JSON
import Testing

struct JSONTemplateTests {
  private static func sample() -> Writer {
    var writer = Writer()
    writer.object { writer in
      writer.member("#0", "#0")
      writer.member("text", "x #0")
      writer.key("list")
      writer.array { writer in
        writer.string("#1")
        writer.string("#0")
      }
    }
    return writer
  }

  @Test("A stencil fills every gap and copies all other text") func fillsEveryGap() {
    let stencil = JSONTemplate(Self.sample().bytes, gaps: ["#0", "#1", "#2"])
    var writer = Writer()
    writer.array { writer in
      writer.integer(1)
      writer.stencil(stencil) { gap, writer in
        if gap == 0 { writer.string("\"") } else { writer.array { $0.integer(gap) } }
      }
      writer.integer(2)
    }
    // A member name that equals a gap is filled as well.
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"[1,{"\"":"\"","text":"x #0","list":[[1],"\""]},2]"#)
  }

  @Test("A stencil gap can be filled with a value and further members") func appendsMemberAfterFilledGap() {
    var sample = Writer()
    sample.object { $0.member("caption", "#") }
    var writer = Writer()
    writer.stencil(JSONTemplate(sample.bytes, gaps: ["#"])) { _, writer in
      writer.string("a")
      writer.member("pair", 1)
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"caption":"a","pair":1}"#)
  }

  @Test("A stencil without gaps is written unchanged") func writesStencilWithoutGaps() {
    var writer = Writer()
    writer.stencil(JSONTemplate(Self.sample().bytes, gaps: [])) { _, _ in Issue.record("a gap is reported") }
    #expect(writer.bytes == Self.sample().bytes)
  }
}
