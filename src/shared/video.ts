/** Id of a YouTube video, from the id itself or an address; null for other texts. */
export function videoCode(url: string): string | null {
  const text = url.trim()
  if (/^[\w-]{11}$/.test(text)) return text
  const [, code] =
    /^(?:https?:\/\/)?(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]{0,60}&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?![\w-])/.exec(
      text,
    ) ?? []
  return code ?? null
}

/** Address of the player, which sets no cookies before the video is played. */
export const videoPlayer = (code: string) => `https://www.youtube-nocookie.com/embed/${encodeURIComponent(code)}`
