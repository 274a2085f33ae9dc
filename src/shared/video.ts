/** The code of a YouTube video, given as such or within an address of it; null for anything else. */
export function videoCode(given: string): string | null {
  const text = given.trim()
  if (/^[\w-]{11}$/.test(text)) return text
  const [, code] =
    /^(?:https?:\/\/)?(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]{0,60}&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?![\w-])/.exec(
      text,
    ) ?? []
  return code ?? null
}

/** Where its player is, without cookies until it is played. */
export const videoPlayer = (code: string) => `https://www.youtube-nocookie.com/embed/${encodeURIComponent(code)}`
