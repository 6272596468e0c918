/// Combines a module and all its imports into one script, so that a browser sends one request.
///
/// Modules that are loaded with `import("./file.js")` are in further scripts. The second script
/// contains the modules that the first script loads in this way, the third those that only the
/// second loads, and so on. A further script is loaded as a whole when one of its modules is
/// needed.
///
/// Each module becomes a function with its own scope. As in a browser, a module runs once, after
/// its imports, and modules that import each other can use each other's functions.
struct ModuleLinker {
  /// The name of the function that loads a module of a further script.
  static let later = "$later"

  private let sources: [String: [UInt8]]
  /// The modules in the order of execution.
  private var modules: [ScriptModule] = []
  private var numbers: [String: Int] = [:]
  private var met: Set<String> = []

  /// Creates a linker. `sources` contains the scripts by file name.
  init(_ sources: [String: [UInt8]]) { self.sources = sources }

  /// Returns the scripts in loading order. `name` returns the file name of a script by its index,
  /// from 1 for the second script. All scripts are in the directory of the first.
  ///
  /// Throws `SourceFault` for unsupported syntax, and for a missing file or name.
  mutating func scripts(of entry: String, name: (Int) -> String) throws(SourceFault) -> [[UInt8]] {
    (modules, numbers, met) = ([], [:], [])
    guard let source = sources[entry] else { throw SourceFault(entry, [], at: 0, "the file is missing") }
    try read(ScriptModule(entry, source))
    var parts = [modules.indices]
    while let last = parts.last, !last.isEmpty {
      try readLater(of: last)
      parts.append(last.upperBound..<modules.count)
    }
    parts.removeLast()
    try checkNames()
    let wanted = Set(modules.flatMap { $0.laters.map(\.file) }).sorted()
    guard !wanted.isEmpty else { return [text(of: parts[0])] }
    // A module of the first script that is also loaded later is returned by the second script,
    // which may otherwise be empty.
    if parts.count == 1 { parts.append(modules.count..<modules.count) }
    let places = wanted.compactMap { file in
      numbers[file].flatMap { number in
        parts.firstIndex { $0.contains(number) }.map { "\"./\(file)\":[\(max($0, 1)),\(number)]" }
      }
    }
    return parts.indices.map { part in
      part == 0
        ? Array(loader(places, parts.indices.dropFirst().map(name), parts[0]).utf8) + text(of: parts[0])
        : further(parts[part])
    }
  }

  /// Returns the function `$later`, which loads the scripts up to the one with the requested
  /// module. A failed load is retried at the next request.
  private func loader(_ places: [String], _ names: [String], _ first: Range<Int>) -> String {
    """
    const $files=[\(names.map { "\"./\($0)\"" }.joined(separator: ","))],$places={\(places.joined(separator: ","))},$loaded=[],\
    $load=(part)=>$loaded[part]??=(part?$load(part-1):Promise.resolve([\(Self.list(first))])).then((known)=>import($files[part])\
    .then((each)=>each.begin(\(Self.later),known))).catch((fault)=>{$loaded[part]=undefined;throw fault;}),\
    \(Self.later)=(file)=>$load($places[file][0]-1).then((known)=>known[$places[file][1]]);

    """
  }

  /// Returns a further script. Its function receives the modules of the earlier scripts, and
  /// returns them with its own.
  private func further(_ part: Range<Int>) -> [UInt8] {
    let head = "export const begin=(\(Self.later),[\(Self.list(0..<part.lowerBound))])=>{\n"
    return Array(head.utf8) + text(of: part) + Array("\nreturn[\(Self.list(0..<part.upperBound))];};".utf8)
  }

  private static func list(_ numbers: Range<Int>) -> String { numbers.map { "$\($0)" }.joined(separator: ",") }

  /// Adds the modules that the modules of a script load later.
  private mutating func readLater(of part: Range<Int>) throws(SourceFault) {
    for number in part {
      let module = modules[number]
      for each in module.laters where !met.contains(each.file) { try read(each.file, for: module, at: each.place) }
    }
  }

  /// Returns the text of modules, which run in order.
  private func text(of numbers: Range<Int>) -> [UInt8] {
    guard !numbers.isEmpty else { return [] }
    var text = Array("const \(numbers.map { "$\($0)={}" }.joined(separator: ","));\n".utf8)
    for number in numbers { text += function(of: modules[number], number) }
    let functions = numbers.map { "\(Self.name(of: modules[$0], $0))()" }.joined(separator: ",")
    text += "const $run=[\(functions)],$link=$run.map((each)=>each.next().value);\n".utf8
    for number in numbers {
      text += "$link[\(number - numbers.lowerBound)]();$run[\(number - numbers.lowerBound)].next();".utf8
      // A module can run before its import only if modules import each other. Its variables are
      // then assigned again.
      for earlier in numbers.lowerBound..<number where imports(earlier, modules[number].name) {
        text += "$link[\(earlier - numbers.lowerBound)]();".utf8
      }
    }
    return text
  }

  private func imports(_ number: Int, _ file: String) -> Bool { modules[number].imports.contains { $0.file == file } }

  /// Adds the imports of a module, then the module, which is the order of execution.
  private mutating func read(_ module: ScriptModule) throws(SourceFault) {
    met.insert(module.name)
    for each in module.imports where !met.contains(each.file) { try read(each.file, for: module, at: each.place) }
    numbers[module.name] = modules.count
    modules.append(module)
  }

  private mutating func read(_ file: String, for module: ScriptModule, at place: Int) throws(SourceFault) {
    guard let source = sources[file] else {
      throw module.fault(at: place, "`./\(file)` is not a script of the web client")
    }
    try read(ScriptModule(file, source))
  }

  private func checkNames() throws(SourceFault) {
    for module in modules {
      for each in module.imports {
        guard let number = numbers[each.file] else { continue }
        let there = modules[number]
        let known = Set(
          there.exports.map(\.exported) + there.imports.filter(\.isPassedOn).flatMap { $0.names.map(\.local) })
        for name in each.names where !known.contains(name.exported) {
          throw module.fault(at: name.place, "`./\(each.file)` does not export `\(name.exported)`")
        }
      }
    }
  }

  private static func name(of module: ScriptModule, _ number: Int) -> String {
    "$\(number)_" + String(module.name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// Returns the generator function of a module. Its first step exports functions and yields the
  /// assignment of the imports. Its second step runs the module.
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
