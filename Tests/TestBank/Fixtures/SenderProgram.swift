import Foundation

extension Workplace {
  /// Returns a folder with an executable shell script, and the path of the script.
  package static func withProgram(_ script: String) throws -> (place: Workplace, path: String) {
    let place = try Workplace(with: script, in: "send")
    let path = place.folder.appending(path: "send").path
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return (place, path)
  }
}
