//! Renders a scanned page from its images alone; such a page draws nothing else.

use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageData, ImageDrawProps,
    InterpreterCache, InterpreterSettings, LumaData, Paint, SoftMask, TransformExt as _,
    font::GlyphRun,
    interpret_page,
    kurbo::{Affine, BezPath, Point, Rect as Bounds, Vec2},
};

use super::file::{open, pages};
use crate::{
    Picture, Place, Reason, Refusal, Size, Unit,
    picture::{LONGEST_SIDE, Shades, on_white, shade},
    sentences,
};

/// Maximum side of a page, in points.
const MOST_POINTS: f32 = 20_000.0;

pub(crate) fn render_page(file: &[u8], number: u32) -> Result<Picture, Refusal> {
    let pdf = open(&file.to_vec().into())?;
    let place = Place { unit: Unit::Page, number };
    let before = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    let page = before.and_then(|before| pages(&pdf).nth(before));
    let page = page.ok_or_else(|| Refusal::at(Reason::Damaged, place, sentences::NO_PICTURE))?;
    let (width, height) = page.render_dimensions();
    let longest = width.max(height);
    if !(1.0..=MOST_POINTS).contains(&longest) || width.min(height) < 1.0 {
        return Err(Refusal::at(Reason::Damaged, place, sentences::NO_PICTURE));
    }
    let scale = f64::from(LONGEST_SIDE) / f64::from(longest);
    let pixels = |points: f32| ((f64::from(points) * scale).round() as usize).max(1);
    let mut paper = Paper(Shades::white(pixels(width), pixels(height)));
    let bounds = Bounds::new(0.0, 0.0, paper.0.width as f64, paper.0.height as f64);
    let upright = Affine::scale(scale) * page.initial_transform(true).to_kurbo();
    let cache = InterpreterCache::new();
    let settings = InterpreterSettings::default();
    let mut context = Context::new(upright, bounds, &cache, pdf.xref(), settings);
    interpret_page(page, &mut context, &mut paper);
    Ok(paper.0.into_picture(Size { width, height }))
}

struct Paper(Shades);

impl Paper {
    /// `place` maps the image's pixels to the paper; `shade` returns a pixel's shade and alpha.
    fn draw(
        &mut self,
        place: Affine,
        (columns, rows): (u32, u32),
        shade: impl Fn(usize, usize) -> (u8, u8),
    ) {
        /// Maximum cuts of a paper pixel on each axis; each cut samples one image pixel for the average.
        const MOST_CUTS: f64 = 4.0;
        let determinant = place.determinant();
        if !determinant.is_finite() || determinant.abs() < 1e-9 || columns == 0 || rows == 0 {
            return;
        }
        let back = place.inverse();
        let drawn = place.transform_rect_bbox(Bounds::new(0.0, 0.0, columns.into(), rows.into()));
        let Shades { width, height, .. } = self.0;
        let within = |from: f64, to: f64, most: usize| {
            (from.floor().clamp(0.0, most as f64) as usize)
                ..(to.ceil().clamp(0.0, most as f64) as usize)
        };
        let cuts = (1.0 / determinant.abs().sqrt()).ceil().clamp(2.0, MOST_CUTS) as u32;
        let step = 1.0 / f64::from(cuts);
        let parts: Vec<Vec2> = (0..cuts * cuts)
            .map(|part| {
                let at = |part: u32| (f64::from(part) + 0.5) * step;
                Vec2::new(at(part % cuts), at(part / cuts))
            })
            .collect();
        for y in within(drawn.y0, drawn.y1, height) {
            for x in within(drawn.x0, drawn.x1, width) {
                let Some(pixel) = self.0.pixels.get_mut(y * width + x) else { continue };
                let below = *pixel;
                let sum: u32 = parts
                    .iter()
                    .map(|part| {
                        let Point { x, y } = back * (Point::new(x as f64, y as f64) + *part);
                        let inside = (0.0..f64::from(columns)).contains(&x)
                            && (0.0..f64::from(rows)).contains(&y);
                        if !inside {
                            return u32::from(below);
                        }
                        let (shade, alpha) = shade(x as usize, y as usize);
                        let alpha = u32::from(alpha);
                        (u32::from(shade) * alpha + u32::from(below) * (255 - alpha)) / 255
                    })
                    .sum();
                *pixel = u8::try_from(sum / (cuts * cuts)).unwrap_or(255);
            }
        }
    }
}

fn covering(mask: &LumaData, (columns, rows): (u32, u32), x: usize, y: usize) -> u8 {
    let over = |at: usize, of: u32, mask: u32| at * mask as usize / (of as usize).max(1);
    let (x, y) = (over(x, columns, mask.width), over(y, rows, mask.height));
    mask.data.get(y * mask.width as usize + x).copied().unwrap_or(255)
}

impl<'a> Device<'a> for Paper {
    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        // More image pixels than the paper has are useless.
        let place = props.transform;
        let [a, b, c, d, ..] = place.as_coeffs();
        let enough = |pixels: u32, stretch: f64| {
            (f64::from(pixels) * stretch).ceil().clamp(1.0, f64::from(4 * LONGEST_SIDE)) as u32
        };
        match image {
            Image::Stencil(stencil) => {
                let enough =
                    (enough(stencil.width(), a.hypot(b)), enough(stencil.height(), c.hypot(d)));
                let draw = |mask: LumaData, paint: &Paint<'_>| {
                    let ink = match paint {
                        Paint::Color(color) => {
                            let [red, green, blue, alpha] = color.to_rgba().to_rgba8();
                            on_white(shade(red, green, blue), alpha)
                        }
                        Paint::Pattern(_) => 0,
                    };
                    let (across, down) = mask.scale_factors;
                    let place = place * Affine::scale_non_uniform(across.into(), down.into());
                    let size = (mask.width, mask.height);
                    self.draw(place, size, |x, y| (ink, covering(&mask, size, x, y)));
                };
                stencil.with_stencil(draw, Some(enough));
            }
            Image::Raster(raster) => {
                let enough =
                    (enough(raster.width(), a.hypot(b)), enough(raster.height(), c.hypot(d)));
                let draw = |image: ImageData, alpha: Option<LumaData>| {
                    let (across, down) = image.scale_factors();
                    let place = place * Affine::scale_non_uniform(across.into(), down.into());
                    let size = (image.width(), image.height());
                    self.draw(place, size, |x, y| {
                        let alpha = alpha.as_ref().map_or(255, |mask| covering(mask, size, x, y));
                        let at = y * size.0 as usize + x;
                        let pixel = match &image {
                            ImageData::Luma(luma) => luma.data.get(at).copied(),
                            ImageData::Rgb(rgb) => match rgb.data.get(3 * at..3 * at + 3) {
                                Some([red, green, blue]) => Some(shade(*red, *green, *blue)),
                                _ => None,
                            },
                        };
                        (pixel.unwrap_or(255), alpha)
                    });
                };
                raster.with_rgba(draw, Some(enough));
            }
        }
    }

    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {}
    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}
