"""Fetches the packages of manifest.tsv, by their registries' own clients, and
unpacks their sources into CACHE/src/NAME-VERSION.

    python3 fetch.py CACHE             fetch what the manifest pins
    python3 fetch.py CACHE --pin FILE  fetch the newest of `language registry name`
                                       lines and print manifest lines for them

Sources are read for training only and are never part of this repository.
"""

import email.parser
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile

HERE = pathlib.Path(__file__).parent
SOURCE = (".py", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".mts", ".rs", ".go", ".java", ".c",
          ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx", ".inl")
# More than this of one package would drown the others.
MOST_BYTES = 12_000_000
# Packages fetched by one run of a client.
GROUP = 8
PERMISSIVE = re.compile(r"\b(mit|apache|bsd|isc|zlib|unlicense|expat|python|psf|postgresql|boost|bsl|curl|"
                        r"public.domain|0bsd|mit-0|unicode|hpnd|x11|libpng|ncsa|ftl)", re.I)


def run(*command, cwd=None):
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout


class Package:
    def __init__(self, language, registry, name, version=""):
        self.language, self.registry, self.name, self.version = language, registry, name, version
        self.licence = ""

    def folder(self, cache):
        return cache / "src" / (self.registry + "-" + self.name.replace("/", "+") + "-" + self.version)

    def line(self):
        return "\t".join([self.language, self.registry, self.name, self.version, self.licence])


def members(archive):
    """Yields (path, bytes) of a zip or tar archive."""
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as opened:
            for info in opened.infolist():
                if not info.is_dir():
                    yield info.filename, opened.read(info)
        return
    with tarfile.open(archive) as opened:
        for info in opened:
            if info.isfile():
                yield info.name, opened.extractfile(info).read()


def safe(path):
    return not path.startswith("/") and ".." not in pathlib.PurePosixPath(path).parts


def unpack(package, archive, cache):
    """Writes the source files of an archive, smallest first, up to MOST_BYTES."""
    found, metadata = [], {}
    for path, data in members(archive):
        base = path.rsplit("/", 1)[-1]
        if base in ("METADATA", "package.json", "Cargo.toml") and path.count("/") <= 1:
            metadata[base] = data.decode("utf-8", "replace")
        if path.endswith(SOURCE) and safe(path) and len(data) < 400_000 and ".min." not in path:
            found.append((len(data), path, data))
    return found, metadata


def write(package, found, cache):
    found.sort(key=lambda item: item[0])
    total, folder = 0, package.folder(cache)
    folder.mkdir(parents=True, exist_ok=True)
    for size, path, data in found:
        total += size
        if total > MOST_BYTES:
            break
        target = folder / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        except OSError as error:
            print(f"skipped {path}: {error}", file=sys.stderr)
    (folder / ".complete").write_text("")


def wheel_licence(text):
    headers = email.parser.Parser().parsestr(text)
    names = [headers.get("License-Expression") or ""]
    names += [line.split("::")[-1].strip() for line in headers.get_all("Classifier", []) if "License ::" in line]
    names.append((headers.get("License") or "").splitlines()[0] if headers.get("License") else "")
    return next((name for name in names if name), "")


def download(fetch, packages):
    """Fetches in groups, since each run of a client costs seconds; a group that
    fails is fetched one by one. Yields (package, error or nothing)."""
    for start in range(0, len(packages), GROUP):
        group = packages[start:start + GROUP]
        try:
            fetch(group)
            yield from ((one, None) for one in group)
            continue
        except subprocess.CalledProcessError:
            pass
        for one in group:
            try:
                fetch([one])
                yield one, None
            except subprocess.CalledProcessError as error:
                yield one, (error.stderr or str(error)).strip()[-300:]


def pip_download(packages, folder):
    specs = [one.name + (f"=={one.version}" if one.version else "") for one in packages]
    run("pip", "download", "--no-deps", "--only-binary", ":all:", "--python-version", "3.12",
        "-q", "-d", str(folder), *specs)


def unpack_pypi(package, cache):
    stem = re.sub(r"[-_.]+", "[-_.]+", package.name)
    wheels = [one for one in (cache / "archives").iterdir()
              if re.match(stem + r"-\d", one.name, re.I) and one.suffix == ".whl"]
    archive = max(wheels, key=lambda one: one.stat().st_mtime)
    package.version = package.version or archive.name.split("-")[1]
    found, metadata = unpack(package, archive, cache)
    package.licence = wheel_licence(metadata.get("METADATA", ""))
    write(package, found, cache)


def npm_download(packages, folder):
    specs = [one.name + (f"@{one.version}" if one.version else "") for one in packages]
    printed = json.loads(run("npm", "pack", "--json", "--silent", *specs, cwd=folder))
    for one in packages:
        one.archive = next(item["filename"] for item in printed if item["name"] == one.name)


def unpack_npm(package, cache):
    archive = cache / "archives" / package.archive.replace("@", "").replace("/", "-")
    found, metadata = unpack(package, archive, cache)
    described = json.loads(metadata.get("package.json", "{}"))
    package.version = described.get("version", package.version)
    licence = described.get("license", "")
    package.licence = licence if isinstance(licence, str) else licence.get("type", "")
    # Compiled and bundled copies of what src/ has already.
    sources = [item for item in found if "/src/" in item[1]]
    built = ("/dist/", "/umd/", "/esm/", "/cjs/", "/lib-es/", "/build/", "/es/")
    found = sources or [item for item in found if not any(part in item[1] for part in built)] or found
    write(package, [item for item in found if not item[1].endswith(".d.ts")], cache)


def cargo_vendor(packages, folder):
    project = folder / "project"
    (project / "src").mkdir(parents=True, exist_ok=True)
    (project / "src" / "lib.rs").write_text("")
    (project / "Cargo.lock").unlink(missing_ok=True)
    lines = ["[package]", 'name = "fetch"', 'version = "0.0.0"', 'edition = "2021"', "[dependencies]"]
    for one in packages:
        version = f"={one.version}" if one.version else "*"
        lines.append(f'{one.name} = {{ version = "{version}", default-features = false }}')
    (project / "Cargo.toml").write_text("\n".join(lines) + "\n[workspace]\n")
    run("cargo", "vendor", "-q", "--no-delete", "--versioned-dirs", str(folder / "crates"), cwd=project)


def unpack_crate(package, cache):
    found = (cache / "archives" / "crates").glob(f"{package.name}-{package.version or '[0-9]*'}")
    source = max(found, key=lambda one: [int(part) for part in re.findall(r"\d+", one.name)[-3:]])
    described = tomllib.loads((source / "Cargo.toml").read_text())["package"]
    package.version, package.licence = described["version"], described.get("license", "")
    write(package, [(file.stat().st_size, str(file.relative_to(source)), file.read_bytes())
                    for file in source.rglob("*.rs") if file.stat().st_size < 400_000], cache)


def debian(cache):
    """Options of apt for its own list of source packages, apart from the system's."""
    root = cache / "apt"
    for part in ("lists/partial", "cache/archives/partial", "sources.d"):
        (root / part).mkdir(parents=True, exist_ok=True)
    system = pathlib.Path("/etc/apt/sources.list.d/debian.sources").read_text()
    (root / "sources.d" / "source.sources").write_text(system.replace("Types: deb\n", "Types: deb-src\n"))
    return ["-o", f"Dir::Etc::sourcelist=/dev/null", "-o", f"Dir::Etc::sourceparts={root}/sources.d",
            "-o", f"Dir::State::lists={root}/lists", "-o", f"Dir::Cache={root}/cache",
            "-o", "APT::Sandbox::User=root"]


def debian_download(packages, folder, options):
    # A pinned package needs its sources alone; the packaging beside them tells the
    # licence when a package is pinned.
    part = ["--tar-only"] if all(one.version for one in packages) else []
    specs = [one.name + (f"={one.version}" if one.version else "") for one in packages]
    run("apt-get", *options, "source", "--download-only", "--only-source", *part, "-qq", *specs, cwd=folder)


def unpack_debian(package, cache):
    folder = cache / "archives"
    if package.version:
        upstream = re.sub(r"^\d+:", "", package.version).rsplit("-", 1)[0]
        names = sorted(folder.glob(f"{package.name}_{upstream}.orig*.tar.*"))
        if not names:
            raise ValueError(f"no sources of {package.name} {package.version} in {folder}")
        return write(package, [one for name in names for one in unpack(package, name, cache)[0]], cache)
    controls = [one for one in folder.glob(f"{package.name}_*.dsc")]
    control = max(controls, key=lambda one: one.stat().st_mtime)
    text = control.read_text(errors="replace")
    package.version = re.search(r"^Version: (\S+)", text, re.M).group(1)
    names = set(re.findall(r"^ [0-9a-f]{64} \d+ (\S+)", text, re.M))
    found = []
    for name in sorted(names):
        if re.search(r"\.orig(-\w+)?\.tar\.\w+$", name):
            found += unpack(package, folder / name, cache)[0]
        elif ".debian.tar" in name:
            for path, data in members(folder / name):
                if path.endswith("debian/copyright"):
                    package.licence = debian_licence(data.decode("utf-8", "replace"))
    write(package, found, cache)


def debian_licence(text):
    star = re.search(r"^Files: *\*(?:.*\n)+?License: *([^\n]+)", text, re.M)
    first = star or re.search(r"^License: *([^\n]+)", text, re.M)
    return first.group(1).strip() if first else ""


def read(path):
    packages = []
    for line in pathlib.Path(path).read_text().splitlines():
        if line and not line.startswith("#"):
            fields = line.split("\t") if "\t" in line else line.split()
            packages.append(Package(*fields[:4]))
            packages[-1].licence = fields[4] if len(fields) > 4 else ""
    return packages


def main():
    cache = pathlib.Path(sys.argv[1]).resolve()
    (cache / "archives").mkdir(parents=True, exist_ok=True)
    pinning = "--pin" in sys.argv
    packages = read(sys.argv[3] if pinning else HERE / "manifest.tsv")
    waiting = [one for one in packages if pinning or not (one.folder(cache) / ".complete").exists()]
    failed = []
    options = debian(cache) if any(one.registry == "debian" for one in waiting) else []
    if options:
        run("apt-get", *options, "update", "-qq")
    folder = cache / "archives"
    clients = [("crates", lambda group: cargo_vendor(group, folder), unpack_crate),
               ("pypi", lambda group: pip_download(group, folder), unpack_pypi),
               ("npm", lambda group: npm_download(group, folder), unpack_npm),
               ("debian", lambda group: debian_download(group, folder, options), unpack_debian)]
    for registry, fetch, unpack_one in clients:
        wanted = [one for one in waiting if one.registry == registry]
        for one, error in download(fetch, wanted):
            try:
                if error is None:
                    unpack_one(one, cache)
            except (ValueError, OSError, EOFError, tarfile.TarError, zipfile.BadZipFile) as caught:
                error = str(caught)
            if error is not None:
                failed.append(one.name)
                print(f"failed {one.name}: {error}", file=sys.stderr, flush=True)
            elif pinning:
                report([one])
    if failed and not pinning:
        sys.exit(f"not fetched: {', '.join(failed)}")


def report(packages):
    for one in packages:
        if PERMISSIVE.search(one.licence) and not re.search(r"\b[al]?gpl\b(?!.*\bor\b)", one.licence, re.I):
            print(one.line(), flush=True)
        else:
            print(f"left out {one.name}: licence {one.licence!r}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
