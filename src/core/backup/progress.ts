/** Passes bytes through and calls `onProgress`, at most once a second. */
export async function* progressing(bytes: AsyncIterable<Uint8Array>, onProgress: () => void) {
  let last = 0
  for await (const chunk of bytes) {
    yield chunk
    const now = performance.now()
    if (now - last < 1000) continue
    last = now
    onProgress()
  }
}
