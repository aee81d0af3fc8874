"""Files that bundlers take for styles, pictures, sounds, fonts and texts: an import of one leads to no module."""

from __future__ import annotations

__all__ = ["is_asset"]

_STYLES = {"css", "less", "pcss", "postcss", "sass", "scss", "sss", "styl", "stylus"}
_PICTURES = {
    "apng", "avif", "bmp", "cur", "gif", "heic", "ico", "jfif", "jpeg", "jpg", "jxl", "pjp", "pjpeg", "png", "svg",
    "tif", "tiff", "webp",
}  # fmt: skip
_SOUNDS = {
    "aac", "flac", "m4a", "m4v", "mov", "mp3", "mp4", "ogg", "ogv", "opus", "vtt", "wav", "weba", "webm",
}  # fmt: skip
_FONTS = {"eot", "otf", "ttc", "ttf", "woff", "woff2"}
_TEXTS = {
    "csv", "frag", "geom", "glsl", "gql", "graphql", "htm", "html", "md", "pdf", "tsv", "txt", "vert", "webmanifest",
    "wgsl", "xml",
}  # fmt: skip
_ENDINGS = frozenset(_STYLES | _PICTURES | _SOUNDS | _FONTS | _TEXTS)


def is_asset(path: str) -> bool:
    """Does a path, or the specifier of an import, end as an asset does?"""
    _, dot, ending = path.rpartition("/")[2].rpartition(".")
    return bool(dot) and ending.lower() in _ENDINGS
