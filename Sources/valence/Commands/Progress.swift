import Foundation

/// How far a long run has come, told on standard error where that is a terminal, so that what is piped stays clean.
final class Progress {
  private let what: String
  private let isShown = isatty(FileHandle.standardError.fileDescriptor) != 0
  private var isOpen = false

  /// A run through things that are called so.
  init(of what: String) { self.what = what }

  /// Tells it, over what was told before.
  func tell(_ done: Int64, of all: Int64) {
    guard isShown else { return }
    isOpen = true
    FileHandle.standardError.write(Data("\r\(done) of \(all) \(what)".utf8))
  }

  /// Goes on to the next line.
  func end() {
    if isOpen { FileHandle.standardError.write(Data("\n".utf8)) }
    isOpen = false
  }
}
