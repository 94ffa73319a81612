"""Draws the pictures in this folder, whose text the tests beside it have. Wants Pillow and the fonts DejaVu and URW."""

import random
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageFont

DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVu{}.ttf"
URW = "/usr/share/fonts/opentype/urw-base35/{}.otf"
HERE = Path(__file__).parent


def drawn(lines, font, size, paper=255, ink=0, gap=1.5, margin=40, width=1000):
    font = ImageFont.truetype(font, size)
    height = int(len(lines) * size * gap) + 2 * margin
    image = Image.new("L", (width, height), paper)
    pen = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        pen.text((margin, margin + number * size * gap), line, font=font, fill=ink)
    return image


def scanned(image, noise=12, blur=0.6):
    """As a scanner sees it: blurred a little, with grain."""
    chance = random.Random(1)
    blurred = image.filter(ImageFilter.GaussianBlur(blur)).tobytes()
    grained = bytes(max(0, min(240, int(shade + chance.gauss(0, noise)))) & 0xF0 for shade in blurred)
    return Image.frombytes("L", image.size, grained)


page = drawn(
    [
        "Rye bread keeps longer than wheat bread.",
        "Its crumb is moist, because pentosans hold water.",
        "Bake it at 230 °C for 15 minutes, then at 190 °C.",
        "Invoice no. 20417: 12 kg of flour, 21.40 EUR",
    ],
    DEJAVU.format("Serif"), 26,
)
scanned(page).save(HERE / "page.png", optimize=True)
german = drawn(
    ["Zürich, größer als Köln? Süßes Brötchen", "kostet 3,50 € an der Straße."],
    URW.format("NimbusRoman-Regular"), 30, paper=244, ink=34, width=640,
)
german.save(HERE / "german.png", optimize=True)
tilted = drawn(["The dough rises twice as fast at 26 degrees."], DEJAVU.format("Sans"), 24, width=660, margin=50)
tilted.rotate(4, resample=Image.Resampling.BICUBIC, fillcolor=255).save(HERE / "tilted.png", optimize=True)
screen = drawn(
    ["Settings", "Reserve for the answer", "1024 tokens"], DEJAVU.format("Sans"), 14,
    paper=36, ink=232, gap=2.2, margin=24, width=320,
)
screen.save(HERE / "screen.png", optimize=True)
