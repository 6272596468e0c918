"""End-to-end checks of a running server. CONTRIBUTING.md lists the gates and their numbers."""
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
