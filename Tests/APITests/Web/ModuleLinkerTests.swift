import Testing

@testable import API

struct ModuleLinkerTests {
  private static func linked(_ files: [String: String], _ entry: String = "app.js") throws -> String {
    var linker = ModuleLinker(files.mapValues { Array($0.utf8) })
    return String(decoding: try linker.scripts(of: entry) { "app.later\($0).js" }[0], as: UTF8.self)
  }

  @Test("A linked module runs after the modules that it imports") func linksModulesInOrder() throws {
    let script = try Self.linked([
      "app.js": """
      // The beginning.
      import { twice, ONE as first } from "./b.js";
      import * as c from "./c.js";
      import "./d.js";
      console.log(twice(first), c.name);
      """,
      "b.js": """
      const hidden = 2;
      /** Doubles. */
      export function twice(number) {
        return hidden * number;
      }
      export const ONE = 1;
      """,
      "c.js": "const name = `c`;\nexport { name, name as other };\nexport { ONE as uno } from './b.js';",
      "d.js": "export class D extends Object {}\nexport async function wait() { await 1; }",
    ])
    #expect(
      script == """
        const $0={},$1={},$2={},$3={};
        function*$0_b_js(){$0.twice=twice;yield()=>{};
        const hidden=2;function twice(number){return hidden*number;}
        const ONE=1;
        $0.ONE=ONE;}
        function*$1_c_js(){yield()=>{$1.uno=$0.ONE;};
        const name=`c`;
        $1.name=name;$1.other=name;}
        function*$2_d_js(){$2.wait=wait;yield()=>{};
        class D extends Object{}
        async function wait(){await 1;}
        $2.D=D;}
        function*$3_app_js(){let twice,first,c;yield()=>{({twice,ONE:first}=$0);c=$1;};
        console.log(twice(first),c.name);
        }
        const $run=[$0_b_js(),$1_c_js(),$2_d_js(),$3_app_js()],$link=$run.map((each)=>each.next().value);
        $link[0]();$run[0].next();$link[1]();$run[1].next();$link[2]();$run[2].next();$link[3]();$run[3].next();
        """)
  }

  @Test("Dynamic imports are linked into further scripts") func splitsDynamicImports() throws {
    let files = [
      "app.js": "import { a } from \"./a.js\";\nexport const scan = () => import(\"./scan.js\");\nscan();",
      "a.js": "export const a = 1;",
      "scan.js":
        "import { a } from \"./a.js\";\nimport { b } from \"./b.js\";\nexport const scan = () => import('./a.js');",
      "b.js": "export const b = () => import('./c.js');",
      "c.js": "import { b } from './b.js';\nexport const c = b;",
    ]
    var linker = ModuleLinker(files.mapValues { Array($0.utf8) })
    let scripts = try linker.scripts(of: "app.js") { "app.later\($0).js" }.map { String(decoding: $0, as: UTF8.self) }
    #expect(
      scripts == [
        """
        const $files=["./app.later1.js","./app.later2.js"],$places={"./a.js":[1,0],"./c.js":[2,4],"./scan.js":[1,3]},$loaded=[],\
        $load=(part)=>$loaded[part]??=(part?$load(part-1):Promise.resolve([$0,$1])).then((known)=>import($files[part])\
        .then((each)=>each.begin($later,known))).catch((fault)=>{$loaded[part]=undefined;throw fault;}),\
        $later=(file)=>$load($places[file][0]-1).then((known)=>known[$places[file][1]]);
        const $0={},$1={};
        function*$0_a_js(){yield()=>{};
        const a=1;
        $0.a=a;}
        function*$1_app_js(){let a;yield()=>{({a}=$0);};
        const scan=()=>$later("./scan.js");scan();
        $1.scan=scan;}
        const $run=[$0_a_js(),$1_app_js()],$link=$run.map((each)=>each.next().value);
        $link[0]();$run[0].next();$link[1]();$run[1].next();
        """,
        """
        export const begin=($later,[$0,$1])=>{
        const $2={},$3={};
        function*$2_b_js(){yield()=>{};
        const b=()=>$later('./c.js');
        $2.b=b;}
        function*$3_scan_js(){let a,b;yield()=>{({a}=$0);({b}=$2);};
        const scan=()=>$later('./a.js');
        $3.scan=scan;}
        const $run=[$2_b_js(),$3_scan_js()],$link=$run.map((each)=>each.next().value);
        $link[0]();$run[0].next();$link[1]();$run[1].next();
        return[$0,$1,$2,$3];};
        """,
        """
        export const begin=($later,[$0,$1,$2,$3])=>{
        const $4={};
        function*$4_c_js(){let b;yield()=>{({b}=$2);};
        const c=b;
        $4.c=c;}
        const $run=[$4_c_js()],$link=$run.map((each)=>each.next().value);
        $link[0]();$run[0].next();
        return[$0,$1,$2,$3,$4];};
        """,
      ])
    #expect(try Self.linked(["app.js": "f();"]).contains("$later") == false)
  }

  @Test("Modules with cyclic imports are linked") func linksCyclicImports() throws {
    let script = try Self.linked([
      "app.js": "import { B } from \"./b.js\";\nexport class A {}\nnew B();",
      "b.js": "import { A } from \"./app.js\";\nexport class B { make() { return new A(); } }",
    ])
    // The imports of the first module are linked again after the other module has run.
    #expect(script.hasSuffix("$link[0]();$run[0].next();$link[1]();$run[1].next();$link[0]();"))
  }

  @Test(
    "A module that cannot be linked is refused with the position of the fault",
    arguments: [
      ("import a from \"./b.js\";", "app.js:1:1: import names in braces; a default export is not supported"),
      ("\n  import(b);", "app.js:2:10: a module specifier must be \"./file.js\""),
      ("import(\"./b.js\", {});", "app.js:1:16: `)` is expected"),
      ("import(\"./ghost.js\");", "app.js:1:8: `./ghost.js` is not a script of the web client"),
      ("x = import.meta.url;", "app.js:1:5: use `import { names } from \"./file.js\"` at the top level"),
      ("{ import { a } from \"./b.js\" }", "app.js:1:3: use `import { names } from \"./file.js\"` at the top level"),
      ("import { a } from \"b\";", "app.js:1:19: a module specifier must be \"./file.js\""),
      ("import { a } from \"./x/b.js\";", "app.js:1:19: a module specifier must be \"./file.js\""),
      ("import { a } from \"./ghost.js\";", "app.js:1:19: `./ghost.js` is not a script of the web client"),
      ("import { ghost } from \"./b.js\";", "app.js:1:10: `./b.js` does not export `ghost`"),
      ("export { ghost } from \"./b.js\";", "app.js:1:10: `./b.js` does not export `ghost`"),
      ("import { a b } from \"./b.js\";", "app.js:1:12: `,` is expected"),
      ("import { default as a } from \"./b.js\";", "app.js:1:10: a name is expected"),
      ("import { a", "app.js:1:11: unclosed bracket"),
      (
        "export default 1;",
        "app.js:1:1: `export` must be followed by class, function, async function, const, or { names }"
      ),
      (
        "export * from \"./b.js\";",
        "app.js:1:1: `export` must be followed by class, function, async function, const, or { names }"
      ),
      (
        "export let a = 1;",
        "app.js:1:1: `export` must be followed by class, function, async function, const, or { names }"
      ),
      ("export const a = 1, b = 2;", "app.js:1:19: export one declaration in a statement that ends with a semicolon"),
      ("export const { a } = b;", "app.js:1:1: export a single named declaration"),
      ("await a();", "app.js:1:1: top-level `await` is not supported"),
      ("const $1 = 2;", "app.js:1:7: names such as `$1` are reserved for the linker"),
      ("a = \"x;\n", "app.js:1:5: unterminated string"), ("a = `x${b`;", "app.js:1:10: unterminated template"),
      ("/* x", "app.js:1:1: unterminated comment"),
      ("a = /[/;\n", "app.js:1:5: unterminated regular expression"),
      ("f(]", "app.js:1:3: unmatched closing bracket"), ("}", "app.js:1:1: unmatched closing bracket"),
    ])
  func reportsLinkFault(_ source: String, _ fault: String) throws {
    let files = ["app.js": source, "b.js": "export const a = 1;"]
    #expect(throws: SourceFault.self) { _ = try Self.linked(files) }
    do { _ = try Self.linked(files) } catch { #expect("\(error)" == fault) }
  }

  @Test(
    "Script compaction removes whitespace and comments and leaves literals unchanged",
    arguments: [
      ("a = \"import x // y\"; // import z", "a=\"import x // y\";"),
      ("a = `\n  ${ b ? `x ${c}` : '' } /* y */ `;", "a=`\n  ${b?`x ${c}`:''} /* y */ `;"),
      ("a = b / c / d; // e", "a=b/c/d;"), ("a = f(b) / 2 /* e */;", "a=f(b)/2;"),
      ("a = /[/\"]\\/`/g.test(b);", "a=/[/\"]\\/`/g.test(b);"), ("return /x/ in a", "return/x/in a"),
      ("if (a) /x/.test(b);", "if(a)/x/.test(b);"), ("a = b\n/x/.test(c)", "a=b\n/x/.test(c)"),
      ("a = 1\n++b", "a=1\n++b"), ("a = b + +c - -d", "a=b+ +c- -d"), ("a = 1 .toFixed()", "a=1 .toFixed()"),
      ("a = b / /x/.y", "a=b/ /x/.y"), ("a = {\n  b,\n  c: 1,\n}\nd", "a={b,c:1,}\nd"),
      ("a\n  .b()\n  ?.c", "a.b()?.c"),
      ("a.import = b.export;", "a.import=b.export;"), ("a = { import: 1, await: 2 };", "a={import:1,await:2};"),
      ("const f = async (a) => await a;", "const f=async(a)=>await a;"),
      ("class A { #b = 1; static c }", "class A{#b=1;static c}"),
      ("a = \"\u{441}\\\"\" // \u{441}\nб = 1", "a=\"\u{441}\\\"\"\nб=1"),
    ])
  func compactsScript(_ source: String, _ text: String) throws {
    #expect(String(decoding: try ScriptModule("app.js", Array(source.utf8)).text, as: UTF8.self) == text)
  }

  @Test(
    "Style compaction removes whitespace and comments and leaves literals unchanged",
    arguments: [
      ("a > b , c {\n  color : red ;\n  margin: 0 1px;\n}\n", "a > b ,c{color : red;margin: 0 1px;}"),
      ("/* x */ a::after { content: \" /* ; */ \"; }", "a::after{content: \" /* ; */ \";}"),
      ("@media (a) and (b) { :root { --a: calc(1px + 2px); } }", "@media (a) and (b){:root{--a: calc(1px + 2px);}}"),
      ("a b/**/c{x:y}", "a b c{x:y}"), (".a\\{b { c: d }", ".a\\{b{c: d}"), ("", ""),
    ])
  func compactsStyle(_ source: String, _ text: String) throws {
    #expect(String(decoding: try CompactText.style(Array(source.utf8), in: "look.css"), as: UTF8.self) == text)
  }

  @Test(
    "An invalid style is refused with the position of the fault",
    arguments: [
      ("a {", "look.css:1:3: unclosed bracket"), ("a }", "look.css:1:3: unmatched closing bracket"),
      ("a { b: \"c\n }", "look.css:1:8: unterminated string"), ("\n/* x", "look.css:2:1: unterminated comment"),
      ("@import \"x.css\";", "look.css:1:1: `@import` has no effect in a combined style"),
    ])
  func reportsStyleFault(_ source: String, _ fault: String) {
    do {
      _ = try CompactText.style(Array(source.utf8), in: "look.css")
      Issue.record("no fault")
    } catch { #expect("\(error)" == fault) }
  }

  @Test("Random scripts and styles are compacted or refused without a crash") func survivesRandomInput() {
    let pieces = [
      "`", "${", "}", "/", "*", "\\", "\"", "import", "export", "{", "(", ")", "\n", " ", "a", "'", ";", "from", "é",
      "[",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0...12)).map { _ in pieces[Int.random(in: 0..<pieces.count)] }.joined()
      _ = try? Self.linked(["app.js": text])
      _ = try? CompactText.style(Array(text.utf8), in: "look.css")
    }
  }
}
