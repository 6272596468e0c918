/// Makes one script of a module and of all that it imports, so that a browser asks once.
///
/// Each module becomes a function, in which its private names stay private. As in a browser, a module runs once, behind those that
/// it imports, and functions can be imported by modules that import each other.
///
///     let files = ["app.js": "import { a } from \"./a.js\"; a();", "a.js": "export const a = () => 1;"]
///     let script = try ModuleLinker(files.mapValues { Array($0.utf8) }).script(of: "app.js")
struct ModuleLinker {
  private let sources: [String: [UInt8]]
  private var modules: [ScriptModule] = []
  /// The number of each module that was met; nil in it for one whose imports are being read.
  private var numbers: [String: Int] = [:]
  private var met: Set<String> = []

  /// Takes the scripts by name.
  init(_ sources: [String: [UInt8]]) { self.sources = sources }

  /// Returns the script. Throws `SourceFault` for a form that cannot be linked, and for a file or a name that is not there.
  mutating func script(of entry: String) throws(SourceFault) -> [UInt8] {
    (modules, numbers, met) = ([], [:], [])
    guard let source = sources[entry] else { throw SourceFault(entry, [], at: 0, "the file is missing") }
    try read(ScriptModule(entry, source))
    try checkNames()
    var text: [UInt8] = []
    text += "const \(modules.indices.map { "$\($0)={}" }.joined(separator: ","));\n".utf8
    for (number, module) in modules.enumerated() { text += function(of: module, number) }
    let functions = modules.enumerated().map { "\(Self.name(of: $1, $0))()" }
    text += "const $run=[\(functions.joined(separator: ","))],$link=$run.map((each)=>each.next().value);\n".utf8
    for (number, module) in modules.enumerated() {
      text += "$link[\(number)]();$run[\(number)].next();".utf8
      // Modules that ran before what they import: only where modules import each other.
      for earlier in modules[..<number].indices
      where modules[earlier].imports.contains(where: { $0.file == module.name }) {
        text += "$link[\(earlier)]();".utf8
      }
    }
    return text
  }

  /// Adds what a module imports, then the module itself: the order in which they run.
  private mutating func read(_ module: ScriptModule) throws(SourceFault) {
    met.insert(module.name)
    for each in module.imports where !met.contains(each.file) {
      guard let source = sources[each.file] else {
        throw module.fault(at: each.place, "`./\(each.file)` is not a script of the web client")
      }
      try read(ScriptModule(each.file, source))
    }
    numbers[module.name] = modules.count
    modules.append(module)
  }

  private func checkNames() throws(SourceFault) {
    for module in modules {
      for each in module.imports {
        guard let number = numbers[each.file] else { continue }
        let there = modules[number]
        let known = Set(
          there.exports.map(\.exported) + there.imports.filter(\.isPassedOn).flatMap { $0.names.map(\.local) })
        for name in each.names where !known.contains(name.exported) {
          throw module.fault(at: name.place, "`./\(each.file)` exports no `\(name.exported)`")
        }
      }
    }
  }

  private static func name(of module: ScriptModule, _ number: Int) -> String {
    "$\(number)_" + String(module.name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// Returns the function of a module. It exports its functions and gives its imports' assignment back; going on, it runs.
  private func function(of module: ScriptModule, _ number: Int) -> [UInt8] {
    var (variables, links): ([String], String) = ([], "")
    for each in module.imports {
      guard let there = numbers[each.file] else { continue }
      if let whole = each.whole {
        variables.append(whole)
        links += "\(whole)=$\(there);"
      } else if each.isPassedOn {
        for name in each.names { links += "$\(number).\(name.local)=$\(there).\(name.exported);" }
      } else if !each.names.isEmpty {
        variables += each.names.map(\.local)
        let names = each.names.map { $0.exported == $0.local ? $0.local : "\($0.exported):\($0.local)" }
        links += "({\(names.joined(separator: ","))}=$\(there));"
      }
    }
    var text = "function*\(Self.name(of: module, number))(){"
    if !variables.isEmpty { text += "let \(variables.joined(separator: ","));" }
    let early = module.exports.filter { module.functions.contains($0.local) }
    for each in early { text += "$\(number).\(each.exported)=\(each.local);" }
    text += "yield()=>{\(links)};\n"
    let late = module.exports.filter { !module.functions.contains($0.local) }
    let end = late.map { "$\(number).\($0.exported)=\($0.local);" }.joined()
    return Array(text.utf8) + module.text + Array("\n\(end)}\n".utf8)
  }
}
