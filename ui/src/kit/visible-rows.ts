/** The rows of a long list to draw, from `first` to before `end`. */
export function visibleRows(scrollTop: number, height: number, rowHeight: number, count: number, extra = 6): { first: number; end: number } {
  if (rowHeight <= 0 || count === 0) return { first: 0, end: 0 };
  const top = Math.max(0, Math.min(scrollTop, count * rowHeight - height));
  const first = Math.max(0, Math.floor(top / rowHeight) - extra);
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + extra);
  return { first, end };
}

/** The scroll position that shows a row; unchanged if the row is visible already. */
export function scrollToRow(row: number, scrollTop: number, height: number, rowHeight: number): number {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height;
  return scrollTop;
}
