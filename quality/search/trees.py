"""Unpacks the packages of packages.tsv, whole, into CACHE/trees/NAME.

    python3 trees.py CACHE

Registries are asked by their own clients, through model/fetch.py.
"""

import pathlib
import re
import shutil
import sys
import tarfile

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "model"))

import fetch  # noqa: E402

# Compiled copies of what src/ holds; nobody searches them.
BUILT = re.compile(r"^(dist|umd|build|esm|cjs)/")


def archive_of(package, cache):
    folder = cache / "archives"
    if package.registry == "pypi":
        return next(folder.glob(f"{package.name}-{package.version}.tar.gz"))
    if package.registry == "npm":
        return folder / package.archive.replace("@", "").replace("/", "-")
    upstream = package.version.rsplit("-", 1)[0]
    return next(folder.glob(f"{package.name}_{upstream}.orig.tar.*"))


def unpack(package, cache, target):
    if package.registry == "crates":
        shutil.copytree(cache / "archives" / "crates" / f"{package.name}-{package.version}", target)
        return
    with tarfile.open(archive_of(package, cache)) as opened:
        for info in opened:
            path = info.name.removeprefix("./").partition("/")[2]
            skipped = package.registry == "npm" and BUILT.match(path) and package.name != "axios"
            if info.isfile() and path and fetch.safe(path) and not skipped:
                file = target / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(opened.extractfile(info).read())


def main():
    cache = pathlib.Path(sys.argv[1]).resolve()
    (cache / "archives").mkdir(parents=True, exist_ok=True)
    waiting = []
    for line in (HERE / "packages.tsv").read_text().splitlines():
        name, registry, package, version = line.split("\t")
        target = cache / "trees" / name
        if not (cache / "trees" / f"{name}.complete").exists():
            waiting.append((target, fetch.Package("", registry, package, version)))
    options = fetch.debian(cache) if any(one.registry == "debian" for _, one in waiting) else []
    if options:
        fetch.run("apt-get", *options, "update", "-qq")
    folder = cache / "archives"

    def sdist(group):
        specs = [f"{one.name}=={one.version}" for one in group]
        fetch.run("pip", "download", "--no-deps", "--no-binary", ":all:", "-q", "-d", str(folder), *specs)

    clients = {"pypi": sdist, "npm": lambda group: fetch.npm_download(group, folder),
               "crates": lambda group: fetch.cargo_vendor(group, folder),
               "debian": lambda group: fetch.debian_download(group, folder, options)}
    for target, package in waiting:
        print(f"fetching {package.name} {package.version}", file=sys.stderr)
        clients[package.registry]([package])
        shutil.rmtree(target, ignore_errors=True)
        unpack(package, cache, target)
        (cache / "trees" / f"{target.name}.complete").write_text("")


if __name__ == "__main__":
    main()
