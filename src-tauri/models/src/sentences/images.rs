use language::{Sentence, say};

pub(crate) const EMPTY_FILE: Sentence =
    Sentence { en: "The file is empty.", de: "Die Datei ist leer." };

pub(crate) fn other_format(format: Option<Sentence>) -> String {
    match format {
        Some(format) => say! {
            en: "The file is {format}. Models accept PNG, JPEG, GIF and WebP.",
            de: "Die Datei ist {format}. Modelle nehmen PNG, JPEG, GIF und WebP an.",
        },
        None => say! {
            en: "The file isn't a known kind of image. Models accept PNG, JPEG, GIF and WebP.",
            de: "Die Datei ist keine bekannte Art von Bild. Modelle nehmen PNG, JPEG, GIF und WebP \
                 an.",
        },
    }
}

pub(crate) fn cut_off(format: &str) -> String {
    say! {
        en: "The {format} image is cut off: its end is missing.",
        de: "Das {format}-Bild ist abgeschnitten: Sein Ende fehlt.",
    }
}

pub(crate) fn damaged(format: &str) -> String {
    say! {
        en: "The {format} image is damaged: its size can't be read.",
        de: "Das {format}-Bild ist beschädigt: Seine Größe lässt sich nicht lesen.",
    }
}

pub(crate) fn too_wide(width: u32, height: u32, longest: u32) -> String {
    say! {
        en: "The image has {width} × {height} pixels; the maximum per side is {longest}.",
        de: "Das Bild hat {width} × {height} Pixel; mehr als {longest} je Seite sind nicht \
             möglich.",
    }
}

pub(crate) fn too_many_pixels(width: u32, height: u32, most: u64) -> String {
    const MILLION: u64 = 1_000_000;
    say! {
        en: "The image has {width} × {height} pixels, {} million in all; the maximum is {} \
             million.",
        de: "Das Bild hat {width} × {height} Pixel, zusammen {} Millionen; mehr als {} Millionen \
             sind nicht möglich.",
        (u64::from(width) * u64::from(height)).div_ceil(MILLION),
        most / MILLION,
    }
}

pub(crate) fn too_large(bytes: usize, largest: usize) -> String {
    const MB: usize = 1024 * 1024;
    say! {
        en: "The image has {} MB; the maximum is {} MB.",
        de: "Das Bild hat {} MB; mehr als {} MB sind nicht möglich.",
        bytes.div_ceil(MB), largest / MB,
    }
}

pub(crate) const PDF: Sentence = Sentence { en: "a PDF", de: "ein PDF" };
pub(crate) const BMP: Sentence = Sentence { en: "a BMP image", de: "ein BMP-Bild" };
pub(crate) const TIFF: Sentence = Sentence { en: "a TIFF image", de: "ein TIFF-Bild" };
pub(crate) const AVIF: Sentence = Sentence { en: "an AVIF image", de: "ein AVIF-Bild" };
pub(crate) const HEIC: Sentence = Sentence { en: "a HEIC image", de: "ein HEIC-Bild" };
pub(crate) const ICON: Sentence = Sentence { en: "an icon", de: "ein Symbol" };
pub(crate) const SVG: Sentence = Sentence { en: "an SVG drawing", de: "eine SVG-Zeichnung" };
pub(crate) const XML: Sentence = Sentence {
    en: "an XML file, perhaps an SVG drawing",
    de: "eine XML-Datei, vielleicht eine SVG-Zeichnung",
};
pub(crate) const JPEG_XL: Sentence = Sentence { en: "a JPEG XL image", de: "ein JPEG-XL-Bild" };
