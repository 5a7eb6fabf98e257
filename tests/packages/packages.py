"""Builds the packages that people install, and tests each in a clean environment: `make packages`.

The source package is made from the files that git knows, and all else is made from it: a wheel for every Python from
3.11 up that this machine has (those of pyenv, those on the path, and the system's own), and one without compiled code.
Each is installed with its dependencies into an empty environment, where `smoke.py` uses it as a person would. Every
package must hold the files that the sources have, and play the same games.
"""

from __future__ import annotations

import argparse
import os
import runpy
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
OLDEST = (3, 11)
PACKAGES = {"engine": "tavern_engine", "bots": "tavern_bots", "tournament": "tavern_tournament"}
IN_SOURCE = ("docs/", "configs/", "tests/", *(f"{folder}/" for folder in PACKAGES))


def run(*command: object, cwd: Path = ROOT, pure: bool = False) -> str:
    """What a command prints; it must end well."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TAVERN_", "PIP_"))}
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=cwd, env={**env, "TAVERN_PURE": "1" if pure else ""}, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"FAILED ({done.returncode}): {' '.join(words)}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def pythons() -> list[Path]:
    """Every Python of this machine that is new enough, each once."""
    names = [f"python3.{minor}" for minor in range(OLDEST[1], 30)]
    folders = [*map(Path, os.environ.get("PATH", "").split(os.pathsep)), Path("/usr/bin"), Path("/usr/local/bin")]
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    folders += sorted(folder / "bin" for folder in kept.iterdir()) if kept.is_dir() else []
    found: dict[tuple[str, str], Path] = {}
    for path in (folder / name for folder in folders for name in names):
        if path.is_file() and ".venv" not in path.parts and "shims" not in path.parts:
            told = subprocess.run([path, "-c", ABOUT], capture_output=True, text=True)
            if told.returncode == 0:
                version, prefix = told.stdout.split("\n")[:2]
                found.setdefault((version, prefix), path)
    return [path for _, path in sorted(found.items(), key=lambda one: [int(part) for part in one[0][0].split(".")])]


ABOUT = """
import ensurepip, platform, sys, venv
print(platform.python_version(), sys.base_prefix, sep="\\n")
"""


@cache  # somebody may change them meanwhile
def tracked() -> list[str]:
    """The files that git knows and that are there."""
    names = run("git", "ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    return [name for name in names if (ROOT / name).is_file()]


def source_package(python: Path, work: Path) -> Path:
    """Build the source package, and look that it holds what it should."""
    tree = work / "tree"
    for name in tracked():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tree / name)
    environment = venv(python, work / "build")
    run(environment, "-m", "pip", "install", "--quiet", "build")
    run(environment, "-m", "build", "--sdist", "--outdir", work / "dist", tree)
    (package,) = (work / "dist").glob("*.tar.gz")
    with tarfile.open(package) as file:
        held = {name.partition("/")[2] for name in file.getnames()}
    require("the source package", [name for name in tracked() if name.startswith(IN_SOURCE)], held)
    return package


def wheel(python: Path, source: Path, work: Path, pure: bool) -> Path:
    """Build a wheel from the source package, and look that it holds all files of the sources."""
    folder = work / "wheels" / f"{python.name}-{'pure' if pure else 'compiled'}"
    if folder.exists():  # two of one version can share it
        return next(folder.glob("*.whl"))
    environment = venv(python, work / "build")
    run(environment, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, source, pure=pure)
    (made,) = folder.glob("*.whl")
    with zipfile.ZipFile(made) as file:
        held = set(file.namelist())
    wanted = [name.partition("/")[2] for name in tracked() if name.startswith(tuple(f"{one}/" for one in PACKAGES))]
    require(made.name, [name for name in wanted if name.startswith(tuple(PACKAGES.values()))], held)
    meant = runpy.run_path(str(ROOT / "engine/tavern_engine/pages.py"))
    pages = [path.relative_to(ROOT).as_posix() for path in meant["found"]((*meant["PAGES"], *meant["SAMPLES"]), ROOT)]
    require(made.name, [f"{meant['FOLDER']}/{name}" for name in pages if name in tracked()], held)
    shutil.copy2(made, work / "dist")
    return made


def require(what: str, wanted: list[str], held: set[str]) -> None:
    """Stop if a package lacks files."""
    if missing := sorted(set(wanted) - held):
        sys.exit(f"FAILED: {what} lacks {len(missing)} files, such as {', '.join(missing[:5])}")


def venv(python: Path, folder: Path) -> Path:
    """The Python of a new, empty environment."""
    shutil.rmtree(folder, ignore_errors=True)
    run(python, "-m", "venv", folder)
    inside = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(inside, "-m", "pip", "install", "--quiet", "--upgrade", "pip")
    return inside


def tried(python: Path, package: Path, build: str, work: Path) -> str:
    """Install a package into an empty environment and use it there; the digest of what it played."""
    inside = venv(python, work / "clean")
    run(inside, "-m", "pip", "install", "--quiet", f"{package}[web]")
    told = run(inside, work / "tree" / "tests" / "packages" / "smoke.py", build, cwd=work)
    return told.split()[-1]


def all_packages(work: Path, chosen: list[Path]) -> Iterator[tuple[str, str]]:
    """Build and try everything; what was tried, and the digest of its games."""
    source = source_package(chosen[0], work)
    print(f"{source.name}  {source.stat().st_size // 1024:,} KB", flush=True)
    for pure, python in [(True, chosen[-1]), *((False, one) for one in chosen)]:
        build = "pure" if pure else "compiled"
        version = run(python, "-c", "import platform; print(platform.python_version())").strip()
        started = time.monotonic()
        made = wheel(python, source, work, pure)
        built = time.monotonic()
        played = tried(python, made, build, work)
        took = f"built in {built - started:.0f} s, tried in {time.monotonic() - built:.0f} s"
        print(f"{made.name}  {made.stat().st_size // 1024:,} KB, {took}: ok on Python {version} ({python})", flush=True)
        yield f"{made.name} on {python}", played


def main() -> None:
    """Take the arguments, and say how it went."""
    parser = argparse.ArgumentParser(description="Build the packages, and test each in a clean environment.")
    parser.add_argument("--python", action="append", type=Path, help="Only this one; several times for several.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="Where to build; packages end up there.")
    given = parser.parse_args()
    chosen = given.python or pythons()
    if not chosen:
        sys.exit(f"There is no Python from {OLDEST[0]}.{OLDEST[1]} up here.")
    print("Pythons:", *chosen, flush=True)
    out = given.out.resolve()
    shutil.rmtree(out, ignore_errors=True)
    work = out / "work"
    (work / "dist").mkdir(parents=True)
    digests = dict(all_packages(work, chosen))
    for made in (work / "dist").iterdir():
        shutil.move(made, out / made.name)
    shutil.rmtree(work)
    if len(set(digests.values())) != 1:
        sys.exit(f"FAILED: packages play different games: {digests}")
    print(f"All of them play the same games ({next(iter(digests.values()))}). They are in {out}.")


if __name__ == "__main__":
    main()
