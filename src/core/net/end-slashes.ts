/** The URL without slashes at its end, so that a path can follow. Loops: `/\/+$/` takes quadratic time. */
export function withoutEndSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}
