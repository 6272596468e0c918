// swift-tools-version: 6.1
import PackageDescription

/// Returns a fuzzer that uses the product `Conditions`.
func fuzzer(_ name: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: [.product(name: "Conditions", package: "valence")],
    // libFuzzer provides the entry point.
    swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}

// A separate package, so that builds of the product exclude the fuzzers. `scripts/fuzz SECONDS`
// runs them.
let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "valence", path: "..")],
  targets: [fuzzer("ConditionsFuzz"), fuzzer("JSONFuzz")],
  swiftLanguageModes: [.v6]
)
