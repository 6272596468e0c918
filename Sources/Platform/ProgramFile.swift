import CPlatform

/// The file of the running program.
package enum ProgramFile {
  /// The path without symbolic links; nil if the system does not report it.
  package static let path: String? = {
    var room = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = valence_program_path(&room, room.count)
    guard length > 0 else { return nil }
    return String(decoding: room.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()
}
