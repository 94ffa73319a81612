import { figures, locale, relative, rules, shares } from "./language";
import { words } from "./sentences";

/** `12,345` */
export function count(value: number): string {
  return figures.format(value);
}

/** The plural form of the language for this number. */
export function plural(value: number, forms: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>): string {
  return forms[rules.select(value)] ?? forms.other;
}

/** `1 note`, `12,345 notes` */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${plural(value, { one, other: many })}`;
}

/** A window's size as people say it: `8k`, `32k`, `128k`, `1M`. */
export function short(tokens: number): string {
  if (tokens >= 1_000_000) return `${count(Math.round(tokens / 100_000) / 10)}M`;
  if (tokens >= 1024 && tokens % 1024 === 0) return `${tokens / 1024}k`;
  if (tokens >= 1000) return `${count(Math.round(tokens / 100) / 10)}k`;
  return String(tokens);
}

/** A file's size in megabytes as people say it: `492 MB`, `1.1 GB`. */
export function size(megabytes: number): string {
  if (megabytes < 1000) return `${megabytes} MB`;
  return `${(megabytes / 1000).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} GB`;
}

/** `part` of `whole` in percent; 0 if `whole` is 0. */
export function percent(part: number, whole: number): number {
  return whole > 0 ? (100 * part) / whole : 0;
}

/** A percentage in the language's notation: `12%`, `12 %`; `<1%` for more than nothing but less than one. */
export function percentage(percent: number): string {
  return percent > 0 && percent < 1 ? `<${shares.format(0.01)}` : shares.format(Math.round(percent) / 100);
}

/** A date: `8 March 2026`. A day without a time is the same day in every time zone. */
export function day(iso: string): string {
  const zone = iso.includes("T") ? {} : { timeZone: "UTC" };
  return new Date(iso).toLocaleDateString(locale, { day: "numeric", month: "long", year: "numeric", ...zone });
}

/** The days from `first` to `last` in words: `9–15 March 2026`, `March 2026`, `2026`, `since 1 March 2026`.
 *  `byDay` names the days of whole months and years, too. */
export function range(first: string | null, last: string | null, byDay = false): string {
  // Days have no time, so no time zone may move them.
  const form = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...parts });
  const full = form({ day: "numeric", month: "long", year: "numeric" });
  if (first === null) return last === null ? "" : words.until(full.format(new Date(last)));
  if (last === null) return words.since(full.format(new Date(first)));
  const [begin, end] = [new Date(first), new Date(last)];
  const next = new Date(end.getTime() + 86_400_000);
  const isWhole = !byDay && begin.getUTCDate() === 1 && next.getUTCDate() === 1;
  const months = 12 * (next.getUTCFullYear() - begin.getUTCFullYear()) + next.getUTCMonth() - begin.getUTCMonth();
  if (isWhole && months === 1) return form({ month: "long", year: "numeric" }).format(begin);
  if (isWhole && months === 12 && begin.getUTCMonth() === 0) return form({ year: "numeric" }).format(begin);
  return full.formatRange(begin, end);
}

/** A date with its time: `8 March 2026, 14:02`. */
export function moment(iso: string): string {
  const then = new Date(iso);
  if (Number.isNaN(then.getTime())) return iso;
  return `${day(iso)}, ${then.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" })}`;
}

/** A recent time in words, with the minute: `2 minutes ago`, `yesterday, 14:02`. */
export function near(iso: string, now: Date): string {
  const then = new Date(iso);
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (Number.isNaN(minutes)) return "";
  if (minutes < 1 && minutes > -2) return words.justNow;
  if (minutes > 0 && minutes < 60) return relative.format(-minutes, "minute");
  const days = Math.round((startOfDay(now) - startOfDay(then)) / 86_400_000);
  const time = then.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
  if (days === 0 || days === 1) return `${relative.format(-days, "day")}, ${time}`;
  if (days > 1 && days < 7) return `${then.toLocaleDateString(locale, { weekday: "long" })}, ${time}`;
  const year = then.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return then.toLocaleDateString(locale, { day: "numeric", month: "long", ...year });
}

/** A recent day in words, any other as a date: `today`, `yesterday`, `9 March 2026`. */
export function dayNear(iso: string, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(new Date(iso))) / 86_400_000);
  return days === 0 || days === 1 ? relative.format(-days, "day") : day(iso);
}

const startOfDay = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();

/** A duration as a clock shows it: `0:34`, `1:02:07`. */
export function elapsed(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, String(seconds % 60).padStart(2, "0")];
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** An estimated duration in words: `8 seconds`, `35 seconds`, `1 minute`. */
export function roughly(seconds: number): string {
  const [value, unit] = seconds < 50 ? [seconds > 20 ? Math.round(seconds / 5) * 5 : seconds, "second"] : [Math.round(seconds / 60), "minute"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

/** Whether an answer of a model that needs these seconds begins late. */
export const isSlow = (seconds: number): boolean => seconds > 30;

/** When an answer begins, for a model that needs these seconds. */
export const startsAfter = (seconds: number): string => words.startsAfter(roughly(seconds), isSlow(seconds));

/** The age in words, for a list of conversations. */
export function ago(iso: string, now: Date): string {
  const then = new Date(iso);
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (Number.isNaN(minutes)) return "";
  if (minutes < 1) return words.now;
  if (minutes < 60) return words.minutes(minutes);
  if (minutes < 24 * 60) return words.hours(Math.floor(minutes / 60));
  if (minutes < 7 * 24 * 60) return words.days(Math.floor(minutes / (24 * 60)));
  const year = then.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return then.toLocaleDateString(locale, { day: "numeric", month: "short", ...year });
}
