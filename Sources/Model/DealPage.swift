/// One page of what a deal says beyond its title.
package struct DealPage: Sendable, Equatable {
  /// What it is about.
  package let title: Deal.Text
  /// What it says.
  package let text: Deal.Text
  /// The address of a picture: a path of this server, or https; nil where there is none.
  package let image: String?

  /// A page.
  package init(title: Deal.Text, text: Deal.Text, image: String?) {
    (self.title, self.text, self.image) = (title, text, image)
  }
}
