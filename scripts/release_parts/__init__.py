"""The parts of `scripts/release`."""
