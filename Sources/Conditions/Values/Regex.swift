import CPCRE2

/// A compiled regular expression of PCRE2 that must match the whole of a text.
///
/// The only unsafe code of the library stands here. The compiled code is kept as an address, since a pointer cannot be
/// shared between threads in safe Swift; it may be shared because PCRE2 never writes to compiled code (pcre2api, section
/// "Multithreading"), it is made in `init`, freed in `deinit`, and every match has match data of its own.
final class Regex: Sendable {
  /// How many steps of matching one text may take: some milliseconds.
  static let maximumSteps: UInt32 = 500_000
  /// A match is tried with few steps first, and with more where it needs them: PCRE2 does not tell how many it took, and
  /// a request is charged for what its matches may have taken.
  private static let limits: [UInt32] = [100, 2_000, 50_000, maximumSteps]
  /// How deep backtracking may nest.
  static let maximumDepth: UInt32 = 250_000
  /// How much memory backtracking may take, in KiB.
  static let maximumHeap: UInt32 = 32_768

  private let overlooksDiacritics: Bool
  private let code: UInt
  /// One match context for each of `limits`.
  private let contexts: [UInt]

  /// Compiles the pattern; throws what is wrong with it and where.
  init(_ pattern: String, _ options: Options) throws(EvaluationError) {
    overlooksDiacritics = options.contains(.diacriticInsensitive)
    let ignoresCase = options.contains(.caseInsensitive)
    let text = PatternTranslation.translated(
      overlooksDiacritics ? Folding.withoutDiacritics(pattern) : pattern, ignoresCase: ignoresCase)
    var flags = PCRE2_UTF | PCRE2_UCP | PCRE2_DOLLAR_ENDONLY
    if ignoresCase { flags |= PCRE2_CASELESS }
    var (number, offset) = (Int32(0), 0)
    let compiled = Regex.withBytes(of: text) { pcre2_compile_8($0, $1, flags, &number, &offset, nil) }
    guard let compiled else {
      throw EvaluationError(.pattern("\(Regex.explanation(number)) at offset \(offset)"))
    }
    code = UInt(bitPattern: compiled)
    contexts = Regex.limits.map { steps in
      let context = pcre2_match_context_create_8(nil)
      pcre2_set_match_limit_8(context, steps)
      pcre2_set_depth_limit_8(context, Regex.maximumDepth)
      pcre2_set_heap_limit_8(context, Regex.maximumHeap)
      return UInt(bitPattern: context)
    }
  }

  deinit {
    pcre2_code_free_8(OpaquePointer(bitPattern: code))
    for context in contexts { pcre2_match_context_free_8(OpaquePointer(bitPattern: context)) }
  }

  /// Whether the whole text matches; throws where that takes more steps than it may.
  func matches(_ text: String) throws(EvaluationError) -> Bool {
    guard let data = pcre2_match_data_create_8(1, nil) else { throw EvaluationError(.budget("MATCHES")) }
    defer { pcre2_match_data_free_8(data) }
    let text = overlooksDiacritics ? Folding.withoutDiacritics(text) : text
    for (steps, context) in zip(Regex.limits, contexts) {
      guard Work.take(Int(steps) / 2) else { throw EvaluationError(.budget("the request")) }
      switch match(text, data, context) {
      case 0...: return true
      case PCRE2_ERROR_NOMATCH: return false
      case PCRE2_ERROR_MATCHLIMIT: continue
      default: throw EvaluationError(.budget("MATCHES"))
      }
    }
    throw EvaluationError(.budget("MATCHES"))
  }

  private func match(_ text: String, _ data: OpaquePointer, _ context: UInt) -> Int32 {
    Regex.withBytes(of: text) {
      pcre2_match_8(
        OpaquePointer(bitPattern: code), $0, $1, 0,
        PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, data, OpaquePointer(bitPattern: context)
      )
    }
  }

  /// Lends the text's UTF-8 for the call of `body` and no longer. PCRE2 takes no null pointer, which an empty text may have,
  /// so an empty text lends a byte that its length of 0 keeps from being read.
  private static func withBytes<Result>(of text: String, _ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
    var text = text
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return withUnsafePointer(to: UInt8(0)) { body($0, 0) } }
      return body(start, bytes.count)
    }
  }

  /// PCRE2's words for an error number.
  private static func explanation(_ number: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 160)
    let length = buffer.withUnsafeMutableBufferPointer { pcre2_get_error_message_8(number, $0.baseAddress, $0.count) }
    return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
  }
}
