"""The pages as a site: `make docs`. The sources are the Markdown files where they are, all over the project."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
ABOUT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = ABOUT["name"]
author = "the tavern-tourney authors"
release = ABOUT["version"]
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = [
    "docs/*.md",
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "bots/*.md",
    "engine/tavern_engine/README.md",
    "engine/tavern_engine/games/*/*.md",
]
myst_heading_anchors = 3
highlight_language = "none"
html_theme = "furo"
html_title = "tavern-tourney"
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
