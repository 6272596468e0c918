/// A kind of atom that has atoms of its own, written as `atoms: [...]`.
package protocol NestingKind: AtomKind {}
