extension Transition {
  /// What a transition looks like, by its kind; what is not told is left to the client.
  public enum Appearance: Sendable, Hashable {
    /// A place on the stack: the colours of its bar (`#rrggbb`), a large title, whether tabs are hidden.
    case push(barColor: String?, titleColor: String?, largeTitle: Bool?, hidesTabs: Bool?)
    /// A sheet: sheet, page or full, and whether the person may close it.
    case present(style: String?, closable: Bool?)
    /// A curtain: the colour of its handle, its height (content, half or full), and whether it dims what is below.
    case cover(handleColor: String?, height: String?, dim: Bool?)
    /// In place: whether it moves.
    case embed(animated: Bool?)
    /// In the place of everything: a light or a dark status bar.
    case window(statusBar: String?)
    /// That of a kind which this library does not know.
    case other(Members)
  }

  /// What it looks like.
  public var appearance: Appearance {
    let told = wire["appearance"]?.object ?? [:]
    return switch kind {
    case .push:
      .push(
        barColor: told["barColor"]?.string, titleColor: told["titleColor"]?.string,
        largeTitle: told["largeTitle"]?.bool, hidesTabs: told["hidesTabs"]?.bool)
    case .present: .present(style: told["style"]?.string, closable: told["closable"]?.bool)
    case .cover:
      .cover(handleColor: told["handleColor"]?.string, height: told["height"]?.string, dim: told["dim"]?.bool)
    case .embed: .embed(animated: told["animated"]?.bool)
    case .window: .window(statusBar: told["statusBar"]?.string)
    default: .other(told)
    }
  }
}
