"""Files of known corpora: in the folder SWVM_DATA, in the cache, or fetched by URL. Each is checked before it is used.

SWVM_CORPORA_URL names a mirror to fetch from, laid out like the address of raw files on GitHub.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from swvm.data.output import open_output
from swvm.errors import DataError, missing_extra

GITHUB = "https://raw.githubusercontent.com"


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file, by the fields of `corpora.toml`."""

    path: str
    sha256: str
    url: str
    archive_sha256: str | None = None
    git_blob: str | None = None

    def accepts(self, content: bytes) -> bool:
        """Whether these bytes are the file."""
        if hashlib.sha256(content).hexdigest() == self.sha256:
            return True
        return self.git_blob is not None and git_blob(content) == self.git_blob


def git_blob(content: bytes) -> str:
    """Return the name that git gives to a file of these bytes."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def find(file: RemoteFile) -> Path | None:
    """Return where the file is on this machine: SWVM_DATA first, then the cache."""
    folder = os.environ.get("SWVM_DATA")
    if folder and (Path(folder) / file.path).is_file():
        return Path(folder) / file.path
    try:
        cached = cache_folder() / file.path
    except ImportError:
        return None
    return cached if cached.is_file() else None


def fetch(file: RemoteFile) -> Path:
    """Return the file's path, fetched if it is not on this machine; an error if its bytes are not the expected ones."""
    found = find(file)
    if found is None:
        return _download(file)
    if not file.accepts(found.read_bytes()):
        raise DataError(
            f"{found}: this is not the known {file.path}: its checksum differs (sha256 {file.sha256[:12]}… expected); "
            "remove it to fetch it again, or read it by its path"
        )
    return found


def cache_folder() -> Path:
    """Return the folder of fetched files."""
    import pooch  # noqa: PLC0415

    return Path(pooch.os_cache("swvm"))


def _download(file: RemoteFile) -> Path:
    try:
        import pooch  # noqa: F401, PLC0415
    except ImportError:
        raise missing_extra(f"fetching {file.path}", "corpora") from None
    target = cache_folder() / file.path
    url = f"{os.environ.get('SWVM_CORPORA_URL', GITHUB)}/{file.url}"
    content = _fetch_file(file, url) if file.archive_sha256 is None else _fetch_archived(file, url)
    if not file.accepts(content):
        raise DataError(f"{url}: what was fetched is not the known {file.path}: its checksum differs")
    with open_output(_made(target)) as stream:
        stream.write(content)
    return target


def _fetch_file(file: RemoteFile, url: str) -> bytes:
    known = None if file.git_blob else file.sha256  # a git blob is checked by `accepts`: pooch does not know it
    with tempfile.TemporaryDirectory() as folder:
        return _retrieve(url, known, Path(folder)).read_bytes()


def _fetch_archived(file: RemoteFile, url: str) -> bytes:
    archive = _retrieve(url, file.archive_sha256, cache_folder())
    member = PurePosixPath(file.path).name
    with zipfile.ZipFile(archive) as opened:
        for name in opened.namelist():
            if PurePosixPath(name).name == member:
                return opened.read(name)
    raise DataError(f"{url}: there is no {member} in this archive")


def _retrieve(url: str, sha256: str | None, folder: Path) -> Path:
    """Fetch a file into the folder, unless it is there with this checksum."""
    import pooch  # noqa: PLC0415

    try:
        return Path(pooch.retrieve(url, sha256, PurePosixPath(url).name, folder))
    except ValueError as error:
        raise DataError(f"{url}: what was fetched has a wrong checksum: {error}") from None
    except OSError as error:  # of requests too
        raise DataError(
            f"{url}: cannot fetch ({_reason(error)}); get the file in another way and put it into a folder named "
            "by SWVM_DATA"
        ) from error


def _reason(error: OSError) -> str:
    """Return why a fetch failed in a few words; what requests itself says is very long."""
    response = getattr(error, "response", None)
    return type(error).__name__ if response is None else f"{response.status_code} {response.reason}"


def _made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
