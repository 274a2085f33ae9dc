/** Number of news as marks and titles show it: up to 99, with `+` for more than that or than the loaded pages have. */
export const countText = (count: number, more = false): string =>
  count > 99 || more ? `${Math.min(count, 99)}+` : String(count)
