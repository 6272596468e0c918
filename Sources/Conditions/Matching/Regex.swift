import CPCRE2

/// A regular expression compiled by PCRE2, which must match a whole text.
///
/// The compiled code is stored as an address, because safe Swift cannot share a pointer between
/// threads. Sharing is safe for these reasons:
/// - PCRE2 never writes to compiled code (pcre2api, section "Multithreading").
/// - `init` creates it and `deinit` frees it.
/// - Every match has its own match data.
final class Regex: Sendable {
  /// Maximum number of steps of one match.
  static let maximumSteps: UInt32 = 500_000
  /// The step limits of successive attempts at one match; the next limit is tried only if the last
  /// one was too low.
  ///
  /// PCRE2 does not report the steps of a match, so each attempt charges the request half its
  /// limit. A low first limit keeps the charge low for most texts.
  private static let limits: [UInt32] = [100, 2_000, 50_000, maximumSteps]
  /// Maximum depth of backtracking.
  static let maximumDepth: UInt32 = 250_000
  /// Maximum memory for backtracking, in KiB.
  static let maximumHeap: UInt32 = 32_768

  private let overlooksDiacritics: Bool
  private let code: UInt
  /// The addresses of the match contexts, one for each limit.
  private let contexts: [UInt]

  /// Compiles the pattern; throws `EvaluationError` with PCRE2's explanation if it is invalid.
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

  /// Returns true if the whole text matches.
  ///
  /// Throws `EvaluationError` if a limit of steps, depth or memory, or the request's step budget,
  /// is exceeded.
  func matches(_ text: String) throws(EvaluationError) -> Bool {
    guard let data = pcre2_match_data_create_8(1, nil) else { throw EvaluationError(.budget("MATCHES")) }
    defer { pcre2_match_data_free_8(data) }
    let text = overlooksDiacritics ? Folding.withoutDiacritics(text) : text
    for (steps, context) in zip(Regex.limits, contexts) {
      guard StepBudget.take(Int(steps) / 2) else { throw EvaluationError(.budget("the request")) }
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

  /// Calls `body` with the text's UTF-8 and its length; the pointer is valid only during the call.
  ///
  /// PCRE2 rejects the null pointer that an empty text may have, so it gets a pointer that is not
  /// read.
  private static func withBytes<Result>(of text: String, _ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
    var text = text
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return withUnsafePointer(to: UInt8(0)) { body($0, 0) } }
      return body(start, bytes.count)
    }
  }

  private static func explanation(_ number: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 160)
    let length = buffer.withUnsafeMutableBufferPointer { pcre2_get_error_message_8(number, $0.baseAddress, $0.count) }
    return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
  }
}
