/// The options that a command line writes out, with their values: `--port 9000`, `--port=9000`, `--watch`.
struct WrittenOptions {
  private var values: [String: [String]] = [:]

  /// Reads the arguments of a command with those options. What it does not understand it leaves to the parser, which
  /// tells of it.
  init(_ arguments: some Sequence<String>, options: [DeclaredOption]) {
    let known = Dictionary(options.map { ($0.option, $0) }, uniquingKeysWith: { first, _ in first })
    var rest = arguments.makeIterator()
    while let argument = rest.next(), argument != "--" {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = known[parts[0]] else { continue }
      if option.isFlag {
        values[option.name, default: []].append("")
      } else if let value = parts.count == 2 ? parts[1] : rest.next() {
        values[option.name, default: []].append(value)
      }
    }
  }

  /// The values of an option in their order; nil where it does not stand there.
  subscript(name: String) -> [String]? { values[name] }

  /// What the command line says of a key, each value with the option that it says it by.
  func values(of key: ConfigurationKey) -> [(text: String, option: String)]? {
    switch key.form {
    case .one: return self[key.name]?.suffix(1).map { ($0, key.option) }
    case .list: return self[key.name]?.map { ($0, key.option) }
    case .toggle(let opposite):
      if self[key.name] != nil { return [("true", key.option)] }
      guard let opposite, self[String(opposite.dropFirst(2))] != nil else { return nil }
      return [("false", opposite)]
    }
  }
}
