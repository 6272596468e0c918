extension Workplace {
  /// A folder with the database of the demo's bank, whose server has stopped.
  package static func withDemoBank() throws -> Workplace {
    let place = try Workplace()
    try place.serve("--demo").stop()
    return place
  }

  /// A folder and a server in it that listens.
  package static func serving(_ arguments: String...) throws -> (place: Workplace, server: RunningServer) {
    let place = try Workplace()
    return (place, try place.serve(arguments))
  }

  /// A folder, a server of the demo's bank with these options, and the demo's person, logged in.
  package static func servingPerson(
    _ options: String...
  ) throws -> (place: Workplace, server: RunningServer, person: Visitor) {
    let place = try Workplace()
    let server = try place.serve(["--demo"] + options)
    return (place, server, try server.person())
  }
}
