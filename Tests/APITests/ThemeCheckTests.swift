import Foundation
import SourceText
import TestBank
import Testing

@testable import API

@Suite("Checks of themes") struct ThemeCheckTests {
  private static func client() throws -> [UInt8] {
    Array(try Data(contentsOf: TestServer.root.appending(path: "web/look.css")))
  }

  private static func findings(_ theme: String) throws -> [String] {
    ThemeCheck(Array(theme.utf8), named: "bank.css", over: try client()).findings.sorted.map(\.headline)
  }

  @Test("The client's own colours and the theme of docs/operating.md have enough contrast")
  func acceptsGoodThemes() throws {
    let style = try Self.client()
    let own = ThemeCheck(style, named: "look.css", over: style)
    #expect(own.findings.all.isEmpty, "\(own.findings.all)")
    #expect(own.pairs > 80)
    let text = try String(contentsOf: TestServer.root.appending(path: "docs/operating.md"), encoding: .utf8)
    let example = try #require(text.firstMatch(of: /(?s)```css\n(.*?)```/)).1
    #expect(try Self.findings(String(example)) == [])
  }

  @Test("A pair with too little contrast is reported at its declaration, with a colour that has enough")
  func reportsContrast() throws {
    let theme = """
      /* The bank. */
      :root {
        --color-quiet: #999999;
      }
      """
    let findings = ThemeCheck(Array(theme.utf8), named: "bank.css", over: try Self.client()).findings.sorted
    let first = try #require(findings.first)
    #expect(
      first.headline == """
        bank.css:3:3: error: `--color-quiet` #999999 on `--color-pressed` #e5e8ee (and 4 more) has a contrast of \
        2.32:1 in the light theme; hints and captions need 4.5:1: write `--color-quiet: #686868`
        """)
    #expect("\(first)".hasSuffix("\n    --color-quiet: #999999;\n    ^"))
    #expect(findings.count == 1)
    let better =
      ":root { --color-quiet: #686868 } @media (prefers-color-scheme: dark) { :root { --color-quiet: #a3aabb } }"
    #expect(try Self.findings(better) == [])
  }

  @Test("A colour for both schemes is completed for the dark one") func completesDarkScheme() throws {
    let found = try Self.findings(":root { --color-link: #2340d4; }")
    #expect(found.count == 1, "\(found)")
    #expect(found.allSatisfy { $0.contains("in the dark theme; links and quiet buttons need 4.5:1") })
    #expect(found.allSatisfy { $0.hasSuffix("in `@media (prefers-color-scheme: dark) { :root { … } }`") }, "\(found)")
    let both = ":root { --color-link: #2340d4 } @media (prefers-color-scheme:dark) { :root { --color-link: #a3b5ff } }"
    #expect(try Self.findings(both) == [])
  }

  @Test("A back that the theme changes is reported, also through tokens that refer to it") func reportsBacks() throws {
    let found = try Self.findings("@media (prefers-color-scheme: light) { :root { --color-accent: #ffd400 } }")
    #expect(found.contains { $0.contains("`--color-accent-ink` #ffffff on `--color-accent` #ffd400") }, "\(found)")
    #expect(
      found.contains { $0.contains("`--color-accent` #ffd400 on `--color-ground` #f3f4f7 (and 5 more)") }, "\(found)")
    #expect(found.allSatisfy { $0.contains(": write `--color-accent: #") }, "\(found)")
  }

  @Test(
    "Malformed colours, unknown tokens and faults of the syntax have a position and a remedy",
    arguments: [
      (
        ":root { --color-accent: #12345 }",
        "bank.css:1:9: error: `#12345` is no colour: write it as `#rrggbb` or `rgb(r g b)`"
      ),
      (
        ":root {\n  --color-ink: rgb(0 0); }",
        "bank.css:2:3: error: `rgb(0 0)` is no colour: write it as `#rrggbb` or `rgb(r g b)`"
      ),
      (
        ":root { --color-ink: oklch(0.2 0 0) }",
        "bank.css:1:9: warning: the contrast of `oklch(0.2 0 0)` cannot be computed: write it as `#rrggbb` or "
          + "`rgb(r g b)`"
      ),
      (
        ":root { --color-acent: #000 }",
        "bank.css:1:9: warning: unknown token `--color-acent`, did you mean `--color-accent`?"
      ),
      (":root { --color-ink: #000", "bank.css:1:7: error: unclosed bracket"),
      ("@import 'x';", "bank.css:1:1: error: `@import` is not supported"),
    ])
  func reportsFaults(theme: String, expected: String) throws {
    #expect(try Self.findings(theme) == [expected])
  }

  @Test("Comments, strings, print and other elements set no token of the page") func ignoresOtherText() throws {
    let theme = """
      /* :root { --color-ink: #fff } */
      :root { --brand-name: "a; --color-ink: #fff }"; --brand-logo: url(data:image/svg+xml;base64,AAAA) }
      .card { --color-ink: #ffffff }
      @media print { :root { --color-ink: #ffffff } }
      @media (forced-colors: active) { :root { --color-ink: #ffffff } }
      """
    #expect(try Self.findings(theme) == [])
  }

  @Test(
    "Colours are read in all forms of their digits",
    arguments: [
      ("#fff", "#ffffff", 1.0), ("#FFF8", "#ffffff", 136.0 / 255), ("#0a0b0c", "#0a0b0c", 1.0),
      ("#0a0b0c80", "#0a0b0c", 128.0 / 255), ("rgb(10 11 12 / 50%)", "#0a0b0c", 0.5),
      ("rgba(10,11,12,.25)", "#0a0b0c", 0.25), ("rgb(100% 0% 0%)", "#ff0000", 1.0), ("white", "#ffffff", 1.0),
    ] as [(String, String, Double)])
  func readsColors(text: String, hexadecimal: String, alpha: Double) throws {
    let color = try #require(ThemeColor(text))
    #expect(color.hexadecimal == hexadecimal && abs(color.alpha - alpha) < 0.001)
  }

  @Test("The contrast is that of WCAG") func computesContrast() throws {
    let (black, white) = (ThemeColor([0, 0, 0]), ThemeColor([1, 1, 1]))
    #expect(abs(black.contrast(with: white) - 21) < 0.001 && abs(white.contrast(with: black) - 21) < 0.001)
    // The example of WebAIM: #767676 is the lightest gray with 4.5:1 on white.
    #expect(try #require(ThemeColor("#767676")).contrast(with: white) >= 4.5)
    #expect(try #require(ThemeColor("#777777")).contrast(with: white) < 4.5)
  }
}
