import JSON
import Texts

/// The order of options by their captions (`sort: caption`): that of Unicode, without regard to
/// case. The letter ё is sorted as е, as in Russian dictionaries.
enum CaptionOrder {
  /// Returns options in the order of their captions. Options with equal captions keep their order.
  static func sorted(_ options: [Value], in language: Language) -> [Value] {
    let keys = options.map { key(of: ($0["caption"] ?? .null).text(in: language)) }
    return options.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { options[$0] }
  }

  private static func key(of caption: String) -> String { caption.lowercased().replacing("ё", with: "е") }
}
