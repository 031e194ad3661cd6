"""Makes the subset typefaces: those of HTML from the PDF's fonts, and the PDF's Chinese, Japanese, Korean and emoji
fonts from their sources. Run it when a source or a character set changes:

    pip install fonttools==4.60.1 brotli
    python modules/dossiers/assets/make-typefaces.py NotoSansCJK-Regular.ttc NotoEmoji-Regular.ttf

The sources are Debian's package fonts-noto-cjk and npm's @expo-google-fonts/noto-emoji (both SIL Open Font License).
"""

import json
import re
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

ASSETS = Path(__file__).parent
FONTS = ASSETS / "fonts"
WEB = ASSETS / "web"
FACES = {
    "source-sans-3-regular": "SourceSans3-Regular.otf",
    "source-sans-3-semibold": "SourceSans3-Semibold.otf",
    "source-serif-4-display-semibold": "SourceSerif4Display-Semibold.otf",
}
WEB_FEATURES = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk", "tnum"]
# The national standards cover the characters of ordinary text. A document with rarer characters shows a notice.
STANDARDS = {
    "gb2312": range(0xA1, 0xF8),
    "big5": range(0xA1, 0xC7),  # The first level, of common characters.
    "shift_jis": range(0x81, 0xFD),
    "euc_kr": range(0xA1, 0xFE),
}


def web_ranges():
    """The ranges of modules/dossiers/typefaces.ts, which tell browsers the contents of a subset."""
    source = (ASSETS.parent / "typefaces.ts").read_text()
    for name, ranges in re.findall(r"^\s+'?([a-z-]+)'?:\s*'(U\+[^']+)'", source, re.M):
        codes = set()
        for part in ranges.replace("U+", "").split(","):
            first, _, last = part.partition("-")
            codes.update(range(int(first, 16), int(last or first, 16) + 1))
        yield name, codes


def east_asian():
    """Characters of the standards of China, Taiwan, Japan and Korea, beyond those of the Latin fonts."""
    codes = set(range(0x3000, 0x3100)) | set(range(0x3105, 0x3130)) | set(range(0xFF01, 0xFFEF))
    for standard, leads in STANDARDS.items():
        for lead in leads:
            for trail in range(0x40, 0xFF):
                try:
                    codes.update(map(ord, bytes([lead, trail]).decode(standard)))
                except UnicodeDecodeError:
                    pass
    return {code for code in codes if code >= 0x2E80}


def subset(font, codes, target, features, flavor=None):
    options = Options()
    options.layout_features = features
    options.hinting = False
    options.flavor = flavor
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    if len(codes) > 5_000:
        # Format 12, because a format 4 character table cannot hold this many separate ranges.
        table = CmapSubtable.newSubtable(12)
        table.platformID, table.platEncID, table.language, table.cmap = 3, 10, 0, font.getBestCmap()
        font["cmap"].tables = [table]
    font.flavor = flavor
    font.save(target)
    print(f"{target.name}: {target.stat().st_size:,} bytes")


def write_coverage():
    """Characters covered by a font of the PDF, as first and last of each range. The dossier shows a notice for others."""
    tables = [table for path in FONTS.glob("*.[ot]tf") for table in TTFont(path)["cmap"].tables if table.isUnicode()]
    codes = sorted({code for table in tables for code in table.cmap})
    ranges = []
    for code in codes:
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    (FONTS / "coverage.json").write_text(json.dumps(ranges, separators=(",", ":")) + "\n")


def main(cjk, emoji):
    WEB.mkdir(exist_ok=True)
    for face, file in FACES.items():
        for name, codes in web_ranges():
            font = TTFont(FONTS / file, recalcTimestamp=False)
            subset(font, codes, WEB / f"{face}.{name}.woff2", WEB_FEATURES, "woff2")
    font = TTFont(cjk, fontNumber=2, recalcTimestamp=False)  # Simplified Chinese.
    subset(font, east_asian(), FONTS / "NotoSansCJKsc-Regular.otf", ["ccmp", "locl"])
    font = TTFont(emoji, recalcTimestamp=False)
    every = {code for code in font.getBestCmap() if code > 0x7F}
    subset(font, every, FONTS / "NotoEmoji-Regular.ttf", ["ccmp"])
    write_coverage()


if __name__ == "__main__":
    main(*sys.argv[1:])
