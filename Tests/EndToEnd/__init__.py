"""End-to-end tests of a running server. README.md lists them with their numbers."""
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
